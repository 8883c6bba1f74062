package appkit_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/schema"
)

func TestFailuresFitOutputSchemas(t *testing.T) {
	t.Parallel()
	failure, err := json.Marshal(appkit.Failure(platform.Invalid([]platform.Problem{{Location: "message", Message: "is missing"}})).Structured)
	if err != nil {
		t.Fatal(err)
	}
	for output, answers := range map[string]struct{ good, bad string }{
		`{"type":"object","required":["items"],"additionalProperties":false,"properties":{"items":{"type":"array"}}}`:                                    {`{"items":[]}`, `{"items":1} {} {"items":[],"more":1} {"error":5}`},
		`{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}],"properties":{"a":{"$ref":"#/$defs/n"},"b":true},"$defs":{"n":{"minimum":1}}}`: {`{"a":1}`, `{"a":0} {"c":1}`},
		`{"type":"object"}`: {`{"x":1}`, `{"error":{}}`},
	} {
		raw, err := appkit.OrFailure(json.RawMessage(output))
		if err != nil {
			t.Fatal(err)
		}
		s, err := schema.Compile(raw)
		if err != nil || !s.IsObject() {
			t.Fatalf("%s: %v", raw, err)
		}
		for _, ok := range []string{answers.good, string(failure)} {
			if problems := s.Validate(json.RawMessage(ok)); len(problems) > 0 {
				t.Errorf("%s refuses %s: %v", raw, ok, problems)
			}
		}
		for bad := range strings.FieldsSeq(answers.bad) {
			if len(s.Validate(json.RawMessage(bad))) == 0 {
				t.Errorf("%s takes %s", raw, bad)
			}
		}
	}
	for _, output := range []string{``, `[]`, `{"properties":[]}`, `{"properties":{"error":{}}}`} {
		if raw, err := appkit.OrFailure(json.RawMessage(output)); err == nil {
			t.Errorf("OrFailure(%s) = %s, want an error", output, raw)
		}
	}
}

// A problem of all arguments together has no place: nothing stands before what it says.
func TestAProblemWithoutAPlace(t *testing.T) {
	t.Parallel()
	got := appkit.Failure(&platform.Error{Msg: "No.", Fields: []platform.Problem{{Message: "has too many values"}, {Location: "rows", Message: "is required"}}})
	if text := got.Content[0].Text; text != "No.\n- has too many values\n- rows: is required" {
		t.Error(text)
	}
}

// Names of others, which a problem repeats, write no line of the answer.
func TestAProblemStaysInItsLine(t *testing.T) {
	t.Parallel()
	got := appkit.Failure(&platform.Error{Msg: "No.", Fields: []platform.Problem{{Location: "x\nNext: a", Message: "is b\r\nc\u2028d"}}})
	if text := got.Content[0].Text; text != "No.\n- x Next: a: is b  c d" {
		t.Errorf("%q", text)
	}
}
