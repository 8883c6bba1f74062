package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A draft that was described is created, published and called without another word from its author.
func TestADescribedAppCanBePublishedAtOnce(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	for _, prompt := range []string{"Find vegan restaurants in Berlin", "a dashboard of monthly sales", "x", "🍕", "<img src=x onerror=alert(1)>"} {
		a := ann.do("POST", "/api/v1/apps/generate", map[string]any{"prompt": prompt}).is(200)
		var draft map[string]any
		if err := json.Unmarshal([]byte(a.body), &draft); err != nil {
			t.Fatal(err)
		}
		id := ann.do("POST", "/api/v1/apps", draft).is(201).text("id")
		ann.do("POST", "/api/v1/apps/"+id+"/publish", nil).is(200)
		call := ann.do("POST", "/api/v1/apps/"+id+"/test", map[string]any{"arguments": map[string]any{"message": "hello"}}).is(200)
		if call.at("response", "result", "structuredContent") == nil {
			t.Errorf("%q answers %s", prompt, call.body)
		}
	}
	if items := asList(ann.do("GET", "/api/v1/apps", nil).is(200).at("items")); len(items) != 5 {
		t.Errorf("%d apps are stored: generating must store none", len(items))
	}
}

func TestAFurtherSentenceRefinesTheDraft(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	var draft map[string]any
	refine := func(prompt string) {
		t.Helper()
		body := map[string]any{"prompt": prompt}
		if draft != nil {
			body["draft"] = draft
		}
		a := ann.do("POST", "/api/v1/apps/generate", body).is(200)
		draft = nil
		if err := json.Unmarshal([]byte(a.body), &draft); err != nil {
			t.Fatal(err)
		}
	}
	refine("Show restaurants in Lisbon")
	tool := draft["toolName"]
	refine("show it as a table")
	refine("call it Dinner Finder")
	if draft["layoutTemplate"] != "table" || draft["name"] != "Dinner Finder" || draft["toolName"] != tool {
		t.Errorf("refined: %v %v %v, the tool was %v", draft["layoutTemplate"], draft["name"], draft["toolName"], tool)
	}
}

