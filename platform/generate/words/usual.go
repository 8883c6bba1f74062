package words

import (
	"slices"
	"strings"
)

// Usual is what a form has that is about certain things, where nobody says what it has.
type Usual struct {
	Of      Set    // how words for them begin, empty for anything
	Sent    string // what is sent, "" for anything
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
		if u.Sent != "" && u.Sent != sent || !u.isOf(about) {
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
	return g.Weekdays[day] || g.Weekdays[strings.TrimSuffix(day, "s")] || g.Weekdays[Singular(day)] || strings.HasSuffix(day, "day") && len(day) > 5 ||
		strings.HasSuffix(day, "tags") || strings.HasSuffix(day, "-feira")
}

// Thing returns the words of a topic without what it is for: "boats" of "boats for hire".
func Thing(topic []Word) []Word {
	if at := slices.IndexFunc(topic, func(w Word) bool { return w.Is("for") || w.Folded == "to" }); at > 0 {
		return topic[:at]
	}
	return topic
}
