package berth_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/apps/berth"
	"berth/platform"
	"berth/platform/appkit"
)

const aDocument = `"openapi":{"url":"https://api.example.com/openapi.json","operations":["listThings"]}`

// A document that cannot be imported leaves nothing behind, also when the time of the call is up: no new app, and no changed field.
func TestAFailedImportChangesNothing(t *testing.T) {
	t.Parallel()
	const at = "/apps/" + appID
	for tool, c := range map[string]struct {
		arguments string
		asked     []string
		last      string
	}{
		"create_app": {`{"name":"Shop",` + aDocument + `}`, []string{"POST /apps ", "DELETE " + at + " "}, ""},
		"update_app": {`{"app":"shop","name":"Other","toolName":"other","mcpSlug":"other","description":"New","revision":"\"7\"",` + aDocument + `}`,
			[]string{"PATCH " + at + ` "7"`, "PATCH " + at + ` "7"`},
			`{"description":null,"exampleData":null,"mcpSlug":"shop","name":"Shop","tools":[]}`},
	} {
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			ctx, cancel := context.WithCancel(t.Context())
			w.refuse = func(asking context.Context, call platform.RESTCall) bool {
				if strings.Contains(call.Path, "/openapi") {
					cancel()
				}
				return asking.Err() != nil
			}
			_, err := w.app.Handlers()[tool](ctx, appkit.Call{Tool: tool, Arguments: json.RawMessage(c.arguments), Principal: as("ann"), Now: w.now})
			if err == nil {
				t.Fatal("it says that it has done it")
			}
			if diff := cmp.Diff(c.asked, w.asked); diff != "" {
				t.Errorf("asked for (-want +got):\n%s", diff)
			}
			if last := w.bodies[len(w.bodies)-1]; last != c.last {
				t.Errorf("taken back by %s", last)
			}
		})
	}
}

// A change that is meant for one state of an app is refused in another one, also where it is an import alone.
func TestAnImportIsMeantForARevision(t *testing.T) {
	t.Parallel()
	w := setup(t)
	if _, _, code := w.call(as("ann"), "update_app", `{"app":"shop","revision":"\"6\"",`+aDocument+`}`); code != "" {
		t.Fatal(code)
	}
	if want := []string{"POST /apps/" + appID + `/openapi/tools "6"`}; !slices.Equal(w.asked, want) {
		t.Errorf("asked for %v", w.asked)
	}
}

// Who sends tables with a change, as with a new draft, reads where they go.
func TestTablesOfAChangeGoElsewhere(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.strange = `{"location":"body.tables","message":"is not a known field; known fields: name"}`
	w.refuse = func(_ context.Context, call platform.RESTCall) bool { return call.Method != "GET" }
	arguments := json.RawMessage(`{"app":"shop","tables":[]}`)
	_, err := w.app.Handlers()["update_app"](t.Context(), appkit.Call{Tool: "update_app", Arguments: arguments, Principal: as("ann"), Now: w.now})
	if got := platform.AsError(err).Fields; len(got) == 0 || got[0].Location != "tables" || !strings.Contains(got[0].Message, "put_table makes or changes a table, put_rows fills it") {
		t.Errorf("%v", got)
	}
}

// What is told of tables is told in a copy: the error itself stays, and one without problems is returned as it is.
func TestAnErrorIsNotChangedByWhatIsToldOfIt(t *testing.T) {
	t.Parallel()
	const strange = platform.StrangeField + "name"
	err := &platform.Error{Code: platform.CodeInvalidConfig, Fields: []platform.Problem{{Location: "tables", Message: strange}}}
	if told := platform.AsError(berth.Elsewhere(err)); told.Code != err.Code || told.Fields[0].Message == strange || err.Fields[0].Message != strange {
		t.Errorf("%v is told as %v", err.Fields, told.Fields)
	}
	for _, err := range []error{nil, context.Canceled} {
		if told := berth.Elsewhere(err); !errors.Is(told, err) {
			t.Errorf("%v is told as %v", err, told)
		}
	}
}

