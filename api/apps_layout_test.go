package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The data of a draft are answered as another layout shows them; a layout that cannot says why. It needs no prompt and counts as none.
func TestADraftInAnotherLayout(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	const draft = `{"name":"Bakery","tools":[{"name":"show","description":"Shows.","layoutTemplate":"cards","mockData":{"items":[{"title":"Rye","price":3.50,"currency":"EUR","badge":"New"}]}}]}`
	in := func(layout string) *answer {
		return ann.do("POST", "/api/v1/apps/generate", `{"layoutTemplate":"`+layout+`","draft":`+draft+`}`)
	}
	for range 25 { // more than there may be prompts
		got := in("list").is(200)
		if got.at("layoutTemplate") != "list" || got.at("name") != "Bakery" || got.at("toolName") != "show" || got.at("toolDescription") != "Shows." {
			t.Fatal(got.body)
		}
		got.has(`"title":"Rye"`, `"value":3.50`, `"currency":"EUR"`, `"badge":"New"`)
	}
	for layout, why := range map[string]string{"gallery": "needs pictures", "form": "asks for something", "wall": "is no layout"} {
		if got := in(layout).fails(422, "INVALID_CONFIG"); strings.Join(got.locations(), " ") != "body.layoutTemplate" || !strings.Contains(got.body, why) {
			t.Error(got.body)
		}
	}
	ann.do("POST", "/api/v1/apps/generate", `{"layoutTemplate":"list"}`).fails(422, "INVALID_CONFIG").has("body.draft")
	ann.do("POST", "/api/v1/apps/generate", `{"layoutTemplate":7}`).fails(422, "INVALID_CONFIG").has("body.layoutTemplate")
	w.anonymous().do("POST", "/api/v1/apps/generate", `{"layoutTemplate":"list","draft":`+draft+`}`).fails(401, "UNAUTHENTICATED")
}

// A query's field map shows in another layout the columns that it showed; check says which columns are shown nowhere, and by which map
// the others are.
func TestColumnsThatAreShownNowhere(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	bob, _, _ := w.person("bob@example.com")
	const mine = `{"item":{"title":{"from":"/name"},"badge":{"from":"/notes"}}}`
	table := ann.breads()
	app := strings.TrimSuffix(table, "/tables/breads")
	query := func(layout, result string) string {
		return `[{"name":"find","description":"Finds.","layoutTemplate":"` + layout + `","handler":{"kind":"query","table":"breads","result":` + result + `}}]`
	}
	shows := func() map[string]any {
		t.Helper()
		all := asList(ann.do("GET", app+"/check", nil).is(200).at("shows"))
		if len(all) != 1 {
			t.Fatal(all)
		}
		return all[0].(map[string]any)
	}
	ann.do("PATCH", app, `{"tools":`+query("cards", "null")+`}`).is(200)
	if got := shows(); got["tool"] != "find" || len(got["hidden"].([]any)) != 0 || got["map"] == nil {
		t.Error(got)
	}
	ann.do("PATCH", app, `{"tools":`+query("cards", mine)+`}`).is(200)
	if diff := cmp.Diff([]any{"price", "vegan", "tags"}, shows()["hidden"]); diff != "" {
		t.Error(diff)
	}
	bob.do("GET", app+"/check", nil).fails(404, "APP_NOT_FOUND")

	draft := `{"name":"x","tools":` + query("cards", mine) + `,"tables":[{"name":"breads","columns":` + breadColumns + `}]}`
	var got struct {
		Tools json.RawMessage `json:"tools"`
	}
	if err := json.Unmarshal([]byte(ann.do("POST", "/api/v1/apps/generate", `{"layoutTemplate":"list","draft":`+draft+`}`).is(200).body), &got); err != nil {
		t.Fatal(err)
	}
	ann.do("PATCH", app, `{"tools":`+string(got.Tools)+`}`).is(200)
	if diff := cmp.Diff([]any{"price", "vegan", "tags"}, shows()["hidden"]); diff != "" {
		t.Errorf("in a list: %s", diff)
	}
	if problems := asList(ann.do("GET", app+"/check", nil).is(200).at("problems")); len(problems) > 0 {
		t.Error(problems)
	}
}
