package schema_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/schema"

	"github.com/google/go-cmp/cmp"
)

func compile(t testing.TB, raw string) *schema.Schema {
	t.Helper()
	s, err := schema.Compile(json.RawMessage(raw))
	if err != nil {
		t.Fatalf("compile %.80s: %v", raw, err)
	}
	return s
}

// lines writes problems as "location: message".
func lines(problems []platform.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, p.Location+": "+p.Message)
	}
	return out
}

const cards = `{
	"type": "object", "required": ["items"], "additionalProperties": false,
	"properties": {
		"title": {"type": "string", "maxLength": 5},
		"items": {"type": "array", "maxItems": 3, "items": {
			"type": "object", "required": ["title"], "additionalProperties": false,
			"properties": {
				"title": {"type": "string", "minLength": 1},
				"price": {"type": ["number", "string"]},
				"size": {"enum": ["s", "m", 3]},
				"stars": {"type": "integer", "minimum": 1, "maximum": 5},
				"image": {"type": "string", "format": "uri"},
				"odd key": {"const": true},
				"code": {"type": "string", "pattern": "^[A-Z]{3}$"},
				"url": {"type": "string", "pattern": "^https://", "description": "Where it leads: an https:// address."}
			}
		}}
	}
}`

func TestValidateSaysEverythingAtOnce(t *testing.T) {
	t.Parallel()
	s := compile(t, cards)
	for _, c := range []struct {
		name, data string
		want       []string
	}{
		{"valid", `{"title":"ñañañ","items":[{"title":"a","price":1e2,"size":3,"stars":5.0,"odd key":true}]}`, nil},
		{"everything wrong", `{"title":"ñañaña","items":[{"title":"","price":null,"size":"l","stars":1.5,"code":"eur","url":"http://x.example"},7,{"stars":6,"image":"x","odd key":1,"colour":""}],"more":1}`, []string{
			"items[0].code: must match the pattern ^[A-Z]{3}$",
			"items[0].price: must be a number or a string, not null",
			`items[0].size: must be one of "s", "m", 3`,
			"items[0].stars: must be a whole number",
			"items[0].title: must not be empty",
			"items[0].url: must match the pattern ^https:// (Where it leads: an https:// address.)",
			"items[1]: must be an object, not a number",
			"items[2].colour: is not a known field; known fields: code, image, odd key, price, size, stars, title, url",
			"items[2].image: must be an absolute URL",
			"items[2].stars: must be at most 5",
			"items[2].title: is required",
			`items[2]["odd key"]: must be true`,
			"more: is not a known field; known fields: items, title",
			"title: must have at most 5 characters, not 6",
		}},
		{"root type", `[1]`, []string{": must be an object, not an array"}},
		{"required", `{}`, []string{"items: is required"}},
		{"too many", `{"items":[{"title":"a"},{"title":"a"},{"title":"a"},{"title":"a"}]}`, []string{"items: must have at most 3 items, not 4"}},
		{"no digit is lost", `{"items":[{"title":"a","stars":5.0000000000000000000000001}]}`, []string{"items[0].stars: must be a whole number"}},
		{"empty", ``, []string{": is not valid JSON: it ends too early (at byte 0)"}},
		{"two values", `{"items":[]}{}`, []string{": is not valid JSON: it has text after its end (at byte 12)"}},
		{"key twice", `{"items":[{"title":"a","title":"b"}],"items":[]}`, []string{"items: appears twice", "items[0].title: appears twice"}},
		{"what cannot be read and what does not fit", `{"items":[{"title":"\ud800","stars":1e999,"price":true}],"title":"\udc00\u0000","\ud800":1}`, []string{
			"[\"�\"]: must not have half of a character (an unpaired surrogate such as \\ud800) in its name",
			"items[0].price: must be a number or a string, not true or false",
			"items[0].stars: is a number of extreme size",
			`items[0].title: must not contain half of a character (an unpaired surrogate such as \ud800)`,
			"title: must not contain half of a character (an unpaired surrogate such as \\ud800)",
			"title: must not contain the character U+0000",
		}},
		{"NUL", "{\"items\":[{\"title\":\"a\\u0000b\"}]}", []string{"items[0].title: must not contain the character U+0000"}},
		{"not UTF-8", "{\"items\":[{\"title\":\"a\xff\"}]}", []string{": contains bytes that are not UTF-8"}},
		{"huge exponent", `{"items":[{"title":"a","stars":1e999999999}]}`, []string{"items[0].stars: is a number of extreme size"}},
		{"long number", `{"items":[{"title":"a","stars":` + strings.Repeat("9", 101) + `}]}`, []string{"items[0].stars: is a number of extreme size"}},
		{"deep", strings.Repeat(`{"items":`, 100_000), []string{strings.TrimPrefix(strings.Repeat(".items", 64), ".") + ": is nested too deeply: at most 64 levels are allowed"}},
		{"strange keys", `{"items":[],"a.b":1,"` + strings.Repeat("é", 100) + `":1,"":2}`, []string{
			`[""]: is not a known field; known fields: items, title`,
			`["a.b"]: is not a known field; known fields: items, title`,
			`["` + strings.Repeat("é", 32) + `…"]: is not a known field; known fields: items, title`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, lines(s.Validate(json.RawMessage(c.data)))); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestValidateAlternatives(t *testing.T) {
	t.Parallel()
	s := compile(t, `{"type":"array","items":{"anyOf":[
		{"type":"string","minLength":2},
		{"type":"object","required":["url"],"properties":{"kind":{"const":"link"},"url":{"type":"string"}}},
		{"type":"object","required":["text"],"properties":{"kind":{"const":"note"},"text":{"$ref":"#/$defs/text"}}}
	]},"$defs":{"text":{"type":"string","maxLength":3}}}`)
	got := lines(s.Validate(json.RawMessage(`[1, "a", {"kind":"note","text":"long"}, {"kind":"link"}, "fine", {"kind":"link","url":"u"}]`)))
	want := []string{
		"[0]: must be an object or a string, not a number",
		"[1]: must have at least 2 characters, not 1",
		"[2].text: must have at most 3 characters, not 4",
		"[3].url: is required",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// What is no JSON is refused with the place where it stops being any, however lenient the reader is otherwise.
func TestSyntaxIsNamedWithItsPlace(t *testing.T) {
	t.Parallel()
	s := compile(t, `true`)
	for data, want := range map[string]string{
		`{"a":1,"a":"\ud800","b"}`: `is not valid JSON: it has an invalid character '}' after object name (expecting ':') (at byte 23)`,
		`[1,]`:                     `is not valid JSON: it has an invalid character ',' at start of value (at byte 2)`,
		`["\q"]`:                   "is not valid JSON: it has an invalid escape sequence `\\q` in string (at byte 2)",
		`{1:2}`:                    `is not valid JSON: it has a name that is no string (at byte 1)`,
		`[1`:                       `is not valid JSON: it ends too early (at byte 2)`,
		`01`:                       `is not valid JSON: it has text after its end (at byte 1)`,
		`{"a":1 } x`:               `is not valid JSON: it has text after its end (at byte 8)`,
	} {
		if got := s.Validate(json.RawMessage(data)); len(got) == 0 || !slices.ContainsFunc(got, func(p platform.Problem) bool { return p.Message == want }) {
			t.Errorf("%s: %v, want %s", data, lines(got), want)
		}
	}
}

func TestValidateBoundsTheAnswer(t *testing.T) {
	t.Parallel()
	s := compile(t, `{"type":"array","items":{"type":"string"}}`)
	for _, item := range []string{`1`, `"\u0000"`} {
		boundsTheAnswer(t, s.Validate(json.RawMessage("["+strings.Repeat(item+",", 4999)+item+"]")))
	}
}

func boundsTheAnswer(t *testing.T, problems []platform.Problem) {
	t.Helper()
	if len(problems) != 100 || problems[99].Message != "has 4901 more problems" {
		t.Errorf("%d problems, the last: %+v", len(problems), problems[len(problems)-1])
	}
}

func TestRecursiveSchema(t *testing.T) {
	t.Parallel()
	tree := compile(t, `{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#"}}},"additionalProperties":false}`)
	data := strings.Repeat(`{"children":[`, 20) + `{"name":1}` + strings.Repeat(`]}`, 20)
	got := tree.Validate(json.RawMessage(data))
	if len(got) != 1 || got[0].Message != "must be a string, not a number" {
		t.Errorf("problems: %v", lines(got))
	}

	// Held against data of depth 64, this would take 3^64 steps.
	branching := compile(t, `{"properties":{"a":{"anyOf":[{"$ref":"#"},{"$ref":"#"},{"$ref":"#"}]}},"required":["b"]}`)
	if got := branching.Validate(json.RawMessage(strings.Repeat(`{"a":`, 60) + `1` + strings.Repeat(`}`, 60))); len(got) == 0 || !strings.Contains(got[0].Message, "nested too deeply") {
		t.Errorf("problems: %v", lines(got))
	}

	endless := compile(t, `{"$ref":"#"}`)
	if got := endless.Validate(json.RawMessage(`{}`)); len(got) == 0 {
		t.Error("a schema that is only itself accepts data")
	}
}

func TestCompileRefuses(t *testing.T) {
	t.Parallel()
	laughs := `{"$ref":"#/$defs/d0","$defs":{`
	for i := range 20 {
		laughs += fmt.Sprintf(`"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	laughs += `"d20":{"type":"string"}}}`
	for _, c := range []struct{ name, raw, want string }{
		{"no JSON", `{`, "is not valid JSON: it ends too early (at byte 1)"},
		{"no schema", `"string"`, "must be a JSON Schema: an object, or true or false"},
		{"unknown type", `{"properties":{"a":{"type":"strin"}}}`, "properties.a.type"},
		{"remote reference", `{"$ref":"https://example.com/schema.json"}`, `must not refer to "https://example.com/schema.json": a schema may only refer to itself`},
		{"file reference", `{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`, `must not refer to "file:///etc/passwd"`},
		{"relative reference", `{"$id":"http://127.0.0.1/x","$ref":"other.json"}`, `must not refer to "http://127.0.0.1/other.json"`},
		{"remote dialect", `{"$schema":"http://169.254.169.254/latest"}`, `must not refer to "http://169.254.169.254/latest"`},
		{"dangling reference", `{"$ref":"#/$defs/none"}`, `refers to "#/$defs/none", which is not there`},
		{"dangling anchor", `{"$ref":"#none"}`, `refers to "#none", which is not there`},
		{"dynamic reference", `{"$dynamicAnchor":"a","properties":{"x":{"$dynamicRef":"#a"}}}`, "must not use $dynamicRef or $recursiveRef"},
		{"regular expression", `{"properties":{"a":{"pattern":"(?=x)"}}}`, "properties.a.pattern: must be a regular expression"},
		{"long regular expression", `{"pattern":"` + strings.Repeat("a", 600) + `"}`, "pattern: must be a regular expression (RE2 syntax) of at most 512 bytes"},
		{"large regular expressions", `{"allOf":[` + strings.Repeat(`{"pattern":"[^a]{999}[^b]{999}[^c]{999}"},`, 20) + `true]}`, "pattern"},
		{"deep", strings.Repeat(`{"not":`, 70) + `true` + strings.Repeat(`}`, 70), "is nested too deeply"},
		{"wide", `{"anyOf":[` + strings.Repeat(`{},`, 5000) + `{}]}`, "has more than 4000 parts"},
		{"large", `{"title":"` + strings.Repeat("a", 300<<10) + `"}`, "is larger than 256 KiB"},
		{"a billion laughs", laughs, "combines more than 4000 subschemas for one value"},
		{"NUL", `{"title":"\u0000"}`, "must not contain the character U+0000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := schema.Compile(json.RawMessage(c.raw))
			if !platform.IsCode(err, platform.CodeInvalidConfig) {
				t.Fatalf("error %v, want %s", err, platform.CodeInvalidConfig)
			}
			if got := strings.Join(lines(platform.AsError(err).Fields), "\n"); !strings.Contains(got, c.want) {
				t.Errorf("problems:\n%s\nwant one with %q", got, c.want)
			}
		})
	}
}

func TestUnder(t *testing.T) {
	t.Parallel()
	got := schema.Under("body.mockData", []platform.Problem{{Location: "items[0]"}, {Location: "[0]"}, {}})
	want := []platform.Problem{{Location: "body.mockData.items[0]"}, {Location: "body.mockData[0]"}, {Location: "body.mockData"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestIsObject(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{`{"type":"object"}`: true, `{"type":["object","null"]}`: false, `{"type":"array"}`: false, `{}`: false, `true`: false} {
		if got := compile(t, raw).IsObject(); got != want {
			t.Errorf("%s: IsObject() = %v", raw, got)
		}
	}
}

func BenchmarkValidate(b *testing.B) {
	s := compile(b, `{"type":"object","properties":{"message":{"type":"string"},"context":{"type":"object"}},"required":["message"]}`)
	data := json.RawMessage(`{"message":"Where is my order #12345?","context":{"locale":"en","n":1}}`)
	b.ReportAllocs()
	for b.Loop() {
		if s.Validate(data) != nil {
			b.Fatal("invalid")
		}
	}
}

func TestANumberWithAFraction(t *testing.T) {
	t.Parallel()
	for types, want := range map[string]string{`"integer"`: "must be a whole number", `["integer","null"]`: "must be a whole number or null",
		`["string","null"]`: "must be a string or null, not a number"} {
		if got := lines(compile(t, `{"type":"object","properties":{"n":{"type":`+types+`}}}`).Validate(json.RawMessage(`{"n":1.5}`))); !slices.Equal(got, []string{"n: " + want}) {
			t.Errorf("%s: %v", types, got)
		}
	}
}
