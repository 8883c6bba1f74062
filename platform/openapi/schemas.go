package openapi

import (
	"encoding/json"
	"maps"
	"regexp"
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
		n.addTypes(t)
	case []any:
		for _, one := range t {
			n.addTypes(text(one))
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

// Formats that those who check arguments know as well.
var formats = []string{"date", "date-time", "time", "email", "uri", "uuid", "ipv4", "ipv6"}

// maxLevel is how deep properties and lists of an argument are told apart, the argument itself being at 1.
const maxLevel = 5

// argument writes a schema as clients and models read it: without references, closed in size, as deep as levels says.
func (r *reading) argument(p part, within []string, level, levels int) object {
	n := r.schema(p, within)
	out := object{}
	if d := line(n.keywords["description"], 300); d != "" {
		out["description"] = d
	}
	if n.cut || r.visits > maxVisits {
		r.say(p.at, "holds itself: from there on any object is taken")
		out["type"] = "object"
		return out
	}
	types := n.types
	for _, t := range types {
		switch t {
		case "object":
			r.members(out, n, within, level, levels)
		case "array":
			out["items"] = object{}
			if level < levels && n.items.object() != nil {
				out["items"] = r.argument(n.items, slices.Concat(within, n.refs), level+1, levels)
			}
			n.copy(out, "minItems", "maxItems")
		case "string":
			n.copy(out, "minLength", "maxLength")
			if f := text(n.keywords["format"]); slices.Contains(formats, f) {
				out["format"] = f
			}
			if pattern := text(n.keywords["pattern"]); pattern != "" && len(pattern) <= 200 {
				if _, err := regexp.Compile(pattern); err == nil {
					out["pattern"] = pattern
				}
			}
		case "integer", "number":
			n.bounds(out)
		}
	}
	n.values(out)
	if n.null && len(types) > 0 {
		types = append(slices.Clone(types), "null")
	}
	switch len(types) {
	case 0:
	case 1:
		out["type"] = types[0]
	default:
		out["type"] = types
	}
	return out
}

func (r *reading) members(out object, n node, within []string, level, levels int) {
	if len(n.props) == 0 || level >= levels {
		return
	}
	properties, required := object{}, []string{}
	for _, name := range slices.Sorted(maps.Keys(n.props)) {
		if r.fields++; r.fields > maxFields {
			return // it is read again, less deep
		}
		if yes(r.schema(n.props[name], within).keywords["readOnly"]) {
			continue
		}
		properties[name] = r.argument(n.props[name], slices.Concat(within, n.refs), level+1, levels)
		if n.required[name] {
			required = append(required, name)
		}
	}
	if out["properties"] = properties; len(required) > 0 {
		out["required"] = required
	}
}

func (n node) copy(out object, names ...string) {
	for _, name := range names {
		if i, err := strconv.Atoi(string(number(n.keywords[name]))); err == nil && i >= 0 {
			out[name] = i
		}
	}
}

func number(v any) json.Number { s, _ := v.(json.Number); return s }

// bounds writes the limits of a number, those of 3.0 as those of 3.1.
func (n node) bounds(out object) {
	for name, exclusive := range map[string]string{"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"} {
		bound, other := number(n.keywords[name]), number(n.keywords[exclusive])
		switch {
		case bound != "" && yes(n.keywords[exclusive]):
			out[exclusive] = bound
		case bound != "":
			out[name] = bound
		}
		if other != "" {
			out[exclusive] = other
		}
	}
}

// values writes which values there are, and which is the default.
func (n node) values(out object) {
	enum, _ := n.keywords["enum"].([]any)
	if c := n.keywords["const"]; c != nil {
		enum = []any{c}
	}
	if len(enum) > 1000 { // more than anybody is told
		enum = nil
	}
	var plain []any
	for _, v := range enum {
		if n.bears(v) && !slices.Contains(plain, v) {
			plain = append(plain, v)
		}
	}
	if len(plain) > 0 && fits(plain, maxEnum) && len(plain) == len(slices.DeleteFunc(slices.Clone(enum), func(v any) bool { return !scalar(v) })) && len(plain) <= 100 {
		if n.null && !slices.Contains(plain, nil) {
			plain = append(plain, nil)
		}
		out["enum"] = plain
	}
	if d := n.keywords["default"]; d != nil && n.bears(d) && fits(d, maxDefault) {
		out["default"] = d
	}
}

func scalar(v any) bool {
	switch v.(type) {
	case string, bool, json.Number, nil:
		return true
	}
	return false
}

// bears reports whether a value is plain and of the schema's types.
func (n node) bears(v any) bool {
	is := ""
	switch v := v.(type) {
	case string:
		is = "string"
	case bool:
		is = "boolean"
	case nil:
		return n.null
	case json.Number:
		if is = "number"; !strings.ContainsAny(string(v), ".eE") && slices.Contains(n.types, "integer") {
			is = "integer"
		}
	}
	return is != "" && (len(n.types) == 0 || slices.Contains(n.types, is))
}

// day is when examples happen: a document gives the same tools each day.
var day = time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
