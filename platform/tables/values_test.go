package tables_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/tables"
)

func TestValuesHaveOneForm(t *testing.T) {
	t.Parallel()
	for values, want := range map[string]string{
		`{}`: `{}`,
		`{"text":"  a\t<b>\nc ","number":3.20,"integer":12}`:             `{"text":"  a\t<b>\nc ","number":3.20,"integer":12}`,
		`{"integer":5.0,"number":-0.000001,"money":9007199254740993.10}`: `{"number":-0.000001,"integer":5,"money":9007199254740993.10}`,
		`{"integer":1e3,"number":1e3}`:                                   `{"number":1e3,"integer":1000}`,
		`{"text":null,"tags":[],"number":null,"url":""}`:                 `{}`,
		`{"boolean":false,"number":0}`:                                   `{"number":0,"boolean":false}`,
		`{"date":"2026-02-28","time":"09:30:00"}`:                        `{"date":"2026-02-28","time":"09:30"}`,
		`{"time":"9:30"}`:                                                        `{"time":"09:30"}`,
		`{"time":"23:59:07"}`:                                                    `{"time":"23:59:07"}`,
		`{"datetime":"2026-11-22T09:30:00.500+01:00"}`:                           `{"datetime":"2026-11-22T09:30:00.5+01:00"}`,
		`{"enum":"Large","tags":["vegan","a, b"]}`:                               `{"enum":"Large","tags":["vegan","a, b"]}`,
		`{"url":"http://x.example/?a=b&c","image":"https://x.example/a.png"}`:    `{"url":"http://x.example/?a=b&c","image":"https://x.example/a.png"}`,
		`{"image":"data:image/png;base64,AA=="}`:                                 `{"image":"data:image/png;base64,AA=="}`,
		`{"email":"ann@example.com","phone":"+49 (30) 123-45.67 ext 8"}`:         `{"email":"ann@example.com","phone":"+49 (30) 123-45.67 ext 8"}`,
		`{"place":{"label":"Berlin","lon":13.4050,"lat":-52.52}}`:                `{"place":{"lat":-52.52,"lon":13.4050,"label":"Berlin"}}`,
		`{"place":{"lat":1,"lon":2,"label":"שלום!\u200f"},"tags":["شاي\u061c"]}`: "{\"tags\":[\"شاي\u061c\"],\"place\":{\"lat\":1,\"lon\":2,\"label\":\"שלום!\u200f\"}}",
		`{"place":{"lon":180,"lat":90,"label":null},"text":"שלום 👩‍👩‍👧 \u2028"}`: `{"text":"שלום 👩‍👩‍👧 \u2028","place":{"lat":90,"lon":180}}`,
	} {
		got, problems := tables.CheckValues(everyType(), json.RawMessage(values))
		if len(problems) > 0 || string(got) != want {
			t.Errorf("CheckValues(%s) = %s %v, want %s", values, got, problems, want)
		}
		again, problems := tables.CheckValues(everyType(), got)
		if len(problems) > 0 || string(again) != string(got) {
			t.Errorf("CheckValues(%s) = %s %v, want what it was", got, again, problems)
		}
	}
}

