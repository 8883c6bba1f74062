package schema_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"berth/platform/schema"
)

func TestArguments(t *testing.T) {
	t.Parallel()
	fields := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"f%d":{"type":"string"}`, i)
		}
		return `{"type":"object","properties":{` + strings.TrimPrefix(b.String(), ",") + `}}`
	}
	deep := func(n int) string {
		return strings.Repeat(`{"type":"object","properties":{"a":`, n) + `{"type":"string"}` + strings.Repeat(`}}`, n)
	}
	const simple = ".x-mcp-header: must stand at a property of the type string, integer or boolean"
	const aside = ".x-mcp-header: must stand at a property that properties alone lead to, and not below a list, a $ref or an alternative"
	for _, c := range []struct{ name, schema, want string }{
		{"none", `{"type":"object"}`, ""},
		{"as many fields as may be", fields(40), ""},
		{"too many fields", fields(41), ": must have at most 40 properties, not 41"},
		{"as deep as may be", deep(6), ""},
		{"too deep", deep(7), strings.TrimPrefix(strings.Repeat(".properties.a", 7), ".") + ": is nested too deeply: at most 6 levels are allowed"},
		{"too long", `{"type":"object","description":"` + strings.Repeat("x", 16<<10) + `"}`, ": must have at most 16 KiB, not 17"},
		{"no object", `{"type":"string"}`, `: must be a JSON Schema of an object: {"type":"object","properties":{…}}`},
		{"true", `true`, `: must be a JSON Schema of an object: {"type":"object","properties":{…}}`},
		{"definitions", `{"type":"object","properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"array","items":{"type":"string"}}}}`, ""},
		{"a list of anything", `{"type":"object","properties":{"a":{"type":"array"},"b":{"type":["array","null"]}}}`,
			"properties.a.items: is required: it says what the list holds|properties.b.items: is required: it says what the list holds"},
		{"a list that begins with something", `{"type":"object","properties":{"a":{"type":"array","prefixItems":[{"type":"string"}]},
			"b":{"type":"array","prefixItems":[{}],"items":false}}}`,
			"properties.a.items: is required: it says what the list holds"},
		{"lists under patterns and conditions", `{"type":"object","patternProperties":{"^a":{"type":"array"}},
			"dependentSchemas":{"a":{"properties":{"b":{"type":"array"}}}},"unevaluatedProperties":{"type":"array"}}`,
			"patternProperties[\"^a\"].items: is required: it says what the list holds|unevaluatedProperties.items: is required: it says what the list holds|" +
				"dependentSchemas.a.properties.b.items: is required: it says what the list holds"},
		{"recursion under patterns", `{"type":"object","patternProperties":{"^a":{"$ref":"#"}}}`,
			`patternProperties["^a"].$ref: must be "#/$defs/…" with the name of one of the schema's own $defs`},
		{"what nobody can give", `{"type":"object","required":["a","b"],"properties":{"a":{"type":"object","required":["c"],"additionalProperties":false}}}`,
			"required[1]: must be one of the properties: other arguments are refused, so that nothing would fit"},
		{"what can be given", `{"type":"object","required":["b"],"additionalProperties":true,"properties":{"a":{"type":"object","required":["c"]}}}`, ""},
		{"recursion", `{"type":"object","properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"object","properties":{"y":{"$ref":"#/$defs/x"}}}}}`,
			"$defs.x.properties.y.$ref: must not lead back to where it is: a schema of arguments has no recursion"},
		{"references elsewhere", `{"type":"object","properties":{"a":{"$ref":"#"},"b":{"$ref":"https://example.com/x"},"c":{"$ref":"#/$defs/none"}}}`,
			`properties.a.$ref: must be "#/$defs/…" with the name of one of the schema's own $defs|properties.b.$ref: must be "#/$defs/…" with the name of one of the schema's own $defs|` +
				`properties.c.$ref: must be "#/$defs/…" with the name of one of the schema's own $defs`},
		{"headers", `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"Region"},
			"b":{"type":"object","properties":{"c":{"type":["integer","boolean"],"x-mcp-header":"X-C_1"}}}}}`, ""},
		{"headers that clients refuse", `{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"R"},
			"c":{"type":"string","x-mcp-header":"r"},"d":{"type":"string","x-mcp-header":"a b\r\n"},"e":{"type":"string","x-mcp-header":5},
			"f":{"x-mcp-header":"F"},"g":{"type":["string","null"],"x-mcp-header":"G"}}}`,
			"properties.a" + simple + "|properties.c.x-mcp-header: is the header of another property already|" +
				"properties.d.x-mcp-header: must be a name for a header, such as Region|properties.e.x-mcp-header: must be a name for a header, such as Region|" +
				"properties.f" + simple + "|properties.g" + simple},
		{"headers aside", `{"type":"object","properties":{"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}},"b":{"$ref":"#/$defs/b"},
			"c":{"anyOf":[{"type":"string","x-mcp-header":"C"}]}},
			"$defs":{"b":{"type":"string","x-mcp-header":"B"}}}`,
			"properties.a.items" + aside + "|$defs.b" + aside + "|properties.c.anyOf[0]" + aside},
		{"no schema", `{"type":"object","properties":{"a":{"type":"text"}}}`, "properties.a.type"},
		{"many ways", `{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"$ref":"#/$defs/b"},`, 90), ",") +
			`]},"b":{"anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"$ref":"#/$defs/c"},`, 90), ",") + `]},"c":{"anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"type":"string"},`, 90), ",") + `]}}}`,
			": combines more than 4000 subschemas for one value"},
	} {
		var got []string
		for _, p := range schema.Arguments(json.RawMessage(c.schema)) {
			got = append(got, p.Location+": "+p.Message)
		}
		if text := strings.Join(got, "|"); text != c.want && (c.name != "no schema" || !strings.HasPrefix(text, c.want)) {
			t.Errorf("%s: %s\nwant %s", c.name, text, c.want)
		}
	}
}

func TestClosed(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		`{"type":"object"} `: `{"type":"object","additionalProperties":false}`, `{}`: `{"additionalProperties":false}`,
		`{"type":"object","additionalProperties":true}`:    `{"type":"object","additionalProperties":true}`,
		`{"properties":{"additionalProperties":{"a":{}}}}`: `{"properties":{"additionalProperties":{"a":{}}},"additionalProperties":false}`,
	} {
		if got := schema.Closed(json.RawMessage(from)); string(got) != want {
			t.Errorf("%s: %s", from, got)
		}
	}
}