// What keeps a draft from being published is located by the names of arguments, wherever it is said.
func TestProblemsAreAtArguments(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"check_app", "get_app", "update_app"} {
		answer, _, code := setup(t).call(as("ann"), tool, `{"app":"shop"}`)
		if got := mustJSON(t, answer["problems"]); code != "" || got != `[{"location":"tools[0].name","message":"is required"}]` {
			t.Errorf("%s: %s %s", tool, got, code)
		}
	}
}

// What publishing refuses, and what a refusal of a draft foresees, is located in the tools too: no tool here has the flat names of REST.
func TestRefusalsAreAtArguments(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.unready = platform.Invalid([]platform.Problem{{Location: "mockData.items[2]", Message: "is wrong"}})
	_, err := w.app.Handlers()["publish_app"](t.Context(), appkit.Call{Arguments: json.RawMessage(`{"app":"shop"}`), Principal: as("ann"), Now: w.now})
	if fields := platform.AsError(err).Fields; len(fields) != 1 || fields[0].Location != "tools[0].mockData.items[2]" {
		t.Errorf("publish_app: %v", fields)
	}
	w.strange, w.foresees = `{"location":"body.name","message":"is required"}`, "toolDescription"
	w.refuse = func(_ context.Context, call platform.RESTCall) bool { return call.Method != "GET" }
	_, err = w.app.Handlers()["create_app"](t.Context(), appkit.Call{Arguments: json.RawMessage(`{}`), Principal: as("ann"), Now: w.now})
	if fields := platform.AsError(err).Fields; len(fields) != 2 || fields[0].Location != "name" || fields[1].Location != "tools[0].description" {
		t.Errorf("create_app: %v", fields)
	}
}

// Rows come as rows or as a file, and who sends both reads that it is one too many.
func TestRowsComeOneWay(t *testing.T) {
	t.Parallel()
	w := setup(t)
	_, err := w.app.Handlers()["put_rows"](t.Context(), appkit.Call{Arguments: json.RawMessage(`{"app":"shop","table":"t","rows":[],"csv":"a"}`), Principal: as("ann"), Now: w.now})
	if fields := platform.AsError(err).Fields; len(fields) != 1 || !strings.HasSuffix(fields[0].Message, "and not both") || len(w.asked) > 0 {
		t.Errorf("%v %v", fields, w.asked)
	}
}

// A tool that was imported answers examples until somebody sets it live: whoever is to confirm its publish reads that.
func TestAPublishNamesToolsThatAnswerExamples(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.problems = ""
	w.tools = `{"name":"offers","mode":"mock","handler":{"kind":"http"}},{"name":"about","mode":"mock","handler":{"kind":"mock"}},{"name":"shops","mode":"live","handler":{"kind":"http"}}`
	const told = " Made-up examples are answered by offers, until update_app sets mode live there."
	if _, text, code := w.call(as("ann"), "publish_app", `{"app":"shop"}`); code != "" || !strings.Contains(text, told) {
		t.Errorf("%s %s", code, text)
	}
	w.tools = strings.ReplaceAll(w.tools, `"mode":"mock"`, `"mode":"live"`)
	if _, text, code := w.call(as("ann"), "publish_app", `{"app":"shop"}`); code != "" || strings.Contains(text, "Made-up") {
		t.Errorf("all live: %s %s", code, text)
	}
}

