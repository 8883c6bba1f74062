package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
)

// What the schema of a tool's arguments may hold at most (contract §6): clients and models read it with every list of tools.
const (
	maxArguments      = 16 << 10 // bytes of compact JSON
	maxArgumentFields = 40       // properties, wherever they are
	maxArgumentDepth  = 6        // properties and items within each other
)

// Arguments returns what is wrong with a schema that an author gives a tool's arguments: one that cannot be compiled, or one
// that clients do not all understand. References lead to its own $defs alone and never back, and every list says what it
// holds. Locations are relative to the schema.
func Arguments(raw json.RawMessage) []platform.Problem {
	var compact bytes.Buffer
	if json.Compact(&compact, raw) == nil && compact.Len() > maxArguments {
		return []platform.Problem{{Message: fmt.Sprintf("must have at most %d KiB, not %d", maxArguments>>10, (compact.Len()+1023)>>10)}}
	}
	doc, problems := Decode(raw)
	root, isObject := doc.(map[string]any)
	switch {
	case len(problems) > 0:
		return problems
	case !isObject || root["type"] != "object":
		return []platform.Problem{{Message: `must be a JSON Schema of an object: {"type":"object","properties":{…}}`}}
	}
	w := argumentWalk{root: root}
	w.visit(root, "", 0)
	if w.fields > maxArgumentFields {
		w.add("", fmt.Sprintf("must have at most %d properties, not %d", maxArgumentFields, w.fields))
	}
	if len(w.problems) > 0 {
		return w.problems
	}
	if _, err := Compile(raw); err != nil {
		return platform.AsError(err).Fields
	}
	return nil
}

// argumentWalk visits the parts of a schema as a value meets them.
type argumentWalk struct {
	root     map[string]any
	within   []string // the references that are being followed
	aside    int      // how many keywords but properties lead from the root to here
	headers  []string // those of x-mcp-header, in lower case
	fields   int
	visited  int
	problems []platform.Problem
}

func (w *argumentWalk) add(at, message string) {
	p := platform.Problem{Location: at, Message: message}
	if len(w.problems) < maxProblems && !slices.Contains(w.problems, p) {
		w.problems = append(w.problems, p)
	}
}

// visit looks at the part at a location, which is depth properties and items deep.
func (w *argumentWalk) visit(node any, at string, depth int) {
	part, ok := node.(map[string]any)
	if w.visited++; !ok || w.visited > maxExpansion { // what has more combines too much, which Compile refuses
		return
	}
	if depth > maxArgumentDepth {
		w.add(at, fmt.Sprintf("is nested too deeply: at most %d levels are allowed", maxArgumentDepth))
		return
	}
	if name, ok := part["x-mcp-header"]; ok {
		w.header(name, part["type"], join(at, "x-mcp-header"))
	}
	if ref, ok := part["$ref"]; ok {
		w.aside++
		w.follow(ref, join(at, "$ref"), depth)
		w.aside--
	}
	if holdsType(part["type"], "array") && part["items"] == nil {
		w.add(join(at, "items"), "is required: it says what the list holds")
	}
	properties, _ := part["properties"].(map[string]any)
	w.fields += len(properties)
	if at == "" {
		w.demanded(part, properties)
	}
	w.each(part["properties"], join(at, "properties"), depth+1)
	w.aside++
	defer func() { w.aside-- }()
	w.each(part["patternProperties"], join(at, "patternProperties"), depth+1)
	for _, keyword := range []string{"items", "additionalProperties", "contains", "unevaluatedItems", "unevaluatedProperties"} {
		w.visit(part[keyword], join(at, keyword), depth+1)
	}
	for _, keyword := range []string{"not", "if", "then", "else", "propertyNames"} {
		w.visit(part[keyword], join(at, keyword), depth)
	}
	w.each(part["dependentSchemas"], join(at, "dependentSchemas"), depth)
	for _, keyword := range []string{"allOf", "anyOf", "oneOf", "prefixItems"} {
		list, _ := part[keyword].([]any)
		for i, one := range list {
			w.visit(one, join(at, keyword)+"["+strconv.Itoa(i)+"]", depth)
		}
	}
}

// each visits the parts that stand under names.
func (w *argumentWalk) each(parts any, at string, depth int) {
	named, _ := parts.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(named)) {
		w.visit(named[name], join(at, quoted(name)), depth)
	}
}

// demanded finds arguments that a call must have and cannot, since other ones are refused: no call would fit. Parts are not looked at: where they are not
// required, or stand below "not", such a one says something.
func (w *argumentWalk) demanded(root, properties map[string]any) {
	if additional, said := root["additionalProperties"]; said && additional != false || root["unevaluatedProperties"] != nil || root["patternProperties"] != nil {
		return
	}
	required, _ := root["required"].([]any)
	for i, r := range required {
		name, _ := r.(string)
		if _, there := properties[name]; !there {
			w.add("required["+strconv.Itoa(i)+"]", "must be one of the properties: other arguments are refused, so that nothing would fit")
		}
	}
}

func (w *argumentWalk) follow(ref any, at string, depth int) {
	name, _ := ref.(string)
	key, local := strings.CutPrefix(name, "#/$defs/")
	definitions, _ := w.root["$defs"].(map[string]any)
	target, known := definitions[strings.NewReplacer("~1", "/", "~0", "~").Replace(key)]
	switch {
	case !local || !known:
		w.add(at, `must be "#/$defs/…" with the name of one of the schema's own $defs`)
	case slices.Contains(w.within, name):
		w.add(at, "must not lead back to where it is: a schema of arguments has no recursion")
	default:
		w.within = append(w.within, name)
		w.visit(target, join("$defs", quoted(key)), depth)
		w.within = w.within[:len(w.within)-1]
	}
}

// header looks at the annotation by which clients send an argument in a header of HTTP too (SEP-2243). They drop a tool that has it wrong.
func (w *argumentWalk) header(value, kind any, at string) {
	name, _ := value.(string)
	types, several := kind.([]any)
	if !several {
		types = []any{kind}
	}
	lower := strings.ToLower(name)
	switch {
	case w.aside > 0:
		w.add(at, "must stand at a property that properties alone lead to, and not below a list, a $ref or an alternative")
	case len(types) == 0 || slices.ContainsFunc(types, func(t any) bool { return t != "string" && t != "integer" && t != "boolean" }):
		w.add(at, "must stand at a property of the type string, integer or boolean")
	case name == "" || strings.Trim(lower, "abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~") != "":
		w.add(at, "must be a name for a header, such as Region")
	case slices.Contains(w.headers, lower):
		w.add(at, "is the header of another property already")
	}
	w.headers = append(w.headers, lower)
}

func holdsType(kind any, want string) bool {
	list, _ := kind.([]any)
	return kind == want || slices.Contains(list, any(want))
}

// Closed returns a schema of arguments that refuses those that it does not name, unless it says otherwise.
func Closed(raw json.RawMessage) json.RawMessage {
	var root map[string]json.RawMessage
	if json.Unmarshal(raw, &root) != nil || root["additionalProperties"] != nil || root["unevaluatedProperties"] != nil {
		return raw
	}
	end := bytes.TrimRight(raw, " \t\r\n")
	separator := ","
	if len(root) == 0 {
		separator = ""
	}
	return slices.Concat(end[:len(end)-1], []byte(separator+`"additionalProperties":false}`))
}

func quoted(key string) string { return location([]segment{{key: &key}}) }
