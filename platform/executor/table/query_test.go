package table_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/executor/table"
)

const search = `{"kind":"query","table":"breads","search":["name","notes"],"filters":[{"argument":"max_price","column":"price","op":"lte"},` +
	`{"argument":"vegan","column":"vegan","op":"eq"},{"argument":"size","column":"size","op":"eq"},{"argument":"tag","column":"tags","op":"contains"},` +
	`{"argument":"near","column":"shop","op":"near"}],"sort":["-price"],"limit":2}`

func stocked(t testing.TB) *bench {
	t.Helper()
	return setup(t, breads(),
		`{"name":"Rye","price":3.20,"vegan":true,"size":"large","tags":["dark"],"baked":"2026-11-22","shop":{"lat":52.52,"lon":13.405},"notes":"sourdough"}`,
		`{"name":"Brioche","price":4,"vegan":false,"size":"small","picture":"https://x.example/b.png"}`,
		`{"name":"Baguette","price":1.50,"vegan":true}`)
}

func TestQuery(t *testing.T) {
	t.Parallel()
	b := stocked(t)
	for arguments, want := range map[string]string{
		`{}`:                                    `{"rows":[{"id":"r2","name":"Brioche","price":4,"vegan":false,"size":"small","picture":"https://x.example/b.png"},{"id":"r1","name":"Rye","price":3.20,"vegan":true,"size":"large","tags":["dark"],"baked":"2026-11-22","shop":{"lat":52.52,"lon":13.405},"notes":"sourdough"}],"count":3}`,
		`{"max_price":2}`:                       `{"rows":[{"id":"r3","name":"Baguette","price":1.50,"vegan":true}],"count":1}`,
		`{"vegan":true,"limit":1,"query":null}`: `{"rows":[{"id":"r1","name":"Rye","price":3.20,"vegan":true,"size":"large","tags":["dark"],"baked":"2026-11-22","shop":{"lat":52.52,"lon":13.405},"notes":"sourdough"}],"count":2}`,
		`{"query":"brioch","size":"small","limit":5.0}`:                  `{"rows":[{"id":"r2","name":"Brioche","price":4,"vegan":false,"size":"small","picture":"https://x.example/b.png"}],"count":1}`,
		`{"query":"zebra"}`:                                              `{"rows":[],"count":0}`,
		`{"tag":"DARK","near":{"lat":52.5,"lon":13.4,"km":5},"limit":9}`: `{"rows":[{"id":"r1","name":"Rye","price":3.20,"vegan":true,"size":"large","tags":["dark"],"baked":"2026-11-22","shop":{"lat":52.52,"lon":13.405},"notes":"sourdough"}],"count":1}`,
	} {
		r := b.must(t, platform.ToolDraft{Handler: json.RawMessage(search)}, "", arguments)
		if diff := cmp.Diff(want, structured(r)); diff != "" || r.IsError {
			t.Errorf("%s (-want +got):\n%s", arguments, diff)
		}
	}
}

func TestNothingFoundSaysForWhat(t *testing.T) {
	t.Parallel()
	b := stocked(t)
	for _, l := range b.layouts.Layouts() {
		if !l.Authored || l.Name == "form" || l.Name == "gallery" {
			continue
		}
		tool := platform.ToolDraft{Handler: json.RawMessage(search), Layout: l.Name}
		r := b.must(t, tool, "", `{"query":"zebra","max_price":3,"vegan":true}`)
		if want := "Nothing found for “zebra”, max_price 3, vegan true."; text(r) != want || !strings.Contains(structured(r), want) || r.IsError {
			t.Errorf("%s: the text is %q, the data %s", l.Name, text(r), structured(r))
		}
	}
	empty := setup(t, breads())
	if r := empty.must(t, platform.ToolDraft{Handler: json.RawMessage(search), ResponseText: "{{count}} breads"}, "", `{}`); !strings.Contains(text(r), "Nothing found") {
		t.Errorf("of an empty table it says %q", text(r))
	}
}

