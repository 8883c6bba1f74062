package mapping

import (
	"encoding/json"

	"berth/platform"
)

// Object is an object of an answer as JSON, whose members are decoded when they are asked for: one of many rows, of which a map needs few
// cells. It belongs to one goroutine.
type Object struct{ parts []part }

type part struct{ name, json []byte }

// NewObject makes an object of compact JSON, such as platform.Encoded is.
func NewObject(raw []byte) *Object {
	const least = 16 // bytes of a member, mostly
	o := &Object{parts: make([]part, 0, min(1+len(raw)/least, 16))}
	platform.EachMember(raw, func(name, value []byte) bool {
		o.parts = append(o.parts, part{name, value})
		return true
	})
	return o
}

// read returns compact JSON as an answer, whose objects are Objects; of objects in lists within lists, maps.
func read(raw []byte) any {
	switch raw[0] {
	case '{':
		return NewObject(raw)
	case '[':
		return items(raw, func(item []byte) any {
			if item[0] == '[' {
				return decoded(item)
			}
			return read(item)
		})
	}
	return decoded(raw)
}

// decoded returns compact JSON as maps and lists.
func decoded(raw []byte) any {
	switch raw[0] {
	case '{':
		return NewObject(raw).Whole()
	case '[':
		return items(raw, decoded)
	case '"':
		return platform.Unquote(raw)
	case 't', 'f':
		return raw[0] == 't'
	case 'n':
		return nil
	}
	return json.Number(raw)
}

func items(array []byte, of func(item []byte) any) []any {
	list := []any{}
	platform.EachItem(array, func(item []byte) bool {
		list = append(list, of(item))
		return true
	})
	return list
}

// Set adds a member, or puts it in the place of the one of that name.
func (o *Object) Set(name string, json []byte) {
	for i := range o.parts {
		if string(o.parts[i].name) == name {
			o.parts[i].json = json
			return
		}
	}
	o.parts = append(o.parts, part{[]byte(name), json})
}

// json returns a member as it stands, nil where there is none or it is null.
func (o *Object) json(name string) []byte {
	for i := range o.parts {
		if string(o.parts[i].name) == name && string(o.parts[i].json) != "null" {
			return o.parts[i].json
		}
	}
	return nil
}

// member returns a member as read does, nil where there is none.
func (o *Object) member(name string) any {
	if raw := o.json(name); raw != nil {
		return read(raw)
	}
	return nil
}

// Whole returns the object with all of its members decoded.
func (o *Object) Whole() map[string]any {
	all := make(map[string]any, len(o.parts))
	for _, p := range o.parts {
		all[string(p.name)] = decoded(p.json)
	}
	return all
}
