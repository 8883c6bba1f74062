package berth_test

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"berth/apps/berth"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/schema"
	"berth/platform/store/storetest"
	"berth/platform/view"
	"berth/test/shipped"
)

const appID = "01a20837-7200-7d25-8d7a-1b3dae05721e"

// rest is the REST API of one app, whose revision a test changes.
type rest struct {
	revision string
	access   string
	ahead    bool   // its draft differs from what is live
	changes  string // of the next publish, as JSON without the brackets
	problems string // of its draft, as JSON without the brackets
	tools    string // its tools, likewise
	secrets  string // those that are set, likewise
	unready  error
	gone     error                                                            // why its releases cannot be served
	refuse   func(ctx context.Context, call platform.RESTCall) (refused bool) // nil: nothing
	strange  string                                                           // with which a refusal says what is wrong
	asked    []string                                                         // that changed something
	bodies   []string                                                         // of those
	foreseen []platform.AppID                                                 // of which it was asked what publishing would refuse
	foresees string                                                           // where, "" for the description of the first tool
	blind    error                                                            // why that cannot be told
}

func (r *rest) In(_ context.Context, by platform.Actor, _ string) (platform.Actor, error) {
	return by, nil
}

func (r *rest) Ready(context.Context, platform.Actor, platform.AppID) error { return r.unready }

func (r *rest) Servable(context.Context, platform.Actor, platform.AppID, int) error { return r.gone }

// Foresee finds that a tool has no description, besides what is refused already.
func (r *rest) Foresee(_ context.Context, _ platform.Actor, app platform.AppID, _ json.RawMessage) ([]platform.Problem, error) {
	r.foreseen = append(r.foreseen, app)
	if r.foresees != "" {
		return []platform.Problem{{Location: r.foresees, Message: "is required"}}, nil
	}
	return []platform.Problem{{Location: "strange", Message: "in other words"}, {Location: "tools[0].description", Message: "is required"}}, r.blind
}

func (r *rest) SecretLink(context.Context, platform.Actor, platform.AppID, platform.Secret) (string, time.Time, error) {
	return "", time.Time{}, nil
}

func (r *rest) Ask(ctx context.Context, _ platform.Actor, call platform.RESTCall) (platform.RESTAnswer, error) {
	if r.refuse != nil && r.refuse(ctx, call) {
		return platform.RESTAnswer{Status: 422, Body: []byte(`{"code":"INVALID_CONFIG","detail":"No.","errors":[` + r.strange + `]}`)}, ctx.Err()
	}
	if call.Method != "GET" {
		r.asked = append(r.asked, call.Method+" "+call.Path+" "+call.Match)
		r.bodies = append(r.bodies, string(call.Body))
	}
	if strings.HasSuffix(call.Path, "/secrets") {
		return platform.RESTAnswer{Status: 200, Body: []byte(`{"items":[` + r.secrets + `]}`)}, nil
	}
	if strings.HasSuffix(call.Path, "/changes") {
		return platform.RESTAnswer{Status: 200, Body: []byte(`{"items":[` + r.changes + `]}`)}, nil
	}
	body := `{"id":"` + appID + `","name":"Shop","mcpSlug":"shop","mcpUrl":"https://berth.example/servers/shop/mcp","status":"published","origin":"authored","liveVersion":2,"tools":[` + r.tools + `],"response":{"result":{"isError":true}},"durationMs":1,"draftAhead":` + strconv.FormatBool(r.ahead) + `,"access":"` + r.access + `","problems":[` + r.problems + `],"items":[` +
		`{"version":2,"live":true},{"version":1},{"id":"` + appID + `","mcpSlug":"shop"}]}`
	return platform.RESTAnswer{Status: 200, ETag: r.revision, Body: []byte(body)}, nil
}

func layouts(t *testing.T) []view.Layout {
	t.Helper()
	all := shipped.Layouts(t)
	return slices.DeleteFunc(all.Layouts(), func(l view.Layout) bool { return !l.Authored })
}