func TestValuesThatDoNotFit(t *testing.T) {
	t.Parallel()
	for values, want := range map[string]string{
		`[]`: "", `{`: "", `"x"`: "", `{"text":"a","text":"b"}`: "text", `{"nope":1}`: "nope",
		`{"text":5}`: "text", `{"text":"\u0000"}`: "text", `{"text":"\u0007"}`: "text", `{"text":"\ud800"}`: "text", `{"url":"https://x.example/\n"}`: "url",
		`{"number":"3"}`: "number", `{"number":1e9999}`: "number", `{"number":true}`: "number", `{"integer":5.5}`: "integer", `{"integer":1e-2}`: "integer", `{"money":"3,20 €"}`: "money",
		`{"boolean":"true"}`: "boolean", `{"boolean":1}`: "boolean",
		`{"date":"2026-02-29"}`: "date", `{"date":"22.11.2026"}`: "date", `{"date":"2026-11-22T00:00:00Z"}`: "date",
		`{"time":"24:00"}`: "time", `{"time":"9"}`: "time", `{"time":"09:30:15.5"}`: "time", `{"datetime":"2026-11-22T09:30"}`: "datetime", `{"datetime":"2026-11-22"}`: "datetime",
		`{"enum":"large"}`: "enum", `{"tags":"vegan"}`: "tags", `{"tags":[1]}`: "tags", `{"tags":[" "]}`: "tags", `{"tags":["a\nb"]}`: "tags",
		`{"url":"javascript:alert(1)"}`: "url", `{"url":"https://"}`: "url", `{"url":"x.example"}`: "url",
		`{"image":"http://x.example/a.png"}`: "image", `{"image":"data:text/html,x"}`: "image",
		`{"email":"ann"}`: "email", `{"email":"Ann <ann@example.com>"}`: "email", `{"email":"a@b.example,c@d.example"}`: "email",
		`{"phone":"call me"}`: "phone", `{"phone":"+"}`: "phone",
		`{"place":"Berlin"}`: "place", `{"place":{"lat":91,"lon":0}}`: "place", `{"place":{"lat":0,"lon":-180.1}}`: "place", `{"place":{"lat":0}}`: "place",
		`{"place":{"lat":0,"lon":0,"x":1}}`: "place", `{"place":{"lat":"0","lon":0}}`: "place", `{"place":{"lat":0,"lon":0,"label":"\u202e"}}`: "place",
	} {
		got, problems := tables.CheckValues(everyType(), json.RawMessage(values))
		if len(problems) != 1 || problems[0].Location != want || problems[0].Message == "" || got != nil {
			t.Errorf("CheckValues(%s) = %s, problems %v, want one at %q", values, got, problems, want)
		}
	}
	_, problems := tables.CheckValues(everyType(), json.RawMessage(`{"number":"a","date":"b","zzz":1,"yyy":2}`))
	var at []string
	for _, p := range problems {
		at = append(at, p.Location)
	}
	if diff := cmp.Diff([]string{"number", "date", "yyy", "zzz"}, at); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestRequiredCells(t *testing.T) {
	t.Parallel()
	columns := []platform.Column{{Name: "a", Type: "text", Required: true}, {Name: "b", Type: "boolean", Required: true}}
	for values, missing := range map[string]int{`{"a":"x","b":false}`: 0, `{}`: 2, `{"a":"","b":null}`: 2, `{"a":" "}`: 1} {
		if _, problems := tables.CheckValues(columns, json.RawMessage(values)); len(problems) != missing {
			t.Errorf("CheckValues(%s): %v, want %d", values, problems, missing)
		}
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	columns := append(everyType(), platform.Column{Name: "must", Type: "text", Required: true})
	for _, test := range []struct{ stored, patch, want, fault string }{
		{`{"text":"a","must":"m"}`, `{"number":1}`, `{"text":"a","number":1,"must":"m"}`, ""},
		{`{"text":"a","must":"m"}`, `{"text":null}`, `{"must":"m"}`, ""},
		{`{"text":"a","must":"m"}`, `{"must":null}`, ``, "must"},
		{`{"text":"a","must":"m"}`, `{"text":1}`, ``, "text"},
		{`{"gone":"a","must":"m"}`, `{}`, `{"must":"m"}`, ""},                                       // its column was removed
		{`{"enum":"tiny","must":"m"}`, `{"text":"b"}`, `{"text":"b","enum":"tiny","must":"m"}`, ""}, // a value that its column had
		{``, `{"must":"m"}`, `{"must":"m"}`, ""},
	} {
		got, problems := tables.Merge(columns, json.RawMessage(test.stored), json.RawMessage(test.patch))
		if test.fault != "" {
			if len(problems) != 1 || problems[0].Location != test.fault {
				t.Errorf("%s + %s: problems %v, want one at %s", test.stored, test.patch, problems, test.fault)
			}
			continue
		}
		if len(problems) > 0 || string(got) != test.want {
			t.Errorf("%s + %s = %s %v, want %s", test.stored, test.patch, got, problems, test.want)
		}
	}
}

// A change says at once what is wrong with its cells and which of them must not be empty.
func TestAChangeReportsEverythingAtOnce(t *testing.T) {
	t.Parallel()
	columns := append(everyType(), platform.Column{Name: "must", Type: "text", Required: true}, platform.Column{Name: "also", Type: "number", Required: true})
	for patch, want := range map[string][]string{
		`{"number":"a","must":null,"also":"x","zzz":1}`: {"number", "also", "zzz", "must"}, `{"must":"","also":null}`: {"must", "also"}, `[]`: {""}, `{"text":"\u0000","must":null}`: {"text"},
	} {
		got, problems := tables.Merge(columns, json.RawMessage(`{"must":"m","also":1}`), json.RawMessage(patch))
		var at []string
		for _, p := range problems {
			at = append(at, p.Location)
		}
		if diff := cmp.Diff(want, at); diff != "" || got != nil {
			t.Errorf("%s: %s (-want +got):\n%s", patch, got, diff)
		}
	}
}

func TestSizeOfARow(t *testing.T) {
	t.Parallel()
	for size, ok := range map[int]bool{tables.MaxRow - 11: true, tables.MaxRow - 10: false} { // {"text":""} are 11 bytes
		row, problems := tables.CheckValues(everyType(), json.RawMessage(`{"text":"`+strings.Repeat("x", size)+`"}`))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if err := tables.CheckSize(row); (err == nil) != ok || err != nil && !platform.IsCode(err, platform.CodeTooLarge) {
			t.Errorf("a row of %d bytes: %v", len(row), err)
		}
	}
}

func TestKeysOfEqualCells(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		column platform.ColumnType
		a, b   string
		equal  bool
	}{
		{"number", `3.2`, `3.20`, true}, {"number", `320e-2`, `3.2`, true}, {"number", `0`, `-0.0`, true}, {"number", `100`, `1E2`, true},
		{"number", `9007199254740993`, `9007199254740992`, false}, {"number", `-1`, `1`, false}, {"number", `0.10`, `0.01`, false},
		{"datetime", `"2026-11-22T09:30:00+01:00"`, `"2026-11-22T08:30:00Z"`, true}, {"datetime", `"2026-11-22T09:30:00Z"`, `"2026-11-22T08:30:00Z"`, false},
		{"text", `"a"`, `"A"`, false}, {"text", `"é"`, `"\u00e9"`, true}, {"text", `"a"`, `null`, false}, {"boolean", `true`, `false`, false},
		{"email", `"Ann@Example.com"`, `"ann@example.com"`, true}, {"email", `"ÄNN@x.de"`, `"änn@x.de"`, true}, {"email", `"ann@x.de"`, `"anñ@x.de"`, false},
		{"url", `"https://Example.COM/Path"`, `"HTTPS://example.com/Path"`, true}, {"url", `"https://x.com/aB"`, `"https://x.com/Ab"`, false},
		{"url", `"https://X.com"`, `"https://x.com"`, true}, {"url", `"https://A@x.com"`, `"https://a@x.com"`, false},
		{"image", `"https://X.com/a.png"`, `"https://x.com/a.png"`, true}, {"image", `"data:image/png;base64,AA"`, `"data:image/png;base64,aa"`, false},
	} {
		c := platform.Column{Type: test.column}
		if a, b := tables.Key(c, json.RawMessage(test.a)), tables.Key(c, json.RawMessage(test.b)); (a == b) != test.equal {
			t.Errorf("%s: the keys of %s and %s are %q and %q", test.column, test.a, test.b, a, b)
		}
	}
}

func TestKeysOfRowsStoredBefore(t *testing.T) {
	t.Parallel()
	email := platform.Column{Type: platform.ColumnEmail}
	for cell, want := range map[string][]string{
		`"Ann@x.de"`: {"ann@x.de", "Ann@x.de"}, // what was stored as it is written is found, and what is stored now in any case
		`"ann@x.de"`: {"ann@x.de"}, `null`: nil, ``: nil,
	} {
		if diff := cmp.Diff(want, tables.Keys(email, json.RawMessage(cell))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", cell, diff)
		}
	}
}
