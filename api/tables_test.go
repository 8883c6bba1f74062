package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const breadColumns = `[{"name":"name","title":"Bread","type":"text","required":true,"unique":true},{"name":"price","type":"money","currency":"EUR"},
	{"name":"vegan","type":"boolean"},{"name":"tags","type":"tags"},{"name":"notes","type":"text"}]`

// breads makes an app with a table, and returns the path of the table.
func (c *client) breads() string {
	c.w.t.Helper()
	app := c.app("Bakery")
	c.do("POST", app+"/tables", `{"name":"breads","columns":`+breadColumns+`}`).is(201)
	return app + "/tables/breads"
}

// with returns a client that sends a header besides.
func (c *client) with(name, value string) *client {
	other := *c
	other.header = c.header.Clone()
	other.header.Set(name, value)
	return &other
}

// has reports what the body should hold and does not.
func (a *answer) has(parts ...string) {
	a.t.Helper()
	for _, p := range parts {
		if !strings.Contains(a.body, p) {
			a.t.Errorf("%s: no %s in %.1000s", a.call, p, a.body)
		}
	}
}

// raw returns a field of the body as it is written.
func (a *answer) raw(field string) json.RawMessage {
	a.t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(a.body), &fields); err != nil {
		a.t.Fatal(err)
	}
	return fields[field]
}

func TestTables(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Bakery")
	made := ann.do("POST", app+"/tables", `{"name":"breads","title":"Breads","columns":`+breadColumns+`}`).is(201)
	if got := ann.do("GET", app+"/tables/breads", nil).is(200); got.body != made.body || made.at("rows") != float64(0) || made.at("ownedRows") != false {
		t.Errorf("%s, then %s", made.body, got.body)
	}
	ann.do("POST", app+"/tables", `{"name":"breads","columns":[{"name":"a","type":"text"}]}`).is(409).has(`"code":"CONFLICT"`)
	bad := ann.do("POST", app+"/tables", `{"name":"Breads!","columns":[{"name":"id","type":"text"},{"name":"a","type":"colour"},{"name":"b","type":"enum"}],"more":1}`).is(422)
	bad.has("body.name", "body.columns[0].name", "body.columns[1].type", "body.columns[2].values", "body.more")
	ann.do("GET", app+"/tables/none", nil).is(404).has(`"code":"NOT_FOUND"`)
	ann.do("GET", app+"/tables/%00", nil).is(404)
	ann.do("GET", app+"/tables?limit=1", nil).is(200).has(`"breads"`, `"nextCursor":null`)

	table := app + "/tables/breads"
	ann.do("POST", table+"/rows", `{"rows":[{"values":{"name":"Rye","price":3.20,"vegan":true}},{"values":{"name":"Spelt","notes":"about 4"}}]}`).is(201)
	if got := ann.do("PATCH", table, `{"title":null}`).is(200); got.text("title") != "" {
		t.Error(got.body)
	}
	change := func(columns string) *answer { return ann.do("PATCH", table, `{"columns":`+columns+`}`) }
	change(`[{"name":"name","type":"text"},{"name":"notes","type":"integer"}]`).is(409).has("body.columns[1]", "notes", "1 row")
	change(`[{"name":"name","type":"text"},{"name":"price","type":"money","required":true}]`).is(409).has("price", "required")
	change(`[{"name":"name","type":"text"},{"name":"vegan","type":"text"},{"name":"price","type":"text"}]`).is(200)
	if got := ann.do("GET", table+"/rows", nil).is(200); !strings.Contains(got.body, `{"name":"Rye","vegan":"true","price":"3.20"}`) {
		t.Error(got.body)
	}
	change(`[]`).is(422).has("body.columns")
	change(`null`).is(422)
	ann.do("DELETE", table, nil).is(204)
	ann.do("GET", table+"/rows", nil).is(404)
}

// The tables of an app keep the order in which they were sent, also where the clock stands still.
func TestTablesKeepTheirOrder(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	const columns = `"columns":[{"name":"a","type":"text"}]`
	app := "/api/v1/apps/" + ann.do("POST", "/api/v1/apps", `{"name":"Hire","tables":[{"name":"boats",`+columns+`},{"name":"boat_requests",`+columns+`,"rows":[{"a":"b"}]}]}`).is(201).text("id")
	ann.do("POST", app+"/tables", `{"name":"berths",`+columns+`}`).is(201)
	copied := "/api/v1/apps/" + ann.do("POST", app+"/duplicate", nil).is(201).text("id")
	for _, at := range []string{app, copied} {
		var names []string
		for _, table := range asList(ann.do("GET", at+"/tables", nil).is(200).at("items")) {
			made := table.(map[string]any)
			if names = append(names, made["name"].(string)); made["updatedAt"].(string) < made["createdAt"].(string) {
				t.Errorf("changed before it was made: %v", made)
			}
		}
		if got := strings.Join(names, " "); got != "boats boat_requests berths" {
			t.Errorf("%s: %s", at, got)
		}
	}
}

