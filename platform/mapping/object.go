package mapping

import (
	"math"

	"berth/platform"
)

// object is an object of an answer in compact JSON, whose members are decoded when they are asked for: one of many, of which a map needs
// few members.
type object struct {
	raw   platform.Encoded
	parts []part
}

type part struct{ name, json []byte }

// read makes it another object.
func (o *object) read(raw platform.Encoded) {
	o.raw, o.parts = raw, o.parts[:0]
	platform.EachMember(raw, func(name, value []byte) bool {
		o.parts = append(o.parts, part{name, value})
		return true
	})
}

// member returns a member, nil where there is none.
func (o *object) member(name string) []byte {
	for i := range o.parts {
		if string(o.parts[i].name) == name {
			return o.parts[i].json
		}
	}
	return nil
}

// objectsOf returns elements that are all asked for more than once.
func objectsOf(elements []any) []any {
	all := make([]any, len(elements))
	for i, element := range elements {
		all[i] = element
		if raw, is := element.(platform.Encoded); is && raw[0] == '{' {
			o := &object{}
			o.read(raw)
			all[i] = o
		}
	}
	return all
}

// itemsOf returns the items of a list in compact JSON, false for what is none. What comes after it does not matter.
func itemsOf(raw []byte) (list []any, ok bool) {
	if len(raw) == 0 || raw[0] != '[' {
		return nil, false
	}
	platform.EachItem(raw, func(item []byte) bool {
		list = append(list, platform.Encoded(item))
		return true
	})
	return list, true
}

// partOf returns a member of an object, or an item of a list, in compact JSON and with whatever comes after it; nil for none.
func partOf(raw []byte, step string) (found []byte) {
	if len(raw) == 0 || raw[0] != '[' {
		return platform.MemberOf(raw, step)
	}
	left, ok := platform.Index(step, math.MaxInt32)
	platform.EachItem(raw, func(item []byte) bool {
		if ok && left == 0 {
			found = item
		}
		left--
		return ok && found == nil
	})
	return found
}