func TestWhatCannotBeGeneratedIsSaidAtOnce(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	const empty = "body.prompt: must not be empty: say in a sentence what the app shows"
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"nothing", `{}`, []string{"body.prompt: is required"}},
		{"empty", `{"prompt":""}`, []string{empty}},
		{"blank", `{"prompt":" \n "}`, []string{empty}},
		{"too long", `{"prompt":"` + strings.Repeat("é", 4001) + `"}`, []string{"body.prompt: must have at most 4000 characters, not 4001"}},
		{"no text", `{"prompt":7,"x":1}`, []string{"body.prompt: must be a string, not a number", "body.x: is not a known field; known fields: draft, layoutTemplate, prompt"}},
		{"half of a character", `{"prompt":"\ud800"}`, []string{"body.prompt: must not contain half of a character (an unpaired surrogate such as \\ud800)"}},
		{"a former draft that nobody could have saved", `{"prompt":" ","draft":{"name":"a\u0007","layoutTemplate":"wall","themeVariables":{"radius":99},"id":"1"}}`, []string{
			"body.draft.id: is not a known field; known fields: access, allow, description, exampleData, instructions, layoutTemplate, mcpSlug, mockData, name, responseText, scopes, systemPrompt, themeVariables, toolDescription, toolName, tools", "body.draft.layoutTemplate: must be one of cards, carousel, chart, chat, dashboard, details, form, gallery, list, map, markdown, search-results, table, timeline",
			"body.draft.name: must not contain the character U+0007", "body.draft.themeVariables.radius: must be at most 24",
			empty}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := ann.do("POST", "/api/v1/apps/generate", c.body).problems()
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOnlyEditorsGenerateAndNotWithoutEnd(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, ours, _ := w.person("ann@example.com")
	body := map[string]any{"prompt": "Show hotels"}
	w.anonymous().do("POST", "/api/v1/apps/generate", body).fails(401, "UNAUTHENTICATED")
	viewer, _ := w.join(ann, ours, "viewer", "vic@example.com")
	viewer.workspace = ours
	viewer.do("POST", "/api/v1/apps/generate", body).fails(403, "FORBIDDEN")
	program, _ := ann.key(ours, map[string]any{})
	for i := range 20 { // one person, by two ways
		[]*client{ann, program}[i%2].do("POST", "/api/v1/apps/generate", body).is(200)
	}
	for _, c := range []*client{ann, program} {
		if a := c.do("POST", "/api/v1/apps/generate", body).fails(429, "RATE_LIMITED"); a.header.Get("Retry-After") == "" {
			t.Error("it does not say when to try again")
		}
	}
	bob, _, _ := w.person("bob@example.com")
	bob.do("POST", "/api/v1/apps/generate", body).is(200)
	w.Pass(60e9)
	ann.do("POST", "/api/v1/apps/generate", body).is(200)
}

// What was pasted is in the answer to the digit, and the answer is taken back: to refine it, and to make the app.
func TestWhatWasPastedComesBack(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, workspace, _ := w.person("ann@example.com")
	var draft map[string]any
	a := ann.do("POST", "/api/v1/apps/generate", map[string]any{"prompt": "Our breads:\nRye – 4,20 €\nSeed roll – 0,80 €"}).is(200)
	if err := json.Unmarshal([]byte(a.body), &draft); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"rows":[{"name":"Rye","price":4.20},{"name":"Seed roll","price":0.80}]`, `"currency":"EUR"`, `"exampleData":false`, `"madeBy":"rules"`, `"questions":[]`} {
		if !strings.Contains(a.body, part) {
			t.Errorf("no %s in %s", part, a.body)
		}
	}
	refined := ann.do("POST", "/api/v1/apps/generate", map[string]any{"prompt": "add a column called Vegan", "draft": draft}).is(200)
	if tables := asList(refined.at("tables")); len(tables) != 1 || !strings.Contains(refined.body, `"title":"Vegan"`) || !strings.Contains(refined.body, `{"name":"Rye","price":4.2}`) {
		t.Errorf("refined: %s", refined.body)
	}
	id := ann.do("POST", "/api/v1/apps", draft).is(201).text("id")
	if rows := ann.do("GET", "/api/v1/apps/"+id+"/tables/breads/rows", nil).is(200); !strings.Contains(rows.body, `"price":0.8`) || rows.at("total") != 2.0 {
		t.Errorf("rows: %s", rows.body)
	}
	asked := ann.do("POST", "/api/v1/apps/generate", map[string]any{"prompt": "x"}).is(200)
	if questions := asList(asked.at("questions")); len(questions) != 1 || asked.at("exampleData") != true {
		t.Errorf("asked: %s", asked.body)
	}
	before := len(asList(ann.do("GET", "/api/v1/apps", nil).is(200).at("items")))
	got := ann.do("POST", "/api/v1/apps", `{"name":"A","tables":[{"name":"t","columns":[{"name":"id","type":"text"}]},{"name":"t","columns":[{"name":"n","type":"number"}],"rows":[{"n":"x"},{"m":1}]}]}`).problems()
	if len(got) != 4 || !strings.HasPrefix(got[0], "body.tables[0].columns[0].name: must not be id") || !strings.HasPrefix(got[1], "body.tables[1].name: ") {
		t.Errorf("problems: %q", got)
	}
	if n := len(asList(ann.do("GET", "/api/v1/apps", nil).is(200).at("items"))); n != before {
		t.Errorf("%d apps, were %d: all or none", n, before)
	}
	twice := ann.do("POST", "/api/v1/apps", `{"name":"A","tables":[{"name":"t","columns":[{"name":"n","type":"text","unique":true}],"rows":[{"n":"x"},{"n":"x"}]}]}`).fails(409, "CONFLICT")
	if !strings.Contains(twice.body, `"location":"body.tables[0].rows[1].n"`) {
		t.Errorf("not located: %s", twice.body)
	}
	if audit := ann.do("GET", "/api/v1/workspaces/"+workspace+"/audit?limit=1", nil).is(200); audit.column("target")[0] != id {
		t.Errorf("what was not made has been done and undone: %s", audit.body)
	}
	for sent, want := range map[string]string{
		`"tables":7`: "body.tables: must be an array or null, not a number",
		`"tables":[{"name":"t","columns":[{"name":"n","type":"text","kind":1}],"colour":2}]`: "body.tables[0].colour: is not a known field; body.tables[0].columns[0].kind: is not a known field",
		`"tables":[{"name":"t","columns":[{"name":"n","type":5}]}]`:                          "body.tables[0].columns[0].type: must be a string or null, not a number",
		`"toolName":"a","tools":[{"name":"a"}]`:                                              "body.toolName: must not be sent together with tools",
	} {
		got := ann.do("POST", "/api/v1/apps", `{"name":"A",`+sent+`}`).problems()
		parts := strings.Split(want, "; ")
		if len(got) != len(parts) {
			t.Errorf("%s: %q, want %s", sent, got, want)
			continue
		}
		for i, part := range parts {
			if !strings.HasPrefix(got[i], part) {
				t.Errorf("%s: %q, want %s", sent, got[i], part)
			}
		}
	}
}
