// Package shape says how answers look: which members they have, of which types, and which of these are always there. It keeps no
// values. It is pure.
package shape

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"berth/platform"
)

// What a shape may hold at most.
const (
	maxPlaces  = 2000     // members and lists, in all
	maxNames   = 32 << 10 // bytes of their names
	maxName    = 100      // bytes of one; longer ones are cut
	maxMembers = 100      // of one object; one with more is taken for a dictionary, whose names are data
	maxDepth   = 32
)

// The types of values.
const (
	object  = "object"
	list    = "list"
	text    = "text"
	number  = "number"
	boolean = "boolean"
	null    = "null"
)

// Shape is how one answer, or several together, look. It is not safe for concurrent use.
type Shape struct {
	Root *place `json:"root"`
	Cut  bool   `json:"cut,omitempty"` // there was more than a shape holds
}

// place is what stands at one place of answers.
type place struct {
	Seen    map[string]int    `json:"seen"` // how many values there were, by type
	Members map[string]*place `json:"members,omitempty"`
	Each    *place            `json:"each,omitempty"` // entries of the list, or of the dictionary
	Keyed   bool              `json:"keyed,omitempty"`
}

func (p *place) values() (n int) {
	for _, seen := range p.Seen {
		n += seen
	}
	return n
}

// Of returns the shape of an answer, which is decoded JSON.
func Of(answer any) *Shape {
	b := newBuilder(&Shape{})
	b.Root = b.add(nil, answer, 0)
	return b.Shape
}

// Parse reads a shape as Text wrote it.
func Parse(raw string) (*Shape, error) {
	s := &Shape{}
	if err := json.Unmarshal([]byte(raw), s); err != nil || s.Root == nil {
		return nil, fmt.Errorf("read shape: %w", err)
	}
	return s, nil
}

// Text writes a shape, for storage.
func (s *Shape) Text() (string, error) { return platform.PlainJSON(s) }

// Merge returns the shape of the answers of both: what one of them lacks is there sometimes.
func Merge(a, b *Shape) *Shape {
	m := newBuilder(&Shape{Cut: a.Cut || b.Cut})
	m.Root = m.merge(m.merge(nil, a.Root), b.Root)
	return m.Shape
}

// Same reports whether two shapes expect the same of answers, however many each has seen.
func Same(a, b *Shape) bool { return same(a.Root, b.Root) }

func same(a, b *place) bool {
	if a == nil || b == nil {
		return a == b
	}
	if !slices.Equal(slices.Sorted(maps.Keys(a.Seen)), slices.Sorted(maps.Keys(b.Seen))) || a.Keyed != b.Keyed || len(a.Members) != len(b.Members) || !same(a.Each, b.Each) {
		return false
	}
	for name, one := range a.Members {
		other, ok := b.Members[name]
		if !ok || a.always(one) != b.always(other) || !same(one, other) {
			return false
		}
	}
	return true
}

// always reports whether every object at a place had the member.
func (p *place) always(member *place) bool { return member.values() >= p.Seen[object] }

// builder makes a shape within its bounds.
type builder struct {
	*Shape
	places, names int
}

func newBuilder(s *Shape) *builder { return &builder{Shape: s, places: maxPlaces, names: maxNames} }

// fresh returns a new place, nil where there is no room for one.
func (b *builder) fresh(name string) *place {
	if b.places == 0 || b.names < len(name) {
		b.Cut = true
		return nil
	}
	b.places--
	b.names -= len(name)
	return &place{Seen: map[string]int{}}
}

// add adds a value to what stands at a place, nil = nothing yet.
func (b *builder) add(p *place, v any, depth int) *place {
	if p == nil {
		if p = b.fresh(""); p == nil {
			return nil
		}
	}
	b.value(p, v, depth)
	return p
}

func (b *builder) value(p *place, v any, depth int) {
	kind := typeOf(v)
	p.Seen[kind]++
	if depth >= maxDepth && (kind == object || kind == list) {
		b.Cut = true
		return
	}
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			p.Each = b.add(p.Each, one, depth+1)
		}
	case map[string]any:
		b.members(p, v, depth)
	}
}

func (b *builder) members(p *place, v map[string]any, depth int) {
	var others []string
	for name, one := range v {
		if at, ok := p.Members[short(name)]; ok {
			b.value(at, one, depth+1)
		} else {
			others = append(others, name)
		}
	}
	if len(p.Members)+len(others) > maxMembers {
		b.key(p)
	}
	slices.Sort(others) // what there is room for does not depend on chance
	for _, name := range others {
		if p.Keyed {
			p.Each = b.add(p.Each, v[name], depth+1)
		} else if at := b.member(p, short(name)); at != nil {
			b.value(at, v[name], depth+1)
		}
	}
}

func (b *builder) member(p *place, name string) *place {
	if at, ok := p.Members[name]; ok {
		return at
	}
	at := b.fresh(name)
	if at != nil {
		if p.Members == nil {
			p.Members = map[string]*place{}
		}
		p.Members[name] = at
	}
	return at
}

// key turns an object into a dictionary.
func (b *builder) key(p *place) {
	p.Keyed = true
	for _, name := range slices.Sorted(maps.Keys(p.Members)) {
		p.Each = b.merge(p.Each, p.Members[name])
	}
	p.Members = nil
}

// merge adds all that was seen at a place to another, nil = nothing yet.
func (b *builder) merge(p, from *place) *place {
	if from == nil {
		return p
	}
	if p == nil {
		if p = b.fresh(""); p == nil {
			return nil
		}
	}
	for kind, n := range from.Seen {
		p.Seen[kind] += n
	}
	p.Each = b.merge(p.Each, from.Each)
	if from.Keyed && !p.Keyed {
		b.key(p)
	}
	for _, name := range slices.Sorted(maps.Keys(from.Members)) {
		if !p.Keyed && len(p.Members) >= maxMembers && p.Members[name] == nil {
			b.key(p)
		}
		if p.Keyed {
			p.Each = b.merge(p.Each, from.Members[name])
		} else if at := b.member(p, name); at != nil {
			b.merge(at, from.Members[name])
		}
	}
	return p
}

// short cuts a name. It stays the same name wherever it is met.
func short(name string) string { return platform.Clip(name, maxName) }

func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return null
	case bool:
		return boolean
	case string:
		return text
	case []any:
		return list
	case map[string]any:
		return object
	}
	return number
}