// Who sends a strange argument reads all that there are, those too that REST does not know, and what publishing would refuse besides.
func TestStrangeArgumentsAreToldTheOthers(t *testing.T) {
	t.Parallel()
	const begin, arguments = "is not a known field; known fields: ", `{"app":"shop","strange":1,"tools":[{"odd":1}]}`
	for tool, want := range map[string]string{"create_app": "name, openapi, tools, workspace", "update_app": "app, name, openapi, revision, tools, workspace"} {
		w := setup(t)
		w.strange = `{"location":"body.strange","message":"` + begin + `name, tools"},{"location":"body.tools[0].odd","message":"` + begin + `title"}`
		w.refuse = func(_ context.Context, call platform.RESTCall) bool { return call.Method != "GET" }
		_, err := w.app.Handlers()[tool](t.Context(), appkit.Call{Tool: tool, Arguments: json.RawMessage(arguments), Principal: as("ann"), Now: w.now})
		told := []platform.Problem{{Location: "strange", Message: begin + want}, {Location: "tools[0].odd", Message: begin + "title"},
			{Location: "tools[0].description", Message: "is required"}}
		if diff := cmp.Diff(told, platform.AsError(err).Fields); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tool, diff)
		}
		if of := map[string]platform.AppID{"update_app": appID}[tool]; !slices.Equal(w.foreseen, []platform.AppID{of}) {
			t.Errorf("%s: foreseen of %q", tool, w.foreseen)
		}
		w.blind = platform.Errorf(platform.CodeRateLimited, "Too often.")
		_, err = w.app.Handlers()[tool](t.Context(), appkit.Call{Tool: tool, Arguments: json.RawMessage(arguments), Principal: as("ann"), Now: w.now})
		if diff := cmp.Diff(told[:2], platform.AsError(err).Fields); diff != "" {
			t.Errorf("%s, where more cannot be told (-want +got):\n%s", tool, diff)
		}
	}
}

// Who is asked to confirm a publish reads who could use the app then: an app that asks some of its users to sign in is open to all others.
func TestAPublishSaysWhoCouldUseTheApp(t *testing.T) {
	t.Parallel()
	for access, want := range map[string]string{"public": "everybody", "mixed": "everybody", "person": "people who sign in"} {
		w := setup(t)
		w.access = access
		if _, text, _ := w.call(as("ann"), "publish_app", `{"app":"shop"}`); !strings.Contains(text, "draft public: "+want+" ") {
			t.Errorf("%s: %s", access, text)
		}
		for _, w.ahead = range []bool{false, true} {
			if _, text, _ := w.call(as("ann"), "publish_app", `{"app":"shop"}`); strings.Contains(text, "does not differ from what is served") == w.ahead {
				t.Errorf("ahead %v: %s", w.ahead, text)
			}
		}
		w.ahead, w.changes = false, `{"path":"tools"}` // by the columns of a table, which are no part of the draft
		if _, text, _ := w.call(as("ann"), "publish_app", `{"app":"shop"}`); strings.Contains(text, "does not differ from what is served") {
			t.Errorf("with other columns: %s", text)
		}
	}
}

// What a draft still needs is the next step: what is wrong with it, then a secret that a tool uses and nobody has set, at last a try.
func TestTheNextStepOfADraft(t *testing.T) {
	t.Parallel()
	const tools = `{"name":"now","handler":{"kind":"http","request":{"headers":{"A":"{{secret.OTHER}}","B":"{{ secret.WEATHER }}"}}}}`
	const other, form = `{"name":"OTHER"}`, "A tool needs the secret WEATHER, which is not set: secret_link gives the person a form for it. Then try_app"
	for name, c := range map[string]struct{ problems, tools, secrets, next, tried string }{
		"a problem":     {`{"location":"body.x","message":"is wrong"}`, tools, other, "Mend the problem with update_app", form},
		"problems":      {`{"location":"body.x","message":"is wrong"},{"location":"body.y","message":"is wrong"}`, tools, other, "Mend the 2 problems with update_app", form},
		"a secret":      {"", tools, other, form, form},
		"secrets set":   {"", tools, other + `,{"name":"WEATHER"}`, "app_activity shows", "The tool did not do what was asked"},
		"none is named": {"", `{"name":"now","handler":{"kind":"mock"}}`, "", "app_activity shows", "The tool did not do what was asked"},
		"one is only spoken of": {"", `{"name":"now","description":"Sends {{secret.A}}.","prompt":"Say {{secret.B}}","data":{"x":"{{secret.C}}"},"handler":{"kind":"http","request":{"url":"https://x.example/"},` +
			`"result":{"jq":"\"{{secret.D}}\""}}}`, "", "app_activity shows", "The tool did not do what was asked"},
		"a key in clear": {"", `{"name":"now","handler":{"kind":"http","request":{"headers":{"Accept":"text/csv","x-api-key":"k"}}}}`, "", "The header x-api-key of the tool now is stored in clear",
			"The tool did not do what was asked"},
		"no key in clear": {"", `{"name":"now","handler":{"kind":"http","request":{"headers":{"Accept":"text/csv","Cookie":"","Authorization":"Bearer {{args.x}}","X-Token":5,"X-Atlassian-Token":"no-check","X-CSRF-Token":"Fetch"}}}}`, "", "app_activity shows",
			"The tool did not do what was asked"},
		"a key beside what is none": {"", `{"name":"one","handler":{"kind":"http","request":{"headers":["Cookie"]}}},{"name":"now","handler":{"kind":"http","request":{"headers":{"X-Token":"no-checks"}}}}`, "",
			"The header X-Token of the tool now is stored in clear", "The tool did not do what was asked"},
		"the second tool's": {"", `{"name":"one","handler":null},` + tools, other, form, form},
	} {
		w := setup(t)
		w.problems, w.tools, w.secrets = c.problems, c.tools, c.secrets
		for tool, want := range map[string]string{"check_app": c.next, "get_app": c.next, "update_app": c.next, "try_app": c.tried} {
			if answer, _, code := w.call(as("ann"), tool, `{"app":"shop"}`); code != "" || !strings.HasPrefix(answer["next"].(string), want) {
				t.Errorf("%s, %s: %s %v", name, tool, code, answer["next"])
			}
		}
	}
}

