package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	tools "berth/platform/executor/llm"
	"berth/platform/llm"
	"berth/platform/llm/echo"
	"berth/platform/schema"
	"berth/platform/tables"
	"berth/platform/tables/hot"
	"berth/platform/view"
	"berth/test/shipped"
)

// models has one model, or none.
type models struct {
	llm.Model
	missing string
}

func (m models) Missing(context.Context, platform.WorkspaceID) (string, error) { return m.missing, nil }

func (m models) For(context.Context, llm.Asker) (llm.Model, error) { return m.Model, nil }

// says is a model that always says the same.
type says string

func (s says) Ask(context.Context, llm.Request) (llm.Answer, error) {
	return llm.Answer{Text: string(s)}, nil
}

func layouts(t *testing.T) *view.Set {
	t.Helper()
	set := shipped.Layouts(t)
	return set
}

// run plans a tool and calls it.
func run(t *testing.T, set *view.Set, m llm.Model, d platform.Draft, call appkit.Call) (appkit.Result, error) {
	t.Helper()
	e := tools.New(tools.Options{Models: models{Model: m}, Layout: set.Layout})
	plan, problems := e.Plan(d.Tools[0], executor.Around{Draft: d, Layout: set.Layout})
	if len(problems) > 0 || !plan.Prompted || !plan.Hints.ReadOnly || !plan.Hints.OpenWorld {
		t.Fatalf("%+v %+v", plan.Hints, problems)
	}
	return e.Execute(t.Context(), platform.HandlerRef{Kind: tools.Kind, Config: plan.Config}, call)
}

// Without a key or a network every layout that authors may choose can be tried, the same way each time.
func TestAnEchoFillsEveryLayout(t *testing.T) {
	t.Parallel()
	set := layouts(t)
	for _, l := range set.Layouts() {
		if !l.Authored {
			continue
		}
		fits, err := schema.Compile(l.DataSchema)
		if err != nil {
			t.Fatal(err)
		}
		d := platform.Draft{SystemPrompt: "Help.", Tools: []platform.ToolDraft{{Name: "a", Layout: l.Name, Handler: json.RawMessage(`{"kind":"llm"}`)}}}
		var results [2]string
		for i := range results {
			got, err := run(t, set, llm.New(echo.Model{}, time.Now), d, appkit.Call{Tool: "a", Arguments: json.RawMessage(`{"message":"Harbour tours in June"}`)})
			if err != nil {
				t.Errorf("%s: %v", l.Name, err)
				break
			}
			data, _ := got.Structured.(json.RawMessage)
			if problems := fits.Validate(data); len(problems) > 0 || len(got.Content) == 0 || got.Content[0].Text == "" {
				t.Errorf("%s: %s %+v", l.Name, data, problems)
			}
			results[i] = string(data)
		}
		if results[0] != results[1] || results[0] == string(l.Sample) {
			t.Errorf("%s: %s", l.Name, results)
		}
	}
}

// Links lead to hosts that the author has named, and nowhere else.
func TestLinksLeadToTheAppsHostsAlone(t *testing.T) {
	t.Parallel()
	set := layouts(t)
	draft := func(layout, mock string) platform.Draft {
		return platform.Draft{SystemPrompt: "See https://Help.example.com/start.", Tools: []platform.ToolDraft{{Name: "a", Layout: layout, MockData: json.RawMessage(mock), Handler: json.RawMessage(`{"kind":"llm"}`)}}}
	}
	for _, c := range []struct{ layout, mock, answer, want string }{
		{"details", `{"title":"x","url":"https://shop.example/a"}`, `{"title":"T","url":"https://shop.example/b"}`, `{"title":"T","url":"https://shop.example/b"}`},
		{"details", `{"title":"x"}`, `{"title":"T","url":"https://evil.example/?q=secret","image":"https://evil.example/x.png"}`, `{"title":"T"}`},
		{"details", `{"title":"x"}`, `{"title":"T","url":"https://help.example.com@evil.example/"}`, `{"title":"T"}`},
		{"details", `{"title":"x"}`, `{"title":"T","url":"HTTPS://help.example.com:443/b"}`, ""}, // the layout wants it in lower case
		{"gallery", `{"items":[]}`, `{"items":[{"image":"https://evil.example/1.png","title":"gone"},{"image":"https://help.example.com/2.png"}]}`, `{"items":[{"image":"https://help.example.com/2.png"}]}`},
		{"markdown", `{"text":"x"}`, `{"text":"[a](https://evil.example/?d=1) ![b](http://evil.example/p.png) <https://evil.example> and [c](https://help.example.com/c)."}`,
			`{"text":"[a](evil.example/?d=1) ![b](evil.example/p.png) <evil.example> and [c](https://help.example.com/c)."}`},
		{"markdown", `{"text":"x"}`, `{"text":"and//or, 1 / 2, no link"}`, `{"text":"and//or, 1 / 2, no link"}`},
	} {
		got, err := run(t, set, says(c.answer), draft(c.layout, c.mock), appkit.Call{Arguments: json.RawMessage(`{"message":"x"}`)})
		data, _ := got.Structured.(json.RawMessage)
		if !platform.SameJSON(json.RawMessage(c.want), data) && (c.want != "" || err == nil) {
			t.Errorf("%s: %s, want %s, %v", c.answer, data, c.want, err)
		}
	}
}

