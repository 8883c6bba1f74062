package request

import (
	"encoding/json"
	"strings"
	"time"

	"berth/platform"
)

// maxFilled bounds what all values add to one template, in bytes: a small template may name a large argument many times.
const maxFilled = 1 << 20

// Values are what placeholders stand for. Args and Data are decoded JSON: map[string]any, []any, string, json.Number or a
// number of Go, bool, nil.
type Values struct {
	Args   any
	Data   any
	Count  *int // nil = missing
	User   Person
	App    string // the app's slug, "" = missing
	Now    time.Time
	Secret func(name string) (string, bool) // nil = there are none
}

// Person is who calls: the zero value is nobody, of whom everything is missing.
type Person struct{ ID, Email string }

// Fill returns the template's value with every placeholder filled in. A string that is one placeholder takes the value with its
// type. Where the value is missing, the key or list item disappears, and with it a longer string that holds the placeholder;
// ok is false when that leaves nothing. What comes from v is shared with it and must not be changed. The error is TOO_LARGE.
func (t *Template) Fill(v Values) (value any, ok bool, err error) {
	f := filler{Values: v, left: maxFilled}
	value, ok = f.value(t.root)
	return value, ok, f.err()
}

// Text is a text with placeholders. The zero value is the empty text. It is immutable and safe for concurrent use.
type Text struct{ parts []part }

// ParseText reads a text. With problems, which have no location, there is no text.
func ParseText(s string, allowed ...Source) (Text, []platform.Problem) {
	p := parser{allowed: allowed}
	text, holds := p.text(s, "").(Text)
	if len(p.found) > maxPlaceholders {
		p.report("", "has more than "+platform.Count(maxPlaceholders, "placeholder"))
	}
	if len(p.problems) > 0 {
		return Text{}, p.problems
	}
	if !holds && s != "" {
		text = Text{[]part{{plain: s}}}
	}
	return text, nil
}

// Placeholders lists what the text asks for, in order.
func (t Text) Placeholders() []Placeholder {
	var all []Placeholder
	for _, p := range t.parts {
		if p.value != nil {
			all = append(all, *p.value)
		}
	}
	return all
}

// Fill returns the text with every value as people read it: lists with commas, objects as JSON. ok is false when one is missing
// or null. The error is TOO_LARGE.
func (t Text) Fill(v Values) (text string, ok bool, err error) {
	f := filler{Values: v, left: maxFilled}
	text, ok = f.text(t)
	return text, ok, f.err()
}

// exact returns the placeholder that the text consists of, nil for any other text.
func (t Text) exact() *Placeholder {
	if len(t.parts) == 1 {
		return t.parts[0].value
	}
	return nil
}

type filler struct {
	Values
	left int // bytes that values may still add
}

func (f *filler) err() error {
	if f.left < 0 {
		return platform.Errorf(platform.CodeTooLarge, "The arguments are too large for this tool. Nothing was done.")
	}
	return nil
}

func (f *filler) value(v any) (any, bool) {
	switch v := v.(type) {
	case Text:
		if p := v.exact(); p != nil {
			got, ok := f.find(*p)
			f.left -= weigh(got, f.left)
			return got, ok
		}
		return f.text(v)
	case []any:
		list := make([]any, 0, len(v))
		for _, item := range v {
			if filled, ok := f.value(item); ok {
				list = append(list, filled)
			}
		}
		return list, true
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, item := range v {
			if filled, ok := f.value(item); ok {
				object[name] = filled
			}
		}
		return object, true
	}
	return v, true
}

func (f *filler) text(t Text) (string, bool) {
	var b strings.Builder
	for _, p := range t.parts {
		if p.value == nil {
			b.WriteString(p.plain)
			continue
		}
		got, ok := f.find(*p.value)
		if !ok || got == nil {
			return "", false
		}
		if f.left -= weigh(got, f.left); f.left < 0 {
			return "", false
		}
		b.WriteString(Plain(got))
	}
	return b.String(), true
}

func (f *filler) find(p Placeholder) (any, bool) {
	switch p.Source {
	case Args:
		return dig(f.Args, p.Path)
	case Data:
		return dig(f.Data, p.Path)
	case Count:
		if f.Count == nil {
			return nil, false
		}
		return *f.Count, true
	case User:
		if p.Path[0] == "email" {
			return f.User.Email, f.User.Email != ""
		}
		return f.User.ID, f.User.ID != ""
	case App:
		return f.App, f.App != ""
	case Now:
		return f.Values.Now.UTC().Format(time.RFC3339), true
	case Secret:
		if f.Secret == nil {
			return nil, false
		}
		return f.Secret(p.Path[0])
	}
	return nil, false
}

// dig follows names of members and indices of lists.
func dig(v any, path []string) (any, bool) {
	for _, step := range path {
		switch at := v.(type) {
		case map[string]any:
			var ok bool
			if v, ok = at[step]; !ok {
				return nil, false
			}
		case []any:
			i, ok := platform.Index(step, len(at))
			if !ok {
				return nil, false
			}
			v = at[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// weigh returns about how many bytes of JSON a value is, and stops counting beyond most.
func weigh(v any, most int) int {
	n := 1
	switch v := v.(type) {
	case string:
		n += len(v)
	case json.Number:
		n += len(v)
	case []any:
		for _, item := range v {
			if n > most {
				break
			}
			n += weigh(item, most-n)
		}
	case map[string]any:
		for name, item := range v {
			if n > most {
				break
			}
			n += len(name) + weigh(item, most-n)
		}
	}
	return n
}
