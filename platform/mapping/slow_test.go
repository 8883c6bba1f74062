package mapping

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/schema"
	"berth/test/shipped"
)

// slowly is Apply as it reads: every row and every entry is a map, and all of it is encoded in the end.
func slowly(p *Plan, answer any) (data map[string]any, omitted int, err error) {
	elements, err := p.elements(answer)
	if err != nil {
		return nil, 0, err
	}
	data = map[string]any{}
	if p.whole != nil {
		omitted = max(0, len(elements)-p.take)
		data = p.whole(elements[:len(elements)-omitted])
	} else {
		list, matched := []any{}, 0
		for _, element := range elements {
			if slices.ContainsFunc(p.where, func(c condition) bool { return !c.holds(element) }) {
				continue
			}
			if matched++; matched > p.wanted {
				break
			}
			if len(list) == p.take {
				omitted++
				continue
			}
			entry := slowEntry(p, element)
			if name := p.shape.entry.missing(has(entry)); p.shape.list != "" && name != "" {
				if !p.lenient {
					return nil, 0, failed("Entry %d has no value for %s, which the layout %s needs.", matched, name, p.shape.layout)
				}
				omitted++
				continue
			}
			list = append(list, entry)
		}
		if p.shape.list != "" {
			data[p.shape.list] = list
		} else if len(list) > 0 {
			data = list[0].(map[string]any)
		}
	}
	for _, b := range p.data {
		if value, ok := slowPlace(b.source, answer, b.field); ok {
			data[b.name] = value
		} else if required(p.shape.root, b.name) {
			return nil, 0, failed("There is no value for %s, which the layout %s needs.", b.name, p.shape.layout)
		}
	}
	if name := p.shape.root.missing(has(data)); name != "" {
		return nil, 0, failed("There is no value for %s, which the layout %s needs.", name, p.shape.layout)
	}
	return data, omitted, nil
}

func has(object map[string]any) func(string) bool {
	return func(name string) bool { _, ok := object[name]; return ok }
}

func slowEntry(p *Plan, element any) map[string]any {
	entry := map[string]any{}
	var unfit []line
	for i, b := range p.item {
		if value, ok := slowPlace(b.source, element, b.field); ok && i != p.rest {
			entry[b.name] = value
		} else if b.label != "" && i != p.rest {
			unfit = append(unfit, line{b.label, b.source})
		}
	}
	if p.rest >= 0 {
		b := p.item[p.rest]
		b.lines = slices.Concat(b.lines, unfit)
		if value, ok := slowPlace(b.source, element, b.field); ok {
			entry[b.name] = value
		}
	}
	return entry
}

func slowPlace(s source, v any, into *field) (any, bool) {
	if s.kind != fromLines || into == nil || !into.lines() {
		return s.place(v, into)
	}
	parts := into.items.properties
	var all []any
	for _, l := range s.lines {
		made := map[string]any{}
		if l.as == "money" && l.currency != "" && parts["currency"] != nil {
			l.as, made["currency"] = "number", l.currency
		}
		got, ok := l.at(v)
		if !ok || got == "" {
			continue
		}
		if made["value"], ok = parts["value"].fit(got); !ok {
			if got, ok = text(got); ok {
				made["value"], ok = parts["value"].fit(got)
			}
		}
		label, named := parts["label"].fit(l.label)
		if ok && named {
			made["label"] = label
			all = append(all, made)
		}
	}
	if into.MaxItems != nil {
		all = all[:min(len(all), *into.MaxItems)]
	}
	return all, len(all) > 0
}

// same fails the test unless the plan makes the same bytes, or the same error, as it does slowly, also of an answer with objects that
// are read when they are asked for.
func same(t *testing.T, p *Plan, answer any) {
	t.Helper()
	slow, omitted, wantErr := slowly(p, answer)
	want, err := platform.PlainJSON(slow)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) > maxOutcome/2 { // how large is too large they say differently
		return
	}
	for name, answer := range map[string]any{"decoded": answer, "JSON": platform.Encoded(encoded(answer))} {
		got, err := p.Apply(answer)
		switch {
		case fmt.Sprint(err) != fmt.Sprint(wantErr):
			t.Fatalf("%s: %v, want %v", name, err, wantErr)
		case err == nil && (string(got.Data) != want || got.Omitted != omitted):
			t.Fatalf("%s: %d omitted, want %d\ngot  %s\nwant %s", name, got.Omitted, omitted, got.Data, want)
		case err == nil && !json.Valid(got.Data):
			t.Fatalf("%s: %s", name, got.Data)
		}
	}
}

func shapes(t testing.TB) map[string]*Shape {
	t.Helper()
	set := shipped.Layouts(t)
	all := map[string]*Shape{}
	for _, l := range set.Layouts() {
		if !l.Authored {
			continue
		}
		shape, err := NewShape(l.Name, l.List, l.DataSchema)
		if err != nil {
			t.Fatal(err)
		}
		all[l.Name] = shape
	}
	return all
}

