package mapping_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/mapping"

	"github.com/google/go-cmp/cmp"
)

func TestEveryProblemOfFormIsLocated(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string][]platform.Problem{
		`{`:  {{Message: "is not valid JSON"}},
		`[]`: {{Message: "must be an object with data, each, item, take, where"}},
		`{"each":"a","take":201,"jq":".","where":[{"from":"/a","op":"=","value":[1]},1],"item":{"title":{"from":"/a","const":1},"a":{"from":"b","as":"date"},"b":{},"c":{"from":"/a","as":"int","x":1},"d":{"template":"{{a"}},"data":[]}`: {
			{Location: "data", Message: `must be an object of fields, such as {"title": {"from": "/name"}}`},
			{Location: "each", Message: `must be a JSON pointer such as "/name" or "/address/city"`},
			{Location: "item.a.from", Message: `must be a JSON pointer such as "/name" or "/address/city"`},
			{Location: "item.b", Message: "must have exactly one of from, const and template"},
			{Location: "item.c.as", Message: "must be one of text, number, money, date, datetime, url, boolean"},
			{Location: "item.c.x", Message: "is not a known field; known fields: as, const, currency, fallback, from, lines, template"},
			{Location: "item.d.template", Message: "has {{ without }} after it"},
			{Location: "item.title", Message: "must have exactly one of from, const and template"},
			{Location: "jq", Message: "is not a known field; known fields: data, each, item, take, where"},
			{Location: "take", Message: "must be a whole number from 1 to 200"},
			{Location: "where[0].op", Message: "must be one of eq, ne, lt, lte, gt, gte, contains"},
			{Location: "where[0].value", Message: "must be a text, a number, true or false"},
			{Location: "where[1]", Message: "must be an object with from, op, value"},
		},
		`{"item":{"a":{"from":"/a","currency":"EUR"},"b":{"const":null},"c":{"from":"/a","as":"money","currency":"eur"},"d":{"lines":[{"label":1,"from":"/a"}]}}}`: {
			{Location: "item.a.currency", Message: `needs "as": "money" beside it`},
			{Location: "item.b.const", Message: "must not be null"},
			{Location: "item.c.currency", Message: "must be a currency of three capitals, such as EUR (ISO 4217)"},
			{Location: "item.d.lines[0].label", Message: "must be a text of at most 300 bytes"},
		},
	} {
		m, problems := mapping.Parse(json.RawMessage(raw))
		if diff := cmp.Diff(want, problems); diff != "" || m != nil {
			t.Errorf("%s (-want +got):\n%s", raw, diff)
		}
	}
	if _, problems := mapping.Parse(json.RawMessage(`{"each":"` + strings.Repeat(" ", 70<<10) + `"}`)); len(problems) != 1 {
		t.Errorf("a large map: %v", problems)
	}
}