// searched is a table that says what it was asked.
type searched struct {
	snapshot *hot.Snapshot
	asked    []string
}

func (s *searched) Table(context.Context, platform.TableRef) (*hot.Snapshot, error) {
	return s.snapshot, nil
}

func (s *searched) Query(_ context.Context, _ platform.TableRef, q tables.Query) (tables.Page, error) {
	s.asked = append(s.asked, q.Text)
	return tables.Page{Rows: []platform.Row{{Values: json.RawMessage(`{}`)}}}, nil
}

// The same arguments look for the same rows, each time.
func TestWhatIsLookedFor(t *testing.T) {
	t.Parallel()
	table := platform.Table{Name: "faq", Columns: []platform.Column{{Name: "answer", Type: platform.ColumnText}}}
	in := &searched{snapshot: hot.New(table, nil)}
	e := tools.New(tools.Options{Models: models{Model: says("x")}, Tables: in})
	plan, problems := e.Plan(platform.ToolDraft{Handler: json.RawMessage(`{"kind":"llm","knowledge":{"table":"faq"}}`)}, executor.Around{Tables: []platform.Table{table}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for range 20 {
		call := appkit.Call{Arguments: json.RawMessage(`{"what":"boats","where":"Porto","days":3,"when":"June"}`)}
		if _, err := e.Execute(t.Context(), platform.HandlerRef{Kind: tools.Kind, Config: plan.Config}, call); err != nil {
			t.Fatal(err)
		}
	}
	if got := slices.Compact(in.asked); len(got) != 1 || got[0] != "boats June Porto" {
		t.Errorf("looked for %q", got)
	}
}

func TestWhatPublishingRefuses(t *testing.T) {
	t.Parallel()
	set := layouts(t)
	in := executor.Around{Draft: platform.Draft{}, Tables: []platform.Table{{Name: "faq"}, {Name: "mine", OwnedRows: true}}, Layout: set.Layout}
	e := tools.New(tools.Options{Models: models{missing: "needs a language model"}, Layout: set.Layout})
	for handler, want := range map[string]string{
		`{"kind":"llm"}`: "", `{"kind":"llm","answer":"text"}`: "", `{"kind":"llm","answer":"layout"}`: "handler.answer must be text", `{"kind":"llm","knowledge":{"table":"faq"}}`: "",
		`{"kind":"llm","knowledge":{"table":"none"}}`: "handler.knowledge.table names the table", `{"kind":"llm","knowledge":{"table":"mine"}}`: "handler.knowledge.table names the table",
	} {
		_, problems := e.Plan(platform.ToolDraft{Handler: json.RawMessage(handler)}, in)
		if got := platform.Invalid(problems); (len(problems) > 0) != (want != "") || want != "" && !strings.HasPrefix(got.Fields[0].Location+" "+got.Fields[0].Message, want) {
			t.Errorf("%s: %+v", handler, problems)
		}
	}
	if problems, err := e.Ready(t.Context(), "w", platform.ToolDraft{}); err != nil || len(problems) != 1 || problems[0].Location != "handler" {
		t.Errorf("without a model: %+v %v", problems, err)
	}
	if problems, err := e.Ready(t.Context(), "w", platform.ToolDraft{Mode: platform.ModeMock}); err != nil || len(problems) > 0 {
		t.Errorf("a tool that shows its data: %+v %v", problems, err)
	}
}

// A caller who wants to know is told at once and then every second, of more each time, and of nothing after the end.
func TestProgress(t *testing.T) {
	t.Parallel()
	set := layouts(t)
	synctest.Test(t, func(t *testing.T) {
		begun, last, told := time.Now(), -1.0, 0
		var late time.Duration
		call := appkit.Call{Arguments: json.RawMessage(`{"message":"!slow 30s Hello"}`), Progress: func(progress, total float64, _ string) {
			if progress <= last || total != 100 || told == 0 && time.Since(begun) > 0 {
				t.Errorf("%v of %v after %v", progress, total, last)
			}
			if told++; told > 2 {
				late = max(late, time.Since(begun))
			}
			last = progress
		}}
		d := platform.Draft{Tools: []platform.ToolDraft{{Name: "a", Handler: json.RawMessage(`{"kind":"llm"}`)}}}
		if _, err := run(t, set, llm.New(echo.Model{}, time.Now), d, call); err != nil || told < 30 || last != 100 || late > 30*time.Second {
			t.Errorf("%v: told %d times, up to %v", err, told, last)
		}
	})
}

func TestTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	d := platform.Draft{Tools: []platform.ToolDraft{{Name: "a", Handler: json.RawMessage(`{"kind":"llm"}`)}}}
	_, err := run(t, layouts(t), says("x"), d, appkit.Call{Arguments: json.RawMessage(`{"message":"` + strings.Repeat("a", 300<<10) + `"}`)})
	var e *platform.Error
	if !errors.As(err, &e) || e.Code != platform.CodeInvalidInput {
		t.Errorf("%v", err)
	}
}
