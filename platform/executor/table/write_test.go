package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/executor/table"
	"berth/platform/schema"
	"berth/platform/tables/hot"
)

func tool(handler string) platform.ToolDraft {
	return platform.ToolDraft{Handler: json.RawMessage(handler)}
}

func TestInsertUpdateDelete(t *testing.T) {
	t.Parallel()
	b := setup(t, breads())
	insert, update, remove := tool(`{"kind":"insert","table":"breads"}`), tool(`{"kind":"update","table":"breads"}`), tool(`{"kind":"delete","table":"breads"}`)
	for _, step := range []struct {
		tool            platform.ToolDraft
		arguments, want string
		text            string
	}{
		{insert, `{"name":"Rye","price":3.20}`, `{"row":{"id":"r1","name":"Rye","price":3.20}}`, "Added: Name Rye, price 3.20 EUR."},
		{update, `{"id":"r1","price":null,"vegan":true}`, `{"row":{"id":"r1","name":"Rye","vegan":true}}`, "Changed: Name Rye, vegan true."},
		{update, `{"id":"r1"}`, `{"row":{"id":"r1","name":"Rye","vegan":true}}`, "Changed: Name Rye, vegan true."},
		{remove, `{"id":"r1"}`, `{"row":{"id":"r1","name":"Rye","vegan":true}}`, "Deleted: Name Rye, vegan true."},
		{insert, `{"name":"Rye","tags":["dark","sour"],"shop":{"lat":48.1,"lon":11.5}}`, `{"row":{"id":"r2","name":"Rye","tags":["dark","sour"],"shop":{"lat":48.1,"lon":11.5}}}`,
			`Added: Name Rye, tags dark, sour, shop 48.1, 11.5.`},
	} {
		r := b.must(t, step.tool, "", step.arguments)
		if structured(r) != step.want || text(r) != step.text {
			t.Errorf("%s %s: %s %q, want %s %q", step.tool.Handler, step.arguments, structured(r), text(r), step.want, step.text)
		}
	}
	for arguments, code := range map[string]platform.Code{`{"id":"r1"}`: platform.CodeNotFound, `{"id":"nope","name":"x"}`: platform.CodeNotFound, `{"name":"x"}`: platform.CodeInvalidInput, `{"id":""}`: platform.CodeInvalidInput, `{"id":5}`: platform.CodeInvalidInput} {
		for _, tool := range []platform.ToolDraft{update, remove} {
			if _, err := b.call(t, tool, "", arguments); !platform.IsCode(err, code) || !strings.Contains(platform.AsError(err).Msg, "Nothing was done") {
				t.Errorf("%s %s: %v, want %s", tool.Handler, arguments, err, code)
			}
		}
	}
	if _, err := b.call(t, insert, "", `{"price":"3","size":"huge"}`); !platform.IsCode(err, platform.CodeInvalidInput) || locations(platform.AsError(err).Fields) != "price size name" {
		t.Errorf("a row that does not fit: %+v", err)
	}
}

// away is a reader whose store is away.
type away struct{ table.Reader }

func (away) Table(context.Context, platform.TableRef) (*hot.Snapshot, error) {
	return nil, errors.New("away")
}

// A row that is written is answered, whatever is away: who is told to try again would write it twice.
func TestAWrittenRowIsAnswered(t *testing.T) {
	t.Parallel()
	b := setup(t, breads())
	insert := tool(`{"kind":"insert","table":"breads"}`)
	plan := b.plan(t, insert)
	for _, k := range table.New(table.Options{Reader: away{b.book}, Writer: b.book, Layout: b.layouts.Layout}) {
		b.kinds[k.Kind()] = k
	}
	if r, err := b.run(t, table.Insert, plan.Config, "u", `{"name":"Rye"}`); err != nil || text(r) != "Added: Name Rye." {
		t.Errorf("answered %+v, %v", r, err)
	}
	b.fail = errors.New("away")
	if r, err := b.run(t, table.Insert, plan.Config, "u", `{"name":"Rye"}`); err == nil {
		t.Errorf("answered %+v, which is not written", r)
	}
	if s, err := b.Table(t.Context(), b.ref); err != nil || s.Table().Rows != 1 {
		t.Errorf("%d rows were written, %v", s.Table().Rows, err)
	}
}

