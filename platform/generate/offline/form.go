package offline

import (
	"fmt"
	"slices"
	"strings"
)

// form asks for the fields that the description names, otherwise for those of the domain, otherwise for what every
// request needs.
func (s *sheet) form(w *wish) object {
	specs := w.fields
	if len(specs) < 2 && w.domain != nil {
		specs = w.domain.Fields
	}
	if len(specs) == 0 {
		specs = s.asked(w)
	}
	var fields []any
	seen := map[string]bool{}
	for i, spec := range specs[:min(len(specs), 12)] {
		f := s.lex.field(spec)
		if f[0].value == "" { // a heading without Latin letters
			f[0].value = fmt.Sprintf("field%d", i+1)
		}
		if name := f.text("name"); !seen[name] {
			seen[name] = true
			fields = append(fields, f)
		}
	}
	label := map[string]string{"book": "Book", "reserve": "Reserve", "order": "Order", "register": "Register"}[w.does()]
	if label == "" {
		label = "Send"
	}
	title := s.title
	return object{}.with("title", clip(title, 120)).with("tool", w.toolName()).
		with("arguments", object{{"message", clip(w.wanted(), 200)}}).
		with("fields", fields).with("submitLabel", label).with("successMessage", "Thank you. We have received it.")
}

// wanted returns the message that is sent together with the answers.
func (w *wish) wanted() string {
	if w.thing != "" {
		return w.topic()
	}
	return capital(w.does()) + " " + w.subject
}

// asked returns the fields of a request for one of the rows.
func (s *sheet) asked(w *wish) []string {
	if !w.known {
		return []string{"Name!", "E-mail!", "Day:date", "Details:textarea"}
	}
	var choices []string
	for _, row := range s.rows[:min(len(s.rows), 20)] {
		choices = append(choices, strings.ReplaceAll(s.name(row), "|", " "))
	}
	return []string{capital(w.domain.One) + ":select!:" + strings.Join(choices, "|"), "Day:date!", "Name!", "E-mail!", "Wishes:textarea"}
}

// field reads "Label:type!:a|b" and returns the field: the label decides the type when it is left out; ! makes the field
// required.
func (l *lexicon) field(spec string) object {
	heading, rest, _ := strings.Cut(spec, ":")
	typ, options, _ := strings.Cut(rest, ":")
	required := strings.HasSuffix(heading, "!") || strings.HasSuffix(typ, "!")
	heading, typ = strings.TrimSuffix(heading, "!"), strings.TrimSuffix(typ, "!")
	if typ == "" {
		typ = entry(heading)
	}
	if !required && rest == "" {
		required = slices.Contains([]string{"name", "eMail", "email"}, camel(heading))
	}
	o := object{{"name", clip(camel(heading), 60)}, {"label", clip(heading, 200)}}
	if typ != "text" {
		o = append(o, member{"type", typ})
	}
	if required {
		o = append(o, member{"required", true})
	}
	switch typ {
	case "select":
		var list []any
		if options == "" {
			options = l.choices(heading)
		}
		for choice := range strings.SplitSeq(options, "|") {
			list = append(list, clip(choice, 200))
		}
		o = o.with("options", list)
	case "number":
		o = o.with("min", 0.0)
	case "textarea":
		o = append(o, member{"maxLength", 2000})
	case "text":
		o = o.with("placeholder", example(heading))
	}
	return o
}

// choices returns the options under a heading.
func (l *lexicon) choices(heading string) string {
	k, _ := l.kindOf(heading)
	if len(k.Values) == 0 {
		return "5|4|3|2|1"
	}
	values := slices.Sorted(slices.Values(k.Values))
	return strings.Join(slices.Compact(values), "|")
}

// entry returns the type of the field for a heading.
func entry(heading string) string {
	p := phrase(heading)
	for _, x := range []struct{ words, typ string }{
		{"date day birthday deadline arrival departure checkin checkout", "date"}, {"message comment note description wish feedback detail reason question", "textarea"},
		{"number quantity amount guest people age count participant budget night", "number"}, {"agree consent accept subscribe newsletter term remind", "checkbox"},
		{"rating category type size priority department status level topic subject color colour", "select"},
	} {
		for f := range strings.FieldsSeq(x.words) {
			if strings.Contains(p, " "+f+" ") {
				if x.typ == "number" && strings.Contains(p, " phone ") {
					return "text"
				}
				return x.typ
			}
		}
	}
	return "text"
}

func example(heading string) string {
	p := phrase(heading)
	switch {
	case strings.Contains(p, "mail"):
		return "name@example.com"
	case strings.Contains(p, " phone "):
		return "+1 555 0114"
	case strings.Contains(p, " name "):
		return "First and last name"
	}
	return ""
}
