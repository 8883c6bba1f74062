// Package openapi turns an OpenAPI document (3.0 or 3.1) into tools that call what it describes: which of its operations a person
// would want, what each takes and shows, and data to try it with. It is pure: the same document gives the same tools, and nothing
// that a document points to is loaded. A document is read as the values that it is of, not into types: an operation that is wrong
// says so and leaves the others alone.
package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"berth/platform"
)

// MaxDocument bounds a document, in bytes (contract §8).
const MaxDocument = 10 << 20

const (
	maxValues = 600_000 // and keys; references of YAML count what they stand for
	maxNested = 100
	// maxExpanded bounds all texts together, in bytes.
	maxExpanded = 2 * MaxDocument
)

// decode reads JSON or YAML as map[string]any, []any, string, json.Number, bool and nil.
func decode(data []byte) (any, []platform.Problem) {
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n")
	refuse := func(format string, args ...any) (any, []platform.Problem) {
		return nil, []platform.Problem{{Message: fmt.Sprintf(format, args...)}}
	}
	switch {
	case len(data) == 0:
		return refuse("is empty")
	case len(data) > MaxDocument:
		return refuse("is larger than 10 MiB")
	case !utf8.Valid(data):
		return refuse("is not UTF-8")
	case busy(data):
		return refuse("has more than %d values", maxValues)
	case data[0] == '{':
		if v, err := decodeJSON(data); err == nil {
			return v, nil
		} else if _, fromYAML := decodeYAML(data); fromYAML != nil { // which a flow mapping of YAML looks like
			return refuse("is not valid JSON: %s", platform.Clip(err.Error(), 200))
		}
	case data[0] == '<':
		return refuse("is HTML or XML, and no OpenAPI document: its address is another, often /openapi.json")
	}
	v, err := decodeYAML(data)
	if err != nil {
		return refuse("is neither JSON nor YAML: %s", platform.Clip(strings.Join(strings.Fields(err.Error()), " "), 200))
	}
	return v, nil
}

// busy reports whether a text may hold too many values, counting what comes between them. It keeps the readers from making much of
// little.
func busy(data []byte) bool {
	n := 0
	for _, sign := range []string{"{", "[", ",", "\n", ": "} {
		n += bytes.Count(data, []byte(sign))
	}
	return n > 3*maxValues
}

func decodeJSON(data []byte) (any, error) {
	if nested(data) > maxNested {
		return nil, errTooDeep
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more behind it")
	}
	return v, nil
}

var (
	errTooDeep = fmt.Errorf("it is nested more than %d levels deep", maxNested)
	errTooMany = fmt.Errorf("it has more than %d values, or stands for more than %d MiB", maxValues, maxExpanded>>20)
)

// nested returns how deep JSON text nests.
func nested(data []byte) (deepest int) {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}

func decodeYAML(data []byte) (any, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return nil, err
	}
	return fromYAML(&root, &room{values: maxValues, bytes: maxExpanded}, 0)
}

// room is what a document may still stand for.
type room struct{ values, bytes int }

// fromYAML makes JSON's values of a node. What an alias stands for counts each time.
func fromYAML(n *yaml.Node, left *room, depth int) (any, error) {
	left.values--
	if left.bytes -= len(n.Value); left.values < 0 || left.bytes < 0 {
		return nil, errTooMany
	}
	if depth > maxNested {
		return nil, errTooDeep
	}
	switch n.Kind {
	case yaml.DocumentNode:
		return fromYAML(n.Content[0], left, depth)
	case yaml.AliasNode:
		return fromYAML(n.Alias, left, depth+1)
	case yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for _, item := range n.Content {
			v, err := fromYAML(item, left, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case yaml.MappingNode:
		return mappingOf(n, left, depth)
	}
	return scalarOf(n), nil
}

func mappingOf(n *yaml.Node, left *room, depth int) (any, error) {
	object := make(map[string]any, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		v, err := fromYAML(n.Content[i+1], left, depth+1)
		if err != nil {
			return nil, err
		}
		if key.Tag == "!!merge" {
			if merged, ok := v.(map[string]any); ok {
				for name, inner := range merged {
					if _, own := object[name]; !own {
						object[name] = inner
					}
				}
			}
			continue
		}
		object[key.Value] = v
	}
	return object, nil
}

func scalarOf(n *yaml.Node) any {
	switch n.Tag {
	case "!!null":
		return nil
	case "!!bool":
		var b bool
		if n.Decode(&b) == nil {
			return b
		}
	case "!!int", "!!float":
		if len(n.Value) <= 40 && json.Valid([]byte(n.Value)) {
			return json.Number(n.Value)
		}
		var f float64
		if n.Decode(&f) == nil {
			if text, err := json.Marshal(f); err == nil {
				return json.Number(text)
			}
		}
	}
	return n.Value
}