func TestValuesOfATool(t *testing.T) {
	t.Parallel()
	b := setup(t, breads())
	insert := tool(`{"kind":"insert","table":"breads","values":{"name":"{{args.title}}","size":"small","notes":"by {{user.email}} on {{args.day}}","tags":["new","{{args.tag}}"]}}`)
	plan := b.plan(t, insert)
	want := `{"type":"object","properties":{"title":{"description":"Name","type":"string"},"day":{"type":["string","null"]},"tag":{"type":["string","null"]}},"required":["title"],"additionalProperties":false}`
	if got := string(plan.Input); sortedWords(got) != sortedWords(want) {
		t.Errorf("input %s, want %s", got, want)
	}
	if diff := cmp.Diff([]platform.Use{{Table: "breads", Columns: []string{"name", "notes", "size", "tags"},
		Types: []platform.ColumnType{"text", "text", "enum", "tags"}}}, plan.Uses); diff != "" {
		t.Errorf("uses (-want +got):\n%s", diff)
	}
	r := b.must(t, insert, "u", `{"title":"Rye","day":"Monday","tag":"dark"}`)
	if want := `{"row":{"id":"r1","name":"Rye","size":"small","tags":["new","dark"],"notes":"by ann@example.com on Monday"}}`; structured(r) != want {
		t.Errorf("%s, want %s", structured(r), want)
	}
	r = b.must(t, insert, "u", `{"title":"Corn"}`)
	if want := `{"row":{"id":"r2","name":"Corn","size":"small","tags":["new"]}}`; structured(r) != want {
		t.Errorf("%s, want %s", structured(r), want)
	}
	if _, err := b.call(t, insert, "u", `{"title":5}`); locations(platform.AsError(err).Fields) != "title" {
		t.Errorf("the wrong argument is not named: %+v", err)
	}
	update := tool(`{"kind":"update","table":"breads","values":{"size":"large","price":"{{args.price}}"}}`)
	if r := b.must(t, update, "u", `{"id":"r2","price":2}`); !strings.Contains(structured(r), `"price":2,"size":"large"`) {
		t.Errorf("updated to %s", structured(r))
	}
	for handler, want := range map[string]string{
		`{"kind":"insert","table":"breads","values":{"price":3}}`:                      "handler.values",
		`{"kind":"insert","table":"breads","values":{"name":"x","nope":"{{args.x}}"}}`: "handler.values.nope",
		`{"kind":"update","table":"breads","values":{"size":"huge"}}`:                  "handler.values.size",
	} {
		if _, problems := b.kinds[tool(handler).Kind()].Plan(tool(handler), b.around); locations(problems) != want {
			t.Errorf("%s: %v, want at %s", handler, problems, want)
		}
	}
}

// What stands in a place or in a required text is what a caller can send, and must.
func TestArgumentsOfValuesFitTheirCells(t *testing.T) {
	t.Parallel()
	b := setup(t, breads())
	insert := tool(`{"kind":"insert","table":"breads","values":{"name":"{{args.first}} {{args.last}}","price":"{{args.price}}","notes":"costs {{args.price}}",
		"shop":{"lat":"{{args.lat}}","lon":"{{args.lon}}","label":"{{args.where}}"}}}`)
	input := string(b.plan(t, insert).Input)
	for _, want := range []string{`"required":["first","last"]`, `"lat":{"maximum":90,"minimum":-90,"type":"number"}`, `"lon":{"maximum":180,"minimum":-180,"type":"number"}`,
		`"where":{"type":["string","null"]}`, `"price":{"description":"price, in EUR","type":["number","null"]}`} {
		if !strings.Contains(input, want) {
			t.Errorf("%s is not in %s", want, input)
		}
	}
	r := b.must(t, insert, "", `{"first":"Rye","last":"Bread","price":2,"lat":52.5,"lon":13.4}`)
	if want := `{"row":{"id":"r1","name":"Rye Bread","price":2,"shop":{"lat":52.5,"lon":13.4},"notes":"costs 2"}}`; structured(r) != want {
		t.Errorf("%s, want %s", structured(r), want)
	}
}

// What a model sends as null it could have left out.
func TestNullIsLeftOutOfAnInsert(t *testing.T) {
	t.Parallel()
	b := setup(t, breads())
	for _, c := range []struct{ handler, arguments, want string }{
		{`{"kind":"insert","table":"breads"}`, `{"name":"Rye","price":null,"vegan":null,"size":null,"tags":null,"baked":null,"shop":null,"notes":null}`, `{"row":{"id":"r1","name":"Rye"}}`},
		{`{"kind":"insert","table":"breads","values":{"name":"{{args.title}}","price":"{{args.price}}","tags":["new","{{args.tag}}"],"notes":"by {{args.who}}"}}`,
			`{"title":"Corn","price":null,"tag":null,"who":null}`, `{"row":{"id":"r2","name":"Corn","tags":["new"]}}`},
	} {
		insert := tool(c.handler)
		if r := b.must(t, insert, "", c.arguments); structured(r) != c.want {
			t.Errorf("%s: %s, want %s", c.arguments, structured(r), c.want)
		}
		if got := b.refused(t, insert, c.arguments); got != "" {
			t.Errorf("%s is refused: %s", c.arguments, got)
		}
	}
	if got := b.refused(t, tool(`{"kind":"insert","table":"breads"}`), `{"name":null,"price":"x"}`); got != "name price" {
		t.Errorf("refused: %q", got)
	}
}

