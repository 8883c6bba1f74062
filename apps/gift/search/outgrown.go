package search

import "berth/apps/gift/lexicon"

var retiring = lexicon.Concept{Facet: "situation", Value: "retiring"}

var bigFamily = lexicon.Concept{Facet: "situation", Value: "big-family"}

// outgrow takes back what does not hold, or no more, of whom a description is about: by their age, by the day, or by who they are.
func (q *query) outgrow() {
	if has(q, "occasion", "host-thank-you") >= 0.8 { // hosts are not at work
		q.forget(listed("callings"))
	}
	if q.Age != nil && q.Age.Low >= 60 && has(q, "interest", "weightlifting") < 0.5 { // who only "goes to the gym"
		q.forget("weightlifting")
	}
	if q.Age != nil && q.Age.Low >= 65 { // whose family is big, not the household
		q.forget(bigFamily.Value)
	}
	if has(q, "recipient", "couple") >= 0.6 && has(q, "recipient", "family") < 0.6 { // what is for the two is not for their children
		q.forget(bigFamily.Value)
		if q.special() { // nor is a feast for the work of one of them
			q.forget(listed("callings"))
		}
	}
	if has(q, "occasion", "graduation") >= 0.8 { // the exams are over
		q.forget("exam-time")
	}
	if has(q, "occasion", "retirement") >= 0.7 { // what their work took is over
		q.forget(listed("callings"))
		if has(q, "situation", "retiring") < 0.8 {
			q.want[retiring] = 1
			q.phrases = append(q.phrases, []lexicon.Concept{retiring})
		}
	}
}
