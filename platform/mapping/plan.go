package mapping

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"berth/platform"
)

// Plan is a field map that has been checked against a layout. It is immutable and safe for concurrent use.
type Plan struct {
	shape  *Shape
	each   pointer // nil = the answer itself
	where  []condition
	take   int // entries; more than one only with a list
	wanted int // entries that the map asks for, of which the layout bears take
	item   []binding
	data   []binding
	hidden []string
	slots  []int    // of the values of item: fields of one name share one
	order  []filled // in which an entry is written: that of names

	// Of the default map:
	lenient bool                                // an entry that lacks what its layout needs is left out
	rest    int                                 // the binding of item that takes what does not fit elsewhere; -1 = none
	whole   func(elements []any) map[string]any // makes fields of the layout from all elements together; nil = each becomes an entry
}

// binding fills one field.
type binding struct {
	member
	field *field // nil = not known: kept for the model, not shown
	label string // under which the value is shown elsewhere if it does not fit; "" = nowhere

	ready []labelled // its lines, as the field takes them; nil = they become one text, or there are none
}

// put places what the source gives into the field.
func (b *binding) put(v any) (any, bool) {
	if b.ready != nil {
		return placeLines(b.ready, v, b.field)
	}
	return b.place(v, b.field)
}

// prepare makes the lines ready. Call it when they are complete.
func (b *binding) prepare() {
	if b.kind == fromLines && b.field != nil && b.field.lines() {
		b.ready = labelledFor(b.lines, b.field)
	}
}

// value finds the value of the field, neither where there is none that fits.
func (b *binding) value(element any) value {
	if json := b.asItStands(element, b.field); json != nil {
		return value{json: json}
	}
	if placed, ok := b.put(element); ok {
		return value{plain: placed}
	}
	return value{}
}

// Hidden names the columns that are shown nowhere, in the order of the table.
func (p *Plan) Hidden() []string { return slices.Clone(p.hidden) }

// Outcome is what a layout shows of an answer.
type Outcome struct {
	Data    platform.Encoded // fits the layout's schema
	Count   int              // entries that were found; 1 where the layout has no list of them
	Omitted int              // those of them that the layout cannot show: it bears no more, or they lack what it needs
}

// maxOutcome bounds the data of one outcome, in bytes.
const maxOutcome = 4 << 20

// Apply makes data of an answer: decoded JSON (map[string]any, []any, string, json.Number or a number of Go, bool, nil), in which any
// object or list may be a platform.Encoded, of which only what is asked for is decoded. It changes none of it. It fails with
// EXECUTION_ERROR, which names the field, where a value is missing that the layout needs.
func (p *Plan) Apply(answer any) (Outcome, error) {
	a, err := p.apply(answer)
	if err != nil {
		return Outcome{}, err
	}
	defer a.free()
	data, err := platform.AppendJSON(make([]byte, 0, len(a.list)+256), a.data)
	if err != nil {
		return Outcome{}, fmt.Errorf("encode the data of the layout %s: %w", p.shape.layout, err)
	}
	if len(data) > maxOutcome {
		return Outcome{}, failed("The answer is too large to be shown.")
	}
	out := Outcome{Data: data, Count: 1, Omitted: a.omitted}
	if p.shape.list != "" {
		out.Count = a.shown + a.omitted
	}
	return out, nil
}

func (p *Plan) apply(answer any) (*applying, error) {
	elements, err := p.elements(answer)
	if err != nil {
		return nil, err
	}
	a := idle.Get().(*applying)
	*a = applying{Plan: p, data: map[string]any{}, list: a.list[:0], values: a.values, object: a.object}
	if p.whole != nil {
		a.omitted = max(0, len(elements)-p.take)
		a.data = p.whole(objectsOf(elements[:len(elements)-a.omitted]))
	} else if err := a.entries(elements); err != nil {
		return nil, err
	}
	for i := range p.data {
		b := &p.data[i]
		if value, ok := b.put(answer); ok {
			a.data[b.name] = value
		} else if required(p.shape.root, b.name) {
			return nil, failed("There is no value for %s, which the layout %s needs.", b.name, p.shape.layout)
		}
	}
	if name := p.shape.root.missing(func(name string) bool { _, ok := a.data[name]; return ok }); name != "" {
		return nil, failed("There is no value for %s, which the layout %s needs.", name, p.shape.layout)
	}
	return a, nil
}

// elements returns what becomes entries.
func (p *Plan) elements(answer any) ([]any, error) {
	found := p.each.find(answer)
	if raw, is := found.(platform.Encoded); is {
		if list, ok := itemsOf(raw); ok {
			return list, nil
		}
		if raw = platform.Cut(raw); string(raw) == "null" {
			found = nil
		}
	}
	list, ok := found.([]any)
	switch {
	case ok:
		return list, nil
	case found == nil && p.each.empty(answer):
		return nil, nil
	case p.each != nil && found == nil:
		return nil, failed("The answer has nothing at %s, where its list was expected.", p.each)
	case p.each != nil:
		return nil, failed("The answer has no list at %s.", p.each)
	case found == nil:
		return nil, nil
	}
	return []any{found}, nil // the one thing that was answered
}