// refused names the arguments that the tool's schema does not take.
func (b *bench) refused(t *testing.T, tool platform.ToolDraft, arguments string) string {
	t.Helper()
	compiled, err := schema.Compile(b.plan(t, tool).Input)
	if err != nil {
		t.Fatal(err)
	}
	return locations(compiled.Validate(json.RawMessage(arguments)))
}

// A placeholder may ask for a part of an argument, which then is an object.
func TestPartsOfArguments(t *testing.T) {
	t.Parallel()
	b := setup(t, breads())
	insert := tool(`{"kind":"insert","table":"breads","values":{"name":"{{args.bread.name}}","price":"{{args.bread.cost.price}}","notes":"of {{args.bread.maker}}"}}`)
	want := `{"bread":{"name":"Rye","cost":{"price":3},"maker":"Ann"}}`
	if got := b.refused(t, insert, want); got != "" {
		t.Fatalf("%s is refused: %s, by %s", want, got, b.plan(t, insert).Input)
	}
	if r := b.must(t, insert, "", want); structured(r) != `{"row":{"id":"r1","name":"Rye","price":3,"notes":"of Ann"}}` {
		t.Errorf("%s", structured(r))
	}
	for arguments, want := range map[string]string{`{}`: "bread", `{"bread":"Rye"}`: "bread", `{"bread":{"cost":{"price":"x"},"more":1}}`: "bread.cost.price bread.more bread.name", `{"bread":{"name":"Rye"}}`: ""} {
		if got := b.refused(t, insert, arguments); got != want {
			t.Errorf("%s is refused: %q, want %q", arguments, got, want)
		}
	}
	if _, err := b.call(t, insert, "", `{"bread":{"name":5}}`); locations(platform.AsError(err).Fields) != "bread.name" {
		t.Errorf("%+v", err)
	}
}

func sortedWords(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(`{},"`, r) })
	return strings.Join(words, " ")
}

func TestHintsAndSchemasOfWriters(t *testing.T) {
	t.Parallel()
	b := setup(t, breads())
	for kind, want := range map[string]platform.Hints{"insert": {}, "update": {Destructive: true, Idempotent: true}, "delete": {Destructive: true, Idempotent: true}} {
		plan := b.plan(t, tool(`{"kind":"`+kind+`","table":"breads"}`))
		if plan.Hints != want {
			t.Errorf("%s: %+v", kind, plan.Hints)
		}
		for piece, in := range map[string]bool{`"required":["name"]`: kind == "insert", `"required":["id"]`: kind != "insert", `"enum":["small","large",null]`: kind != "delete", `"price"`: kind != "delete"} {
			if strings.Contains(string(plan.Input), piece) != in {
				t.Errorf("%s: %s is there: %v, in %s", kind, piece, !in, plan.Input)
			}
		}
	}
	own := tool(`{"kind":"update","table":"breads","values":{"name":"{{args.title}}"}}`)
	own.Input = json.RawMessage(`{"type":"object","properties":{"x":{}}}`)
	if _, problems := b.kinds["update"].Plan(own, b.around); locations(problems) != "input" {
		t.Errorf("an input without the arguments: %v", problems)
	}
}

func TestRefusalsOfTheStoreSayThatNothingWasDone(t *testing.T) {
	t.Parallel()
	b := setup(t, breads())
	for _, failure := range []*platform.Error{
		{Code: platform.CodeConflict, Msg: "There is another row with the same Name.", Fields: []platform.Problem{{Location: "name", Message: "must be unique"}}},
		{Code: platform.CodeLimitReached, Msg: "The table is full."}, {Code: platform.CodeTooLarge, Msg: "The row is too large."},
	} {
		b.fail = failure
		_, err := b.call(t, tool(`{"kind":"insert","table":"breads","values":{"name":"{{args.title}}"}}`), "", `{"title":"x"}`)
		got := platform.AsError(err)
		if got.Code != failure.Code || got.Msg != failure.Msg+" Nothing was done." || len(failure.Fields) > 0 && got.Fields[0].Location != "title" {
			t.Errorf("%+v", got)
		}
	}
	b.fail = platform.Errorf(platform.CodeUnavailable, "away")
	if _, err := b.call(t, tool(`{"kind":"insert","table":"breads"}`), "", `{"name":"x"}`); !platform.IsCode(err, platform.CodeUnavailable) {
		t.Errorf("a store that is away: %v", err)
	}
}