func TestLimitsOfTables(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	columns := func(n int) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(`{"name":"c%d","type":"text"}`, i)
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	tables := func(n int, columns string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(`{"name":"t%d","columns":%s}`, i, columns)
		}
		return `{"name":"A","tables":[` + strings.Join(all, ",") + "]}"
	}
	app := "/api/v1/apps/" + ann.do("POST", "/api/v1/apps", tables(20, columns(40))).is(201).text("id")
	ann.do("POST", "/api/v1/apps", tables(21, columns(1))).is(403).has(`"code":"LIMIT_REACHED"`, `"body.tables"`)
	ann.do("POST", "/api/v1/apps", tables(2, columns(41))).is(403).has(`"code":"LIMIT_REACHED"`, `"body.tables[0].columns"`)
	ann.do("PATCH", app+"/tables/t0", `{"columns":`+columns(41)+`}`).is(403).has(`"code":"LIMIT_REACHED"`, `"body.columns"`, "40")
	ann.do("DELETE", app+"/tables/t0", nil).is(204)
	ann.do("POST", app+"/tables", `{"name":"T","columns":`+columns(41)+`}`).is(422).has(`"body.name"`) // what is wrong comes first
	ann.do("POST", app+"/tables", `{"name":"t","columns":`+columns(41)+`}`).is(403).has(`"code":"LIMIT_REACHED"`, `"body.columns"`)
	ann.do("POST", app+"/tables", `{"name":"t","columns":`+columns(40)+`}`).is(201)
	ann.do("POST", app+"/tables", `{"name":"u","columns":`+columns(1)+`}`).is(403).has(`"code":"LIMIT_REACHED"`)
	if got := ann.do("GET", "/api/v1/apps", nil).is(200); len(asList(got.at("items"))) != 1 {
		t.Errorf("what was refused is there: %s", got.body)
	}
}

func TestRows(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	table := ann.breads()
	rows := table + "/rows"
	rye := ann.do("POST", rows, `{"values":{"name":"Rye","price":3.20,"tags":["fresh","dark"],"notes":null}}`).is(201)
	if string(rye.raw("values")) != `{"name":"Rye","price":3.20,"tags":["fresh","dark"]}` || rye.at("owner") != nil || rye.header.Get("ETag") == "" {
		t.Error(rye.body)
	}
	row := rows + "/" + rye.text("id")
	if got := ann.do("GET", row, nil).is(200); got.body != rye.body || got.header.Get("ETag") != rye.header.Get("ETag") {
		t.Errorf("%s, then %s", rye.body, got.body)
	}
	ann.do("POST", rows, `{"values":{"name":"Rye"}}`).is(409).has(`"code":"CONFLICT"`, "body.values.name", "Bread")
	ann.do("POST", rows, `{"rows":[{"values":{"name":"A"}},{"values":{"name":"B"}},{"values":{"name":"C"}},{"values":{"name":"A"}}]}`).is(409).has("body.rows[3].values.name")
	bad := ann.do("POST", rows, `{"rows":[{"values":{"name":"A","price":"3"}},{"values":{"id":"x","vegan":1}}]}`).is(422)
	bad.has("body.rows[0].values.price", "body.rows[1].values.id", "body.rows[1].values.vegan")
	ann.do("POST", rows, `{"values":{"name":"A","price":"3"}}`).is(422).has(`"body.values.price"`)
	ann.do("POST", rows, `{"values":7}`).is(422).has(`"body.values"`)
	for _, body := range []string{`{}`, `{"rows":[]}`, `{"values":{"name":"A"},"rows":[{"values":{"name":"B"}}]}`, `{"values":{"name":"A"},"owner":"me"}`,
		`{"rows":[` + strings.Repeat(`{"values":{"name":"A"}},`, 1000) + `{"values":{"name":"A"}}]}`} {
		ann.do("POST", rows, body).is(422)
	}
	ann.do("POST", rows, `{"values":{"name":"`+strings.Repeat("x", 16<<10)+`"}}`).is(413).has(`"code":"TOO_LARGE"`)
	ann.do("POST", rows, `{"rows":[{"values":{"name":"A"}},{"values":{"name":"`+strings.Repeat("x", 16<<10)+`"}}]}`).is(413).has("body.rows[1]", "is too large")
	ann.do("POST", rows, `{"rows":[`+strings.TrimSuffix(strings.Repeat(`{"values":{"name":"A"}},`, 101), ",")+`]}`).is(403).has(`"code":"LIMIT_REACHED"`, "BERTH_LIMIT_ROWS")

	changed := ann.with("If-Match", rye.header.Get("ETag")).do("PATCH", row, `{"values":{"price":null,"notes":"ünë"}}`).is(200)
	if string(changed.raw("values")) != `{"name":"Rye","tags":["fresh","dark"],"notes":"ünë"}` || changed.header.Get("ETag") == rye.header.Get("ETag") {
		t.Error(changed.body)
	}
	for _, method := range []string{"PATCH", "DELETE"} {
		ann.with("If-Match", rye.header.Get("ETag")).do(method, row, `{"values":{"price":1}}`).is(412)
	}
	ann.do("PATCH", row, `{"values":{"name":null,"vegan":"yes"}}`).is(422).has(`"body.values.vegan"`)
	ann.do("PATCH", row, `{"values":{"name":null}}`).is(422).has(`"body.values.name"`)
	ann.do("GET", rows+"/none", nil).is(404)
	ann.do("DELETE", row, nil).is(204)
	ann.do("DELETE", row, nil).is(404).has(`"code":"NOT_FOUND"`)
	if got := ann.do("GET", table, nil).is(200); got.at("rows") != float64(0) {
		t.Error(got.body)
	}
}

