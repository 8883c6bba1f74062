package mapping_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/mapping"
	"berth/platform/request"
	"berth/platform/schema"
	"berth/test/shipped"

	"github.com/google/go-cmp/cmp"
)

// layout is a layout with what its data are held against.
type layout struct {
	*mapping.Shape
	schema *schema.Schema
}

func layouts(t testing.TB) map[string]layout {
	t.Helper()
	set := shipped.Layouts(t)
	all := map[string]layout{}
	for _, l := range set.Layouts() {
		if !l.Authored {
			continue
		}
		shape, err := mapping.NewShape(l.Name, l.List, l.DataSchema)
		if err != nil {
			t.Fatal(err)
		}
		compiled, err := schema.Compile(l.DataSchema)
		if err != nil {
			t.Fatal(err)
		}
		all[l.Name] = layout{shape, compiled}
	}
	return all
}

// fits fails the test unless data fit the layout.
func (l layout) fits(t testing.TB, data platform.Encoded) string {
	t.Helper()
	if problems := l.schema.Validate(json.RawMessage(data)); problems != nil {
		t.Fatalf("%s does not fit: %v", data, problems)
	}
	return string(data)
}

// fields are those of an outcome.
func fields(t testing.TB, got mapping.Outcome) map[string]any {
	t.Helper()
	return decode(t, string(got.Data)).(map[string]any)
}

func decode(t testing.TB, text string) any {
	t.Helper()
	v, problems := schema.Decode([]byte(text))
	if problems != nil {
		t.Fatal(problems)
	}
	return v
}

func breads() *platform.Table {
	return &platform.Table{Name: "breads", Title: "Our breads", Columns: []platform.Column{
		{Name: "bread_name", Type: platform.ColumnText, Required: true}, {Name: "price", Type: platform.ColumnMoney, Currency: "EUR"},
		{Name: "vegan", Type: platform.ColumnBoolean}, {Name: "kind", Type: platform.ColumnEnum, Values: []string{"rye", "wheat"}},
		{Name: "labels", Type: platform.ColumnTags}, {Name: "photo", Type: platform.ColumnImage}, {Name: "second_photo", Type: platform.ColumnImage},
		{Name: "notes", Title: "What is in it", Type: platform.ColumnText}, {Name: "shop", Type: platform.ColumnPlace}, {Name: "page", Type: platform.ColumnURL},
		{Name: "baked", Type: platform.ColumnDate}, {Name: "weight_g", Type: platform.ColumnInteger}, {Name: "phone", Type: platform.ColumnPhone},
	}}
}

const rye = `{"id":"r1","bread_name":"Rye","price":3.5,"vegan":true,"kind":"rye","labels":["dark","sour"],"photo":"https://a.example/rye.jpg","second_photo":"https://a.example/2.jpg",
	"notes":"Rye flour, salt.","shop":{"lat":41.15,"lon":-8.61,"label":"Porto"},"page":"https://a.example/rye","baked":"2026-11-22","weight_g":750,"phone":"+351 1"}`

// answer is what a table answers.
func answer(t testing.TB, rows ...string) any {
	t.Helper()
	return decode(t, fmt.Sprintf(`{"rows":[%s],"count":%d,"args":{"query":"rye","max":4}}`, strings.Join(rows, ","), len(rows)))
}

