package api_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestImport(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	table := ann.breads()
	csv := ann.with("Content-Type", "text/csv; charset=windows-1252")
	first := csv.do("POST", table+"/import", "Bread;PRICE;vegan\r\nRye;3,20;ja\r\n\r\nSpelt;1.004,5;\r\n;;\r\n").is(200)
	if diff := cmp.Diff(map[string]any{"created": 2.0, "changed": 0.0, "removed": 0.0, "problems": []any{}}, first.at()); diff != "" {
		t.Error(diff)
	}
	list := func() []string { return valuesOf(ann.do("GET", table+"/rows", nil).is(200)) }
	if diff := cmp.Diff([]string{`{"name":"Rye","price":3.20,"vegan":true}`, `{"name":"Spelt","price":1004.5}`}, list()); diff != "" {
		t.Error(diff)
	}
	ids := ann.do("GET", table+"/rows", nil).column("id")
	bad := csv.do("POST", table+"/import", "name,colour,Bread,price\nRye,red,x,3\nOats,,,much\n,,,1\nOats,,,,,5\n").is(422)
	want := []any{
		map[string]any{"row": 0.0, "column": "colour"}, map[string]any{"row": 0.0, "column": "Bread"}, map[string]any{"row": 1.0, "column": "name"},
		map[string]any{"row": 2.0, "column": "price"}, map[string]any{"row": 3.0, "column": "name"}, map[string]any{"row": 4.0, "column": ""}, map[string]any{"row": 4.0, "column": "name"},
	}
	var got []any
	for _, p := range asList(bad.at("problems")) {
		fault := p.(map[string]any)
		delete(fault, "message")
		got = append(got, fault)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\n%s", diff, bad.body)
	}
	bad.has(`"code":"INVALID_CONFIG"`)
	csv.do("POST", table+"/import", "name\nOats\nRye\n").is(422).has(`"row":2`, `"column":"name"`)
	for _, sent := range []*answer{csv.do("POST", table+"/import", "name,price\nOats,1,2\nRye,3\nCorn,much\n"),
		ann.do("POST", table+"/import?dryRun=true", `[7,{"name":"Rye","price":3},{"name":"Corn","price":"much"}]`)} { // what is wrong with one row hides nothing of others
		sent.is(422).has(`"row":1,"column":""`, `"row":2,"column":"name"`, `"row":3,"column":"price"`)
	}
	if len(list()) != 2 {
		t.Errorf("a refused file has changed %v", list())
	}

	dry := ann.do("POST", table+"/import?mode=upsert&key=name&dryRun=true", `[{"name":"Rye","price":4},{"name":"Oats"},{"Bread":"Spelt"}]`).is(200)
	if dry.at("created") != 1.0 || dry.at("changed") != 1.0 || len(list()) != 2 {
		t.Errorf("%s, %v", dry.body, list())
	}
	ann.do("POST", table+"/import?mode=upsert&key=name", `[{"name":"Rye","price":4},{"name":"Oats"},{"Bread":"Spelt"}]`).is(200)
	if diff := cmp.Diff([]string{`{"name":"Rye","price":4,"vegan":true}`, `{"name":"Spelt","price":1004.5}`, `{"name":"Oats"}`}, list()); diff != "" {
		t.Error(diff)
	}
	if again := ann.do("GET", table+"/rows", nil).column("id"); !slices.Equal(again[:2], ids) {
		t.Errorf("an upsert changes ids: %v, %v", ids, again)
	}
	ann.do("POST", table+"/undo", nil).is(200)
	if diff := cmp.Diff([]string{`{"name":"Rye","price":3.20,"vegan":true}`, `{"name":"Spelt","price":1004.5}`}, list()); diff != "" {
		t.Error(diff)
	}
	ann.do("POST", table+"/undo", nil).is(409).has(`"code":"CONFLICT"`)

	csv.do("POST", table+"/import?mode=upsert&key=foo", "name\nRye\n").is(422).has(`"column":"foo"`, "is no column; the columns are name, ")
	csv.do("POST", table+"/import?mode=upsert&key=price", "name\nRye\n").is(422).has("must be in the file, since rows are found by it")
	for query, body := range map[string]string{
		"?mode=upsert": `[]`, "?key=name": `[]`, "?mode=merge": `[]`, "?mode=upsert&key=none": `[{"name":"a"}]`, "?mode=upsert&key=price": `[{"name":"a"}]`,
		"?mode=upsert&key=name": `[{"name":"a"},{"name":"a"}]`, "?dryRun=true": `[{"name":"Rye"}]`, "?mode=append": `[7,{"name":"b","x":1},{"name":{"a":1}}]`,
	} {
		ann.do("POST", table+"/import"+query, body).is(422)
	}
	for _, body := range []string{`{"name":"a"}`, `[{"name":"a"}`, `[{"name":"a"}] x`, ``, "[\x00]", `nonsense`} {
		if got := ann.do("POST", table+"/import", body); got.status != 400 {
			t.Errorf("%q is answered by %d %s", body, got.status, got.body)
		}
	}
	for _, body := range []string{"", "\r\n", "name\n\"Rye", "a\x00b"} {
		if got := csv.do("POST", table+"/import", body); got.status != 422 && got.status != 400 {
			t.Errorf("%q is answered by %d %s", body, got.status, got.body)
		}
	}
	ann.with("Content-Type", "application/xml").do("POST", table+"/import", "<a/>").is(415).has("application/json or ")
	for media, file := range map[string]string{
		"text/tab-separated-values": "name\tprice\n\"Rye, dark\"\t3\nOats; Corn\t4\n",
		"application/jsonl":         "{\"name\":\"Rye, dark\",\"price\":3}\r\n\n{\"name\":\"Oats; Corn\",\"price\":4}",
		"application/x-ndjson":      `{"name":"Rye, dark","price":3}{"name":"Oats; Corn","price":4}` + "\n",
	} {
		by := ann.with("Content-Type", media)
		by.do("POST", table+"/import", file).is(200)
		if diff := cmp.Diff([]string{`{"name":"Rye, dark","price":3}`, `{"name":"Oats; Corn","price":4}`}, list()[2:]); diff != "" {
			t.Errorf("%s: %s", media, diff)
		}
		ann.do("POST", table+"/undo", nil).is(200)
		if media != "text/tab-separated-values" {
			by.do("POST", table+"/import", file+"{\"price\":").is(400).has("one object on each line")
			by.do("POST", table+"/import", file+"[7]\n{\"name\":\"x\",\"price\":\"much\"}").is(422).has(`"row":3`, `"row":4`)
		}
	}
	csv.do("POST", table+"/import", "name\n"+strings.Repeat("a\n", 101)).is(403).has(`"code":"LIMIT_REACHED"`)
	csv.do("POST", table+"/import", "name\n"+strings.Repeat("a", 17<<10)+"\n").is(413)
	if len(list()) != 2 {
		t.Errorf("a refused file has changed %v", list())
	}
}
