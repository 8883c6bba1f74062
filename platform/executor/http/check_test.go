package http_test

import (
	"encoding/json"
	nethttp "net/http"
	"strings"
	"testing"

	"berth/platform"
)

// A program that fails quotes the answer to its author alone, without what is secret in it.
func TestAFailingProgramQuotesTheAnswerToItsAuthorAlone(t *testing.T) {
	t.Parallel()
	b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) {
		answer(w, 200, `{"patient":"Ann Onymous","echo":"`+key+`","n":[1]}`)
	})
	for program, said := range map[string]string{`.patient | error`: "Ann Onymous", `.patient.name`: "Ann Onymous", `.patient | tonumber`: "Ann Onymous", `[.patient, .echo] | error`: "Ann Onymous"} {
		quoted, err := json.Marshal(program)
		if err != nil {
			t.Fatal(err)
		}
		tool := b.tool(`{"kind":"http","request":{"url":"{{url}}/","headers":{"X-Key":"{{secret.API_KEY}}"}},"result":{"jq":` + string(quoted) + `}}`)
		e := b.fails(t, tool, `{}`, platform.CodeExecution)
		shown, err := json.Marshal([]any{e.Msg, e.Details, e.Fields, e.Error()})
		if err != nil || strings.Contains(string(shown), "Ann") || !strings.Contains(e.Msg, "The jq program of this tool failed on this answer") {
			t.Errorf("%s: a caller reads %s, %v", program, shown, err)
		}
		tool.Name = "look"
		got, err := b.Probe(t.Context(), platform.ToolProbe{Workspace: "ws", App: "app", Slug: "weather", Tool: tool})
		if err != nil || len(got.Problems) != 1 || got.Problems[0].Location != "data" || !strings.Contains(got.Problems[0].Message, said) || strings.Contains(got.Problems[0].Message, key[:8]) {
			t.Errorf("%s: its author reads %+v, %v", program, got.Problems, err)
		}
	}
}

// A check takes a null for a list without entries where the widget does.
func TestACheckSaysWhatIsAnEmptyList(t *testing.T) {
	t.Parallel()
	for said, empty := range map[string]bool{`{"items":null}`: true, `{"items":null,"success":false}`: false, `{"items":[]}`: false} {
		b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) { answer(w, 200, said) })
		tool := b.tool(`{"kind":"http","request":{"url":"{{url}}/"},"result":{"each":"/items","where":[{"from":"/open","op":"eq","value":true}],"item":{"title":{"from":"/title"}}}}`)
		tool.Layout = "cards"
		spec := platform.ToolSpec{Name: "look", Handler: platform.HandlerRef{Kind: "http", Config: b.plan(t, tool).Config}, Example: json.RawMessage(`{}`)}
		got, err := b.Check(t.Context(), platform.ToolCheck{Workspace: "ws", App: "app", Slug: "weather", Tool: spec})
		if err != nil || len(got.Reads) != 3 || got.Reads[0].Empty != empty || got.Reads[1].Empty || (got.Problem == "") != (said != `{"items":null,"success":false}`) {
			t.Errorf("%s: %+v, %v", said, got, err)
		}
	}
}

// What a check cannot say of each field, it says once.
func TestACheckSaysWhereFieldsCannotBeNamed(t *testing.T) {
	t.Parallel()
	b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) { answer(w, 200, `{"items":[{"title":"Rye"}]}`) })
	for _, c := range []struct{ result, layout, says string }{
		{`,"result":{"jq":"."}`, "cards", "fields of the widget this changes cannot be named, because the tool uses jq"}, {`,"result":{"jq":"."}`, "", "cannot be named, because the tool uses jq"},
		{"", "cards", "shows the answer as it is"}, {"", "", "passes the answer on as it is"}, {`,"result":{"each":"/items","item":{"title":{"from":"/title"}}}`, "cards", ""},
	} {
		tool := b.tool(`{"kind":"http","request":{"url":"{{url}}/"}` + c.result + `}`)
		tool.Layout = c.layout
		spec := platform.ToolSpec{Name: "look", Handler: platform.HandlerRef{Kind: "http", Config: b.plan(t, tool).Config}, Example: json.RawMessage(`{}`)}
		got, err := b.Check(t.Context(), platform.ToolCheck{Workspace: "ws", App: "app", Slug: "weather", Tool: spec})
		if err != nil || !strings.Contains(got.Unnamed, c.says) || (got.Unnamed == "") != (len(got.Reads) > 0) {
			t.Errorf("%s %s: %+v, %v", c.result, c.layout, got, err)
		}
	}
}