// Every layout but a form shows every row by the names and types of its columns, empty ones too, and says which columns it does
// not show.
func TestDefaultShowsWhatThereIs(t *testing.T) {
	t.Parallel()
	for name, l := range layouts(t) {
		plan, problems := mapping.Default(l.Shape, breads())
		if name == "form" {
			want := []platform.Problem{{Message: "The layout form asks for something and shows no rows."}}
			if diff := cmp.Diff(want, problems); diff != "" {
				t.Error(diff)
			}
			continue
		}
		if problems != nil {
			t.Errorf("%s: %v", name, problems)
			continue
		}
		got, err := plan.Apply(answer(t, rye, `{"id":"r2"}`, rye))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text := l.fits(t, got.Data)
		hidden := plan.Hidden()
		for column, shown := range map[string]string{"bread_name": "Rye", "price": "3.5", "vegan": "Yes", "kind": "rye", "labels": "sour", "photo": "rye.jpg", "second_photo": "/2.jpg",
			"notes": "Rye flour", "page": "a.example/rye", "baked": "2026-11-22", "weight_g": "750", "phone": "+351"} {
			if column == "vegan" && strings.Contains(text, `true`) {
				shown = "true"
			}
			isHidden := fmt.Sprintf(" %v ", hidden)
			if named := strings.Contains(isHidden, column); named == strings.Contains(text, shown) && column != "photo" && column != "kind" {
				t.Errorf("%s: column %s is named as hidden: %v; shown:\n%s", name, column, named, text)
			}
		}
		if l.schema.Validate(json.RawMessage(`{"items":[{"title":"a"}]}`)) != nil && name == "carousel" {
			continue // which asks for three
		}
		for _, rows := range [][]string{nil, {`{"id":"r3"}`}} {
			got, err := plan.Apply(answer(t, rows...))
			if err != nil {
				if name == "details" && rows == nil { // nothing to show: the tool says so in words
					continue
				}
				t.Errorf("%s with %d rows: %v", name, len(rows), err)
				continue
			}
			l.fits(t, got.Data)
		}
	}
}

func TestDefaultOfCards(t *testing.T) {
	t.Parallel()
	l := layouts(t)["cards"]
	plan, problems := mapping.Default(l.Shape, breads())
	if problems != nil {
		t.Fatal(problems)
	}
	got, err := plan.Apply(answer(t, rye))
	if err != nil {
		t.Fatal(err)
	}
	l.fits(t, got.Data)
	card := fields(t, got)["items"].([]any)[0].(map[string]any)
	if card["currency"] == "EUR" {
		delete(card, "currency")
		card["price"] = "€" + request.Plain(card["price"]) + "0"
	}
	delete(card, "lines")
	delete(card, "description")
	want := decode(t, `{"id":"r1","title":"Rye","image":"https://a.example/rye.jpg","price":"€3.50","badge":"rye","tags":["dark","sour"],"url":"https://a.example/rye"}`)
	if diff := cmp.Diff(want, any(card)); diff != "" || fields(t, got)["title"] != "Our breads" {
		t.Errorf("title %v (-want +got):\n%s", fields(t, got)["title"], diff)
	}
	if diff := cmp.Diff([]string{"second_photo"}, plan.Hidden()); diff != "" {
		t.Error(diff)
	}
}