// What cannot work is said when a map is saved, not when it runs.
func TestCompileChecksLayoutAndColumns(t *testing.T) {
	t.Parallel()
	all := layouts(t)
	for _, c := range []struct {
		layout, raw string
		table       *platform.Table
		want        []platform.Problem
	}{
		{"cards", `{"item":{}}`, nil, []platform.Problem{{Location: "item.title", Message: "is required by the layout cards"}}},
		{"cards", `{}`, nil, []platform.Problem{{Location: "item.title", Message: "is required by the layout cards"}}},
		{"details", `{}`, nil, []platform.Problem{{Location: "item.title", Message: "is required by the layout details"}}},
		{"search-results", `{"item":{"title":{"from":"/a"},"id":{"from":"/b"}}}`, nil, []platform.Problem{{Location: "data.query", Message: "is required by the layout search-results"}}},
		{"cards", `{"item":{"title":{"from":"/a"},"tags":{"const":"x","fallback":1},"url":{"const":"ftp://x"},"price":{"from":"/a","as":"boolean"}},"data":{"titel":{"const":"x"},"items":{"const":[]}}}`, nil, []platform.Problem{
			{Location: "item.tags.fallback", Message: "does not fit the field, which takes a list"},
			{Location: "item.tags.const", Message: "does not fit the field, which takes a list"},
			{Location: "item.url.const", Message: `does not fit the field, which takes a text of the form ^https://[^\s]+$`},
			{Location: "data.titel", Message: "is not a field of the layout cards"},
			{Location: "data.items", Message: "is what item fills"},
		}},
		{"map", `{"item":{"name":{"from":"/bread_name"},"latitude":{"from":"/bread_name"},"longitude":{"from":"/shop"}}}`, breads(), []platform.Problem{
			{Location: "item.latitude", Message: "gives a text, and the field takes a number"},
			{Location: "item.longitude", Message: "gives an object, and the field takes a number"},
		}},
		{"cards", `{"each":"/other","where":[{"from":"/x","op":"eq","value":1}],"item":{"title":{"from":"/nam"},"subtitle":{"template":"{{price}} {{nope}}"},"badge":{"from":"/shop/x"},"description":{"lines":[{"from":""}]}},"data":{"title":{"from":"/total"}}}`, breads(), []platform.Problem{
			{Location: "each", Message: "must be /rows, or left out: the elements are the table's rows"},
			{Location: "where[0].from", Message: `names "x", which is no column of the table breads; its columns: ` + columns},
			{Location: "item.badge.from", Message: "leads into the column shop, which has no such part"},
			{Location: "item.description.lines[0].from", Message: `must name a column, such as "/bread_name"`},
			{Location: "item.subtitle.template", Message: `names "nope", which is no column of the table breads; its columns: ` + columns},
			{Location: "item.title.from", Message: `names "nam", which is no column of the table breads; its columns: ` + columns},
			{Location: "data.title.from", Message: "must begin with /count, /args or /rows: that is what a table answers"},
		}},
	} {
		m, problems := mapping.Parse(json.RawMessage(c.raw))
		if problems != nil {
			t.Fatal(problems)
		}
		plan, problems := mapping.Compile(m, all[c.layout].Shape, c.table)
		for i := range problems { // the layout has all of its fields listed
			problems[i].Message, _, _ = strings.Cut(problems[i].Message, "; its fields: ")
		}
		if diff := cmp.Diff(c.want, problems); diff != "" || plan != nil {
			t.Errorf("%s %s (-want +got):\n%s", c.layout, c.raw, diff)
		}
	}
}

const columns = "bread_name, price, vegan, kind, labels, photo, second_photo, notes, shop, page, baked, weight_g, phone"

// A map of a table need not say what the layout requires and the columns say already, and names what it leaves out.
func TestMapsOfTables(t *testing.T) {
	t.Parallel()
	all := layouts(t)
	for _, c := range []struct{ layout, raw, want, hidden string }{
		{"search-results", `{"item":{"description":{"from":"/notes"}},"data":{"query":{"from":"/args/query"}}}`,
			`{"query":"rye","results":[{"id":"r1","title":"Rye","description":"Rye flour, salt."}]}`, "price, vegan, kind, labels, photo, second_photo, shop, page, baked, weight_g, phone"},
		{"map", `{"item":{"name":{"template":"{{bread_name}} ({{kind}})"}}}`, `{"places":[{"name":"Rye (rye)","latitude":41.15,"longitude":-8.61}]}`,
			"price, vegan, labels, photo, second_photo, notes, page, baked, weight_g, phone"},
		{"table", `{"item":{"bread_name":{"from":"/bread_name"},"cost":{"from":"/price"}},"data":{"title":{"template":"{{count}} up to {{args.max}}"}}}`,
			`{"title":"1 up to 4","columns":[{"key":"bread_name","label":"Bread name"},{"key":"cost","label":"Price","type":"number"}],"rows":[{"bread_name":"Rye","cost":3.5}]}`,
			"vegan, kind, labels, photo, second_photo, notes, shop, page, baked, weight_g, phone"},
		{"cards", `{"item":{"title":{"from":"/bread_name"},"forTheModel":{"from":"/weight_g"}}}`, `{"items":[{"title":"Rye","forTheModel":750}]}`,
			"price, vegan, kind, labels, photo, second_photo, notes, shop, page, baked, weight_g, phone"},
	} {
		m, problems := mapping.Parse(json.RawMessage(c.raw))
		if problems != nil {
			t.Fatal(problems)
		}
		plan, problems := mapping.Compile(m, all[c.layout].Shape, breads())
		if problems != nil {
			t.Errorf("%s: %v", c.raw, problems)
			continue
		}
		got, err := plan.Apply(answer(t, rye))
		if err != nil {
			t.Fatal(err)
		}
		shown := fields(t, got)
		if headings, ok := shown["columns"].([]any); ok { // which may have currencies
			delete(headings[1].(map[string]any), "currency")
		}
		if diff := cmp.Diff(decode(t, c.want), any(shown)); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", c.raw, err, diff)
		}
		if hidden := strings.Join(plan.Hidden(), ", "); hidden != c.hidden {
			t.Errorf("%s hides %s", c.raw, hidden)
		}
		all[c.layout].fits(t, got.Data)
	}
}

