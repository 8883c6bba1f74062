package mapping

import (
	"slices"
	"strings"

	"berth/platform"
)

const maxPointer = 500 // bytes

// pointer is a JSON pointer (RFC 6901), taken apart.
type pointer []string

func parsePointer(s string) (pointer, string) {
	switch {
	case s == "":
		return pointer{}, ""
	case s[0] != '/':
		return nil, `must be a JSON pointer such as "/name" or "/address/city"`
	case len(s) > maxPointer:
		return nil, "must have at most 500 bytes"
	}
	steps := strings.Split(s[1:], "/")
	for i, step := range steps {
		steps[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
	}
	return steps, ""
}

// String writes the pointer as in RFC 6901.
func (p pointer) String() string {
	var b strings.Builder
	for _, step := range p {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
	}
	return b.String()
}

// start returns the JSON that the pointer names in v, with whatever comes after it; nil where there is none. It is false where v is not
// JSON but decoded.
func (p pointer) start(v any) (raw []byte, is bool) {
	switch at := v.(type) {
	case platform.Encoded:
		raw = at
	case *object:
		if raw = at.raw; len(p) > 0 {
			raw, p = at.member(p[0]), p[1:]
		}
	default:
		return nil, false
	}
	for _, step := range p {
		raw = partOf(raw, step)
	}
	return raw, true
}

// json returns the JSON that the pointer names in v, nil where there is none or it is null; false where v is not JSON but decoded.
func (p pointer) json(v any) (raw platform.Encoded, is bool) {
	found, is := p.start(v)
	if raw = platform.Cut(found); string(raw) == "null" {
		return nil, true
	}
	return raw, is
}

// null reports whether there is a null where the pointer names something, which is how many programs write a list without entries.
func (p pointer) null(v any) bool {
	if raw, is := p.start(v); is {
		return string(platform.Cut(raw)) == "null"
	}
	if len(p) == 0 {
		return v == nil
	}
	last := len(p) - 1
	switch at := p[:last].find(v).(type) {
	case platform.Encoded:
		return p[last:].null(at)
	case map[string]any:
		value, is := at[p[last]]
		return is && value == nil
	}
	return false
}

// in returns the value that the pointer names in v, decoded, false when there is none or it is null.
func (p pointer) in(v any) (any, bool) {
	raw, is := p.json(v)
	if !is {
		found := p.find(v)
		if list, ok := found.([]any); ok {
			return whole(list), true
		}
		if raw, is = found.(platform.Encoded); !is {
			return found, found != nil
		}
		raw, _ = pointer{}.json(raw)
	}
	return raw.Value(), raw != nil
}

// find is in for whoever looks into what is found: it may be JSON, with whatever comes after it.
func (p pointer) find(v any) any {
	for i, step := range p {
		if raw, is := p[i:].start(v); is {
			if raw == nil {
				return nil
			}
			return platform.Encoded(raw)
		}
		switch at := v.(type) {
		case map[string]any:
			v = at[step]
		case []any:
			i, ok := platform.Index(step, len(at))
			if !ok {
				return nil
			}
			v = at[i]
		default:
			return nil
		}
	}
	return v
}

// whole returns a list without JSON in it.
func whole(list []any) []any {
	if !slices.ContainsFunc(list, func(item any) bool { _, is := item.(platform.Encoded); return is }) {
		return list
	}
	list = slices.Clone(list)
	for i, item := range list {
		if raw, is := item.(platform.Encoded); is {
			list[i] = raw.Value()
		}
	}
	return list
}