func TestListRows(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	rows := ann.breads() + "/rows"
	ann.do("POST", rows, `{"rows":[{"values":{"name":"Rye","price":3}},{"values":{"name":"Spelt","price":5,"vegan":true}},{"values":{"name":"Wheat <b>","price":2,"vegan":true}},{"values":{"name":"Old"}}]}`).is(201)
	for query, want := range map[string][]string{
		"":                                      {"Rye", "Spelt", "Wheat <b>", "Old"},
		"?sort=-price":                          {"Spelt", "Rye", "Wheat <b>", "Old"},
		"?filter=price%3C%3D3&sort=name":        {"Rye", "Wheat <b>"},
		"?filter=price%3C5&filter=vegan%3Dtrue": {"Wheat <b>"},
		"?q=spelt":                              {"Spelt"},
		"?filter=name~RYE":                      {"Rye"},
	} {
		got := ann.do("GET", rows+query, nil).is(200)
		if names := got.column("values", "name"); !slices.Equal(names, want) || got.at("total") != float64(len(want)) {
			t.Errorf("%s: %v", query, got.body)
		}
	}
	first := ann.do("GET", rows+"?limit=3&sort=name", nil).is(200)
	second := ann.do("GET", rows+"?limit=3&sort=name&cursor="+first.text("nextCursor"), nil).is(200)
	if names := append(first.column("values", "name"), second.column("values", "name")...); !slices.Equal(names, []string{"Old", "Rye", "Spelt", "Wheat <b>"}) || second.at("nextCursor") != nil {
		t.Errorf("%v", names)
	}
	ann.do("GET", rows+"?filter=colour%3D1&filter=price%3Dx&sort=none", nil).is(422).has("query.filter[0]", "query.filter[1]", "query.sort")
	ann.do("GET", rows+"?cursor=abc", nil).is(400).has(`"code":"BAD_REQUEST"`)
	ann.do("GET", rows+"?limit=201", nil).is(422)
	ann.do("PATCH", rows+"/"+first.column("id")[0], `{"values":{"price":9}}`).is(200)
	if got := ann.do("GET", rows+"?sort=-price&limit=1", nil).is(200); got.column("values", "name")[0] != "Old" {
		t.Errorf("a change is not live at once: %s", got.body)
	}
}

