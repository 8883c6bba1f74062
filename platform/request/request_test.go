package request_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/request"

	"github.com/google/go-cmp/cmp"
)

func everything() []request.Source {
	return []request.Source{request.Args, request.Data, request.Count, request.User, request.Secret, request.App, request.Now}
}

func decode(t *testing.T, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func values(t *testing.T) request.Values {
	t.Helper()
	count := 2
	return request.Values{
		Args: decode(t, `{"s":"a \"b\"\n","n":12345678901234567890.10,"yes":true,"none":null,"list":["x",2],"o":{"city":"Porto"},"empty":"","braces":"{{secret.KEY}}"}`),
		Data: decode(t, `{"items":[{"title":"Rye"},{"title":"Spelt"}]}`), Count: &count, App: "bakery",
		User: request.Person{ID: "u1", Email: "a@example.com"}, Now: time.Date(2026, 11, 22, 10, 0, 0, 999, time.FixedZone("", 3600)),
		Secret: func(name string) (string, bool) { return "s3cret", name == "KEY" },
	}
}

// A string that is one placeholder takes the value with its type, a longer one its text; what is missing takes its key, list item
// or longer string along.
func TestFill(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, template, want string }{
		{"types stay", `["{{args.s}}","{{ args.n }}","{{args.yes}}","{{args.none}}","{{args.list}}","{{args.o}}"]`,
			`["a \"b\"\n",12345678901234567890.10,true,null,["x",2],{"city":"Porto"}]`},
		{"parts", `["{{args.o.city}}","{{data.items.1.title}}","{{args.list.0}}"]`, `["Porto","Spelt","x"]`},
		{"within a text", `"n={{args.n}} yes={{args.yes}} {{args.list}} {{args.o}}"`, `"n=12345678901234567890.10 yes=true x, 2 {\"city\":\"Porto\"}"`},
		{"other sources", `["{{count}}","{{user.id}}","{{user.email}}","{{secret.KEY}}","{{app.slug}}","{{now}}"]`,
			`[2,"u1","a@example.com","s3cret","bakery","2026-11-22T09:00:00Z"]`},
		{"what is missing disappears", `{"a":"{{args.no}}","b":["{{args.no}}",1,"x{{args.no}}"],"c":{"d":"{{data.items.2}}"},"e":"{{secret.OTHER}}"}`, `{"b":[1],"c":{}}`},
		{"null has no text", `["x{{args.none}}"]`, `[]`},
		{"no index", `["{{args.list.01}}","{{args.list.-1}}","{{args.list.9999999999999999999999}}","{{args.s.0}}"]`, `[]`},
		{"a value is not read again", `"{{args.braces}}!"`, `"{{secret.KEY}}!"`},
		{"constants", `{"a":1.50,"b":[null,false,"x"],"c":"}} x"}`, `{"a":1.50,"b":[null,false,"x"],"c":"}} x"}`},
	} {
		template, problems := request.Parse(json.RawMessage(c.template), everything()...)
		if problems != nil {
			t.Errorf("%s: %v", c.name, problems)
			continue
		}
		for range 2 { // a template stays what it is
			got, ok, err := template.Fill(values(t))
			text, _ := platform.PlainJSON(got)
			if !ok || err != nil || text != c.want {
				t.Errorf("%s: %s, %v, %v; want %s", c.name, text, ok, err, c.want)
			}
		}
	}
	template, _ := request.Parse(json.RawMessage(`"{{args.no}}"`), request.Args)
	if got, ok, err := template.Fill(values(t)); got != nil || ok || err != nil {
		t.Errorf("a template of nothing: %v, %v, %v", got, ok, err)
	}
	nobody := request.Values{}
	template, _ = request.Parse(json.RawMessage(`{"a":"{{user.id}}","b":"{{user.email}}","c":"{{secret.KEY}}","d":"{{count}}","e":"{{app.slug}}","f":"{{args.x}}"}`), everything()...)
	if got, _, _ := template.Fill(nobody); !cmp.Equal(got, map[string]any{}) {
		t.Errorf("of nobody: %v", got)
	}
}