// Whatever a map and an answer are, nothing panics, and what is shown fits the layout.
func FuzzApply(f *testing.F) {
	f.Add([]byte(`{"each":"/a","where":[{"from":"/x","op":"lt","value":3}],"item":{"title":{"template":"{{x}}"},"tags":{"from":"/t"},"image":{"from":"/i"},"price":{"from":"/x","as":"money","currency":"EUR"}}}`),
		[]byte(`{"a":[{"x":1,"t":["a",1,null],"i":"https://x.example/y"}]}`), "cards")
	f.Add([]byte(`{"item":{"title":{"from":"/0"},"facts":{"lines":[{"label":"a","from":"/1","as":"date"}]}}}`), []byte(`[["x",1763800000]]`), "details")
	f.Add([]byte(`{"item":{"name":{"from":""},"latitude":{"from":"","as":"number"},"longitude":{"const":1}},"data":{"subtitle":{"from":"/0"}}}`), []byte(`["1"]`), "map")
	all := layouts(f)
	f.Fuzz(func(t *testing.T, raw, answer []byte, layout string) {
		l, ok := all[layout]
		var v any
		m, problems := mapping.Parse(raw)
		if !ok || problems != nil || strings.Contains(string(raw)+string(answer), `\u0000`) || json.Unmarshal(answer, &v) != nil {
			return
		}
		plan, problems := mapping.Compile(m, l.Shape, nil)
		for _, p := range problems {
			if p.Message == "" {
				t.Fatalf("%s: a problem without a message", raw)
			}
		}
		if plan == nil {
			return
		}
		if got, err := plan.Apply(v); err == nil {
			l.fits(t, got.Data)
		}
	})
}

// Whatever stands in the cells, the default map of every layout makes data that fit.
func FuzzDefault(f *testing.F) {
	f.Add("Rye", "https://x.example/a.png", 3.5, true, "2026-11-22")
	f.Add("", "http://x", -1e300, false, "\u202e*#<b>")
	all, plans := layouts(f), map[string]*mapping.Plan{}
	for name, l := range all {
		if plan, problems := mapping.Default(l.Shape, breads()); problems == nil {
			plans[name] = plan
		}
	}
	f.Fuzz(func(t *testing.T, text, address string, n float64, yes bool, other string) {
		if strings.Contains(text+address+other, "\x00") { // which no cell holds
			return
		}
		row, err := json.Marshal(map[string]any{"id": "r1", "bread_name": text, "price": n, "vegan": yes, "kind": other, "labels": []string{text, other}, "photo": address,
			"notes": other, "shop": map[string]any{"lat": n, "lon": n, "label": text}, "page": address, "baked": other, "weight_g": n, "phone": text})
		if err != nil {
			return
		}
		var v any
		if json.Unmarshal([]byte(`{"rows":[`+strings.Repeat(string(row)+",", 2)+string(row)+`],"count":3,"args":{}}`), &v) != nil {
			return
		}
		for name, plan := range plans {
			got, err := plan.Apply(v)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all[name].fits(t, got.Data)
		}
	})
}