func TestEveryLayoutShowsRows(t *testing.T) {
	t.Parallel()
	b := stocked(t)
	for _, l := range b.layouts.Layouts() {
		if !l.Authored || l.Name == "form" || l.Name == "gallery" {
			continue
		}
		r := b.must(t, platform.ToolDraft{Handler: json.RawMessage(search), Layout: l.Name}, "", `{}`)
		if data := structured(r); !strings.Contains(data, "Rye") && !strings.Contains(data, "Brioche") || text(r) == "" {
			t.Errorf("%s: the text is %q, the data %s", l.Name, text(r), structured(r))
		}
	}
	r := b.must(t, platform.ToolDraft{Layout: "cards", ResponseText: "{{count}} for {{args.query}}: {{data.items.0.title}}",
		Handler: json.RawMessage(`{"kind":"query","table":"breads","search":["name"],"result":{"item":{"title":{"template":"{{name}}!"}}}}`)}, "", `{"query":"rye"}`)
	if want := `{"items":[{"title":"Rye!"}]}`; structured(r) != want || text(r) != "1 for rye: Rye!" {
		t.Errorf("%s %q, want %s", structured(r), text(r), want)
	}
}

func TestAProgramShowsRows(t *testing.T) {
	t.Parallel()
	b := stocked(t)
	show := func(program string) platform.ToolDraft {
		return platform.ToolDraft{Layout: "cards", Handler: json.RawMessage(`{"kind":"query","table":"breads","search":["name"],"result":{"jq":` + strconv.Quote(program) + `}}`)}
	}
	for program, want := range map[string]string{
		`{items: .rows | map({title: "\(.name)!", id})}`: `{"items":[{"id":"r1","title":"Rye!"}]}`, `[.rows[] | {title: .name}]`: `{"items":[{"title":"Rye"}]}`,
		`{title: "\(.count) for \(.args.query)", items: [.rows[] | {title: .name}]}`: `{"items":[{"title":"Rye"}],"title":"1 for rye"}`,
	} {
		if r := b.must(t, show(program), "", `{"query":"rye"}`); structured(r) != want {
			t.Errorf("%s: %s, want %s", program, structured(r), want)
		}
	}
	if r := b.must(t, show(`{items: [.rows[] | {title: .name}]}`), "", `{"query":"nothing like it"}`); !strings.Contains(structured(r), `"items":[]`) || !strings.Contains(text(r), "Nothing found") {
		t.Errorf("nothing is shown as %s, %q", structured(r), text(r))
	}
	for program, want := range map[string]string{`.rows[0]`: "items", `{items: [{title: 5}]}`: "items[0].title", `.count`: "a number", `{items: .rows.name}`: "expected an object"} {
		if _, err := b.call(t, show(program), "", `{"query":"rye"}`); !platform.IsCode(err, platform.CodeExecution) || !strings.Contains(platform.AsError(err).Msg, want) {
			t.Errorf("%s: %v, want %s", program, err, want)
		}
	}
}

// A model that reads texts alone can call the app's other tools.
func TestIDsAreSaidWhereAToolTakesThem(t *testing.T) {
	t.Parallel()
	insert := platform.ToolDraft{Handler: json.RawMessage(`{"kind":"insert","table":"breads"}`)}
	remove := platform.ToolDraft{Handler: json.RawMessage(`{"kind":"delete","table":"breads"}`)}
	other := platform.ToolDraft{Handler: json.RawMessage(`{"kind":"delete","table":"cakes"}`)}
	find := platform.ToolDraft{Handler: json.RawMessage(`{"kind":"query","table":"breads","search":["name"]}`), Layout: "list"}
	for with, says := range map[*platform.ToolDraft]bool{&remove: true, &other: false} {
		b := setup(t, breads(), `{"name":"Rye"}`, `{"name":"Bun"}`)
		b.around.Draft.Tools = []platform.ToolDraft{insert, find, *with}
		for arguments, want := range map[string]string{`{}`: " Their ids, in this order: r", `{"query":"rye"}`: " Its id is r1."} {
			if got := text(b.must(t, find, "", arguments)); strings.Contains(got, want) != says {
				t.Errorf("%s, with %s: %q", arguments, with.Handler, got)
			}
		}
		if got := text(b.must(t, insert, "", `{"name":"Oat"}`)); strings.HasSuffix(got, " Its id is r3.") != says {
			t.Errorf("added, with %s: %q", with.Handler, got)
		}
	}
}