// world is the app with a store that keeps what may be used once, and a clock that the test moves.
type world struct {
	*rest
	t   *testing.T
	app appkit.App
	now time.Time
}

func setup(t *testing.T) *world {
	t.Helper()
	w := &world{rest: &rest{revision: `"7"`, problems: `{"location":"body.toolName","message":"is required"}`}, t: t, now: time.Now().UTC()}
	w.app = berth.New(berth.Options{REST: func() berth.REST { return w.rest }, Once: storetest.Open(t), Layouts: layouts(t), PublicURL: "https://berth.example"})
	return w
}

func as(user string) platform.Principal {
	return platform.Principal{Kind: platform.KindKey, User: platform.UserID(user), Workspace: "w", Role: platform.RoleEditor}
}

// call calls a tool, and returns its answer and the code of its failure.
func (w *world) call(by platform.Principal, tool, arguments string) (answer map[string]any, text string, code platform.Code) {
	w.t.Helper()
	got, err := w.app.Handlers()[tool](w.t.Context(), appkit.Call{Tool: tool, Arguments: json.RawMessage(arguments), Principal: by, Now: w.now})
	if err != nil {
		return nil, "", platform.AsError(err).Code
	}
	raw, err := json.Marshal(got.Structured)
	if err != nil || json.Unmarshal(raw, &answer) != nil {
		w.t.Fatal(err)
	}
	w.fits(tool, raw)
	return answer, got.Content[0].Text, ""
}

// fits checks an answer against the tool's output schema.
func (w *world) fits(tool string, raw json.RawMessage) {
	w.t.Helper()
	for _, spec := range w.app.Manifest().Tools {
		if spec.Name != tool {
			continue
		}
		s, err := schema.Compile(spec.Output)
		if err != nil {
			w.t.Fatal(err)
		}
		if problems := s.Validate(raw); len(problems) > 0 {
			w.t.Errorf("%s answers %s: %v", tool, raw, problems)
		}
	}
}