// changing is the REST API of an app whose tools and slug are others once something has been sent.
type changing struct {
	rest
	after string // its tools then
	ships bool   // with the server
}

func (c *changing) Ask(ctx context.Context, by platform.Actor, call platform.RESTCall) (platform.RESTAnswer, error) {
	switch call.Method {
	case "POST":
		return platform.RESTAnswer{Status: 409, Body: []byte(`{"code":"SLUG_TAKEN","detail":"It is taken."}`)}, nil
	case "PATCH":
		c.tools, c.revision = c.after, `"8"`
	}
	answer, err := c.rest.Ask(ctx, by, call)
	if c.ships {
		answer.Body = bytes.ReplaceAll(answer.Body, []byte(`"authored"`), []byte(`"seeded"`))
	}
	return answer, err
}

// Who sends one tool, or tools without the data that the answer before left out, and so takes others away, reads which.
func TestWhatAChangeTakesAwayIsNamed(t *testing.T) {
	t.Parallel()
	const two, left = `{"name":"find","mockData":{"items":[]}},{"name":"add","mockData":null},{"name":"","mockData":{"items":[]}},{"name":"5%d"}`, "mockData of tools is left out here"
	for after, c := range map[string]struct {
		want string
		left bool
	}{
		`{"name":"add"},{"name":"drop"}`:   {"until publish_app. Tools that are no longer in it: find, 5%d.", false},
		`{"name":"new"}`:                   {" in it: find, add, 5%d.", false},
		two + `,{"name":"new"}`:            {"until publish_app.", true},
		`{"name":"find"},{"name":"add"}`:   {" in it: 5%d. Tools whose mockData is gone: find.", false},
		`{"name":"find"},{"name":""}`:      {" in it: add, 5%d. Tools whose mockData is gone: find.", false},
		`{"name":"find","mockData":null}`:  {" in it: add, 5%d. Tools whose mockData is gone: find.", false},
		`{"name":"find","mockData":[1,2]}`: {" in it: add, 5%d.", true},
	} {
		w := setup(t)
		w.app = berth.New(berth.Options{REST: func() berth.REST { return &changing{rest: rest{revision: `"7"`, tools: two}, after: after} }})
		answer, text, code := w.call(as("ann"), "update_app", `{"app":"shop","description":"x"}`)
		if first, _, _ := strings.Cut(text, "\n"); code != "" || !strings.HasSuffix(first, c.want) || strings.Contains(answer["notice"].(string), left) != c.left {
			t.Errorf("%s: %s %q %v", after, code, first, answer["notice"])
		}
	}
}

