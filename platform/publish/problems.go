package publish

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/schema/form"
)

// problems collects what is wrong with fields, whose locations are relative to what they are fields of.
type problems []platform.Problem

func (p *problems) add(field, message string) {
	*p = append(*p, platform.Problem{Location: field, Message: message})
}

// texts checks those texts of a struct that has names, with their names behind at.
func (p *problems) texts(at string, v any, has func(string) bool) {
	for _, t := range form.Texts(v) {
		if has(t.Name) {
			p.text(at+t.Name, t.Value, t.Max, t.Lines)
		}
	}
}

// text checks a free text: its length in characters and what no text may contain. Only texts of several lines may have
// line breaks and tabs.
func (p *problems) text(field, value string, limit int, lines bool) {
	if n := utf8.RuneCountInString(value); n > limit {
		p.add(field, fmt.Sprintf("must have at most %d characters, not %d", limit, n))
	}
	if !utf8.ValidString(value) {
		p.add(field, "contains bytes that are not UTF-8")
		return
	}
	for _, r := range value {
		if unicode.IsControl(r) && (!lines || r != '\n' && r != '\r' && r != '\t') {
			p.add(field, fmt.Sprintf("must not contain the character %U", r))
			return
		}
	}
}

// title checks a text that names something.
func (p *problems) title(field, value string) { p.without(platform.Hidden, field, value) }

// line checks a text of one line that names nothing.
func (p *problems) line(field, value string) { p.without(platform.HiddenInText, field, value) }

func (p *problems) without(hidden func(rune) bool, field, value string) {
	if at := strings.IndexFunc(value, hidden); at >= 0 {
		r, _ := utf8.DecodeRuneInString(value[at:])
		p.add(field, fmt.Sprintf("must not contain the character %U", r))
	}
}

// count checks how many entries a list has. It reports whether they may be looked at.
func (p *problems) count(field string, n, limit int) bool {
	if n > limit {
		p.add(field, fmt.Sprintf("must have at most %d entries, not %d", limit, n))
	}
	return n <= limit
}

// oneOf checks that a value is one of those that are known; "" is the default.
func oneOf[T ~string](p *problems, field string, value T, known ...T) {
	if value == "" || slices.Contains(known, value) {
		return
	}
	words := make([]string, len(known))
	for i, k := range known {
		words[i] = string(k)
	}
	p.add(field, "must be one of "+strings.Join(words, ", "))
}

func (p *problems) layout(s *Service, name string) {
	var names []string
	for _, l := range s.AuthorLayouts() {
		if l.Name == name {
			return
		}
		names = append(names, l.Name)
	}
	p.add("layoutTemplate", "must be one of "+strings.Join(names, ", "))
}