// A value that does not fit its field is shown elsewhere; a row that lacks what its layout needs is counted.
func TestWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	all := layouts(t)
	plan, _ := mapping.Default(all["cards"].Shape, breads())
	got, err := plan.Apply(answer(t, `{"id":"1","bread_name":"`+strings.Repeat("x", 300)+`","page":"http://plain.example","labels":["a","b","c","d","e","f","g","h","i","j","k","l","m"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if text := all["cards"].fits(t, got.Data); !strings.Contains(text, "http://plain.example") || !strings.Contains(text, strings.Repeat("x", 199)+"…") {
		t.Error(text)
	}
	for name, row := range map[string]string{"map": `{"id":"1","bread_name":"Rye"}`, "gallery": `{"id":"1","photo":"http://plain.example/x.png"}`} {
		plan, _ := mapping.Default(all[name].Shape, breads())
		got, err := plan.Apply(answer(t, row, rye))
		if err != nil || got.Omitted != 1 {
			t.Errorf("%s: %d omitted, %v", name, got.Omitted, err)
		}
		all[name].fits(t, got.Data)
	}
	three, err := mapping.NewShape("three", "items", json.RawMessage(`{"type":"object","properties":{"items":{"type":"array","maxItems":3,"items":{"type":"object"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if plan, _ = mapping.Default(three, breads()); plan == nil {
		t.Fatal("no plan")
	}
	if got, err := plan.Apply(answer(t, rye, rye, rye, rye, rye)); err != nil || got.Omitted != 2 || len(fields(t, got)["items"].([]any)) != 3 {
		t.Errorf("five where three are shown: %d omitted, %v", got.Omitted, err)
	}
	for name, kind := range map[string]string{"map": "places", "gallery": "pictures", "chart": "numbers"} {
		_, problems := mapping.Default(all[name].Shape, &platform.Table{Name: "x", Columns: []platform.Column{{Name: "name", Type: platform.ColumnText}}})
		if len(problems) != 1 || !strings.Contains(problems[0].Message, kind) {
			t.Errorf("%s of names: %v", name, problems)
		}
	}
}

func TestMap(t *testing.T) {
	t.Parallel()
	all := layouts(t)
	upstream := decode(t, `{"data":{"results":[{"name":"Ann","city":{"name":"Porto"},"age":41,"ok":"yes","at":1763800000,"tags":["a","b"]},{"name":"Bo","age":7},{"name":"Cy","age":50,"city":{"name":"Évora"}}]},"total":3}`)
	for _, c := range []struct{ name, layout, raw, want string }{
		{"each, where, take", "cards", `{"each":"/data/results","where":[{"from":"/age","op":"gt","value":10}],"take":1,"item":{"title":{"from":"/name"}}}`, `{"items":[{"title":"Ann"}]}`},
		{"template and fallback", "cards", `{"each":"/data/results","item":{"title":{"template":"{{name}}, {{ city.name }}","fallback":"?"}}}`, `{"items":[{"title":"Ann, Porto"},{"title":"?"},{"title":"Cy, Évora"}]}`},
		{"as", "cards", `{"each":"/data/results","take":1,"item":{"title":{"from":"/age"},"price":{"from":"/age","as":"money","currency":"USD"},"subtitle":{"from":"/at","as":"date"},"badge":{"from":"/ok","as":"boolean"},"tags":{"from":"/tags"},"description":{"from":"/tags"}}}`,
			`{"items":[{"title":"41","price":"$41.00","subtitle":"2025-11-22","badge":"Yes","tags":["a","b"],"description":"a, b"}]}`},
		{"const and data", "cards", `{"each":"/data/results","take":1,"item":{"title":{"const":"x"}},"data":{"title":{"template":"{{total}} people"},"actions":{"const":[{"label":"a","prompt":"b"}]}}}`,
			`{"items":[{"title":"x"}],"title":"3 people","actions":[{"label":"a","prompt":"b"}]}`},
		{"contains and kept for the model", "cards", `{"each":"/data/results","where":[{"from":"/name","op":"contains","value":"AN"}],"item":{"title":{"from":"/name"},"raw":{"from":"/city"}}}`, `{"items":[{"title":"Ann","raw":{"name":"Porto"}}]}`},
		{"lines in a text", "cards", `{"each":"/data/results","take":2,"item":{"title":{"from":"/name"},"description":{"lines":[{"from":"/age"},{"label":"City","from":"/city/name"}]}}}`,
			`{"items":[{"title":"Ann","description":"41 · City: Porto"},{"title":"Bo","description":"7"}]}`},
		{"facts, of the first element", "details", `{"each":"/data/results","item":{"title":{"from":"/name"},"facts":{"lines":[{"label":"Age","from":"/age"},{"label":"City","from":"/nope"}]}}}`, `{"title":"Ann","facts":[{"label":"Age","value":41}]}`},
		{"nothing there", "cards", `{"each":"/data/results","where":[{"from":"/name","op":"eq","value":null}],"item":{"title":{"from":"/name"}}}`, `{"items":[]}`},
	} {
		m, problems := mapping.Parse(json.RawMessage(c.raw))
		if problems != nil {
			t.Errorf("%s: %v", c.name, problems)
			continue
		}
		plan, problems := mapping.Compile(m, all[c.layout].Shape, nil)
		if problems != nil {
			t.Errorf("%s: %v", c.name, problems)
			continue
		}
		got, err := plan.Apply(upstream)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if diff := cmp.Diff(decode(t, c.want), any(fields(t, got))); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", c.name, err, diff)
			continue
		}
		all[c.layout].fits(t, got.Data)
	}
}

// An answer that is not as expected is refused in words that name the field.
func TestMissingValues(t *testing.T) {
	t.Parallel()
	all := layouts(t)
	for _, c := range []struct{ raw, answer, want string }{
		{`{"item":{"title":{"from":"/name"}}}`, `[{"name":"a"},{"nam":"b"}]`, "Entry 2 has no value for title, which the layout cards needs."},
		{`{"item":{"title":{"from":"/name"}}}`, `[{"name":""}]`, "Entry 1 has no value for title, which the layout cards needs."},
		{`{"each":"/a","item":{"title":{"from":"/name"}}}`, `{"b":[]}`, "The answer has nothing at /a, where its list was expected."},
		{`{"each":"/a","item":{"title":{"from":"/name"}}}`, `{"a":{}}`, "The answer has no list at /a."},
	} {
		m, _ := mapping.Parse(json.RawMessage(c.raw))
		plan, problems := mapping.Compile(m, all["cards"].Shape, nil)
		if problems != nil {
			t.Fatal(problems)
		}
		_, err := plan.Apply(decode(t, c.answer))
		if e := platform.AsError(err); e.Code != platform.CodeExecution || e.Msg != c.want {
			t.Errorf("%s: %v", c.answer, err)
		}
	}
	m, _ := mapping.Parse(json.RawMessage(`{"item":{"title":{"const":"x"},"a":{"from":""}}}`))
	plan, _ := mapping.Compile(m, all["cards"].Shape, nil)
	list := make([]any, 300)
	for i := range list {
		list[i] = strings.Repeat("x", 100<<10)
	}
	if got, err := plan.Apply(list[:20]); err != nil || len(fields(t, got)["items"].([]any)) != 20 {
		t.Errorf("what is large enough: %v", err)
	}
	if _, err := plan.Apply(list); !platform.IsCode(err, platform.CodeExecution) {
		t.Errorf("an answer of 30 MB: %v", err)
	}
}

func BenchmarkApply(b *testing.B) {
	plan, problems := mapping.Default(layouts(b)["cards"].Shape, breads())
	if problems != nil {
		b.Fatal(problems)
	}
	rows := make([]string, 10)
	for i := range rows {
		rows[i] = rye
	}
	of := answer(b, rows...)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := plan.Apply(of); err != nil {
			b.Fatal(err)
		}
	}
}

// A chart draws every row, though it has no list of entries.
func TestAChartDrawsEveryRow(t *testing.T) {
	t.Parallel()
	p, problems := mapping.Default(layouts(t)["chart"].Shape, &platform.Table{Columns: []platform.Column{{Name: "month", Type: platform.ColumnText}, {Name: "sales", Type: platform.ColumnInteger}}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	out, err := p.Apply(map[string]any{mapping.Rows: []any{map[string]any{"month": "Jan", "sales": 1}, map[string]any{"month": "Feb", "sales": 2}}})
	if labels, _ := fields(t, out)["labels"].([]any); err != nil || len(labels) != 2 || out.Omitted != 0 {
		t.Errorf("%s, %d omitted, %v", out.Data, out.Omitted, err)
	}
}

// A chart whose rows all have one name, as those of one harbour, is drawn over their times; so is one whose names are some of a few.
func TestAChartIsDrawnOverTimes(t *testing.T) {
	t.Parallel()
	row := func(harbour, at string) any { return map[string]any{"harbour": harbour, "at": at, "height": 3} }
	const six, eight = "2026-11-27T06:00:00Z", "2026-11-27T08:00:00Z"
	hull, both := []any{row("Hull", six), row("Hull", eight)}, []any{row("Hull", six), row("Brest", eight)}
	for name, c := range map[string]struct {
		kind   platform.ColumnType
		rows   []any
		want   []any
		hidden []string
	}{
		"one name":    {platform.ColumnText, hull, []any{six, eight}, []string{"at"}},
		"other names": {platform.ColumnText, both, []any{"Hull", "Brest"}, []string{"at"}},
		"one row":     {platform.ColumnText, hull[:1], []any{"Hull"}, []string{"at"}},
		"a choice":    {platform.ColumnEnum, both, []any{six, eight}, []string{"harbour"}},
	} {
		p, problems := mapping.Default(layouts(t)["chart"].Shape, &platform.Table{Columns: []platform.Column{
			{Name: "harbour", Type: c.kind}, {Name: "at", Type: platform.ColumnDateTime}, {Name: "height", Type: platform.ColumnNumber}}})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		out, err := p.Apply(map[string]any{mapping.Rows: c.rows})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, fields(t, out)["labels"]); diff != "" || !slices.Equal(p.Hidden(), c.hidden) {
			t.Errorf("%s hides %v (-want +got):\n%s", name, p.Hidden(), diff)
		}
	}
}

// Amounts of one currency have the axis of a chart for themselves: kilograms beside euros would say nothing.
func TestAChartHasOneUnit(t *testing.T) {
	t.Parallel()
	columns := []platform.Column{{Name: "name", Type: platform.ColumnText}, {Name: "weight", Type: platform.ColumnNumber},
		{Name: "price", Type: platform.ColumnMoney, Currency: "EUR"}, {Name: "fee", Type: platform.ColumnMoney, Currency: "USD"}, {Name: "tax", Type: platform.ColumnMoney, Currency: "EUR"}}
	p, problems := mapping.Default(layouts(t)["chart"].Shape, &platform.Table{Columns: columns})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	out, err := p.Apply(map[string]any{mapping.Rows: []any{map[string]any{"name": "Rye", "weight": 1, "price": 4, "fee": 1, "tax": 2}}})
	got := fields(t, out)
	var names []any
	for _, s := range got["series"].([]any) {
		names = append(names, s.(map[string]any)["name"])
	}
	if diff := cmp.Diff([]any{"Price", "Tax"}, names); diff != "" || err != nil || got["currency"] != "EUR" {
		t.Errorf("%s %v: %s", diff, err, out.Data)
	}
}

// A text has amounts as other views write them, with a comma before each three digits.
func TestATextHasAmountsAsOtherViews(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ currency, amount, want string }{
		{"EUR", "1234567.5", "€1,234,567.50"}, {"EUR", "999", "€999.00"}, {"JPY", "-1234", "−¥1,234"}, {"CHF", "100000", "CHF 100,000.00"}, {"EUR", "-123456.789", "−€123,456.789"},
	} {
		p, problems := mapping.Default(layouts(t)["markdown"].Shape, &platform.Table{Columns: []platform.Column{{Name: "name", Type: platform.ColumnText}, {Name: "price", Type: platform.ColumnMoney, Currency: c.currency}}})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		out, err := p.Apply(map[string]any{mapping.Rows: []any{map[string]any{"name": "Oven", "price": json.Number(c.amount)}}})
		if text, _ := fields(t, out)["text"].(string); err != nil || !strings.Contains(text, "**Price:** "+c.want+"\n") && !strings.HasSuffix(text, "**Price:** "+c.want) {
			t.Errorf("%s %s: %s, %v", c.amount, c.currency, text, err)
		}
	}
}

// A text has moments as people write them.
func TestATextHasMomentsInWords(t *testing.T) {
	t.Parallel()
	p, problems := mapping.Default(layouts(t)["markdown"].Shape, &platform.Table{Columns: []platform.Column{{Name: "name", Type: platform.ColumnText}, {Name: "due", Type: platform.ColumnDateTime}, {Name: "loaves", Type: platform.ColumnInteger}}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	out, err := p.Apply(map[string]any{mapping.Rows: []any{map[string]any{"name": "Rye", "due": "2026-11-03T09:30:00+01:00", "loaves": 3}}})
	if want := "### Rye\n\n- **Due:** 2026-11-03 08:30 UTC\n- **Loaves:** 3"; err != nil || fields(t, out)["text"] != want {
		t.Errorf("%s, want %q: %v", out.Data, want, err)
	}
}
