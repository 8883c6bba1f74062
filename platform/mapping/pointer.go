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

// in returns the value that the pointer names in v, false when there is none or it is null.
func (p pointer) in(v any) (any, bool) {
	found := p.find(v)
	switch at := found.(type) {
	case *Object:
		return at.Whole(), true
	case []any:
		return whole(at), true
	}
	return found, found != nil
}

// find is in for whoever looks into what is found.
func (p pointer) find(v any) any {
	for _, step := range p {
		switch at := v.(type) {
		case *Object:
			v = at.member(step)
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

// whole returns a list without an Object in it.
func whole(list []any) []any {
	if !slices.ContainsFunc(list, func(item any) bool { _, is := item.(*Object); return is }) {
		return list
	}
	list = slices.Clone(list)
	for i, item := range list {
		if o, is := item.(*Object); is {
			list[i] = o.Whole()
		}
	}
	return list
}
