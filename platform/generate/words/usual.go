package words

import (
	"slices"
	"strings"
)

// Statuses are the values of the column that says how far a request has come, from the first one on, in each language.
var Statuses = map[string][]string{"en": {"new", "seen", "done"}, "de": {"neu", "gesehen", "erledigt"}, "fr": {"nouveau", "vu", "traité"},
	"es": {"nuevo", "visto", "hecho"}, "pt": {"novo", "visto", "feito"}, "it": {"nuovo", "visto", "fatto"}}

// Usual is what a form has that is about certain things, where nobody says what it has.
type Usual struct {
	Of      Set    // how words for them begin, empty for anything
	Sent    string // what is sent, one of some words, "" for anything; "days" is what is had from one day until another
	Columns string // heading:type, with a star behind what is required; _ stands for a blank
}

// UsualField is a field of such a form. Type is that of a column.
type UsualField struct {
	Heading, Type string
	Required      bool
}

// UsualFields returns the fields of a form about the thing that words name and by which that is sent: the first that fits, the last of which fits all.
func (l *Language) UsualFields(about []Word, sent string) (fields []UsualField) {
	for _, u := range l.Usual {
		if u.Sent != "" && !slices.Contains(strings.Fields(u.Sent), sent) || !u.isOf(about) {
			continue
		}
		for c := range strings.FieldsSeq(u.Columns) {
			heading, kind, _ := strings.Cut(strings.ReplaceAll(c, "_", " "), ":")
			kind, required := strings.CutSuffix(kind, "*")
			fields = append(fields, UsualField{heading, kind, required})
		}
		return fields
	}
	return nil
}

func (u Usual) isOf(about []Word) bool {
	if len(u.Of) == 0 {
		return true
	}
	for _, w := range about {
		for begin := range u.Of {
			if strings.HasPrefix(w.Folded, begin) {
				return true
			}
		}
	}
	return false
}

// Weekday reports whether a text begins with the name of a day, in any language.
func (g *Grammar) Weekday(text string) bool {
	ws := Split(text)
	if len(ws) == 0 {
		return false
	}
	day := ws[0].Folded
	english := slices.Contains(strings.Fields("monday tuesday wednesday thursday friday saturday sunday weekday"), strings.TrimSuffix(day, "s"))
	return g.Weekdays[day] || g.Weekdays[strings.TrimSuffix(day, "s")] || g.Weekdays[Singular(day)] || english ||
		strings.HasSuffix(day, "tags") || strings.HasSuffix(day, "-feira")
}

// many are words for a number of things that nobody has counted.
var many = []string{"load", "loads", "lot", "lots", "ton", "tons", "plenty"}

// Fore returns how many words a topic begins with that only say how many there are, "loads of costumes", or in a form what is done with them,
// "ordering cakes".
func (g *Grammar) Fore(l *Language, topic []Word, form bool) int {
	n := len(topic)
	if n > 2 && topic[1].Folded == "of" && (slices.Contains(many, topic[0].Folded) || topic[0].Is("kind", "kinds", "type", "types", "list", "lists", "number")) {
		return 2
	}
	does := []string{"order", "booking", "loan", "report", "registration"}
	if form && n > 1 && l.Code == "en" && strings.HasSuffix(topic[0].Folded, "ing") && g.Sends[topic[0].Root] == "" &&
		slices.Contains(does, g.Act(l, topic[0])) && g.Act(l, topic[n-1]) == "" {
		return 1
	}
	return 0
}

// keepers are nouns for what keeps things.
var keepers = []string{"register", "list", "directory", "database", "overview", "catalogue", "catalog", "inventory", "archive", "collection"}

// Keeper returns the index after the noun behind a topic that says what keeps the things: "product catalogue", "donor database", and where they are only
// sent, "reading log"; to where there is none.
func Keeper(l *Language, ws []Word, to int, sent bool) int {
	shown := []string{"log", "library", "calendar", "schedule", "wall", "board"} // which are things themselves, too
	if sent {
		if to < len(ws) && l.Code == "en" && ws[to-1].Stop == 0 && slices.Contains([]string{"log", "diary", "journal", "logbook", "tracker"}, ws[to].Folded) {
			return to + 1
		}
		return to
	}
	if l.Code == "en" && to < len(ws) && ws[to-1].Stop == 0 && ws[to-1].Folded == ws[to-1].Root && slices.Contains(append(shown, keepers...), ws[to].Folded) {
		return to + 1
	}
	return to
}

// Thing returns the words of a topic without what it is for, and what keeps it: "boats" of "boats for hire", "warranty" of "warranty register".
func Thing(topic []Word) []Word {
	n := len(topic)
	keeps := n > 1 && topic[n-1].Is(keepers...) && topic[n-1].Folded == topic[n-1].English
	if keeps && !strings.HasSuffix(topic[n-2].Folded, "ing") {
		topic = topic[:n-1]
	}
	if at := slices.IndexFunc(topic, func(w Word) bool { return w.Is("for") || w.Folded == "to" }); at > 0 {
		return topic[:at]
	}
	return topic
}

// Sent reports whether English words end with a noun for what is sent by its nature: "booking", "expense claim", "appointment request".
func (g *Grammar) Sent(topic string) bool {
	last := topic[strings.LastIndexByte(topic, ' ')+1:]
	verb := slices.Contains([]string{"request", "order", "application", "report", "registration", "suggestion", "donation", "message"},
		g.Act(g.Languages["en"], Word{Folded: last, English: last, Root: last}))
	noun := slices.Contains([]string{"ticket", "pledge", "enquiry", "inquiry"}, last) // of no verb that is known
	return g.Sends[last] != "" || (verb || noun) && last != topic
}

// PerDay reports whether an English heading is of what a day or a night costs, so that things are had from one day until another.
func PerDay(heading string) bool {
	return slices.ContainsFunc([]string{"per day", "per night", "per week", "nightly", "daily", "a night", "a day"}, func(s string) bool { return strings.Contains(heading, s) })
}
