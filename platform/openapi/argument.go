package openapi

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

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