func TestEveryProblemIsLocated(t *testing.T) {
	t.Parallel()
	for template, want := range map[string][]platform.Problem{
		`{"values":{"a":"{{arg.x}}","b":["ok","{{args}} and {{args.}}"]},"c":"{{args.x"}`: {
			{Location: "c", Message: "has {{ without }} after it"},
			{Location: "values.a", Message: "has the placeholder {{arg.x}}, which is not known here; there are {{args.…}}, {{count}}"},
			{Location: "values.b[1]", Message: "has the placeholder {{args}}; want the name of a value, as {{args.name}}"},
			{Location: "values.b[1]", Message: "has the placeholder {{args.}}; want the name of a value, as {{args.name}}"},
		},
		`["{{user.id}}","{{count.x}}","{{args.a b}}","{{args.a.b.c.d.e.f.g.h.i}}"]`: {
			{Location: "[0]", Message: "has the placeholder {{user.id}}, which is not known here; there are {{args.…}}, {{count}}"},
			{Location: "[1]", Message: "has the placeholder {{count.x}}: {{count}} has no parts"},
			{Location: "[2]", Message: "has the placeholder {{args.a b}}; want the name of a value, as {{args.name}}"},
			{Location: "[3]", Message: "has the placeholder {{args.a.b.c.d.e.f.g.h.i}}; want the name of a value, as {{args.name}}"},
		},
		`{`:   {{Message: "is not valid JSON"}},
		`1 2`: {{Message: "is not valid JSON: there is text after its end"}},
		strings.Repeat("[", 40) + strings.Repeat("]", 40): {{Location: strings.Repeat("[0]", 33), Message: "is nested too deeply: at most 32 levels are allowed"}},
		`"` + strings.Repeat("{{count}}", 201) + `"`:      {{Message: "has more than 200 placeholders"}},
	} {
		got, problems := request.Parse(json.RawMessage(template), request.Args, request.Count)
		if diff := cmp.Diff(want, problems); diff != "" || got != nil {
			t.Errorf("%s (-want +got):\n%s", template, diff)
		}
	}
	for _, name := range []string{"{{user.name}}", "{{app.id}}", "{{secret.key}}", "{{secret.A.B}}", "{{secret}}", "{{}}", "{{ }}", "{{now.x}}"} {
		if _, problems := request.ParseText(name, everything()...); len(problems) != 1 {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// A small template cannot make much of a large argument.
func TestWhatIsFilledInIsBounded(t *testing.T) {
	t.Parallel()
	large := request.Values{Args: map[string]any{"x": strings.Repeat("x", 100<<10), "l": []any{strings.Repeat("y", 100<<10)}}}
	for _, template := range []string{
		`["` + strings.Repeat("{{args.x}}", 11) + `"]`, `[` + strings.Repeat(`"{{args.l}}",`, 11) + `1]`,
	} {
		parsed, problems := request.Parse(json.RawMessage(template), request.Args)
		if problems != nil {
			t.Fatal(problems)
		}
		if _, _, err := parsed.Fill(large); !platform.IsCode(err, platform.CodeTooLarge) {
			t.Errorf("%.30s: %v", template, err)
		}
	}
	text, _ := request.ParseText(strings.Repeat("{{args.x}}", 11), request.Args)
	if _, _, err := text.Fill(large); !platform.IsCode(err, platform.CodeTooLarge) {
		t.Errorf("a text: %v", err)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for template, want := range map[string]string{
		"{{count}} breads, first {{data.items.0.title}}.": "2 breads, first Rye.", "{{args.n}}": "12345678901234567890.10", "plain": "plain", "": "",
	} {
		text, problems := request.ParseText(template, request.Args, request.Data, request.Count)
		if got, ok, err := text.Fill(values(t)); problems != nil || got != want || !ok || err != nil {
			t.Errorf("%q: %q, %v, %v, %v", template, got, ok, err, problems)
		}
	}
	text, _ := request.ParseText("For {{args.no}}.", request.Args)
	if got, ok, _ := text.Fill(values(t)); ok {
		t.Errorf("a missing value leaves %q", got)
	}
	want := []request.Placeholder{{Source: request.Args, Path: []string{"no"}}}
	if diff := cmp.Diff(want, text.Placeholders()); diff != "" {
		t.Error(diff)
	}
}

func FuzzTemplate(f *testing.F) {
	f.Add([]byte(`{"a":"{{args.x}}","b":["{{args.x.y.0}} {{count}}"]}`), []byte(`{"x":{"y":[1]}}`))
	f.Add([]byte(`"{{{{args.x}}}}"`), []byte(`[]`))
	f.Fuzz(func(t *testing.T, raw, args []byte) {
		var v any
		if json.Unmarshal(args, &v) != nil {
			return
		}
		template, problems := request.Parse(raw, everything()...)
		for _, p := range problems {
			if p.Message == "" {
				t.Fatalf("%s: a problem without a message", raw)
			}
		}
		if template == nil {
			return
		}
		if got, ok, err := template.Fill(request.Values{Args: v}); ok && err == nil {
			if _, err := platform.PlainJSON(got); err != nil {
				t.Fatalf("%s makes no JSON: %v", raw, err)
			}
		}
	})
}
