package api

import (
	"encoding/json"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"berth/platform"
	"berth/platform/executor/http"
	"berth/platform/executor/llm"
	"berth/platform/executor/mock"
	"berth/platform/executor/table"
	"berth/platform/publish"
	"berth/platform/rows"
	"berth/platform/runtime"
	"berth/platform/starters"
	"berth/test/shipped"
)

// drafts reads bodies of requests into drafts, with all kinds of tools, and keeps none.
func drafts(f *testing.F) *API {
	f.Helper()
	layouts := shipped.Layouts(f)
	kinds := []runtime.Executor{mock.Executor{}, http.New(http.Options{Layout: layouts.Layout, Now: time.Now}), llm.New(llm.Options{Layout: layouts.Layout})}
	for _, kind := range table.New(table.Options{Layout: layouts.Layout}) {
		kinds = append(kinds, kind)
	}
	apps, err := publish.New(publish.Options{Layouts: layouts, Executors: kinds})
	if err != nil {
		f.Fatal(err)
	}
	return &API{Options: Options{Apps: apps}}
}

// Whatever is sent as a draft is read, or refused with problems that say where and what, the same ones each time. What is
// accepted is shown so that, sent again, it is the same draft; what then keeps it from being published is said as well.
func FuzzDraft(f *testing.F) {
	const tool = `{"name":"x","tools":[{"name":"find","description":"d","handler":`
	for _, body := range []string{
		`{"name":"Bakery","toolName":"show","toolDescription":"Shows.","layoutTemplate":"cards","mockData":{"items":[{"title":"Rye"}]},"responseText":"Here: {{data.items}}"}`,
		`{"name":"x","themeVariables":{"preset":"ocean","radius":3.0,"scale":1.1,"light":{"accent":"#112233"},"density":null,"font":"mono"},"mcpSlug":"x","exampleData":true}`,
		`{"name":"x","access":"mixed","allow":{"emails":["a@example.com"],"domains":["example.com"]},"scopes":[{"name":"read","implies":["write"]}],"instructions":"i","systemPrompt":"s"}`,
		`{"name":"x","tools":[{},{"name":"a","input":{"type":"object","properties":{"q":{"type":"string"}}},"example":{"q":"b"},"mode":"live-or-mock","visibility":["app"],"hints":{"readOnly":true}}]}`,
		tool + `{"kind":"query","table":"breads","search":["name"],"filters":[{"argument":"max","column":"price","op":"lte"}],"sort":["-price"],"limit":5,"result":{"item":{"title":{"from":"/name"}}}}}]}`,
		tool + `{"kind":"insert","table":"breads","values":{"name":"{{args.name}}","vegan":true}},"scopes":["read"]}]}`,
		tool + `{"kind":"delete","table":"breads"}}]}`,
		tool + `{"kind":"http","request":{"method":"GET","url":"https://api.example.com/{{args.q}}","headers":{"Authorization":"Bearer {{secret.KEY}}"},"query":{"n":1}},` +
			`"result":{"each":"/items","where":[{"from":"/a","op":"eq","value":1}],"take":3,"item":{"title":{"template":"{{name}}","fallback":"-"}},"data":{"title":{"const":"T"}}},"cacheSeconds":60},"layoutTemplate":"list"}]}`,
		tool + `{"kind":"http","request":{"method":"POST","url":"https://api.example.com","body":{"a":["{{args.a}}"]}},"result":{"jq":".items[]"},"timeoutSeconds":5}}]}`,
		tool + `{"kind":"llm","model":"good","temperature":0.5,"answer":"text","knowledge":{"table":"faq","limit":3}}}],"systemPrompt":"s"}`,
		`{"name":"x","madeBy":"rules","tables":[{"name":"a","columns":[{"name":"n","type":"text"}],"rows":[{"n":"1"}]}],"tools":null,"toolName":null}`,
		`{"name":1,"tools":[1,{"handler":[]}],"mockData":"x","toolName":["a"],"themeVariables":"dark","unknown":{}}`, `{"tools":[]}`, `[]`, `null`,
	} {
		f.Add([]byte(body))
	}
	shipped, err := fs.Glob(starters.FS(), "drafts/*.json")
	if err != nil || len(shipped) == 0 {
		f.Fatal("no starters", err)
	}
	for _, name := range shipped {
		raw, err := fs.ReadFile(starters.FS(), name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	a := drafts(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		whole, err := checkJSON(body, platform.MaxValues)
		if err != nil {
			return
		}
		draft, problems := a.readUnsaved(whole.readable)
		said(t, problems)
		if _, again := a.readUnsaved(whole.readable); !cmp.Equal(problems, again) {
			t.Fatalf("read twice:\n%s", cmp.Diff(problems, again))
		}
		if len(problems)+len(whole.problems) > 0 || draft.Name == "" { // of which only a new app says that it is missing
			return
		}
		said(t, a.Apps.(*publish.Service).CheckDraft(draft))
		shown := shownOf(draft)
		shown["exampleData"] = draft.Invented()
		for name := range platform.FlatFields() {
			delete(shown, name)
		}
		text, err := json.Marshal(shown)
		if err != nil {
			t.Fatal(err)
		}
		back, problems := a.readUnsaved(text)
		invented := draft.Invented()
		draft.ExampleData = &invented
		if len(problems) > 0 || back.Digest() != draft.Digest() || draft.Digest() == "" || !cmp.Equal(back.Allow, draft.Allow, cmpopts.EquateEmpty()) {
			t.Fatalf("%s is sent back as %s: %v\n%s", body, text, problems, cmp.Diff(draft, back))
		}
	})
}

// readUnsaved reads a body as the action does that makes an app.
func (a *API) readUnsaved(body json.RawMessage) (platform.Draft, []platform.Problem) {
	fields, tables, faults := a.unproposed(body)
	c, flat := a.readChanges(fields)
	c.Tables, c.Problems = tables, append(c.Problems, platform.WithMore(faults, rows.CheckTables(tables))...)
	draft, problems := a.Apps.Unsaved(c)
	return draft, flat.at(problems)
}

// said fails the test where a problem does not say where it is, or what is wrong, or says it in words of the program's.
func said(t *testing.T, problems []platform.Problem) {
	t.Helper()
	for _, p := range problems {
		if !platform.Within(p.Location, "body") || strings.TrimSpace(p.Message) == "" || strings.Contains(p.Message, "json:") || strings.Contains(p.Message, "platform.") {
			t.Errorf("a problem at %q: %q", p.Location, p.Message)
		}
	}
}