// What is exported is read back unchanged, in both forms, whatever the cells hold.
func TestExportsAreReadBack(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Everything")
	var columns, cells []string
	for _, c := range []struct{ name, more, value string }{
		{"text", "", `"=SUM(A1)"`}, {"number", "", `-1234.5000`}, {"integer", "", `12345678901234567890`}, {"money", `,"currency":"EUR"`, `1.10`},
		{"boolean", "", `false`}, {"date", "", `"2026-02-03"`}, {"time", "", `"09:30"`}, {"datetime", "", `"2026-02-03T09:30:00.5+01:00"`},
		{"enum", `,"values":["a,b","c;\"d\""]`, `"c;\"d\""`}, {"tags", "", `["a, b","c"]`}, {"url", "", `"https://example.com/?a=1,2;3"`},
		{"image", "", `"https://example.com/a.png"`}, {"email", "", `"ann@example.com"`}, {"phone", "", `"+49 30 1234567"`},
		{"place", "", `{"lat":52.5,"lon":13.4,"label":"Berlin, Mitte"}`},
	} {
		columns = append(columns, fmt.Sprintf(`{"name":%q,"type":%q%s}`, c.name, c.name, c.more))
		cells = append(cells, fmt.Sprintf(`%q:%s`, c.name, c.value))
	}
	ann.do("POST", app+"/tables", `{"name":"a","columns":[`+strings.Join(columns, ",")+`]}`).is(201)
	ann.do("POST", app+"/tables", `{"name":"one","columns":[{"name":"text","type":"text"}]}`).is(201)
	texts := []string{" ", "a\r\nb\rc\nd", `"`, `""`, ",", ";", "\t", "'x", "=1+1", "@x", "-1", "מלים עם רווח", "a\u200fb", "👩‍👩‍👧", "é", "e\u0301", "\ufeffx", "null", "sep=;", "a|b", "NULL", "007", "x "}
	var rows []string
	for _, text := range texts {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, fmt.Sprintf(`{"values":{"text":%s}}`, quoted))
	}
	rows = append(rows, `{"values":{}}`)
	ann.do("POST", app+"/tables/one/rows", `{"rows":[`+strings.Join(rows, ",")+`]}`).is(201)
	ann.do("POST", app+"/tables/a/rows", `{"rows":[`+strings.Join(append(rows, `{"values":{`+strings.Join(cells, ",")+`}}`), ",")+`]}`).is(201)
	for _, table := range []string{app + "/tables/a", app + "/tables/one"} {
		before := valuesOf(ann.do("GET", table+"/rows?limit=200", nil).is(200))
		for format, media := range map[string]string{"csv": "text/csv", "json": "application/json"} {
			file := ann.do("GET", table+"/export?format="+format, nil).is(200)
			if !strings.HasPrefix(file.header.Get("Content-Type"), media) || !strings.Contains(file.header.Get("Content-Disposition"), "."+format) {
				t.Errorf("%v", file.header)
			}
			done := ann.with("Content-Type", media).do("POST", table+"/import?mode=replace", file.body).is(200)
			if done.at("created") != float64(len(before)) {
				t.Error(done.body)
			}
			if diff := cmp.Diff(before, valuesOf(ann.do("GET", table+"/rows?limit=200", nil).is(200))); diff != "" {
				t.Errorf("%s as %s: %s\n%s", table, format, diff, file.body)
			}
			if again := ann.do("GET", table+"/export?format="+format, nil).is(200); again.body != file.body {
				t.Errorf("%s is exported in another way:\n%s\n%s", format, file.body, again.body)
			}
		}
	}
}

// valuesOf lists the values of the rows in an answer, as they are written.
func valuesOf(a *answer) []string {
	var page struct {
		Items []struct{ Values json.RawMessage }
	}
	if err := json.Unmarshal([]byte(a.body), &page); err != nil {
		a.t.Fatal(err)
	}
	all := []string{}
	for _, r := range page.Items {
		all = append(all, string(r.Values))
	}
	return all
}

func TestUniqueAddressesAreTheSameInAnyCase(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("People")
	ann.do("POST", app+"/tables", `{"name":"people","columns":[{"name":"email","type":"email","unique":true},{"name":"site","type":"url","unique":true},{"name":"n","type":"integer"}]}`).is(201)
	rows, file := app+"/tables/people/rows", app+"/tables/people/import"
	bo := ann.do("POST", rows, `{"values":{"email":"Bo@Example.com","site":"https://Example.com/Bo"}}`).is(201).text("id")
	ann.do("POST", rows, `{"values":{"email":"bo@example.COM"}}`).fails(409, "CONFLICT").has(`"body.values.email"`)
	ann.do("POST", rows, `{"values":{"site":"https://example.com/Bo"}}`).fails(409, "CONFLICT")
	ann.do("POST", rows, `{"values":{"site":"https://example.com/bo"}}`).is(201)
	ann.do("POST", rows, `{"rows":[{"values":{"email":"Cy@x.de"}},{"values":{"email":"cY@x.de"}}]}`).fails(409, "CONFLICT").has("body.rows[1].values.email")
	ann.do("PATCH", rows+"/"+bo, `{"values":{"email":"bo@example.com"}}`).is(200) // the row's own
	csv := ann.with("Content-Type", "text/csv")
	csv.do("POST", file, "email\nBO@EXAMPLE.COM\n").is(422).has(`"row":1`, `"email"`)
	csv.do("POST", file, "email\nDi@x.de\ndi@x.de\n").is(422).has(`"row":2`, "the same as in row 1")
	csv.do("POST", file+"?mode=upsert&key=email", "email,n\nBO@example.com,7\n").is(200).has(`"created":0`, `"changed":1`)
	ann.do("GET", rows+"/"+bo, nil).is(200).has(`"email":"BO@example.com"`, `"n":7`)
	ann.do("DELETE", rows+"/"+bo, nil).is(204)
	ann.do("POST", rows, `{"values":{"email":"bo@example.com"}}`).is(201)
}
