package openapi

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"berth/platform"
)

// maxVisits bounds the parts of schemas that are looked at for one operation.
const maxVisits = 1500

// What values of the document are taken over into a tool, in bytes, about. A reference makes much of little: without these bounds,
// one long list that everything refers to becomes many.
const (
	maxEnum     = 8 << 10
	maxDefault  = 1 << 10
	maxExample  = 16 << 10    // of the arguments of a tool
	maxExamples = 4 * maxMock // of all that are looked at for one operation
)

// spend takes the bytes of a value from those that are left, and reports whether they were enough.
func spend(v any, left *int) bool {
	*left -= 8
	switch v := v.(type) {
	case string:
		*left -= len(v)
	case json.Number:
		*left -= len(v)
	case []any:
		for i := 0; i < len(v) && *left >= 0; i++ {
			spend(v[i], left)
		}
	case object:
		for name, inner := range v {
			if *left -= len(name); *left < 0 {
				break
			}
			spend(inner, left)
		}
	}
	return *left >= 0
}

// fits reports whether a value is of at most so many bytes.
func fits(v any, most int) bool { return spend(v, &most) }

// maxFields is how many fields of arguments are read: more than a tool may have.
const maxFields = 60

// reading looks at one operation and collects what is to be said of it.
type reading struct {
	*Document
	visits   int
	silent   bool   // what is found is said elsewhere
	fields   int    // of arguments, wherever they are
	sampled  int    // bytes of examples
	about    string // what the operation is about, in the singular
	problems []platform.Problem
}

func (r *reading) say(at, message string) {
	p := platform.Problem{Location: at, Message: message}
	if !r.silent && !slices.Contains(r.problems, p) && len(r.problems) < 50 {
		r.problems = append(r.problems, p)
	}
}

// follow is Document.follow, which says where a reference leads nowhere.
func (r *reading) follow(p part) part {
	found, fault := r.Document.follow(p)
	if fault != "" {
		r.say(p.at+"/$ref", fault)
	}
	return found
}

// node is a schema with all that it is made of.
type node struct {
	part
	types    []string
	null     bool // null is a value too
	keywords object
	props    map[string]part
	required map[string]bool
	items    part
	others   part // additionalProperties
	refs     []string
	cut      bool // it holds itself
}

// schema reads a schema that stands within those of refs.
func (r *reading) schema(p part, within []string) node {
	n := node{part: p, keywords: object{}, props: map[string]part{}, required: map[string]bool{}}
	r.merge(&n, p, within)
	n.types = slices.DeleteFunc(n.types, func(t string) bool { return t == "null" })
	if len(n.types) == 0 {
		switch {
		case len(n.props) > 0 || n.others.value != nil:
			n.types = []string{"object"}
		case n.items.value != nil:
			n.types = []string{"array"}
		}
	}
	return n
}

// kept are the keywords that are taken over as they are.
var kept = []string{"title", "description", "format", "enum", "const", "default", "example", "examples", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "readOnly", "writeOnly", "deprecated"}

func (r *reading) merge(n *node, p part, within []string) {
	o := p.object()
	if r.visits++; o == nil || r.visits > maxVisits {
		return
	}
	for _, name := range kept {
		if _, has := n.keywords[name]; !has && o[name] != nil {
			n.keywords[name] = o[name]
		}
	}
	switch t := o["type"].(type) {
	case string:
		r.named(n, p, t)
	case []any:
		for _, one := range t {
			r.named(n, p, text(one))
		}
	}
	n.null = n.null || yes(o["nullable"])
	for name := range child(o, "properties") {
		if _, has := n.props[name]; !has {
			n.props[name] = p.in("properties").in(name)
		}
	}
	for _, name := range p.in("required").list() {
		n.required[text(name.value)] = true
	}
	if items := p.in("items"); n.items.value == nil && items.value != nil {
		n.items = items
	}
	if others := p.in("additionalProperties"); n.others.value == nil && others.object() != nil {
		n.others = others
	}
	if ref, ok := o["$ref"].(string); ok {
		if slices.Contains(within, ref) || slices.Contains(n.refs, ref) {
			n.cut = true
			return
		}
		n.refs = append(n.refs, ref)
		if found, fault := r.find(ref); fault != "" {
			r.say(p.at+"/$ref", fault)
		} else {
			r.merge(n, found, within)
		}
	}
	for _, one := range p.in("allOf").list() {
		r.merge(n, one, within)
	}
	for _, keyword := range []string{"oneOf", "anyOf"} {
		r.choose(n, p.in(keyword), within)
	}
}

// named adds a type that a schema names. One that JSON Schema has not, such as file or float, says nothing.
func (r *reading) named(n *node, p part, t string) {
	if t == "" || slices.Contains(strings.Fields("array boolean integer null number object string"), t) {
		n.addTypes(t)
		return
	}
	r.say(p.at+"/type", "is "+strconv.Quote(platform.Clip(t, 40))+", which is no type of JSON Schema: any value is taken")
}

func (n *node) addTypes(t string) {
	if t == "null" {
		n.null = true
	} else if t != "" && !slices.Contains(n.types, t) {
		n.types = append(n.types, t)
	}
}

// choose reads alternatives, which become one that admits them all.
func (r *reading) choose(n *node, p part, within []string) {
	var all []node
	for _, one := range p.list() {
		alternative := r.schema(one, slices.Concat(within, n.refs))
		n.null = n.null || alternative.null
		if len(alternative.types) > 0 || alternative.keywords["enum"] != nil || alternative.keywords["const"] != nil || alternative.cut {
			all = append(all, alternative)
		}
	}
	if len(all) == 0 {
		return
	}
	if len(all) > 1 && p.at != merged {
		r.say(p.at, "has "+platform.Count(len(all), "alternative")+", of which one that admits them all was made")
	}
	enum, enums, cut := []any{}, true, false
	required := maps.Clone(all[0].required)
	for _, a := range all {
		for _, t := range a.types {
			n.addTypes(t)
		}
		values, ok := a.keywords["enum"].([]any)
		if c := a.keywords["const"]; c != nil {
			values, ok = []any{c}, true
		}
		enum, enums, cut = append(enum, values...), enums && ok, cut || a.cut
		for name, prop := range a.props {
			if have, has := n.props[name]; !has {
				n.props[name] = prop
			} else if have.at != prop.at {
				n.props[name] = r.either(have, prop)
			}
		}
		maps.DeleteFunc(required, func(name string, _ bool) bool { return !a.required[name] })
		if n.items.value == nil {
			n.items = a.items
		}
		if n.others.value == nil {
			n.others = a.others
		}
	}
	maps.Copy(n.required, required)
	if n.cut = n.cut || cut && len(n.types) == 0; enums && n.keywords["enum"] == nil {
		n.keywords["enum"] = enum
	}
	if len(all) == 1 {
		for name, value := range all[0].keywords {
			if n.keywords[name] == nil {
				n.keywords[name] = value
			}
		}
		n.refs = append(n.refs, all[0].refs...)
	}
}

// merged is where the alternatives stand that two schemas have for one property: nowhere in the document.
const merged = "/anyOf"

// either is a property that two alternatives have.
func (r *reading) either(a, b part) part {
	alternatives := []any{a.value, b.value}
	if former, ok := a.object()["anyOf"].([]any); ok && len(a.object()) == 1 {
		alternatives = append(slices.Clone(former), b.value)
	}
	return part{object{"anyOf": alternatives}, ""}
}

// day is when examples happen: a document gives the same tools each day.
var day = time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
