package mapping

import (
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/request"
)

// source says where one value comes from. Exactly one of from, constant, template and lines is meant.
type source struct {
	from     pointer
	constant any
	template []piece
	lines    []line

	kind     sourceKind
	as       string // "" = as it is
	currency string // of money
	fallback any    // nil = none
}

type sourceKind int

const (
	fromPointer sourceKind = iota
	fromConstant
	fromTemplate
	fromLines
)

// piece is a part of a template: a value, or plain text.
type piece struct {
	plain string
	value pointer // nil = plain text
}

// line is a labelled line. Without a label the value stands alone.
type line struct {
	label string
	source
}

// at returns the value, false when there is none.
func (s source) at(v any) (any, bool) {
	got, ok := s.raw(v)
	if ok && s.as != "" {
		got, ok = convert(got, s.as, s.currency)
	}
	if !ok && s.fallback != nil {
		return s.fallback, true
	}
	return got, ok
}

func (s source) raw(v any) (any, bool) {
	switch s.kind {
	case fromConstant:
		return s.constant, true
	case fromTemplate:
		var b strings.Builder
		for _, p := range s.template {
			if p.value == nil {
				b.WriteString(p.plain)
				continue
			}
			got, ok := p.value.in(v)
			if ok {
				got, ok = text(got)
			}
			if !ok {
				return nil, false
			}
			b.WriteString(request.Plain(got))
		}
		return b.String(), true
	default:
		return s.from.in(v)
	}
}

// place puts what a source gives into a field, which takes no labelled lines; nil = any. Lines become one text.
func (s source) place(v any, into *field) (any, bool) {
	if s.kind == fromLines {
		written := writeLines(s.lines, v, " · ")
		if into == nil || written == "" {
			return written, written != ""
		}
		return into.fitText(written)
	}
	got, ok := s.at(v)
	if !ok || into == nil {
		return got, ok
	}
	if fitting, ok := into.fit(got); ok || s.fallback == nil {
		return fitting, ok
	}
	return into.fit(s.fallback)
}

// asItStands returns what a field takes, of JSON, without a change, as texts and numbers mostly are. nil = it has to be placed.
func (s source) asItStands(v any, into *field) []byte {
	if s.as != "" && s.as != "number" {
		return nil
	}
	if s.kind == fromLines && len(s.lines) == 1 && s.lines[0].label == "" && into != nil && !into.lines() { // a text of one line
		raw := s.lines[0].asItStands(v, into)
		if s.lines[0].fallback != nil || len(raw) < 3 || raw[0] != '"' {
			return nil
		}
		return raw
	}
	if s.kind != fromPointer {
		return nil
	}
	raw, _ := s.from.json(v)
	if !into.takesAsItStands(raw) || s.as == "number" && raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return nil
	}
	return raw
}

// read returns a boolean or a place of JSON as people read it, for a field that takes it as nothing else; false for anything else.
func (s source) read(v any, into *field) (string, bool) {
	if s.kind != fromPointer || s.as != "" && s.as != "text" {
		return "", false
	}
	raw, _ := s.from.json(v)
	switch {
	case len(raw) == 0:
		return "", false
	case raw[0] == '{' && !into.takes("object"):
		return placeOf(raw)
	case (raw[0] == 't' || raw[0] == 'f') && (s.as == "text" || !into.takes("boolean")):
		return spoken(raw[0] == 't'), true
	}
	return "", false
}

// labelled is a line as it is written.
type labelled struct {
	before []byte // {"currency":"EUR","label":"Price","value":
	source
}

// labelledFor returns lines as a field takes them.
func labelledFor(lines []line, into *field) []labelled {
	parts := into.items.properties
	all := make([]labelled, 0, len(lines))
	for _, l := range lines {
		label, fits := parts["label"].fit(l.label)
		if !fits {
			continue
		}
		before := []byte{'{'}
		if l.as == "money" && l.currency != "" && parts["currency"] != nil { // the widget writes it in the reader's language
			l.as, before = "number", append(appendJSON(append(before, `"currency":`...), l.currency), ',')
		}
		before = append(appendJSON(append(before, `"label":`...), label), `,"value":`...)
		all = append(all, labelled{before, l.source})
	}
	return all
}

// placeLines returns the lines that have a value, as an encoded list of {currency?, label, value}.
func placeLines(lines []labelled, v any, into *field) (any, bool) {
	of := into.items.properties["value"]
	out, n := append(make([]byte, 0, 64*len(lines)+2), '['), 0
	for _, l := range lines {
		if into.MaxItems != nil && n == *into.MaxItems {
			break
		}
		raw := l.asItStands(v, of)
		if string(raw) == `""` {
			continue
		}
		var value any
		if raw == nil {
			var ok bool
			if value, ok = l.placed(v, of); !ok {
				continue
			}
		}
		if n++; n > 1 {
			out = append(out, ',')
		}
		if out = append(append(out, l.before...), raw...); raw == nil {
			out = appendJSON(out, value)
		}
		out = append(out, '}')
	}
	return platform.Encoded(append(out, ']')), n > 0
}

// placed returns the value of a line for a field that does not take it as it stands; false where there is none that fits.
func (l labelled) placed(v any, of *field) (any, bool) {
	if read, ok := l.read(v, of); ok {
		return of.fitText(read)
	}
	got, ok := l.at(v)
	if !ok || got == "" {
		return nil, false
	}
	if value, ok := of.fit(got); ok {
		return value, true
	}
	if got, ok = text(got); !ok {
		return nil, false
	}
	return of.fit(got)
}

// appendJSON appends what came from JSON, which always encodes.
func appendJSON(dst []byte, v any) []byte {
	dst, _ = platform.AppendJSON(dst, v)
	return dst
}

// writeLines returns the lines that have a value as "Label: value".
func writeLines(lines []line, v any, between string) string {
	var all []string
	for _, l := range lines {
		got, ok := l.at(v)
		if ok {
			got, ok = text(got)
		}
		word := request.Plain(got)
		if !ok || word == "" {
			continue
		}
		if l.label != "" {
			word = l.label + ": " + word
		}
		all = append(all, word)
	}
	return strings.Join(all, between)
}

// asked lists the pointers that a source reads.
func (s source) asked() []pointer {
	switch s.kind {
	case fromPointer:
		return []pointer{s.from}
	case fromTemplate:
		var all []pointer
		for _, p := range s.template {
			if p.value != nil {
				all = append(all, p.value)
			}
		}
		return all
	case fromLines:
		var all []pointer
		for _, l := range s.lines {
			all = append(all, l.asked()...)
		}
		return all
	}
	return nil
}

// parseTemplate takes "{{name}}, {{address.city}}" apart.
func parseTemplate(s string) (pieces []piece, fault string) {
	for {
		before, rest, found := strings.Cut(s, "{{")
		if before != "" {
			pieces = append(pieces, piece{plain: before})
		}
		if !found {
			return pieces, ""
		}
		inside, after, closed := strings.Cut(rest, "}}")
		steps := strings.Split(strings.TrimSpace(inside), ".")
		if !closed {
			return nil, "has {{ without }} after it"
		}
		if slices.ContainsFunc(steps, func(s string) bool { return s == "" || strings.ContainsAny(s, " {}") }) {
			return nil, `has a placeholder that is no name: want {{name}} or {{address.city}}`
		}
		pieces, s = append(pieces, piece{value: steps}), after
	}
}
