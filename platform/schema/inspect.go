package schema

import (
	"fmt"
	"math"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// inspect bounds the work that a compiled schema can cause and notes what messages need of it.
func inspect(root *jsonschema.Schema) (*Schema, error) {
	w := walk{seen: map[*jsonschema.Schema]cost{}, notes: notes{fields: map[string][]string{}, wanted: map[string]string{}}}
	total := w.visit(root)
	switch {
	case w.dynamic:
		return nil, refuse("must not use $dynamicRef or $recursiveRef")
	case total.size > maxExpansion:
		return nil, refuse(fmt.Sprintf("combines more than %d subschemas for one value", maxExpansion))
	}
	s := &Schema{compiled: root, notes: w.notes, maxDepth: MaxDepth}
	s.object = root.Types != nil && slices.Equal(root.Types.ToStrings(), []string{"object"})
	// With b recursive references, each level of the data multiplies the ways through the schema by at most b.
	if b := float64(total.recursions); b > 1 {
		s.maxDepth = min(MaxDepth, max(4, int(math.Log(maxRecursions)/math.Log(b))))
	}
	return s, nil
}

// cost is what a subschema adds to a validation: the subschemas below it with references followed, each as often as it
// is reached, and the references among them that lead back to a schema above.
type cost struct{ size, recursions int }

type walk struct {
	seen    map[*jsonschema.Schema]cost // the zero cost marks a schema that is being visited
	notes   notes
	dynamic bool
}

func (w *walk) visit(s *jsonschema.Schema) cost {
	if c, ok := w.seen[s]; ok {
		if c.size == 0 {
			return cost{size: 1, recursions: 1}
		}
		return c
	}
	w.seen[s] = cost{}
	if len(s.Properties) > 0 {
		names := make([]string, 0, len(s.Properties))
		for name := range s.Properties {
			names = append(names, name)
		}
		slices.Sort(names)
		w.notes.fields[s.Location] = names
	}
	if s.Pattern != nil && s.Description != "" {
		w.notes.wanted[s.Location] = s.Description
	}
	if items := s.Items2020; items != nil && items.Pattern != nil && items.Description == "" && s.Description != "" {
		w.notes.wanted[items.Location] = s.Description
	}
	if s.DynamicRef != nil || s.RecursiveRef != nil {
		w.dynamic = true
	}
	total := cost{size: 1}
	for _, child := range children(s) {
		c := w.visit(child)
		total.size = min(total.size+c.size, maxExpansion+1)
		total.recursions = min(total.recursions+c.recursions, maxExpansion+1)
	}
	w.seen[s] = total
	return total
}

func children(s *jsonschema.Schema) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	add := func(list ...*jsonschema.Schema) {
		for _, c := range list {
			if c != nil {
				out = append(out, c)
			}
		}
	}
	either := func(v any) { // keywords that take a schema, a list of schemas or something else
		switch v := v.(type) {
		case *jsonschema.Schema:
			add(v)
		case []*jsonschema.Schema:
			add(v...)
		}
	}
	add(s.Ref, s.Not, s.If, s.Then, s.Else, s.PropertyNames, s.UnevaluatedProperties, s.Contains, s.Items2020,
		s.UnevaluatedItems, s.ContentSchema)
	add(s.AllOf...)
	add(s.AnyOf...)
	add(s.OneOf...)
	add(s.PrefixItems...)
	for _, c := range s.Properties {
		add(c)
	}
	for _, c := range s.PatternProperties {
		add(c)
	}
	for _, c := range s.DependentSchemas {
		add(c)
	}
	for _, v := range s.Dependencies {
		either(v)
	}
	either(s.AdditionalProperties)
	either(s.AdditionalItems)
	either(s.Items)
	return out
}
