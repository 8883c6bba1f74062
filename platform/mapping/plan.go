package mapping

import (
	"slices"

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
}

// Hidden names the columns that are shown nowhere, in the order of the table.
func (p *Plan) Hidden() []string { return slices.Clone(p.hidden) }

// Outcome is what a layout shows of an answer.
type Outcome struct {
	Data    map[string]any // fits the layout's schema
	Omitted int            // entries that the layout cannot show: it bears no more, or they lack what it needs
}

// maxOutcome bounds the data of one outcome, in bytes, roughly.
const maxOutcome = 4 << 20

// Apply makes data of an answer: decoded JSON (map[string]any, []any, string, json.Number or a number of Go, bool, nil), which
// it shares and does not change. It fails with EXECUTION_ERROR, which names the field, where a value is missing that the layout
// needs.
func (p *Plan) Apply(answer any) (Outcome, error) {
	elements, err := p.elements(answer)
	if err != nil {
		return Outcome{}, err
	}
	a := applying{Plan: p, data: map[string]any{}, left: maxOutcome}
	if p.whole != nil {
		a.omitted = max(0, len(elements)-p.take)
		a.data = p.whole(elements[:len(elements)-a.omitted])
	} else if err := a.entries(elements); err != nil {
		return Outcome{}, err
	}
	for _, b := range p.data {
		if value, ok := b.place(answer, b.field); ok {
			a.data[b.name] = value
		} else if required(p.shape.root, b.name) {
			return Outcome{}, failed("There is no value for %s, which the layout %s needs.", b.name, p.shape.layout)
		}
		a.weigh(a.data[b.name])
	}
	if a.left < 0 {
		return Outcome{}, failed("The answer is too large to be shown.")
	}
	if name := p.shape.root.missing(func(name string) bool { _, ok := a.data[name]; return ok }); name != "" {
		return Outcome{}, failed("There is no value for %s, which the layout %s needs.", name, p.shape.layout)
	}
	return Outcome{Data: a.data, Omitted: a.omitted}, nil
}

// elements returns what becomes entries.
func (p *Plan) elements(answer any) ([]any, error) {
	found := answer
	if p.each != nil {
		var ok bool
		if found, ok = p.each.in(answer); !ok {
			return nil, failed("The answer has nothing at %s, where its list was expected.", p.each)
		}
	}
	if list, ok := found.([]any); ok {
		return list, nil
	}
	if p.each != nil {
		return nil, failed("The answer has no list at %s.", p.each)
	}
	if found == nil {
		return nil, nil
	}
	return []any{found}, nil // the one thing that was answered
}

// applying is one application of a plan.
type applying struct {
	*Plan
	data    map[string]any
	left    int // bytes
	omitted int
}

func (a *applying) entries(elements []any) error {
	var list []any
	matched := 0
	for _, element := range elements {
		if slices.ContainsFunc(a.where, func(c condition) bool { return !c.holds(element) }) {
			continue
		}
		if matched++; matched > a.wanted || a.left < 0 {
			break
		}
		if len(list) == a.take {
			a.omitted++
			continue
		}
		entry, lacking := a.entry(element)
		switch {
		case lacking == "":
			list = append(list, entry)
		case a.lenient:
			a.omitted++
		default:
			return failed("Entry %d has no value for %s, which the layout %s needs.", matched, lacking, a.shape.layout)
		}
	}
	if a.shape.list != "" {
		if list == nil {
			list = []any{}
		}
		a.data[a.shape.list] = list
		return nil
	}
	for _, entry := range list { // at most one
		a.data = entry.(map[string]any) // as a.entry made it
	}
	return nil
}

// entry makes one entry, and returns the field that it lacks, "" = none.
func (a *applying) entry(element any) (entry map[string]any, lacking string) {
	entry = make(map[string]any, len(a.item))
	var unfit []line
	for i, b := range a.item {
		if i == a.rest {
			continue
		}
		value, ok := b.place(element, b.field)
		if ok {
			entry[b.name] = value
			a.weigh(value)
		} else if b.label != "" {
			unfit = append(unfit, line{b.label, b.source})
		}
	}
	if a.rest >= 0 {
		b := a.item[a.rest]
		if unfit != nil {
			b.lines = slices.Concat(b.lines, unfit)
		}
		if value, ok := b.place(element, b.field); ok {
			entry[b.name] = value
			a.weigh(value)
		}
	}
	return entry, a.shape.entryMissing(entry)
}

// entryMissing returns what an entry lacks. Without a list the data of the map may still have it.
func (s *Shape) entryMissing(entry map[string]any) string {
	if s.list == "" {
		return ""
	}
	return s.entry.missing(func(name string) bool { _, ok := entry[name]; return ok })
}

// weigh counts the bytes of a value.
func (a *applying) weigh(v any) {
	a.left--
	switch v := v.(type) {
	case string:
		a.left -= len(v)
	case []any:
		for _, item := range v {
			a.weigh(item)
		}
	case map[string]any:
		for name, item := range v {
			a.left -= len(name)
			a.weigh(item)
		}
	}
}

func required(f *field, name string) bool { return slices.Contains(f.Required, name) }

func failed(format string, args ...any) error {
	return platform.Errorf(platform.CodeExecution, format, args...)
}
