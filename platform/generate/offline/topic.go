package offline

import (
	"slices"
	"strings"

	"berth/platform/generate/wordclass"
)

// findTopic finds the words that name what is shown or sent.
func (r *reading) findTopic() {
	for i := range r.words {
		sent := r.Sends[r.words[i].root]
		if sent == "" {
			sent = r.act(r.words[i])
		}
		if sent != "" && sent != "look" && r.verb < 0 && r.content(i) && r.fromPeople(i+1) {
			r.sent, r.sure, r.from, r.to, r.full = sent, true, i, i+1, i+1
			return
		}
	}
	found := r.topic(r.start) || r.start > 0 && r.topic(0)
	if is := r.owned; !found && r.verb < 0 {
		for i, w := range r.words {
			if w.role == owner || w.role == privacy && i > 0 && r.words[i-1].is("their", "own") && !r.function(w) {
				r.words[i].role = free
			}
		}
		found = r.topic(0)
		r.owned = r.owned || found && (is || !r.several(r.from, r.to))
	}
	if !found && r.each[1] > r.each[0] {
		r.from, r.to = r.each[0], r.each[1]
		r.one = true
	}
	if r.from == r.to && r.verb >= 0 {
		r.from, r.to = r.verb, r.verb+1
	}
}

// fromPeople reports whether the words from the i-th on say that people send what is named before: "of citizens".
func (r *reading) fromPeople(i int) bool {
	led := i < len(r.words) && r.genitive(i+1)
	for i < len(r.words) && r.words[i-1].stop == 0 && (r.Articles[r.words[i].en] || slices.Contains([]string{"of", "from", "by"}, r.words[i].en)) {
		led = led || !r.Articles[r.words[i].en]
		i++
	}
	return led && i < len(r.words) && r.words[i-1].stop == 0 && r.People[r.words[i].en]
}

// topic looks for the topic from the start-th word on. A word that only holds what is shown, such as "list", is passed, and is
// the topic where nothing else is.
func (r *reading) topic(start int) bool {
	vessel, aside := -1, -1
	context := false
	for i := start; i < len(r.words); i++ {
		w := r.words[i]
		next := i + 1
		switch {
		case w.role == asked && i > start && (vessel >= 0 && (r.sent != "" || r.Topics[r.words[vessel].root] != "")):
			next = len(r.words) // a menu with prices is no menu of prices
		case w.role != free || r.drawn(i) || r.Clauses[w.en] || r.Details[w.en] || r.Features[w.en] || r.audience(i):
		case r.Relations[w.en]:
			context = context || vessel >= 0 && (r.Topics[r.words[vessel].root] != "" || r.Sends[r.words[vessel].root] != "" && w.en != "for")
		case r.Sends[w.root] != "" && r.verb < 0 && r.single(i) || r.vessel(i):
			if vessel < 0 || r.Sends[r.words[vessel].root]+r.Topics[r.words[vessel].root] == "" {
				vessel = i
			}
			if sent := r.Sends[w.root]; sent != "" && r.verb < 0 && r.single(i) && (r.sent == "" || w.root != "form") {
				r.sent, r.sure = sent, true
			}
			if r.Topics[w.root] != "" {
				r.entry = r.Topics[w.root]
			}
		case r.glue(i):
		case i > 0 && vessel == i-1 && w.describes() && r.romance() && r.words[vessel].stop == 0 && r.Sends[r.words[vessel].root] == "":
			// an adjective: una app carina
		case r.content(i) || r.People[w.en]:
			apart := vessel >= 0 && r.verb < 0 && r.end(vessel, ".,:") <= i
			if next = r.run(i); apart && r.Sends[r.words[vessel].root]+r.Topics[r.words[vessel].root] != "" {
				break // a suggestion box, anonymous
			}
			where := context || vessel >= 0 && r.Topics[r.words[vessel].root] != "" && r.genitive(i)
			whom := i > 0 && r.words[i-1].en == "for" && vessel >= 0 && r.People[r.words[next-1].en]
			ours := r.ownerAt(i, next, vessel)
			if where && (!r.several(i, next) || r.words[i-1].en == "about") || whom || ours && r.led(i) {
				aside = i
				break
			}
			if r.from, r.to = i, next; vessel >= 0 && !apart && (r.sent != "" || r.Topics[r.words[vessel].root] != "") {
				r.lead = vessel
			}
			r.entry, r.owned, r.full = "", ours, next
			r.trim()
			return true
		}
		i = next - 1
	}
	if vessel >= 0 && (r.Topics[r.words[vessel].root]+r.Sends[r.words[vessel].root] != "" || r.sent != "" && r.verb < 0) {
		r.from, r.to, r.owned = vessel, vessel+1, false
		return true
	}
	if aside >= 0 && r.verb < 0 && r.from == r.to {
		r.from, r.to, r.owned = aside, r.run(aside), true
	}
	return false
}

// single reports whether the i-th word is in the singular, or says what is collected.
func (r *reading) single(i int) bool {
	return r.words[i].en == r.words[i].root || i > 0 && r.words[i-1].is("collect", "receive", "gather", "take")
}

