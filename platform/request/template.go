// Package request fills values into what an author wrote: JSON whose strings hold placeholders such as {{args.city}}, and the
// parts of an HTTP request, each value encoded for its place. There is no language in it, so there is nothing to inject: a value
// is put in once and never read again. It knows neither who asks nor what is done with the outcome.
package request

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"

	"berth/platform"
)

// What a template may hold at most.
const (
	maxPlaceholders = 200
	maxDepth        = 32
)

// Template is a JSON value whose strings may hold placeholders. It is immutable and safe for concurrent use.
type Template struct {
	root         any // as JSON is decoded, with a Text for each string that holds a placeholder
	placeholders []Placeholder
}

// Parse reads a template. allowed are the sources that its placeholders may name. Every problem is returned, located
// relative to the template ("values.price", "tags[2]"); with one there is no template.
func Parse(raw json.RawMessage, allowed ...Source) (*Template, []platform.Problem) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, []platform.Problem{{Message: "is not valid JSON"}}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, []platform.Problem{{Message: "is not valid JSON: there is text after its end"}}
	}
	p := parser{allowed: allowed}
	root := p.value(v, "", 0)
	if len(p.found) > maxPlaceholders {
		p.report("", "has more than "+platform.Count(maxPlaceholders, "placeholder"))
	}
	if len(p.problems) > 0 {
		return nil, p.problems
	}
	return &Template{root, p.found}, nil
}

// Placeholders lists what the template asks for, in the order of their locations.
func (t *Template) Placeholders() []Placeholder { return slices.Clone(t.placeholders) }

// MayBeObject reports whether it can become an object: whether it is one, or one placeholder.
func (t *Template) MayBeObject() bool {
	switch root := t.root.(type) {
	case map[string]any:
		return true
	case Text:
		return root.exact() != nil
	}
	return false
}

type parser struct {
	allowed  []Source
	found    []Placeholder
	problems []platform.Problem
}

func (p *parser) report(location, message string) {
	p.problems = append(p.problems, platform.Problem{Location: location, Message: message})
}

func (p *parser) value(v any, at string, depth int) any {
	if depth > maxDepth {
		p.report(at, "is nested too deeply: at most "+strconv.Itoa(maxDepth)+" levels are allowed")
		return nil
	}
	switch v := v.(type) {
	case string:
		return p.text(v, at)
	case []any:
		for i, item := range v {
			v[i] = p.value(item, at+"["+strconv.Itoa(i)+"]", depth+1)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			v[name] = p.value(v[name], join(at, name), depth+1)
		}
	}
	return v
}

// text returns a Text, or the string itself when it holds no placeholder.
func (p *parser) text(s, at string) any {
	parts, faults := split(s, p.allowed)
	for _, fault := range faults {
		p.report(at, fault)
	}
	holds := false
	for _, part := range parts {
		if part.value != nil {
			part.value.Location = at
			p.found, holds = append(p.found, *part.value), true
		}
	}
	if !holds {
		return s
	}
	return Text{parts}
}

func join(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}