// A token is good for five minutes, once, for one deed of one person with the app as it is.
func TestATokenConfirmsOneThing(t *testing.T) {
	t.Parallel()
	w := setup(t)
	token := func(tool, more string) string {
		t.Helper()
		answer, text, code := w.call(as("ann"), tool, `{"app":"shop"`+more+`}`)
		confirm, _ := answer["confirm"].(string)
		if code != "" || confirm == "" || !strings.Contains(text, "Nothing has happened yet") {
			t.Fatalf("%s: %v %s", tool, answer, code)
		}
		return confirm
	}
	confirmed := func(by platform.Principal, tool, more, token string) platform.Code {
		t.Helper()
		_, _, code := w.call(by, tool, `{"app":"shop","confirm":"`+token+`"`+more+`}`)
		return code
	}
	for _, tool := range []string{"publish_app", "rollback_app", "delete_app"} {
		w.asked, w.revision = nil, `"7"`
		confirm := token(tool, "")
		if len(w.asked) != 0 {
			t.Fatalf("%s has done something at the first step: %v", tool, w.asked)
		}
		for _, other := range []string{"publish_app", "rollback_app", "delete_app"} {
			if other != tool && confirmed(as("ann"), other, "", confirm) != platform.CodeConflict {
				t.Errorf("%s by the token of %s", other, tool)
			}
		}
		elsewhere := as("ann")
		elsewhere.Workspace = "x"
		for what, by := range map[string]platform.Principal{"somebody else": as("bob"), "another workspace": elsewhere} {
			if confirmed(by, tool, "", confirm) != platform.CodeConflict {
				t.Errorf("%s by %s", tool, what)
			}
		}
		viewer := as("ann")
		if viewer.Role = platform.RoleViewer; confirmed(viewer, tool, "", confirm) != platform.CodeForbidden {
			t.Errorf("%s by a viewer", tool)
		}
		w.revision = `"8"`
		if confirmed(as("ann"), tool, "", confirm) != platform.CodeConflict {
			t.Errorf("%s of an app that has changed", tool)
		}
		w.revision = `"7"`
		w.now = w.now.Add(5*time.Minute - time.Second)
		if len(w.asked) != 0 {
			t.Fatalf("%s: %v", tool, w.asked)
		}
		if code := confirmed(as("ann"), tool, "", confirm); code != "" || len(w.asked) != 1 {
			t.Errorf("%s: %s %v", tool, code, w.asked)
		}
		if confirmed(as("ann"), tool, "", confirm) != platform.CodeConflict || len(w.asked) != 1 {
			t.Errorf("%s twice: %v", tool, w.asked)
		}
		late := token(tool, "")
		w.now = w.now.Add(5 * time.Minute)
		if confirmed(as("ann"), tool, "", late) != platform.CodeConflict || len(w.asked) != 1 {
			t.Errorf("%s too late: %v", tool, w.asked)
		}
	}
	if one := token("rollback_app", `,"version":1`); confirmed(as("ann"), "rollback_app", `,"version":2`, one) != platform.CodeConflict {
		t.Error("rolled back to what was not asked")
	}
	w.unready = platform.Invalid([]platform.Problem{{Location: "toolName", Message: "is required"}})
	if answer, _, code := w.call(as("ann"), "publish_app", `{"app":"shop"}`); code != platform.CodeInvalidConfig || answer != nil {
		t.Errorf("what cannot be published: %v %s", answer, code)
	}
	w.gone = platform.Errorf(platform.CodeConflict, "Its table is gone.")
	if answer, _, code := w.call(as("ann"), "rollback_app", `{"app":"shop"}`); code != platform.CodeConflict || answer != nil {
		t.Errorf("what cannot be served: %v %s", answer, code)
	}
}