// Whatever the map and the answer, Apply makes the bytes that it would make slowly.
func FuzzApplyIsAsSlowly(f *testing.F) {
	for _, seed := range [][3]string{
		{`{"each":"/a","where":[{"from":"/x","op":"lt","value":3}],"item":{"title":{"template":"{{x}}"},"tags":{"from":"/t"},"image":{"from":"/i"},"price":{"from":"/x","as":"money","currency":"EUR"}}}`,
			`{"a":[{"x":1,"t":["a",1,null],"i":"https://x.example/y"},{"x":2},{"x":7}]}`, "cards"},
		{`{"item":{"title":{"from":"/0"},"facts":{"lines":[{"label":"a","from":"/1","as":"date"},{"label":"b","from":"/2","as":"money","currency":"EUR"},{"label":"c","from":"/0"}]}}}`, `[["x\"\\\u2028<&é",1763800000,12.5]]`, "details"},
		{`{"item":{"title":{"from":"/n"},"raw":{"from":""},"b\"":{"from":"/o"}},"data":{"title":{"from":"/1/n"},"subtitle":{"from":"/0"}}}`, `[{"n":"a","o":{"p":[1,{"q":null}]}},{"n":"b"},3]`, "cards"},
		{`{"item":{"name":{"from":""},"latitude":{"from":"","as":"number"},"longitude":{"const":1}},"data":{"subtitle":{"from":"/0"}}}`, `["1"]`, "map"},
		{`{"item":{"title":{"from":"/t"},"lines":{"lines":[{"label":"x","from":"/m","as":"money","currency":"USD"}]}}}`, `[{"t":"` + strings.Repeat("é", 200) + `","m":-1e3},{"t":""}]`, "cards"},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]), seed[2])
	}
	all := shapes(f)
	f.Fuzz(func(t *testing.T, raw, answer []byte, layout string) {
		m, problems := Parse(raw)
		v, wrong := schema.Decode(answer)
		if problems != nil || wrong != nil || all[layout] == nil {
			return
		}
		if plan, problems := Compile(m, all[layout], nil); problems == nil {
			same(t, plan, v)
		}
	})
}

// Whatever stands in the cells of a table, the default map of every layout makes the bytes that it would make slowly.
func FuzzDefaultIsAsSlowly(f *testing.F) {
	f.Add("Rye", "https://x.example/a.png", "3.5", true, "2026-11-22")
	f.Add("", "http://x", "-1e300", false, "\u202e*#<b>\u2028")
	f.Add(strings.Repeat("x", 400), "", "0.10", false, "\"\\\n")
	table := &platform.Table{Name: "breads", Title: "Our breads", Columns: []platform.Column{
		{Name: "bread_name", Type: platform.ColumnText, Required: true}, {Name: "price", Type: platform.ColumnMoney, Currency: "EUR"},
		{Name: "cost", Type: platform.ColumnMoney, Currency: "USD"}, {Name: "value", Type: platform.ColumnNumber},
		{Name: "vegan", Type: platform.ColumnBoolean}, {Name: "status", Type: platform.ColumnEnum, Values: []string{"rye", "wheat"}},
		{Name: "labels", Type: platform.ColumnTags}, {Name: "photo", Type: platform.ColumnImage}, {Name: "notes", Title: "What is in it", Type: platform.ColumnText},
		{Name: "shop", Type: platform.ColumnPlace}, {Name: "page", Type: platform.ColumnURL}, {Name: "baked", Type: platform.ColumnDate}, {Name: "phone", Type: platform.ColumnPhone},
	}}
	plans := map[string]*Plan{}
	for name, shape := range shapes(f) {
		if plan, problems := Default(shape, table); problems == nil {
			plans[name] = plan
		}
	}
	f.Fuzz(func(t *testing.T, text, address, number string, yes bool, other string) {
		if !utf8.ValidString(text + address + other) { // which no cell holds
			return
		}
		n := json.Number(number)
		if !validNumber(number) {
			n = "7"
		}
		full := map[string]any{"id": "r1", "bread_name": text, "price": n, "cost": n, "value": n, "vegan": yes, "status": other, "labels": []any{text, other}, "photo": address,
			"notes": other, "shop": map[string]any{"lat": n, "lon": n, "label": text}, "page": address, "baked": other, "phone": text}
		rows := []any{full, map[string]any{"id": "r2", "bread_name": other}, map[string]any{"id": "r3", "shop": full["shop"], "photo": address}}
		for _, plan := range plans {
			same(t, plan, map[string]any{Rows: rows, Count: 3, Args: map[string]any{"query": text}})
		}
	})
}