// audience reports whether a word names those who use the app: "let guests", "for my clients".
func (r *reading) audience(i int) bool {
	if !r.People[r.words[i].en] || i > 0 && r.words[i-1].en == "which" {
		return false
	}
	for j := i - 1; j >= max(0, i-2); j-- {
		if slices.Contains(strings.Fields("ask invite for let lets help helps allow allows enable that so where with"), r.words[j].en) || i-j == 1 && r.Clauses[r.words[j].en] {
			return true
		}
		if !r.Articles[r.words[j].en] {
			break
		}
	}
	if i+1 == len(r.words) {
		return false
	}
	next := r.words[i+1]
	return next.role == verb || strings.HasPrefix(next.en, "to ") || r.Articles[next.en] || r.Clauses[next.en] || r.verb > i
}

// genitive reports whether a German article before the word says whose something is: "Speisekarte meiner Bäckerei".
func (r *reading) genitive(i int) bool {
	return i > 0 && r.lang.code == "de" && slices.Contains(strings.Fields("der des einer eines meiner meines unserer unseres"), r.words[i-1].folded)
}

// drawn reports whether a word says how a chart is drawn.
func (r *reading) drawn(i int) bool {
	return i+1 < len(r.words) && r.words[i+1].root == "chart" && slices.Contains(strings.Fields("pie bar line area donut doughnut column"), r.words[i].root)
}

// vessel reports whether the i-th word only holds what is shown: list, catalogue. After what people do it is the thing
// itself: book a table.
func (r *reading) vessel(i int) bool {
	w := r.words[i]
	noun := w.stop == 0 && i+1 < len(r.words) && r.words[i+1].class == wordclass.Noun && r.content(i+1)
	if r.lang.code == "en" && noun && r.several(i+1, i+2) && (i == 0 || !r.Commands[r.words[i-1].en]) {
		return false // board games
	}
	before := i - 1
	for before > 0 && r.Articles[r.words[before].en] {
		before--
	}
	if before >= 0 && r.words[before].en == "of" && w.en != w.root {
		return false // a list of tools
	}
	return (r.Vessels[w.root] || r.Topics[w.root] != "" || strings.HasSuffix(w.root, " chart")) && !(r.verb >= 0 && i > r.verb && i <= r.verb+3)
}

// ownerAt reports whether a run is the business that wants the app: "an app for my bakery", "our café".
func (r *reading) ownerAt(from, to, vessel int) bool {
	if from == 0 || r.verb >= 0 {
		return false
	}
	before, last := r.words[from-1].en, r.words[to-1]
	if r.Topics[last.root] != "" && last.en == last.root {
		return false
	}
	of := r.led(from) && r.words[from-2].en == "of" && vessel >= 0 && r.Topics[r.words[vessel].root] == ""
	mine := before == "my" || before == "our" || (before == "a" || before == "the") && !of
	if r.romance() {
		last = r.words[from]
	}
	one := last.en == last.root && !strings.HasSuffix(last.en, "s") && (last.known || r.lang.code == "en" || r.led(from) && r.words[from-2].en != "about")
	return mine && one && (r.led(from) || vessel < 0 && (before == "my" || before == "our"))
}

// led reports whether a run follows a word such as "for" or "of", and an article.
func (r *reading) led(from int) bool {
	return from > 1 && (r.Relations[r.words[from-2].en] || r.Details[r.words[from-2].en])
}

// several reports whether a run names many things: a catalogue of shoes, but not the menu of a café.
func (r *reading) several(from, to int) bool {
	head := r.words[to-1]
	if r.romance() {
		head = r.words[from]
	}
	ending := map[string]string{"fr": "sx", "es": "s", "pt": "s", "it": "ie"}[r.lang.code]
	if head.known || r.lang.code == "en" {
		return head.en != head.root
	}
	return ending != "" && strings.ContainsAny(head.folded[len(head.folded)-1:], ending)
}

// run returns the index after the words that belong to the name that begins at i: nouns, and in Romance languages "de".
func (r *reading) run(i int) int {
	j := i + 1
	for j < len(r.words) && r.words[j-1].stop == 0 {
		w := r.words[j]
		of := func(w word) bool { return slices.Contains([]string{"de", "d", "di"}, w.folded) }
		ends := r.romance() && !r.words[j-1].describes() && !w.after && !of(r.words[j-1]) && !of(w) || r.lang.code == "en" && r.several(j-1, j)
		if ends && r.question(i) { // what comes next is what they do
			r.take(j, j+1, verb)
			return j
		}
		linked := of(w) && j+1 < len(r.words) && r.content(j+1) && r.lang.code != "en"
		switch {
		case linked:
			j++
		case r.lang.code == "en" && r.Vessels[w.root] && w.role == free: // a reading list
		case w.role != free || !r.content(j) && !r.People[w.en] || r.drawn(j):
			return j
		}
		j++
	}
	return min(j, len(r.words))
}

// trim cuts words such as "list" off the end of the topic, and keeps what an entry of a collection is.
func (r *reading) trim() {
	for r.to-r.from > 1 {
		w := r.words[r.to-1]
		if r.Topics[w.root] == "" && !r.Vessels[w.root] && (r.Sends[w.root] == "" || w.en != w.root) {
			break
		}
		if sent := r.Sends[w.root]; sent != "" && r.verb < 0 {
			r.sent, r.sure = sent, true
		}
		r.one = r.words[r.to-1].en != "" && r.sent == ""
		for r.to--; r.to-r.from > 1 && r.Relations[r.words[r.to-1].en]; r.to-- {
			continue
		}
	}
}

// romance reports whether nouns come before what tells more of them.
func (r *reading) romance() bool { return r.lang.code != "en" && r.lang.code != "de" }
