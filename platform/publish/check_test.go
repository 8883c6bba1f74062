package publish

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/executor/mock"
	"berth/platform/runtime"
	"berth/test/shipped"

	"github.com/google/go-cmp/cmp"
)

func newService(t *testing.T, o Options) *Service {
	t.Helper()
	layouts := shipped.Layouts(t)
	o.Layouts = layouts
	if o.Executors == nil {
		o.Executors = []runtime.Executor{mock.Executor{}}
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fullDraft() platform.Draft {
	return platform.Draft{
		Name: "Order Helper", Tools: []platform.ToolDraft{{Name: "get_order_status", Description: "Retrieve an order.", Layout: "cards",
			MockData: json.RawMessage(`{"items":[{"title":"Lamp"}]}`)}},
	}
}

func lines(problems []platform.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, p.Location+": "+p.Message)
	}
	return out
}

func TestCheckDraftReportsEverything(t *testing.T) {
	t.Parallel()
	s := newService(t, Options{})
	radius := 25
	var names []string
	for _, l := range s.AuthorLayouts() {
		names = append(names, l.Name)
	}
	unknown := "body.tools[0].layoutTemplate: must be one of " + strings.Join(names, ", ")
	for _, c := range []struct {
		name   string
		change func(*platform.Draft)
		want   []string
	}{
		{"complete", func(*platform.Draft) {}, nil},
		{"the sample", func(d *platform.Draft) { d.Tools[0].MockData = nil }, nil},
		{"lengths are counted in characters", func(d *platform.Draft) {
			d.Name, d.Description = strings.Repeat("é", 100), strings.Repeat("日", 2000)
			d.SystemPrompt, d.Tools[0].Description = strings.Repeat("🎁", 8000), strings.Repeat("ñ", 1024)
		}, nil},
		{"missing", func(d *platform.Draft) {
			*d = platform.Draft{Name: " \t", Tools: []platform.ToolDraft{{Layout: "cards"}}}
		}, []string{
			"body.name: must not contain the character U+0009", "body.name: is required",
			"body.tools[0].name: is required", "body.tools[0].description: is required",
		}},
		{"too long", func(d *platform.Draft) {
			d.Name, d.Description = strings.Repeat("é", 101), strings.Repeat("日", 2001)
			d.SystemPrompt, d.Tools[0].Description = strings.Repeat("🎁", 8001), strings.Repeat("ñ", 1025)
			d.Tools[0].ResponseText, d.Tools[0].Name, d.Slug = strings.Repeat("r", 64_001), strings.Repeat("a", 65), strings.Repeat("a", 64)
		}, []string{
			"body.name: must have at most 100 characters, not 101",
			"body.description: must have at most 2000 characters, not 2001",
			"body.systemPrompt: must have at most 8000 characters, not 8001",
			"body.mcpSlug: must have 1 to 63 lower-case letters (a–z), digits and -, and neither begin nor end with -",
			"body.tools[0].name: must have 1 to 64 letters (a–z), digits, _ and -",
			"body.tools[0].description: must have at most 1024 characters, not 1025",
			"body.tools[0].responseText: must have at most 64000 characters, not 64001",
		}},
		{"hostile texts", func(d *platform.Draft) {
			d.Name, d.Description, d.SystemPrompt = "a\nb", "a\x00b", "a\xffb"
			d.Tools[0].Name, d.Slug = "get order", "../x"
		}, []string{
			"body.name: must not contain the character U+000A",
			"body.description: must not contain the character U+0000",
			"body.systemPrompt: contains bytes that are not UTF-8",
			"body.mcpSlug: must have 1 to 63 lower-case letters (a–z), digits and -, and neither begin nor end with -",
			"body.tools[0].name: must have 1 to 64 letters (a–z), digits, _ and -",
		}},
		{"unknown layout", func(d *platform.Draft) { d.Tools[0].Layout, d.Tools[0].MockData = "../cards", nil }, []string{unknown}},
		{"a seeded app's layout", func(d *platform.Draft) { d.Tools[0].Layout, d.Tools[0].MockData = "todo-list", nil }, []string{unknown}},
		{"theme and contrast", func(d *platform.Draft) {
			d.Theme = platform.Theme{Radius: &radius, Light: &platform.Palette{Text: "red"}}
		}, []string{
			"body.themeVariables.light.text: must be a colour of the form #rrggbb",
			"body.themeVariables.radius: must be between 0 and 24",
		}},
		{"data that the layout cannot show", func(d *platform.Draft) {
			d.Tools[0].MockData = json.RawMessage(`{"items":[{"price":true},{"title":"x","image":"javascript:alert(1)"}],"extra":1}`)
		}, []string{
			"body.tools[0].mockData.extra: is not a known field; known fields: actions, empty, items, subtitle, title",
			"body.tools[0].mockData.items[0].price: must be a number or a string, not true or false",
			"body.tools[0].mockData.items[0].title: is required",
			`body.tools[0].mockData.items[1].image: must match the pattern ^(https://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?#][^\s]*)?|data:image/(png|jpeg|gif|webp|avif|svg\+xml)[;,][^\s]*)$ (Picture: an https:// address with an ASCII host name, or a data: URL of a png, jpeg, gif, webp, avif or svg.)`,
		}},
		{"an array", func(d *platform.Draft) { d.Tools[0].MockData = json.RawMessage(`[]`) }, []string{"body.tools[0].mockData: must be an object, not an array"}},
		{"a scalar", func(d *platform.Draft) { d.Tools[0].MockData = json.RawMessage(`7`) }, []string{"body.tools[0].mockData: must be an object or an array"}},
		{"NUL", func(d *platform.Draft) { d.Tools[0].MockData = json.RawMessage(`{"items":[{"title":"\u0000"}]}`) }, []string{
			"body.tools[0].mockData.items[0].title: must not contain the character U+0000",
		}},
		{"deep", func(d *platform.Draft) {
			d.Tools[0].MockData = json.RawMessage(strings.Repeat(`[`, 65) + strings.Repeat(`]`, 65))
		}, []string{"body.tools[0].mockData" + strings.Repeat("[0]", 64) + ": is nested too deeply: at most 64 levels are allowed"}},
		{"large", func(d *platform.Draft) {
			d.Tools[0].MockData = json.RawMessage(`{"items":[{"title":"` + strings.Repeat("a", 256<<10) + `"}]}`)
		}, []string{"body.tools[0].mockData: must have at most 256 KiB, not 257"}},
		{"too many picture hosts", func(d *platform.Draft) {
			var items []string
			for i := range 51 {
				items = append(items, `{"title":"x","image":"https://h`+strings.Repeat("x", i)+`.example/a.png"}`)
			}
			d.Tools[0].MockData = json.RawMessage(`{"items":[` + strings.Join(items, ",") + `]}`)
		}, []string{"body.tools[0].mockData: must take its pictures from at most 50 hosts, not 51"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := fullDraft()
			c.change(&d)
			if diff := cmp.Diff(c.want, lines(s.CheckDraft(d))); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnreadableColoursAreRefusedAtPublishOnly(t *testing.T) {
	t.Parallel()
	s := newService(t, Options{})
	d := fullDraft()
	d.Theme = platform.Theme{Light: &platform.Palette{Surface: "#ffffff", Text: "#eeeeee"}}
	if p := s.checkWhole(d); len(p) > 0 {
		t.Errorf("saving refuses: %v", lines(p))
	}
	if p := s.CheckDraft(d); len(p) != 1 || p[0].Location != "body.themeVariables.light.text" {
		t.Errorf("publishing refuses: %v", lines(p))
	}
}

func TestAServerMayLackAKind(t *testing.T) {
	t.Parallel()
	s := newService(t, Options{Executors: []runtime.Executor{}})
	if got := lines(s.CheckDraft(fullDraft())); len(got) != 1 || !strings.HasPrefix(got[0], "body.tools[0].handler.kind: must be one of") {
		t.Errorf("problems: %v", got)
	}
}

// picky refuses every tool.
type picky struct{ mock.Executor }

func (picky) Plan(platform.ToolDraft, executor.Around) (executor.Plan, []platform.Problem) {
	return executor.Plan{}, []platform.Problem{{Location: "handler.table", Message: "must say more"}, {Location: "mockData", Message: "must be better"}}
}

func TestKindsAreAskedWhateverElseIsWrong(t *testing.T) {
	t.Parallel()
	s := newService(t, Options{Executors: []runtime.Executor{picky{}}})
	for _, c := range []struct {
		name   string
		change func(*platform.Draft)
		want   []string
	}{
		{"nothing else", func(*platform.Draft) {}, []string{"body.tools[0].handler.table: must say more", "body.tools[0].mockData: must be better"}},
		{"another field", func(d *platform.Draft) { d.Tools[0].Name, d.Tools[0].Layout = "", "cards" }, []string{
			"body.tools[0].name: is required", "body.tools[0].handler.table: must say more", "body.tools[0].mockData: must be better"}},
		{"the same field", func(d *platform.Draft) { d.Tools[0].MockData = json.RawMessage(`{"items":[{"title":"\u0000"}]}`) }, []string{
			"body.tools[0].mockData.items[0].title: must not contain the character U+0000", "body.tools[0].handler.table: must say more"}},
		{"what no manifest can hold", func(d *platform.Draft) { d.Name, d.Tools[0].MockData = "", json.RawMessage(`{`) }, []string{
			"body.name: is required", "body.tools[0].mockData: is not valid JSON: it ends too early (at byte 1)", "body.tools[0].handler.table: must say more"}},
	} {
		d := fullDraft()
		c.change(&d)
		if diff := cmp.Diff(c.want, lines(s.CheckDraft(d))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// offered is what the draft offers over MCP.
func offered(s *Service, d platform.Draft) platform.Manifest {
	m, _, _ := s.planned(d, nil)
	return m
}

// Widgets and serverInfo always say something of the app, and the model always reads something.
func TestAManifestIsDescribed(t *testing.T) {
	t.Parallel()
	s := newService(t, Options{})
	for _, c := range []struct{ description, toolDescription, want string }{
		{"Finds orders.", "Retrieve an order.", "Finds orders."},
		{" \n", "Retrieve an order.", "Retrieve an order."},
		{"", " ", "Order Helper"},
	} {
		d := fullDraft()
		d.Description, d.Tools[0].Description, d.Tools[0].ResponseText = c.description, c.toolDescription, " \n\t"
		m := offered(s, d)
		if m.Description != c.want || m.Views[0].Description != c.want {
			t.Errorf("%q and %q: %q and %q", c.description, c.toolDescription, m.Description, m.Views[0].Description)
		}
		if config := string(m.Tools[0].Handler.Config); !strings.Contains(config, `"text":"Here is 1 item: Lamp."`) {
			t.Errorf("a blank text stays: %s", config)
		}
	}
}

// People open a widget without saying anything, so its tool must need nothing and change nothing.
func TestEntryPoints(t *testing.T) {
	t.Parallel()
	s := newService(t, Options{})
	changes := false
	for _, c := range []struct {
		name   string
		change func(*platform.ToolDraft)
		want   []string
	}{
		{"a tool that needs nothing", func(*platform.ToolDraft) {}, nil},
		{"one that may be told something", func(t *platform.ToolDraft) {
			t.Input = json.RawMessage(`{"type":"object","properties":{"q":{"type":"string"}}}`)
		}, nil},
		{"the default input, which needs a message", func(t *platform.ToolDraft) { t.Input = nil },
			[]string{"body.tools[0].opensFrom: needs a tool that can be called without arguments"}},
		{"least properties", func(t *platform.ToolDraft) { t.Input = json.RawMessage(`{"type":"object","minProperties":1}`) },
			[]string{"body.tools[0].opensFrom: needs a tool that can be called without arguments"}},
		{"without a widget, and one that changes something", func(t *platform.ToolDraft) {
			t.Layout, t.MockData, t.Hints = "", json.RawMessage(`{"a":1}`), &platform.HintsDraft{ReadOnly: &changes}
		}, []string{"body.tools[0].opensFrom: needs a widget to open", "body.tools[0].opensFrom: needs a tool that changes nothing"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := fullDraft()
			d.Tools[0].Input, d.Tools[0].OpensFrom = json.RawMessage(`{"type":"object","properties":{}}`), []platform.EntryPoint{platform.EntryThread, platform.EntryGlobal}
			c.change(&d.Tools[0])
			if diff := cmp.Diff(c.want, lines(s.CheckDraft(d))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			d.Tools[0].Visibility = []platform.Visibility{platform.VisibleToApp}
			want := map[string]json.RawMessage{"ui": json.RawMessage(`{"visibility":["app"]}`),
				platform.OpenAIUI: json.RawMessage(`{"entrypoints":[{"type":"global"},{"type":"thread"}]}`)}
			if diff := cmp.Diff(want, offered(s, d).Tools[0].Meta); diff != "" {
				t.Errorf("_meta (-want +got):\n%s", diff)
			}
		})
	}
}

func TestManifestOfAnAuthoredApp(t *testing.T) {
	t.Parallel()
	s := newService(t, Options{})
	d := fullDraft()
	d.SystemPrompt, d.Description = "Be kind.", "Finds orders."
	d.Tools[0].MockData = json.RawMessage(`{"items":[{"title":"<b>","price":12345678901234567890.10,"image":"https://img.example/a.png"}]}`)
	m := offered(s, d)
	cards, _ := s.Layouts.Layout("cards")
	output, err := appkit.OrFailure(cards.DataSchema)
	if err != nil {
		t.Fatal(err)
	}
	want := platform.Manifest{
		Name: "Order Helper", Description: "Finds orders.", Instructions: "Be kind.", Access: platform.AccessPublic,
		Tools: []platform.ToolSpec{{
			Name: "get_order_status", Title: "Order Helper", Description: "Retrieve an order.",
			Input: json.RawMessage(`{"type":"object","properties":{"message":{"type":"string","description":"User query or request"},` +
				`"context":{"type":"object","description":"Additional context (optional)"}},"required":["message"]}`),
			Output: output, Hints: platform.Hints{ReadOnly: true, Idempotent: true}, View: "main",
			Handler: platform.HandlerRef{Kind: mock.Kind},
		}},
		Views: []platform.ViewSpec{{
			Name: "main", URI: "ui://widget/{slug}.html", Layout: "cards", Title: "Order Helper", Description: "Finds orders.",
			PrefersBorder: true, CSP: platform.CSP{Resource: []string{"https://img.example"}}, Sample: d.Tools[0].MockData,
		}},
	}
	var config mock.Config
	if err := json.Unmarshal(m.Tools[0].Handler.Config, &config); err != nil {
		t.Fatal(err)
	}
	if config.Text != "Here is 1 item: <b> (12345678901234567890.10)." || !strings.Contains(string(config.Data), "12345678901234567890.10") {
		t.Errorf("config: %+v", config)
	}
	m.Tools[0].Handler.Config = nil
	if diff := cmp.Diff(want, m); diff != "" {
		t.Errorf("manifest (-want +got):\n%s", diff)
	}
	d.Tools[0].ResponseText = "Here they are."
	if c := string(offered(s, d).Tools[0].Handler.Config); !strings.Contains(c, `"text":"Here they are."`) {
		t.Errorf("config: %s", c)
	}
}

func TestBuildIsDeterministic(t *testing.T) {
	t.Parallel()
	s := newService(t, Options{})
	one, documents, err := s.build(offered(s, fullDraft()), fullDraft(), "a@example.com")
	if err != nil {
		t.Fatal(err)
	}
	two, _, err := s.build(offered(s, fullDraft()), fullDraft(), "a@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one, two); diff != "" {
		t.Errorf("two builds of one draft (-first +second):\n%s", diff)
	}
	if len(documents) != 1 || len(one.Views) != 1 || one.Views[0].Document != documents[0].Digest || len(one.Digest) != 64 {
		t.Errorf("release %+v with %d documents", one, len(documents))
	}
	other := fullDraft()
	other.Theme.Density = "compact"
	if three, _, err := s.build(offered(s, other), other, ""); err != nil || three.Digest == one.Digest {
		t.Errorf("a different theme has the same digest (%v)", err)
	}
}

func TestChangesApply(t *testing.T) {
	t.Parallel()
	s := newService(t, Options{})
	full := fullDraft()
	full.Slug, full.Description, full.Theme = "mine", "d", platform.Theme{Font: "mono"}
	app := platform.App{Draft: full, ServedSlug: "served"}
	changed := func(body, first string) platform.Draft {
		t.Helper()
		c := s.ReadChanges(json.RawMessage(body), json.RawMessage(first))
		if len(c.Problems) > 0 {
			t.Fatalf("%s %s: %v", body, first, c.Problems)
		}
		return c.apply(app)
	}
	if diff := cmp.Diff(full, changed(`{}`, `{}`)); diff != "" {
		t.Errorf("no change (-want +got):\n%s", diff)
	}
	got := changed(`{"description":null,"mcpSlug":null,"themeVariables":null}`, `{"layoutTemplate":null,"mockData": null ,"name":"new"}`)
	want := platform.Draft{Name: full.Name, Slug: "served", Tools: []platform.ToolDraft{{Name: "new", Description: full.Tools[0].Description}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reset (-want +got):\n%s", diff)
	}
	if app.Draft.Tools[0].Name != "get_order_status" {
		t.Error("the draft that was there has changed too")
	}
	app.ServedSlug = ""
	if got := changed(`{"mcpSlug":null}`, `{}`); got.Slug != "" {
		t.Errorf("the slug of an app that was never published resets to %q", got.Slug)
	}
	if got := changed(`{}`, `{"mockData": { "items" : [ 1.0 ] } }`); string(got.Tools[0].MockData) != `{"items":[1.0]}` {
		t.Errorf("data: %s", got.Tools[0].MockData)
	}
}

func TestTrialBuildPanics(t *testing.T) {
	t.Parallel()
	s := newService(t, Options{TrialBuild: func(platform.Served) error { panic("bad schema") }})
	if err := s.try(platform.Served{}); err == nil || !strings.Contains(err.Error(), "bad schema") {
		t.Errorf("error: %v", err)
	}
}