func TestWhatAWidgetCannotShowIsSaid(t *testing.T) {
	t.Parallel()
	b := stocked(t)
	for arguments, want := range map[string]string{
		`{"limit":9}`:                           "Breads. Here is 1 item: Brioche (Price 4 EUR; Vegan no; Size small). 2 more cannot be shown here.",
		`{"size":"large"}`:                      "Found 1 row, which cannot be shown here.",
		`{"max_price":4}`:                       "Breads. Here is 1 item: Brioche (Price 4 EUR; Vegan no; Size small). These are the first 2 of 3. 1 more cannot be shown here.",
		`{"size":"small"}`:                      "Breads. Here is 1 item: Brioche (Price 4 EUR; Vegan no; Size small).",
		`{"query":"no such one"}`:               "Nothing found for “no such one”.",
		`{"near":{"lat":0,"lon":-1.50,"km":5}}`: "Nothing found for near 0, -1.50 within 5 km.",
	} {
		r := b.must(t, platform.ToolDraft{Handler: json.RawMessage(search), Layout: "gallery"}, "", arguments)
		if text(r) != want {
			t.Errorf("%s: %q, want %q", arguments, text(r), want)
		}
	}
}

func TestWrongArgumentsAreAllNamed(t *testing.T) {
	t.Parallel()
	b := stocked(t)
	for arguments, want := range map[string]string{
		`{"limit":0}`: "limit", `{"limit":201}`: "limit", `{"limit":1.5}`: "limit", `{"limit":"5"}`: "limit", `{"limit":1e9}`: "limit", `{"max_price":"3","near":{"lat":1}}`: "max_price near",
		`{"size":"huge","vegan":"yes","query":5}`: "vegan size query", `{"near":{"lat":100,"lon":0,"km":1}}`: "near", `{"tag":["a"]}`: "tag", `[]`: "arguments",
	} {
		_, err := b.call(t, platform.ToolDraft{Handler: json.RawMessage(search)}, "", arguments)
		failure := platform.AsError(err)
		var at []string
		for _, p := range failure.Fields {
			at = append(at, p.Location)
		}
		if failure.Code != platform.CodeInvalidInput || strings.Join(at, " ") != want || !strings.Contains(failure.Msg, "Nothing was done") {
			t.Errorf("%s: %v at %q, want %s", arguments, err, at, want)
		}
	}
}

// What cannot be asked for is no reason to answer everything.
func TestAFilterWithoutItsColumnIsToldOf(t *testing.T) {
	t.Parallel()
	b := stocked(t)
	plan := b.plan(t, platform.ToolDraft{Handler: json.RawMessage(search)})
	without := b.state.Table()
	without.Columns = slices.DeleteFunc(slices.Clone(without.Columns), func(c platform.Column) bool { return c.Name == "vegan" })
	b.state = b.state.With(without, nil, nil)
	_, err := b.run(t, "query", plan.Config, "", `{"vegan":true}`)
	if failure := platform.AsError(err); failure.Code != platform.CodeInvalidInput || len(failure.Fields) != 1 || failure.Fields[0].Location != "vegan" {
		t.Errorf("asked for a column that is gone: %v", err)
	}
	if _, err := b.run(t, "query", plan.Config, "", `{"max_price":2,"vegan":null}`); err != nil {
		t.Errorf("not asked for it: %v", err)
	}
}

