package chatui_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"berth/apps/chatui"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/schema"
)

func tool(t *testing.T, name string) platform.ToolSpec {
	t.Helper()
	for _, spec := range chatui.New().Manifest().Tools {
		if spec.Name == name {
			return spec
		}
	}
	t.Fatalf("there is no tool %s", name)
	return platform.ToolSpec{}
}

// call validates the arguments as the platform does, runs the tool and checks its answer against its output schema.
func call(t *testing.T, name, arguments, meta string) (structured string, result appkit.Result, problems []platform.Problem) {
	t.Helper()
	spec := tool(t, name)
	input, err := schema.Compile(spec.Input)
	if err != nil {
		t.Fatal(err)
	}
	if problems = input.Validate(json.RawMessage(arguments)); len(problems) > 0 {
		return "", result, problems
	}
	c := appkit.Call{Tool: name, Arguments: json.RawMessage(arguments), Now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	if err := json.Unmarshal([]byte(meta), &c.Client.Meta); err != nil {
		t.Fatal(err)
	}
	if result, err = chatui.New().Handlers()[name](t.Context(), c); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(result.Structured)
	if err != nil {
		t.Fatal(err)
	}
	output, err := schema.Compile(spec.Output)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := output.Validate(raw); len(wrong) > 0 {
		t.Errorf("%s answers %s: %v", name, raw, wrong)
	}
	return string(raw), result, nil
}

// The document's prompts that should succeed.
func TestWhatShouldSucceed(t *testing.T) {
	t.Parallel()
	const hints = `{"openai/locale":"pt-BR","openai/userAgent":"Agent/1","openai/userLocation":{"city":"Porto"}}`
	for _, c := range []struct{ name, arguments, structured, text, meta string }{
		{"display_chat", `{}`, `{"seedMessage":"","locale":"pt-BR"}`, "open", `"clientInfo":{"location":{"city":"Porto"},"userAgent":"Agent/1"}`},
		{"display_chat", `{}`, `{"seedMessage":"","locale":"pt-BR"}`, "offers ways to begin", `"conversation":{"messages":[{"role":"assistant","text":"Olá!`},
		{"display_chat", `{"seedMessage":"Hello"}`, `{"seedMessage":"Hello","locale":"pt-BR"}`, "message", ""},
		{"display_search_results", `{"query":"pizza","results":[{"id":1,"title":"A"},{"id":"b","title":"B","tags":["x"]}]}`,
			`{"query":"pizza","results":[{"id":1,"title":"A"},{"id":"b","tags":["x"],"title":"B"}],"locale":"pt-BR"}`, "2 results for “pizza”",
			`"searchContext":{"location":{"city":"Porto"},"timestamp":"2026-01-02T03:04:05Z"}`},
		{"display_table", `{"title":"Menu","columns":["name","price"],"rows":[{"name":"Soup","price":4}]}`,
			`{"title":"Menu","columns":["name","price"],"data":[{"name":"Soup","price":4}],"locale":"pt-BR"}`, "1 row", `"generatedAt":"2026-01-02T03:04:05Z"`},
		{"display_demo", `{}`, `{"demo":true}`, "Demo widget displayed", ""},
		{"display_dashboard", `{}`, `"dashboard":true`, "Dashboard displayed", ""},
	} {
		structured, result, problems := call(t, c.name, c.arguments, hints)
		meta, err := json.Marshal(result.Meta)
		if len(problems) > 0 || err != nil || !strings.Contains(structured, c.structured) || len(result.Content) != 1 ||
			!strings.Contains(result.Content[0].Text, c.text) || !strings.Contains(string(meta), c.meta) {
			t.Errorf("%s %s: %v %s %v %s", c.name, c.arguments, problems, structured, result.Content, meta)
		}
	}
}

// The document's prompts that should be rejected by schema, with what is wrong named.
func TestWhatShouldFail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, arguments, names string }{
		{"display_search_results", `{"results":[]}`, "query"},
		{"display_search_results", `{"query":"x"}`, "results"},
		{"display_table", `{"columns":"name","rows":[]}`, "columns"},
		{"display_chat", `{"other":1}`, "other"},
		{"display_demo", `{"other":1}`, "other"},
		{"display_dashboard", `{"other":1}`, "other"},
	} {
		if _, _, problems := call(t, c.name, c.arguments, `{}`); len(problems) == 0 || !strings.Contains(problems[0].Location, c.names) {
			t.Errorf("%s %s: %v", c.name, c.arguments, problems)
		}
	}
}

func TestHintsAreNotTrusted(t *testing.T) {
	t.Parallel()
	for _, meta := range []string{`{"openai/locale":5}`, `{"openai/locale":"` + strings.Repeat("x", 1000) + `"}`, `{"openai/userLocation":"nowhere","openai/userAgent":[]}`} {
		if structured, _, _ := call(t, "display_chat", `{}`, meta); structured != `{"seedMessage":"","locale":"en"}` {
			t.Errorf("%s: %s", meta, structured)
		}
	}
	_, result, _ := call(t, "display_demo", `{}`, `{"openai/closeWidget":true}`)
	if result.Meta["openai/closeWidget"] != true {
		t.Errorf("the widget is not closed: %v", result.Meta)
	}
}

// Without a seed the chat has something to say, in the language of the person where it is known; with one it has not.
func TestWelcome(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string]string{"de-CH": "Hallo!", "pt_BR": "Olá!", "ja": "Hello!", "": "Hello!"} {
		_, result, _ := call(t, "display_chat", `{}`, `{"openai/locale":"`+locale+`"}`)
		raw, err := json.Marshal(result.Meta["conversation"])
		if err != nil || !strings.Contains(string(raw), want) || strings.Count(string(raw), `","`) < 3 {
			t.Errorf("%q: %v: %s", locale, err, raw)
		}
	}
	if _, result, _ := call(t, "display_chat", `{"seedMessage":"Hello"}`, `{}`); result.Meta["conversation"] != nil {
		t.Errorf("%v beside a seed", result.Meta)
	}
}