// applying is one application of a plan.
type applying struct {
	*Plan
	data    map[string]any // of the layout; its list is encoded
	list    []byte         // the entries, as JSON
	values  []value        // of the entry at hand, by slot
	object  object         // the element at hand, where it is JSON
	shown   int
	omitted int
}

// idle keeps the memory of applications that are over.
var idle = sync.Pool{New: func() any { return &applying{} }}

// free gives the memory back. Nothing of a may be used afterwards.
func (a *applying) free() {
	if cap(a.list) <= 64<<10 {
		clear(a.values)
		clear(a.object.parts[:cap(a.object.parts)])
		*a = applying{list: a.list, values: a.values, object: object{parts: a.object.parts}}
		idle.Put(a)
	}
}

// value is a value of an entry: JSON, or what is yet to be encoded, or neither.
type value struct {
	json  []byte
	plain any
}

func (v value) there() bool { return v.json != nil || v.plain != nil }

func (a *applying) entries(elements []any) error {
	a.list, a.values = append(a.list, '['), slices.Grow(a.values[:0], len(a.item))[:len(a.item)]
	matched := 0
	for _, element := range elements {
		if raw, is := element.(platform.Encoded); is && raw[0] == '{' {
			a.object.read(raw)
			element = &a.object
		}
		if slices.ContainsFunc(a.where, func(c condition) bool { return !c.holds(element) }) {
			continue
		}
		if matched++; matched > a.wanted || len(a.list) > maxOutcome {
			break
		}
		if a.shown == a.take {
			a.omitted++
			continue
		}
		lacking := a.entry(element)
		switch {
		case lacking == "":
			if err := a.show(); err != nil {
				return err
			}
		case a.lenient:
			a.omitted++
		default:
			return failed("Entry %d has no value for %s, which the layout %s needs.", matched, lacking, a.shape.layout)
		}
	}
	if a.shape.list != "" {
		a.data[a.shape.list] = platform.Encoded(append(a.list, ']'))
	}
	return nil
}

// entry finds the values of one entry, and returns the field that it lacks, "" = none.
func (a *applying) entry(element any) (lacking string) {
	clear(a.values)
	var unfit []line
	for i := range a.item {
		b := &a.item[i]
		if i == a.rest {
			continue
		}
		if v := b.value(element); v.there() {
			a.values[a.slots[i]] = v
		} else if b.label != "" {
			unfit = append(unfit, line{b.label, b.source})
		}
	}
	if a.rest >= 0 {
		b := &a.item[a.rest]
		if unfit != nil {
			more := *b
			more.lines = slices.Concat(b.lines, unfit)
			more.prepare()
			b = &more
		}
		if v := b.value(element); v.there() {
			a.values[a.slots[a.rest]] = v
		}
	}
	if a.shape.list == "" { // what it lacks the data of the map may have
		return ""
	}
	return a.shape.entry.missing(func(name string) bool {
		i := slices.IndexFunc(a.item, func(b binding) bool { return b.name == name })
		return i >= 0 && a.values[i].there()
	})
}

// show writes the entry at hand. Without a list there is at most one, which is the data.
func (a *applying) show() error {
	a.shown++
	if a.shape.list == "" {
		for _, f := range a.order {
			if v := a.values[f.slot]; v.json != nil {
				a.data[f.name] = platform.Encoded(v.json)
			} else if v.plain != nil {
				a.data[f.name] = v.plain
			}
		}
		return nil
	}
	if a.shown > 1 {
		a.list = append(a.list, ',')
	}
	a.list = append(a.list, '{')
	start := len(a.list)
	for _, f := range a.order {
		v := a.values[f.slot]
		if !v.there() {
			continue
		}
		if len(a.list) > start {
			a.list = append(a.list, ',')
		}
		a.list = append(append(a.list, f.key...), v.json...)
		if v.json != nil {
			continue
		}
		var err error
		if a.list, err = platform.AppendJSON(a.list, v.plain); err != nil {
			return fmt.Errorf("encode %s for the layout %s: %w", f.name, a.shape.layout, err)
		}
	}
	a.list = append(a.list, '}')
	return nil
}

// filled is a field of an entry.
type filled struct {
	name string
	key  []byte // the name as a key of JSON
	slot int    // of its value
}

// arrange says where the values of an entry stand while it is made, and in which order they are written. Call it when the bindings are
// complete.
func (p *Plan) arrange() {
	p.slots, p.order = make([]int, len(p.item)), nil
	for i := range p.data {
		p.data[i].prepare()
	}
	for i, b := range p.item {
		p.item[i].prepare()
		p.slots[i] = slices.IndexFunc(p.item, func(other binding) bool { return other.name == b.name })
		if p.slots[i] == i {
			p.order = append(p.order, filled{b.name, append(encoded(b.name), ':'), i})
		}
	}
	slices.SortFunc(p.order, func(a, b filled) int { return strings.Compare(a.name, b.name) })
}

func required(f *field, name string) bool { return slices.Contains(f.Required, name) }

func failed(format string, args ...any) error {
	return platform.Errorf(platform.CodeExecution, format, args...)
}