// A document without operations leaves nothing to choose from.
func TestADocumentWithoutOperations(t *testing.T) {
	t.Parallel()
	for found, want := range map[string]string{`[]`: "The document has no operations", `[{"id":"a"}]`: "Choose among the operations"} {
		w := setup(t)
		w.app = berth.New(berth.Options{REST: func() berth.REST { return &listing{rest{revision: `"7"`}, found} }})
		if answer, _, code := w.call(as("ann"), "update_app", `{"app":"shop","openapi":{"document":"x"}}`); code != "" || !strings.HasPrefix(answer["next"].(string), want) {
			t.Errorf("%s: %s %v", found, code, answer["next"])
		}
	}
}

// listing is the REST API where a document has those operations.
type listing struct {
	rest
	operations string
}

func (l *listing) Ask(ctx context.Context, by platform.Actor, call platform.RESTCall) (platform.RESTAnswer, error) {
	if strings.HasSuffix(call.Path, "/openapi") {
		return platform.RESTAnswer{Status: 200, Body: []byte(`{"operations":` + l.operations + `}`)}, nil
	}
	return l.rest.Ask(ctx, by, call)
}

// Who makes an app anew under the slug of one of theirs reads which to change.
func TestATakenSlugOfOnesOwnIsNamed(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for what, c := range map[string]struct {
		slug, want string
		ships      bool
	}{
		"theirs":    {"shop", `taken by an app of this workspace, "Shop" (` + appID + "): update_app changes that one.", false},
		"shipped":   {"shop", "It is taken.", true},
		"of others": {"other", "It is taken.", false},
	} {
		w.app = berth.New(berth.Options{REST: func() berth.REST { return &changing{rest: rest{revision: `"7"`}, ships: c.ships} }})
		arguments := json.RawMessage(`{"name":"Shop","mcpSlug":"` + c.slug + `"}`)
		_, err := w.app.Handlers()["create_app"](t.Context(), appkit.Call{Tool: "create_app", Arguments: arguments, Principal: as("ann"), Now: w.now})
		if failure := platform.AsError(err); failure.Code != platform.CodeSlugTaken || !strings.HasSuffix(failure.Msg, c.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// An app is shown whole while its data leave room in a conversation; then those of one tool at a time.
func TestLongDataAreShownOneByOne(t *testing.T) {
	t.Parallel()
	long := `{"items":["` + strings.Repeat("x", 40<<10) + `"]}`
	for _, c := range []struct {
		tools, asked string
		data         int // of how many tools
		left         bool
	}{
		{`{"name":"a","mockData":` + long + `},{"name":"b"}`, "", 1, false},
		{`{"name":"a","mockData":` + long + `},{"name":"b","mockData":` + long + `}`, "", 0, true},
		{`{"name":"a","mockData":` + long + `},{"name":"b","mockData":` + long + `}`, `,"tool":"b"`, 1, true},
		{`{"name":"a","mockData":{"items":[` + long + `,` + long + `]}},{"name":"b","mockData":null}`, `,"tool":"a"`, 2, false},
		{`{"name":"","mockData":{"items":[` + long + `,` + long + `]}}`, "", 1, false},
	} {
		w := setup(t)
		w.tools = c.tools
		answer, _, code := w.call(as("ann"), "get_app", `{"app":"shop"`+c.asked+`}`)
		if got := strings.Count(mustJSON(t, answer["app"]), `"mockData"`); code != "" || got != c.data {
			t.Errorf("%.20s%s: %s, data of %d tools, want %d", c.tools, c.asked, code, got, c.data)
		}
		if left := strings.Contains(answer["notice"].(string), "left out here"); left != c.left {
			t.Errorf("%.20s%s: %v", c.tools, c.asked, answer["notice"])
		}
	}
	w := setup(t)
	w.tools = `{"name":"a"}`
	if at, message := w.refused("get_app", `{"app":"shop","tool":"z"}`); at != "tool" || !strings.HasSuffix(message, "those of the draft are a") {
		t.Errorf("%s %s", at, message)
	}
}