func TestSchemaOfAQuery(t *testing.T) {
	t.Parallel()
	b := stocked(t)
	plan := b.plan(t, platform.ToolDraft{Handler: json.RawMessage(search)})
	want := `{"type":"object","properties":{"query":{"description":"Words to look for, the best matches first; leave it out for everything","maxLength":1000,"type":"string"},` +
		`"max_price":{"description":"Only what has at most this as price, in EUR","type":"number"},"vegan":{"description":"Only what has this as vegan","type":"boolean"},` +
		`"size":{"description":"Only what has this as size","enum":["small","large"],"type":"string"},"tag":{"description":"Only what has this among its tags","type":"string"},` +
		`"near":{"additionalProperties":false,"description":"Only what is within so many kilometres of this place, by shop; the nearest first","properties":{"km":{"minimum":0,"type":"number"},` +
		`"lat":{"maximum":90,"minimum":-90,"type":"number"},"lon":{"maximum":180,"minimum":-180,"type":"number"}},"required":["lat","lon","km"],"type":"object"},` +
		`"limit":{"default":2,"description":"How many to return at most","maximum":200,"minimum":1,"type":"integer"}},"additionalProperties":false}`
	if diff := cmp.Diff(want, string(plan.Input)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if want := (platform.Hints{ReadOnly: true, Idempotent: true}); plan.Hints != want {
		t.Errorf("hints %+v", plan.Hints)
	}
	if diff := cmp.Diff([]platform.Use{{Table: "breads", Columns: []string{"name", "notes", "price", "shop", "size", "tags", "vegan"},
		Types: []platform.ColumnType{"text", "text", "money", "place", "enum", "tags", "boolean"}}}, plan.Uses); diff != "" {
		t.Errorf("uses (-want +got):\n%s", diff)
	}
}

func TestWhatPublishingRefusesInAQuery(t *testing.T) {
	t.Parallel()
	owned := breads()
	owned.OwnedRows = true
	for _, test := range []struct {
		handler, layout, input string
		public                 bool
		table                  platform.Table
		want                   string
	}{
		{handler: `{"kind":"query","table":"cakes"}`, want: "handler.table"},
		{handler: `{"kind":"query","table":"breads","search":["nope","price"],"sort":["-nope","tags"],"filters":[{"argument":"a","column":"nope","op":"eq"},{"argument":"b","column":"price","op":"contains"}]}`,
			want: "handler.search[0] handler.search[1] handler.filters[0].column handler.filters[1].op handler.sort[0] handler.sort[1]"},
		{handler: `{"kind":"query","table":"breads"}`, layout: "form", want: "layoutTemplate"},
		{handler: `{"kind":"query","table":"breads","result":{"item":{"title":{"from":"/nope"}}}}`, layout: "cards", want: "handler.result.item.title.from"},
		{handler: `{"kind":"query","table":"breads","result":{"item":{}}}`, want: "handler.result"},
		{handler: `{"kind":"query","table":"breads","result":{"where":[{"from":"/name","op":"eq","value":"{{ args.q }}"}]}}`, layout: "cards", want: "handler.result.where[0].value"},
		{handler: search, input: `{"type":"object","properties":{"max_price":{},"vegan":{},"size":{},"tag":{}}}`, want: "handler.filters[4].argument handler.search"},
		{handler: `{"kind":"query","table":"breads"}`, table: owned, public: true, want: "handler.table"},
		{handler: `{"kind":"query","table":"breads"}`, table: owned},
	} {
		b := setup(t, breads())
		if test.table.Name != "" {
			b.around.Tables = []platform.Table{test.table}
		}
		if test.public {
			b.around.Draft.Access = platform.AccessPublic
		}
		_, problems := b.kinds["query"].Plan(platform.ToolDraft{Handler: json.RawMessage(test.handler), Layout: test.layout, Input: json.RawMessage(test.input)}, b.around)
		if got := locations(problems); got != test.want {
			t.Errorf("%s: problems %v, want at %s", test.handler, problems, test.want)
		}
	}
}

func locations(problems []platform.Problem) string {
	var at []string
	for _, p := range problems {
		at = append(at, p.Location)
	}
	return strings.Join(at, " ")
}

func TestWhatSavingRefuses(t *testing.T) {
	t.Parallel()
	b := setup(t, breads())
	for handler, want := range map[string]string{
		`{"kind":"query"}`: "handler.table", `{"kind":"query","table":5}`: "handler.table", `{"kind":"query","table":"Breads"}`: "handler.table", `{"kind":"query","table":"b","values":{}}`: "handler.values",
		`{"kind":"query","table":"b","search":"name"}`: "handler.search", `{"kind":"query","table":"b","search":["name","name","-x"]}`: "handler.search[1] handler.search[2]",
		`{"kind":"query","table":"b","sort":["-a","a"]}`: "handler.sort[1]", `{"kind":"query","table":"b","limit":201}`: "handler.limit", `{"kind":"query","table":"b","limit":0}`: "handler.limit", `{"kind":"query","table":"b","limit":"5"}`: "handler.limit", `{"kind":"query","table":"b","limit":5.0}`: "handler.limit",
		`{"kind":"query","table":"b","filters":[{"argument":"query","column":"id?","op":"like"},{"argument":"a","column":"c","op":"eq"},{"argument":"a","column":"c","op":"eq"}]}`: "handler.filters[0].argument handler.filters[0].column handler.filters[0].op handler.filters[2].argument",
		`{"kind":"query","table":"b","filters":[{"argument":"a","column":"c","op":"eq","x":1}]}`:                                                                                   "handler.filters[0].x", `{"kind":"query","table":"b","filters":{}}`: "handler.filters",
		`{"kind":"query","table":"b","search":null,"filters":null,"sort":null,"limit":null,"result":null}`: "", `{"kind":"query","table":"b","result":{"nope":1}}`: "handler.result.nope",
		`{"kind":"query","table":"b","result":{"jq":"env"}}`: "handler.result.jq", `{"kind":"query","table":"b","result":{"jq":5}}`: "handler.result.jq", `{"kind":"query","table":"b","result":{"jq":".","item":{}}}`: "handler.result",
		`{"kind":"insert","table":"b","search":[]}`: "handler.search", `{"kind":"insert","table":"b","values":[]}`: "handler.values", `{"kind":"insert","table":"b","values":{"Name":"x"}}`: "handler.values",
		`{"kind":"insert","table":"b","values":{"name":"{{secret.X}}"}}`: "handler.values.name", `{"kind":"delete","table":"b","values":{}}`: "handler.values", `{"kind":"delete","table":"b"}`: "",
		`{"kind":"update","table":"b","values":{"name":"{{args.name}}","by":"{{user.id}}"}}`: "",
	} {
		kind := platform.ToolDraft{Handler: json.RawMessage(handler)}.Kind()
		if got := locations(b.kinds[kind].Form().Problems(json.RawMessage(handler))); got != want {
			t.Errorf("%s: problems at %q, want %q", handler, got, want)
		}
	}
}

func TestWhatADraftUses(t *testing.T) {
	t.Parallel()
	for handler, want := range map[string]string{
		search: "breads name notes price shop size tags vegan", `{"kind":"mock"}`: "", `{"kind":"insert","table":"breads"}`: "breads *", `{"kind":"update","table":"breads"}`: "breads *",
		`{"kind":"delete","table":"breads"}`:                                                                                   "breads",
		`{"kind":"insert","table":"breads","values":{"name":"{{args.x}}","size":"small"}}`:                                     "breads name size",
		`{"kind":"query","table":"breads","result":{"item":{"title":{"from":"/name"},"lines":{"lines":[{"from":"/price"}]}}}}`: "breads name price",
		`{"kind":"query","table":"breads","result":{"where":[{"from":"/vegan","op":"eq","value":true}],"item":{"title":{"template":"{{name}}, {{size}}"}},` +
			`"data":{"title":{"template":"{{rows.0.notes}}"},"subtitle":{"from":"/count"},"empty":{"const":{"from":"/price"}}}}}`: "breads name notes size vegan",
		`{"kind":"query","table":"breads","result":{"jq":"[.rows[] | {title: .name, price}]"}}`: "breads name price rows title",
	} {
		use, ok := table.Used(platform.ToolDraft{Handler: json.RawMessage(handler)})
		if use.Every {
			use.Columns = append(use.Columns, "*")
		}
		if got := strings.TrimSpace(use.Table + " " + strings.Join(use.Columns, " ")); got != want || ok != (want != "") {
			t.Errorf("%s uses %q, want %q", handler, got, want)
		}
	}
}
