package form_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform/schema"
	"berth/platform/schema/form"
)

type boat struct {
	Name  string          `json:"name" jsonschema:"required,minLength=1,maxLength=9" doc:"What it is called, in letters."`
	Sails int             `json:"sails" jsonschema:"minimum=1"`
	Rig   string          `json:"rig,omitempty" jsonschema:"enum=sloop,enum=ketch"`
	Code  string          `json:"code,omitempty" jsonschema:"pattern=^[a-z]{1\\,3}$"`
	Log   json.RawMessage `json:"log,omitempty" jsonschema:"type=object"`
	Any   json.RawMessage `json:"any,omitempty"`
	Berth any             `json:"berth,omitempty" jsonschema:"anyof_type=string;number"`
	Owner *string         `json:"owner" jsonschema:"nullable"`
	Crew  []hand          `json:"crew,omitempty" jsonschema:"maxItems=4"`
}

type hand struct {
	Nick string `json:"nick,omitempty" jsonschema:"format=email"`
}

func TestOneStructHasSeveralForms(t *testing.T) {
	t.Parallel()
	sent, written := form.Sent(boat{}), form.Written(boat{})
	for _, c := range []struct {
		name string
		got  form.Schema
		want string
	}{
		{"sent", sent, `{"type":"object","additionalProperties":false,"required":["name"],"properties":{
			"name":{"type":"string","minLength":1,"maxLength":9,"description":"What it is called, in letters."},
			"sails":{"type":"integer","minimum":1},"rig":{"type":"string","enum":["sloop","ketch"]},
			"code":{"type":"string","pattern":"^[a-z]{1,3}$"},"log":{"type":"object","additionalProperties":true},"any":true,
			"berth":{"type":["string","number"]},"owner":{"type":["string","null"]},"crew":{"type":"array","maxItems":4,"items":
				{"type":"object","additionalProperties":false,"properties":{"nick":{"type":"string","format":"email"}}}}}}`},
		{"written", written.Without("log", "any", "berth", "crew", "rig", "code"), `{"type":"object","additionalProperties":false,"required":["name","sails","owner"],"properties":{
			"name":{"type":"string","minLength":1,"maxLength":9,"description":"What it is called, in letters."},
			"sails":{"type":"integer","minimum":1},"owner":{"type":["string","null"]}}}`},
		{"nullable", sent.Only("name", "rig", "any", "owner").Nullable(), `{"type":"object","additionalProperties":false,"required":["name"],"properties":{
			"name":{"type":"string","minLength":1,"maxLength":9,"description":"What it is called, in letters."},
			"rig":{"type":["string","null"],"enum":["sloop","ketch",null]},"any":true,"owner":{"type":["string","null"]}}}`},
		{"changes", sent.Only("name", "crew").Changes(), `{"type":"object","additionalProperties":false,"properties":{
			"name":{"type":["string","null"],"minLength":1,"maxLength":9,"description":"What it is called, in letters."},
			"crew":{"type":["array","null"],"maxItems":4,"items":
				{"type":"object","additionalProperties":false,"properties":{"nick":{"type":["string","null"],"format":"email"}}}}}}`},
		{"shape of changes", sent.Changes().Shape().Only("rig", "log"), `{"type":"object","additionalProperties":false,"properties":{"rig":{"type":["string","null"]},"log":{}}}`},
		{"shape", sent.Shape().Only("name", "sails", "rig", "log"), `{"type":"object","additionalProperties":false,"required":["name"],"properties":{
			"name":{"type":"string","description":"What it is called, in letters."},
			"sails":{"type":"integer","minimum":1},"rig":{"type":"string"},"log":{}}}`},
	} {
		if diff := cmp.Diff(value(t, []byte(c.want)), value(t, c.got.JSON())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	if diff := cmp.Diff([]string{"any", "berth", "code", "crew", "log", "name", "owner", "rig", "sails"}, sent.Fields()); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(value(t, form.Sent(boat{}).JSON()), value(t, sent.JSON())); diff != "" {
		t.Errorf("deriving changes what it derives from (-want +got):\n%s", diff)
	}
}

func value(t *testing.T, raw []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// What a struct encodes as fits the schema that it is written with, and changes reset each of its fields.
func TestAFormTakesWhatItsStructWrites(t *testing.T) {
	t.Parallel()
	fits := func(s form.Schema, text string) {
		t.Helper()
		compiled, err := schema.Compile(s.JSON())
		if err != nil {
			t.Fatal(err)
		}
		if problems := compiled.Validate([]byte(text)); len(problems) > 0 {
			t.Errorf("%s: %v", text, problems)
		}
	}
	raw, err := json.Marshal(boat{Name: "Ada", Sails: 2, Crew: []hand{{}}})
	if err != nil {
		t.Fatal(err)
	}
	fits(form.Written(boat{}), string(raw))
	fits(form.Sent(boat{}).Changes(), `{"name":null,"sails":null,"rig":null,"code":null,"log":null,"any":null,"owner":null,"crew":null}`)
	fits(form.Sent(boat{}).Changes(), `{"crew":[{"nick":null}]}`)
}

func TestOnlyStructsHaveForms(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a list has a form")
		}
	}()
	form.Sent([]string{})
}

func TestEitherTellsAlternativesApartByWhatTheyRequire(t *testing.T) {
	t.Parallel()
	type found struct {
		Count int    `json:"count"`
		Boat  string `json:"boat"`
		Rig   string `json:"rig,omitempty"`
	}
	type none struct {
		Count int    `json:"count"`
		Error string `json:"error"`
	}
	const want = `{"type":"object","additionalProperties":false,"required":["count"],"anyOf":[{"required":["boat"]},{"required":["error"]}],
		"properties":{"count":{"type":"integer"},"boat":{"type":"string"},"rig":{"type":"string"},"error":{"type":"string"}}}`
	got := form.Either(form.Written(found{}), form.Written(none{}))
	if diff := cmp.Diff(value(t, []byte(want)), value(t, got.JSON())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	type some struct {
		Count int `json:"count"`
	}
	if got := form.Either(form.Written(found{}), form.Written(some{})); got["anyOf"] != nil {
		t.Errorf("what every alternative has is a choice: %s", got.JSON())
	}
	type other struct {
		Count string `json:"count"`
	}
	defer func() {
		if recover() == nil {
			t.Error("one field has two forms")
		}
	}()
	form.Either(form.Written(found{}), form.Written(other{}))
}