// The tools are those of the contract; readers change nothing, and each asks for a scope.
func TestTools(t *testing.T) {
	t.Parallel()
	m := setup(t).app.Manifest()
	want := strings.Fields("list_apps get_app list_layouts check_app app_activity create_app update_app put_table put_rows try_app secret_link publish_app rollback_app delete_app")
	var got []string
	for i := range m.Tools {
		spec := &m.Tools[i]
		got = append(got, spec.Name)
		scope := spec.Scopes[0]
		if spec.Hints.ReadOnly != (scope == platform.ScopeAppsRead) || spec.Hints.ReadOnly && (spec.Hints.Destructive || spec.Hints.OpenWorld) || len(spec.Scopes) != 1 {
			t.Errorf("%s: %+v %v", spec.Name, spec.Hints, spec.Scopes)
		}
		if len(spec.Description) > platform.MaxToolDescription || len(spec.Input) > 16<<10 {
			t.Errorf("%s: a description of %d, an input of %d bytes", spec.Name, len(spec.Description), len(spec.Input))
		}
		for _, name := range []string{"workspace"} {
			if !strings.Contains(string(spec.Input), `"`+name+`"`) {
				t.Errorf("%s takes no %s", spec.Name, name)
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("tools %v", got)
	}
}

// The guides hold the layouts of the registry: each with when to use it, its fields and an example.
func TestGuides(t *testing.T) {
	t.Parallel()
	w := setup(t)
	read := w.app.(appkit.Resourcer).Resources()["guide"]
	answer, _, _ := w.call(as("ann"), "list_layouts", `{}`)
	listed, _ := answer["layouts"].([]any)
	all := layouts(t)
	if len(listed) != len(all) || len(all) != 14 {
		t.Fatalf("%d layouts of %d", len(listed), len(all))
	}
	for i, l := range all {
		s, err := schema.Compile(l.DataSchema)
		example, _ := json.Marshal(listed[i].(map[string]any)["example"])
		if err != nil || len(s.Validate(example)) > 0 || len(example) > 4<<10 || strings.Contains(string(example), "data:image") {
			t.Errorf("%s: an example that does not fit, or is long: %v %.200s", l.Name, err, example)
		}
	}
	for _, spec := range w.app.Manifest().Resources {
		contents, err := read(t.Context(), appkit.Call{}, spec.URI)
		if err != nil || contents[0].Text == "" {
			t.Fatal(err)
		}
		if strings.HasSuffix(spec.URI, "apps") && (len(contents[0].Text) > 6<<10 || !strings.Contains(contents[0].Text, `{"lat": 52.52, "lon": 13.4, "label": "Berlin"}`)) {
			t.Errorf("the guide has %d bytes, or does not say how cells are written: %s", len(contents[0].Text), contents[0].Text)
		}
		if strings.HasSuffix(spec.URI, "layouts") {
			for _, l := range all {
				if !strings.Contains(contents[0].Text, l.Description) || strings.Contains(contents[0].Text, "data:image") {
					t.Errorf("the guide lacks %s, or draws", l.Name)
				}
			}
		}
	}
	if _, err := read(t.Context(), appkit.Call{}, "berth://guide/other"); !platform.IsCode(err, platform.CodeNotFound) {
		t.Errorf("an unknown guide: %v", err)
	}
	answer, text, _ := w.call(as("ann"), "list_layouts", `{"layout":"map"}`)
	if !strings.Contains(mustJSON(t, answer), `"name":"places[].name"`) || !strings.HasPrefix(text, "1 layout.\n") {
		t.Errorf("%v: %s", answer, text)
	}
	if _, _, code := w.call(as("ann"), "list_layouts", `{"layout":"nope"}`); code != platform.CodeInvalidInput {
		t.Errorf("an unknown layout: %s", code)
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// full is the REST API of an app whose table refuses a file.
type full struct {
	rest
	problems int
}

func (f *full) Ask(ctx context.Context, by platform.Actor, call platform.RESTCall) (platform.RESTAnswer, error) {
	if call.Method != "POST" {
		return f.rest.Ask(ctx, by, call)
	}
	found := `{"row":0,"column":"prize","message":"is no column"},{"row":2,"column":"","message":"has 4 cells"}` +
		strings.Repeat(`,{"row":3,"column":"price","message":"must be a number"}`, f.problems-2)
	return platform.RESTAnswer{Status: 422, Body: []byte(`{"code":"INVALID_CONFIG","detail":"Nothing was imported.","problems":[` + found + `]}`)}, nil
}

// What is wrong with rows stands in the text, where every model reads it, and in the details, whole.
func TestProblemsOfRowsAreRead(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for n, want := range map[int]string{
		3:  "Nothing was imported.\n- first line, prize: is no column\n- row 2: has 4 cells\n- row 3, price: must be a number",
		31: "\n- row 3, price: must be a number\n- rows: have 1 more problem",
		42: "\n- row 3, price: must be a number\n- rows: have 12 more problems",
	} {
		w.app = berth.New(berth.Options{REST: func() berth.REST { return &full{problems: n} }})
		arguments := json.RawMessage(`{"app":"shop","table":"breads","csv":"a"}`)
		_, err := w.app.Handlers()["put_rows"](t.Context(), appkit.Call{Tool: "put_rows", Arguments: arguments, Principal: as("ann"), Now: w.now})
		failure := appkit.Failure(platform.AsError(err))
		if got := failure.Content[0].Text; !strings.HasSuffix(got, want) {
			t.Errorf("%d problems: %s", n, got)
		}
		raw, err := json.Marshal(platform.AsError(err).Details["rows"])
		if strings.Count(string(raw), `"row":`) != n || err != nil {
			t.Errorf("the details of %d problems: %s, %v", n, raw, err)
		}
	}
}

// What fails ends with the next step and a link too, in the form of the tool's answers.
func TestFailuresEndWithTheNextStep(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for name, c := range map[string]struct {
		failure platform.Error
		next    string
	}{
		"argument":  {platform.Error{Code: platform.CodeInvalidInput, Msg: "No.", Fields: []platform.Problem{{Location: "app", Message: "is required"}}}, "Mend what is named here and call %s again."},
		"named":     {platform.Error{Code: platform.CodeInvalidConfig, Msg: "No.", Fields: []platform.Problem{{Location: "name", Message: "is required"}}}, "Mend what is named here and call %s again."},
		"not there": {platform.Error{Code: platform.CodeAppNotFound, Msg: "No."}, "list_apps shows the apps that there are, with their ids and slugs."},
		"taken":     {platform.Error{Code: platform.CodeSlugTaken, Msg: "No."}, "Call %s again with another mcpSlug, or without one: publishing makes one of the name."},
		"late":      {platform.Error{Code: platform.CodeTimeout, Msg: "No."}, "Call %s again a little later."},
		"changed":   {platform.Error{Code: platform.CodeConflict, Msg: "No."}, "get_app shows the app as it is now, list_apps all of them."},
	} {
		for _, spec := range w.app.Manifest().Tools {
			got := w.app.(appkit.Failer).Failure(spec.Name, &c.failure)
			w.fits(spec.Name, json.RawMessage(mustJSON(t, got.Structured)))
			next := strings.ReplaceAll(c.next, "%s", spec.Name)
			if name == "named" && (spec.Name == "publish_app" || spec.Name == "try_app") { // which take no draft
				next = "Mend what is named here with update_app, in the draft, then call " + spec.Name + " again."
			}
			if text := got.Content[0].Text; !got.IsError || !strings.HasPrefix(text, "No.") || !strings.HasSuffix(text, "\nNext: "+next+"\nIn the builder: https://berth.example/apps") {
				t.Errorf("%s, %s: %s", spec.Name, name, text)
			}
			if !strings.Contains(mustJSON(t, got.Structured), `"link":"https://berth.example/apps","next":"`+next+`"`) {
				t.Errorf("%s, %s: %v", spec.Name, name, got.Structured)
			}
		}
	}
}

// tableless is the REST API of an app that has no table of the name that is asked for.
type tableless struct {
	rest
	tables string
}

func (l *tableless) Ask(ctx context.Context, by platform.Actor, call platform.RESTCall) (platform.RESTAnswer, error) {
	switch {
	case strings.Contains(call.Path, "/tables/"):
		return platform.RESTAnswer{Status: 404, Body: []byte(`{"code":"NOT_FOUND","detail":"There is no such table."}`)}, nil
	case strings.HasSuffix(call.Path, "/tables"):
		return platform.RESTAnswer{Status: 200, Body: []byte(`{"items":[` + l.tables + `]}`)}, nil
	}
	return l.rest.Ask(ctx, by, call)
}

// Who misspells a table reads the names of those that there are.
func TestAMissingTableIsToldTheOthers(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for tables, want := range map[string]string{"": "the app has none yet, and put_table makes one", `{"name":"breads"},{"name":"shops"}`: "its tables are breads, shops"} {
		w.app = berth.New(berth.Options{REST: func() berth.REST { return &tableless{tables: tables} }})
		for tool, more := range map[string]string{"put_rows": `,"rows":[]`, "get_app": ""} {
			arguments := json.RawMessage(`{"app":"shop","table":"bread"` + more + `}`)
			_, err := w.app.Handlers()[tool](t.Context(), appkit.Call{Tool: tool, Arguments: arguments, Principal: as("ann"), Now: w.now})
			if got := platform.AsError(err).Fields; len(got) != 1 || got[0].Location != "table" || !strings.HasSuffix(got[0].Message, want) {
				t.Errorf("%s of %s: %v", tool, tables, got)
			}
		}
	}
}
