package mock_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/executor/mock"
	"berth/platform/runtime"
	"berth/platform/view"

	"github.com/google/go-cmp/cmp"
)

var _ interface {
	executor.Kind
	runtime.Executor
	runtime.Fixer
} = mock.Executor{}

func TestExecuteAnswersTheData(t *testing.T) {
	t.Parallel()
	ref := platform.HandlerRef{Kind: mock.Kind, Config: json.RawMessage(`{"data":{"n":12345678901234567890.10,"s":"<&>"},"text":"Hello"}`)}
	for _, arguments := range []string{`{}`, `{"message":"hi"}`} {
		got, err := mock.Executor{}.Execute(t.Context(), ref, appkit.Call{Arguments: json.RawMessage(arguments)})
		if err != nil {
			t.Fatal(err)
		}
		want := appkit.Result{Content: appkit.Text("Hello"), Structured: json.RawMessage(`{"n":12345678901234567890.10,"s":"<&>"}`)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestPlan(t *testing.T) {
	t.Parallel()
	in := executor.Around{Layout: func(name string) (view.Layout, bool) {
		return view.Layout{Sample: json.RawMessage(`{"title":"Sample"}`)}, name == "cards"
	}}
	huge := `{"note":"` + strings.Repeat("x", 64<<10) + `"}`
	for _, c := range []struct {
		name         string
		tool         platform.ToolDraft
		config, want string
	}{
		{"data and text", platform.ToolDraft{MockData: json.RawMessage(`{"n":1.0}`), ResponseText: "x"}, `{"data":{"n":1.0},"text":"x"}`, ""},
		{"a text of its own", platform.ToolDraft{Layout: "cards", MockData: json.RawMessage(`{"title":"Teas"}`), ResponseText: " \n"}, `{"data":{"title":"Teas"},"text":"Teas."}`, ""},
		{"no widget", platform.ToolDraft{MockData: json.RawMessage(`{"title": "Teas"}`)}, `{"data":{"title": "Teas"},"text":"Teas."}`, ""},
		{"data that say nothing", platform.ToolDraft{MockData: json.RawMessage(`{ "status":	"shipped" }`)},
			`{"data":{ "status":	"shipped" },"text":"Here is the result. {\"status\":\"shipped\"}"}`, ""},
		{"data that say nothing, in a widget", platform.ToolDraft{Layout: "cards", MockData: json.RawMessage(`{"n":1}`)}, `{"data":{"n":1},"text":"Here is the result. {\"n\":1}"}`, ""},
		{"too much of them", platform.ToolDraft{MockData: json.RawMessage(huge)}, `{"data":` + huge + `,"text":"Here is the result."}`, ""},
		{"the layout's sample", platform.ToolDraft{Layout: "cards"}, `{"data":{"title":"Sample"},"text":"Sample."}`, ""},
		{"nothing at all", platform.ToolDraft{}, `{"data":{},"text":"Here is the result."}`, ""},
		{"a list", platform.ToolDraft{MockData: json.RawMessage(`[]`), ResponseText: "x"}, `{"data":[],"text":"x"}`, "mockData must be an object"},
	} {
		plan, problems := mock.Executor{}.Plan(c.tool, in)
		var got string
		for _, p := range problems {
			got += p.Location + " " + p.Message
		}
		if string(plan.Config) != c.config || got != c.want {
			t.Errorf("%s: %s %q", c.name, plan.Config, got)
		}
		if !plan.Hints.ReadOnly || plan.Hints.Destructive || string(plan.Input) != mock.Input {
			t.Errorf("%s: %+v", c.name, plan)
		}
	}
}

// A placeholder that nothing can stand for is found before an app is published, where it is.
func TestFaultsOfTextsAreFound(t *testing.T) {
	t.Parallel()
	in := executor.Around{Layout: func(string) (view.Layout, bool) { return view.Layout{}, false }}
	for text, want := range map[string]int{"": 0, "Plain.": 0, "{{count}} for {{args.message}}": 0, "{{arg.message}}": 1, "{{secret.KEY}}": 1, "{{count": 1, "{{words}} and {{user.id}}": 2} {
		_, problems := mock.Executor{}.Plan(platform.ToolDraft{ResponseText: text}, in)
		if len(problems) != want || want > 0 && problems[0].Location != "responseText" {
			t.Errorf("%s: %v", text, problems)
		}
	}
}

// A text may repeat what was asked and what is shown. The release alone decides one without arguments.
func TestTextsHavePlaceholders(t *testing.T) {
	t.Parallel()
	in := executor.Around{Layout: func(name string) (view.Layout, bool) { return view.Layout{List: "items"}, name == "cards" }}
	for _, c := range []struct {
		text, arguments, want string
		fixed                 bool
		layout                string
	}{
		{"Plain {{ text", `{}`, "Plain {{ text", true, "cards"},
		{"An older app's {{words}}", `{}`, "An older app's {{words}}", true, "cards"},
		{"{{count}} teas, first {{data.items.0.title}}", `{}`, "2 teas, first Sencha", true, "cards"},
		{"{{count}} for {{args.message}}", `{"message":"<b>"}`, "2 for <b>", false, "cards"},
		{"For {{args.message}}", `{}`, "Here are 2 items: Sencha and Assam.", false, "cards"},
		{"{{data.none}}", `{}`, "Here are 2 items: Sencha and Assam.", true, "cards"},
		{"For {{args.message}}", `{}`, "Here are 2 items: Sencha and Assam.", false, ""},
		{"{{data.none}}", `{}`, "Here are 2 items: Sencha and Assam.", true, ""},
	} {
		tool := platform.ToolDraft{Layout: c.layout, MockData: json.RawMessage(`{"items":[{"title":"Sencha"},{"title":"Assam"}]}`), ResponseText: c.text}
		plan, _ := mock.Executor{}.Plan(tool, in)
		ref := platform.HandlerRef{Kind: mock.Kind, Config: plan.Config}
		got, err := mock.Executor{}.Execute(t.Context(), ref, appkit.Call{Arguments: json.RawMessage(c.arguments)})
		if _, fixed := (mock.Executor{}).Fixed(ref); err != nil || got.Content[0].Text != c.want || fixed != c.fixed {
			t.Errorf("%s: %+v, fixed %v, %v", c.text, got.Content, fixed, err)
		}
	}
}

// Braces in the data are no placeholders where the text is made from the data: nothing of a call gets into it.
func TestTextsMadeFromDataHaveNoPlaceholders(t *testing.T) {
	t.Parallel()
	in := executor.Around{Layout: func(name string) (view.Layout, bool) { return view.Layout{List: "items"}, name == "cards" }}
	for _, layout := range []string{"", "cards"} {
		for _, data := range []string{`{"help":"Say {{args.message}} or {{data.help}} to book"}`, `{"items":[{"title":"{{args.message}} {{count}}"}]}`} {
			plan, _ := mock.Executor{}.Plan(platform.ToolDraft{Layout: layout, MockData: json.RawMessage(data)}, in)
			ref := platform.HandlerRef{Kind: mock.Kind, Config: plan.Config}
			got, err := mock.Executor{}.Execute(t.Context(), ref, appkit.Call{Arguments: json.RawMessage(`{"message":"forged"}`)})
			if _, fixed := (mock.Executor{}).Fixed(ref); err != nil || !fixed || strings.Contains(got.Content[0].Text, "forged") {
				t.Errorf("%s: %+v, fixed %v, %v", data, got.Content, fixed, err)
			}
		}
	}
}

func TestForm(t *testing.T) {
	t.Parallel()
	if p := (mock.Executor{}).Form().Problems(json.RawMessage(`{"kind":"mock"}`)); len(p) > 0 {
		t.Error(p)
	}
	if p := (mock.Executor{}).Form().Problems(json.RawMessage(`{"kind":"mock","table":"teas"}`)); len(p) != 1 || p[0].Location != "handler.table" {
		t.Error(p)
	}
}

// The answer is fixed by the release, whose bytes it shares.
func TestFixed(t *testing.T) {
	t.Parallel()
	config := json.RawMessage(`{"data":{"a":[1]},"text":"x"}`)
	data, ok := mock.Executor{}.Fixed(platform.HandlerRef{Config: config})
	if !ok || string(data) != `{"a":[1]}` || &data[0] != &config[8] {
		t.Errorf("%s %v", data, ok)
	}
	if _, ok := (mock.Executor{}).Fixed(platform.HandlerRef{}); ok {
		t.Error("a tool without data has an answer")
	}
}

func TestExecuteWithoutConfig(t *testing.T) {
	t.Parallel()
	if _, err := (mock.Executor{}).Execute(t.Context(), platform.HandlerRef{Kind: mock.Kind}, appkit.Call{}); err == nil {
		t.Error("a tool without data has an answer")
	}
}