// TestOwnedRows has three people and nobody call every tool with the ids of all rows: each sees and changes their own alone, and
// another's is like one that does not exist.
func TestOwnedRows(t *testing.T) {
	t.Parallel()
	owned := breads()
	owned.OwnedRows = true
	b := setup(t, owned)
	tools := map[string]platform.ToolDraft{
		"query": tool(search), "insert": tool(`{"kind":"insert","table":"breads"}`), "update": tool(`{"kind":"update","table":"breads"}`), "delete": tool(`{"kind":"delete","table":"breads"}`),
		"cards": {Handler: json.RawMessage(search), Layout: "cards"},
	}
	users := []platform.UserID{"ann", "bob", "cem", ""}
	owner := map[string]platform.UserID{} // by id
	for i := range 12 {
		user := users[i%4]
		name := "bread of " + string(user) + "."
		r := b.must(t, tools["insert"], user, `{"name":"`+name+`","price":1,"vegan":true}`)
		var made struct{ Row struct{ ID string } }
		if err := json.Unmarshal([]byte(structured(r)), &made); err != nil {
			t.Fatal(err)
		}
		owner[made.Row.ID] = user
	}
	if b.last.Owner != "" {
		t.Errorf("what nobody made has the owner %q", b.last.Owner)
	}
	for _, user := range users {
		for id, whose := range owner {
			mine := user != "" && user == whose
			_, err := b.call(t, tools["update"], user, `{"id":"`+id+`","price":2}`)
			if mine != (err == nil) || err != nil && platform.AsError(err).Msg != missing(t, b, tools["update"], user) {
				t.Errorf("%q updates the row of %q: %v", user, whose, err)
			}
			if !mine {
				if _, err := b.call(t, tools["delete"], user, `{"id":"`+id+`"}`); !platform.IsCode(err, platform.CodeNotFound) {
					t.Errorf("%q deletes the row of %q: %v", user, whose, err)
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	plans := map[string]json.RawMessage{}
	for name, tool := range tools {
		plans[name] = b.plan(t, tool).Config
	}
	hostile := []string{`{}`, `{"query":"bread of ann bob cem"}`, `{"query":"ann"}`, `{"query":"bob","limit":200}`, `{"max_price":9,"vegan":true,"limit":200}`, `{"query":"p_"}`, `{"owner":"ann","limit":200}`, `{"limit":1}`,
		`{"near":{"lat":0,"lon":0,"km":40000}}`, `{"query":"' OR 1=1 --"}`, `{"limit":200,"query":"bread","size":null,"tag":null}`, `{"tag":"%"}`, `{"id":"r1"}`}
	for range 10_000 {
		user, arguments := users[r.IntN(4)], hostile[r.IntN(len(hostile))]
		kind := []string{"query", "cards"}[r.IntN(2)]
		result, err := b.run(t, "query", plans[kind], user, arguments)
		if err != nil {
			t.Fatalf("%s: %v", arguments, err)
		}
		said := structured(result) + text(result)
		for _, other := range users {
			if (other != user || user == "") && strings.Contains(said, "bread of "+string(other)+".") {
				t.Fatalf("%q asks %s and sees a row of %q: %s", user, arguments, other, said)
			}
		}
		own := map[bool]int{true: 3}[user != ""] // rows, of whom asks
		if n := counted(said); n > own || arguments == "{}" && kind == "query" && n != own || arguments == `{"limit":1}` && n != own {
			t.Fatalf("%q has %d rows, asks %s and counts: %s", user, own, arguments, said)
		}
	}
}

// counts are what an answer says of how many rows fit: in its data, and in the text that names some of them.
var counts = regexp.MustCompile(`"count":(\d+)|the first \d+ of (\d+)`)

// counted is the greatest number of rows that an answer speaks of, 0 = none.
func counted(said string) int {
	most := 0
	for _, found := range counts.FindAllStringSubmatch(said, -1) {
		n, _ := strconv.Atoi(found[1] + found[2])
		most = max(most, n)
	}
	return most
}

// missing is what a person is told of a row that does not exist.
func missing(t *testing.T, b *bench, tool platform.ToolDraft, user platform.UserID) string {
	t.Helper()
	_, err := b.call(t, tool, user, `{"id":"never","price":2}`)
	return platform.AsError(err).Msg
}
