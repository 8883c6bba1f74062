package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"

	"berth/platform"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// What a schema may hold at most.
const (
	MaxSchema     = 256 << 10 // bytes
	maxNodes      = 4_000     // objects and booleans, which bounds the subschemas
	maxPattern    = 512       // bytes of one regular expression
	maxProgram    = 20_000    // instructions of all compiled regular expressions
	maxExpansion  = 4_000     // subschemas that one value may have to be held against
	maxRecursions = 1_000_000 // ways through a recursive schema, down to the depth that data may have
)

// Schema is a compiled JSON Schema. It is immutable and safe for concurrent use.
type Schema struct {
	compiled *jsonschema.Schema
	notes    notes
	maxDepth int // of data
	object   bool
}

// notes are what messages need of a schema, by the location of the subschema.
type notes struct {
	fields map[string][]string // its property names, sorted
	wanted map[string]string   // the description of one with a pattern, or of the list of which it is an item
}

// Compile reads a schema. It is refused, as INVALID_CONFIG with locations relative to the schema, when it is not a valid
// JSON Schema, points outside itself, or could make a validation expensive.
func Compile(raw json.RawMessage) (s *Schema, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, &platform.Error{Code: platform.CodeInvalidConfig, Msg: "The schema cannot be compiled.", Err: fmt.Errorf("compile schema: panic: %v", r)}
		}
	}()
	if len(raw) > MaxSchema {
		return nil, refuse(fmt.Sprintf("is larger than %d KiB", MaxSchema>>10))
	}
	doc, problems := Decode(raw)
	if len(problems) > 0 {
		return nil, platform.Invalid(problems)
	}
	switch doc.(type) {
	case map[string]any, bool:
	default:
		return nil, refuse("must be a JSON Schema: an object, or true or false")
	}
	if countNodes(doc) > maxNodes {
		return nil, refuse(fmt.Sprintf("has more than %d parts", maxNodes))
	}
	const self = "urn:berth:schema"
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(refuser{})
	c.UseRegexpEngine(patterns())
	if err := c.AddResource(self, doc); err != nil {
		return nil, explain(err, doc)
	}
	compiled, err := c.Compile(self)
	if err != nil {
		return nil, explain(err, doc)
	}
	return inspect(compiled)
}

// IsObject reports whether the schema's root is of type object and nothing else, as MCP asks of tools.
func (s *Schema) IsObject() bool { return s.object }

func refuse(message string) error {
	return platform.Invalid([]platform.Problem{{Message: message}})
}

// refuser is the loader of documents outside the schema: there are none.
type refuser struct{}

var errRemote = errors.New("a schema may only refer to itself")

func (refuser) Load(string) (any, error) { return nil, errRemote }

// patterns makes a regular expression engine with a budget for one schema. Go's expressions run in linear time
// (RE2), so that only their size needs a bound.
func patterns() jsonschema.RegexpEngine {
	left := maxProgram
	return func(s string) (jsonschema.Regexp, error) {
		if len(s) > maxPattern {
			return nil, fmt.Errorf("the pattern is longer than %d bytes", maxPattern)
		}
		parsed, err := syntax.Parse(s, syntax.Perl)
		if err != nil {
			return nil, err
		}
		program, err := syntax.Compile(parsed.Simplify())
		if err != nil {
			return nil, err
		}
		if left -= len(program.Inst); left < 0 {
			return nil, errors.New("the patterns of the schema are too large together")
		}
		return pattern(s)
	}
}

func countNodes(v any) int {
	n := 0
	switch v := v.(type) {
	case bool:
		n = 1
	case []any:
		for _, item := range v {
			n += countNodes(item)
		}
	case map[string]any:
		n = 1
		for _, item := range v {
			n += countNodes(item)
		}
	}
	return n
}

// explain turns a compiler error into problems.
func explain(err error, doc any) error {
	var invalid *jsonschema.SchemaValidationError
	var load *jsonschema.LoadURLError
	var re *jsonschema.InvalidRegexError
	var missing *jsonschema.JSONPointerNotFoundError
	var anchor *jsonschema.AnchorNotFoundError
	switch {
	case errors.As(err, &invalid):
		var tree *jsonschema.ValidationError
		if errors.As(invalid.Err, &tree) {
			return platform.Invalid(report(tree, doc, notes{}))
		}
	case errors.As(err, &load):
		return refuse(fmt.Sprintf("must not refer to %q: a schema may only refer to itself", platform.Clip(load.URL, 200)))
	case errors.As(err, &re):
		return refuse(fmt.Sprintf("has the regular expression %q, which is not usable: %v", platform.Clip(re.Regex, 100), re.Err))
	case errors.As(err, &missing):
		return refuse(fmt.Sprintf("refers to %q, which is not there", fragment(missing.URL)))
	case errors.As(err, &anchor):
		return refuse(fmt.Sprintf("refers to %q, which is not there", fragment(anchor.Reference)))
	}
	return &platform.Error{
		Code: platform.CodeInvalidConfig, Msg: "The schema is not a valid JSON Schema.", Err: fmt.Errorf("compile schema: %w", err),
		Fields: []platform.Problem{{Message: "is not a valid JSON Schema"}},
	}
}

func fragment(url string) string {
	if i := strings.IndexByte(url, '#'); i >= 0 {
		url = url[i:]
	}
	return platform.Clip(url, 200)
}
