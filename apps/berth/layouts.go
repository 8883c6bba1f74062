package berth

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/view"
)

// Addresses of the guides.
const (
	guideApps    = "berth://guide/apps"
	guideLayouts = "berth://guide/layouts"
)

//go:embed guide.md
var appsGuide string

// field is a field of a layout's data.
type field struct {
	Name     string `json:"name" doc:"items[].title is a field of each entry of items."`
	Type     string `json:"type"`
	Required bool   `json:"required"`
	About    string `json:"about,omitempty"`
}

// layout is a layout as a model chooses it.
type layout struct {
	Name    string          `json:"name"`
	Title   string          `json:"title"`
	When    string          `json:"when" doc:"When to use it."`
	List    string          `json:"list,omitempty" doc:"The field that rows become entries of."`
	Fields  []field         `json:"fields"`
	Example json.RawMessage `json:"example,omitempty" jsonschema:"type=object" doc:"Data that fit."`
}

// depth is how deep the fields of a layout are listed.
const depth = 3

// fieldsOf lists the fields of a schema of an object, the required ones first.
func fieldsOf(raw json.RawMessage, at string, level int) (all []field) {
	var object struct {
		Properties members
		Required   []string
	}
	if json.Unmarshal(raw, &object) != nil {
		return nil
	}
	names := slices.Sorted(maps.Keys(object.Properties))
	slices.SortStableFunc(names, func(a, b string) int {
		rank := map[bool]int{true: 0, false: 1}
		return rank[slices.Contains(object.Required, a)] - rank[slices.Contains(object.Required, b)]
	})
	for _, name := range names {
		var s struct {
			Type        any
			Description string
			Enum        []any
			Items       json.RawMessage
		}
		if json.Unmarshal(object.Properties[name], &s) != nil {
			continue
		}
		all = append(all, field{Name: at + name, Type: typeOf(s.Type, s.Enum), Required: slices.Contains(object.Required, name), About: s.Description})
		if level == depth {
			continue
		}
		all = append(all, fieldsOf(object.Properties[name], at+name+".", level+1)...)
		if len(s.Items) > 0 {
			all = append(all, fieldsOf(s.Items, at+name+"[].", level+1)...)
		}
	}
	return all
}

func typeOf(kind any, enum []any) string {
	if len(enum) > 0 {
		words := make([]string, len(enum))
		for i, v := range enum {
			words[i] = fmt.Sprint(v)
		}
		return strings.Join(words, " | ")
	}
	switch kind := kind.(type) {
	case string:
		return kind
	case []any:
		words := make([]string, len(kind))
		for i, v := range kind {
			words[i] = fmt.Sprint(v)
		}
		return strings.Join(words, " or ")
	}
	return "any"
}

func layoutOf(l view.Layout) layout {
	return layout{Name: l.Name, Title: l.Title, When: l.Description, List: l.List, Fields: fieldsOf(l.DataSchema, "", 1), Example: example(l)}
}

// example returns the layout's sample as a model needs it: what is drawn on a picture tells it nothing, and takes half of the answer.
func example(l view.Layout) json.RawMessage {
	return view.Repicture(l.Sample, "https://example.com/picture.jpg")
}

type layoutsIn struct {
	in
	Layout string `json:"layout"`
}

type layoutsOut struct {
	Layouts []layout `json:"layouts"`
	onward
}

func (c *caller) listLayouts(_ context.Context, in layoutsIn) (appkit.Result, error) {
	out := layoutsOut{Layouts: []layout{}, onward: onward{"", "create_app, with layoutTemplate in each tool that shows something.", c.link("", "new")}}
	for _, l := range c.Layouts {
		if in.Layout != "" && l.Name != in.Layout {
			continue
		}
		out.Layouts = append(out.Layouts, layoutOf(l))
	}
	if len(out.Layouts) == 0 {
		names := make([]string, len(c.Layouts))
		for i, l := range c.Layouts {
			names[i] = l.Name
		}
		return appkit.Result{}, invalid("layout", "must be one of "+strings.Join(names, ", "))
	}
	return said(platform.Count(len(out.Layouts), "layout")+".", out.onward, out)
}

// layoutsGuide is the resource that says the same in words.
func layoutsGuide(all []view.Layout) string {
	var b strings.Builder
	b.WriteString("# Layouts\n\nA tool with a layout shows a widget. Its data must fit the layout's fields; `items[].title` is a field of each entry of `items`.\n")
	for _, l := range all {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", l.Name, l.Description)
		for _, f := range fieldsOf(l.DataSchema, "", 1) {
			need := ""
			if f.Required {
				need = ", required"
			}
			fmt.Fprintf(&b, "- `%s` (%s%s): %s\n", f.Name, f.Type, need, f.About)
		}
		fmt.Fprintf(&b, "\nExample:\n\n```json\n%s\n```\n", example(l))
	}
	return b.String()
}
