package publish

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFormProblems(t *testing.T) {
	t.Parallel()
	tools := map[string]json.RawMessage{
		"show_form": json.RawMessage(`{"type":"object","properties":{}}`),
		"ping":      json.RawMessage(`{"type":"object"}`),
		"book": json.RawMessage(`{"type":"object","required":["name","guests"],"additionalProperties":false,"properties":{
			"name":{"type":"string","minLength":2},"guests":{"type":"integer","minimum":1},"price":{"type":["number","null"]},
			"vip":{"type":"boolean"},"tags":{"type":"array","items":{"type":"string"}},"place":{"type":"object"},
			"state":{"enum":["new","seen"]},"size":{"$ref":"#/$defs/size"},"any":{},"either":{"anyOf":[{"type":"string"},{"type":"null"}]},
			"loop":{"$ref":"#/$defs/loop"}},"$defs":{"size":{"type":"string","enum":["S","M"]},"loop":{"$ref":"#/$defs/loop"}}}`),
		"open":   json.RawMessage(`{"type":"object","additionalProperties":true}`),
		"broken": json.RawMessage(`{"type":`),
	}
	const whole = `{"name":"name","required":true},{"name":"guests","type":"number","integer":true,"required":true}`
	for _, c := range []struct {
		name, data string
		want       []string
	}{
		{"fits", `{"tool":"book","fields":[` + whole + `]}`, nil},
		{"every kind", `{"tool":"book","fields":[` + whole + `,{"name":"price","type":"number"},{"name":"vip","type":"checkbox"},
			{"name":"tags","type":"tags"},{"name":"state","type":"select","options":["new",{"value":"seen","label":"Seen"}]},
			{"name":"size","type":"select","options":["S"]},{"name":"any","type":"date"},{"name":"either","type":"email"},{"name":"loop","type":"number"}]}`, nil},
		{"a number may be whole", `{"tool":"book","fields":[` + whole + `,{"name":"price","type":"number","integer":true}]}`, nil},
		{"fixed arguments fill", `{"tool":"book","arguments":{"name":"Ada","guests":2},"fields":[{"name":"name"}]}`, nil},
		{"open input", `{"tool":"open","arguments":{"x":1},"fields":[{"name":"y"}]}`, nil},
		{"a tool whose input cannot be read", `{"tool":"broken","fields":[{"name":"y"}]}`, nil},
		{"no form at all", `[1]`, nil},
		{"fields of another shape", `{"tool":"book","fields":{"name":1}}`, nil},
		{"missing", `{"tool":"gone","fields":[]}`, []string{"tool: names gone, which is no tool of this app; it has book, broken, open, ping"}},
		{"itself", `{"tool":"show_form","fields":[]}`, []string{
			"tool: names the tool that shows this form, which would keep nothing; name the one that takes the answers: book, broken, open, ping"}},
		{"everything wrong", `{"tool":"book","arguments":{"odd one":1,"vip":"yes"},"fields":[{"name":"nobody"},{"name":"name","type":"number"},
			{"name":"price","type":"number","required":true},{"name":"place"},{"name":"state"},{"name":"size","type":"select","options":["S","XL",3]},{"name":"tags"}]}`, []string{
			`arguments["odd one"]: is not a known field; known fields: any, either, guests, loop, name, place, price, size, state, tags, vip`,
			"arguments.vip: must be true or false, not a string",
			"fields[0].name: is nobody, which is no argument of book; it takes any, either, guests, loop, name, place, price, size, state, tags, vip",
			"fields[1].type: must be text, since name takes string",
			"fields[1].required: must be true, since book needs name",
			"fields[3].type: cannot fill place, which takes object; no field can",
			`fields[4].type: must be select, since state takes one of "new", "seen"`,
			`fields[5].options[1]: must be one of "S", "M"`,
			"fields[5].options[2]: must be a string, not a number",
			"fields[6].type: must be tags, since tags takes array",
			"fields: must have one for guests, which book needs",
		}},
		{"a whole number", `{"tool":"book","fields":[{"name":"name","required":true},{"name":"guests","type":"number","required":true}]}`, []string{
			"fields[1].type: must be number with integer, since guests takes integer"}},
		{"no arguments", `{"tool":"ping","fields":[{"name":"x"}]}`, []string{"fields[0].name: is x, but ping takes no arguments"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, lines(FormProblems("show_form", json.RawMessage(c.data), tools))); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
	if _, there := tools["show_form"]; !there {
		t.Error("the caller's tools were changed")
	}
}
