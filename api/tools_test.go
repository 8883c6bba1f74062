package api_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const twoTools = `{"name":"Shop","tools":[
	{"name":"show_breads","description":"Shows breads.","layoutTemplate":"list","mockData":{"items":[{"title":"Rye"}]}},
	{"name":"hours","title":"Opening hours","description":"Says when we are open.","mockData":{"open":"8–18"},"visibility":["app"],"hints":{"openWorld":false}}]}`

// The flat fields are the first tool's: reading they mirror it, writing they change it.
func TestFlatFieldsAreTheFirstTools(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	bob, _, _ := w.person("bob@example.com")
	app := ann.do("POST", "/api/v1/apps", twoTools).is(201)
	path := "/api/v1/apps/" + app.text("id")
	mirrors := func(a *answer) {
		t.Helper()
		first, _ := asList(a.at("tools"))[0].(map[string]any)
		for flat, field := range map[string]string{"toolName": "name", "toolDescription": "description", "layoutTemplate": "layoutTemplate", "mockData": "mockData", "responseText": "responseText"} {
			if diff := cmp.Diff(first[field], a.at(flat)); diff != "" {
				t.Errorf("%s (-tool +app):\n%s", flat, diff)
			}
		}
	}
	mirrors(app)
	second := asList(app.at("tools"))[1]
	app = ann.do("PATCH", path, `{"toolName":"list_breads","toolDescription":"Lists.","layoutTemplate":"table","mockData":{"columns":[],"rows":[]},"responseText":"Here."}`).is(200)
	mirrors(app)
	if diff := cmp.Diff(second, asList(app.at("tools"))[1]); diff != "" {
		t.Errorf("the other tool has changed:\n%s", diff)
	}
	if second.(map[string]any)["layoutTemplate"] != nil {
		t.Errorf("a second tool has a widget that nobody asked for: %v", second)
	}
	if app.at("exampleData") != false || ann.do("PATCH", path, `{"exampleData":true}`).is(200).at("exampleData") != true ||
		ann.do("PATCH", path, `{"mockData":{"columns":[],"rows":[]}}`).is(200).at("exampleData") != false {
		t.Error("exampleData does not follow the author's data")
	}
	app = ann.do("PATCH", path, `{"tools":null}`).is(200)
	if n := len(asList(app.at("tools"))); n != 1 || app.text("layoutTemplate") != "cards" || app.text("toolName") != "" || app.at("exampleData") != true {
		t.Errorf("reset: %s", app.body)
	}
	bob.do("PATCH", path, twoTools).fails(404, "APP_NOT_FOUND").lacks("Shop")
}

// layoutTemplate is shown alike in the app itself and in its first tool. Null resets a flat field to its default; in a tool it is no
// widget, and "" is the same as null.
func TestTheFlatLayoutIsThatOfTheFirstTool(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	path := ann.app("Hours")
	for _, c := range []struct {
		body string
		want any
	}{
		{`{"layoutTemplate":"list"}`, "list"}, {`{"layoutTemplate":null}`, "cards"}, {`{"layoutTemplate":"map"}`, "map"}, {`{"layoutTemplate":""}`, "cards"}, {`{"tools":[{}]}`, "cards"},
		{`{"tools":[{"layoutTemplate":null}]}`, nil}, {`{"tools":null}`, "cards"}, {`{"tools":[{"layoutTemplate":""}]}`, nil},
	} {
		app := ann.do("PATCH", path, c.body).is(200)
		if first := asList(app.at("tools"))[0].(map[string]any); app.at("layoutTemplate") != c.want || first["layoutTemplate"] != c.want {
			t.Errorf("%s: %v, in the tool %v, want %v", c.body, app.at("layoutTemplate"), first["layoutTemplate"], c.want)
		}
	}
	if app := ann.do("POST", "/api/v1/apps", `{"name":"x","layoutTemplate":null}`).is(201); app.at("layoutTemplate") != "cards" {
		t.Errorf("created with %v", app.at("layoutTemplate"))
	}
}

// What a model is to read is looked at whatever the kind of its tool is.
func TestBadPlaceholdersAreFoundByCheck(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	path := ann.app("Teas")
	ann.do("PATCH", path, `{"responseText":"Here is {{arg.message}}."}`).is(200)
	ann.do("GET", path+"/check", nil).is(200).has("body.responseText", "arg.message")
	ann.do("POST", path+"/publish", nil).fails(422, "INVALID_CONFIG").has("body.responseText")
	ann.do("PATCH", path, `{"responseText":"Here is {{args.message}}."}`).is(200)
	ann.do("POST", path+"/publish", nil).is(200)
}

// Data that an author sends are their own, even where another tool still shows what was invented.
func TestDataOfOnesOwnAreNoExample(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	const own = `"mockData":{"items":[{"title":"Rye"}]}`
	for _, c := range []struct {
		body string
		want any
	}{
		{`{"tools":[{},{"layoutTemplate":"list"}]}`, true}, {`{` + own + `}`, false}, {`{"exampleData":true}`, true}, {`{"tools":[{},{"layoutTemplate":"list",` + own + `}]}`, false},
		{`{"description":"d"}`, true}, {`{` + own + `,"exampleData":true}`, true}, {`{"exampleData":false}`, false},
	} {
		path := ann.app("Bakery")
		ann.do("PATCH", path, `{"exampleData":true,"tools":[{},{"layoutTemplate":"list"}]}`).is(200)
		if app := ann.do("PATCH", path, c.body).is(200); app.at("exampleData") != c.want {
			t.Errorf("%s: %v, want %v", c.body, app.at("exampleData"), c.want)
		}
	}
}

// Rows that an author sends are their own too, however they come, and the page for people who connect says so at once.
func TestRowsOfOnesOwnAreNoExample(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	bob, _, _ := w.person("bob@example.com")
	const invented, rows = "which was invented", `"tables":[{"name":"breads","columns":[{"name":"name","type":"text"}],"rows":[{"name":"Rye"}]}]`
	for name, send := range map[string]func(table string){
		"rows": func(table string) { ann.do("POST", table+"/rows", `{"values":{"name":"Oats"}}`).is(201) },
		"import": func(table string) {
			ann.with("Content-Type", "text/csv").do("POST", table+"/import", "name\nOats\n").is(200)
		},
		"cell": func(table string) {
			id := ann.do("GET", table+"/rows", nil).is(200).column("id")[0]
			ann.do("PATCH", table+"/rows/"+id, `{"values":{"name":"Oats"}}`).is(200)
		},
	} {
		app := ann.do("POST", "/api/v1/apps", `{"name":"`+name+` bakery","exampleData":true,"toolName":"show","toolDescription":"Shows breads.",`+rows+`}`).is(201)
		path := "/api/v1/apps/" + app.text("id")
		slug := ann.do("POST", path+"/publish", nil).is(200).text("mcpSlug")
		people := func() *answer {
			return w.anonymous().with("Accept", "text/html").do("GET", "/servers/"+slug, nil).is(200)
		}
		people().has(invented)
		ann.do("GET", path+"/readiness", nil).is(200).has(invented)
		bob.do("POST", path+"/tables/breads/rows", `{"values":{"name":"Oats"}}`).fails(404, "APP_NOT_FOUND")
		if copied := ann.do("POST", path+"/duplicate", nil).is(201); app.at("exampleData") != true || copied.at("exampleData") != true {
			t.Errorf("%s: made with %v, the copy with %v", name, app.at("exampleData"), copied.at("exampleData"))
		}
		send(path + "/tables/breads")
		if now := ann.do("GET", path, nil).is(200); now.at("exampleData") != false || now.at("draftAhead") != false {
			t.Errorf("%s: exampleData %v, draftAhead %v", name, now.at("exampleData"), now.at("draftAhead"))
		}
		people().lacks(invented)
		ann.do("GET", path+"/readiness", nil).is(200).lacks(invented)
	}
	if app := ann.do("POST", "/api/v1/apps", `{"name":"Own",`+rows+`}`).is(201); app.at("exampleData") != false {
		t.Errorf("made with rows: exampleData %v", app.at("exampleData"))
	}
}

func TestProblemsOfToolsAreLocated(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	for _, c := range []struct{ name, body, want string }{
		{"both forms", `{"name":"x","toolName":"a","mockData":{},"tools":[{}]}`, "body.mockData body.toolName"},
		{"no tools", `{"name":"x","tools":[]}`, "body.tools"},
		{"too many", `{"name":"x","tools":[{}` + strings.Repeat(",{}", 20) + `]}`, "body.tools"},
		{"no list", `{"name":"x","tools":{}}`, "body.tools"},
		{"names twice", `{"name":"x","tools":[{"name":"a"},{"name":"b"},{"name":"a"}]}`, "body.tools[2].name"},
		{"everything at once", `{"name":"x","access":"all","tools":[{"name":"a b","mode":"dead","colour":1},{"handler":{"kind":"magic"},"layoutTemplate":"none","mockData":7,
			"visibility":["me"],"opensFrom":["thread","home"],"hints":{"readOnly":"yes"},"scopes":["A"]}]}`, "body.tools[0].colour body.tools[1].hints.readOnly body.access body.tools[0].name body.tools[0].mode " +
			"body.tools[1].handler.kind body.tools[1].layoutTemplate body.tools[1].mockData body.tools[1].scopes[0] body.tools[1].visibility[0] body.tools[1].opensFrom[1]"},
		{"no handler", `{"name":"x","tools":[{"handler":"mock"},{"name":"b","handler":{}}]}`, "body.tools[0].handler body.tools[1].handler.kind"},
		{"a name of nothing that is seen", `{"name":"\u200d\u2060","tools":[{}]}`, "body.name"},
		{"a field that mock handlers do not have", `{"name":"x","tools":[{"handler":{"kind":"mock","table":"t"}}]}`, "body.tools[0].handler.table"},
		{"too much data together", `{"name":"x","tools":[` + strings.TrimSuffix(strings.Repeat(`{"mockData":{"a":"`+strings.Repeat("x", 250<<10)+`"}},`, 5), ",") + `]}`, "body.tools"},
		{"scopes", `{"name":"x","scopes":[{"name":"a","implies":["b"]},{"name":"b","implies":["a","c"]},{"name":"B"},{"name":"app:read"},{"name":"a"}],"allow":{"emails":["x"],"domains":["a b"]}}`,
			"body.allow.emails[0] body.allow.domains[0] body.scopes[2].name body.scopes[3].name body.scopes[4].name body.scopes[0].implies[0] body.scopes[1].implies[1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := ann.do("POST", "/api/v1/apps", c.body).fails(422, "INVALID_CONFIG")
			if diff := cmp.Diff(c.want, strings.Join(got.locations(), " ")); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, got.body)
			}
		})
	}
	path := "/api/v1/apps/" + ann.do("POST", "/api/v1/apps", `{"name":"x","tools":[{"name":"a"},{"name":"b","description":"d"}]}`).is(201).text("id")
	for suffix, body := range map[string]any{"/publish": nil, "/test": `{"arguments":{}}`} {
		if got := ann.do("POST", path+suffix, body).fails(422, "INVALID_CONFIG").locations(); strings.Join(got, " ") != "body.tools[0].description" {
			t.Errorf("%s: %v", suffix, got)
		}
	}
	if got := ann.do("PATCH", path, `{"toolName":"b"}`).fails(422, "INVALID_CONFIG").locations(); strings.Join(got, " ") != "body.toolName" {
		t.Errorf("a flat name that another tool has: %v", got)
	}
	if got := ann.do("POST", path+"/publish", `{"toolName":"a b"}`).fails(422, "INVALID_CONFIG").locations(); strings.Join(got, " ") != "body.toolName body.tools[0].description" {
		t.Errorf("a flat name that publish took: %v", got)
	}
}

// Each tool with a layout has its own widget, and every tool can be tried.
func TestSeveralToolsAreServed(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	path := "/api/v1/apps/" + ann.do("POST", "/api/v1/apps", twoTools).is(201).text("id")
	if got := ann.do("POST", path+"/test", `{"tool":"hours","arguments":{"message":"?"}}`).is(200); !strings.Contains(got.body, "8–18") {
		t.Errorf("try: %s", got.body)
	}
	ann.do("GET", path+"/preview?tool=hours", nil).fails(404, "NOT_FOUND")
	ann.do("GET", path+"/preview?tool=none", nil).fails(404, "NOT_FOUND")
	if got := ann.do("GET", path+"/preview?tool=show_breads", nil).is(200); !strings.Contains(got.body, "Rye") {
		t.Error("the preview does not show the tool's data")
	}
	ann.do("PATCH", path, `{"tools":[{"name":"show_breads","description":"Shows breads."},{"name":"cakes","description":"Shows cakes.","layoutTemplate":"list","mockData":{"items":[{"title":"Pie"}]}}]}`).is(200)
	if got := ann.do("GET", path+"/preview?tool=cakes&mockData=%7B%22items%22%3A%5B%7B%22title%22%3A%22Tart%22%7D%5D%7D", nil).is(200); !strings.Contains(got.body, "Tart") {
		t.Error("the preview of a tool takes no data")
	}
	ann.do("POST", path+"/publish", nil).is(200)
	list := ann.do("GET", path+"/tools?release=live", nil).is(200).body + w.anonymous().do("POST", "/servers/shop/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`).is(200).body
	for _, part := range []string{`"openai/outputTemplate":"ui://widget/shop.html"`, `"openai/outputTemplate":"ui://widget/shop/cakes.html"`, `"title":"Cakes"`} {
		if !strings.Contains(list, part) {
			t.Errorf("tools/list lacks %s: %s", part, list)
		}
	}
	if got := w.call("shop", "cakes").is(200); !strings.Contains(got.body, "Pie") {
		t.Errorf("call: %s", got.body)
	}
}

// Faults of a tool's input are refused when it is saved, what does not fit it when it is published.
func TestToolsAreHeldAgainstTheirInput(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	tool := func(fields string) string {
		return `{"name":"x","tables":[{"name":"t","columns":[{"name":"a","type":"text"}]}],"tools":[{"name":"find","description":"Finds.",` + fields + `}]}`
	}
	const deletes = `"handler":{"kind":"delete","table":"t"}`
	for name, c := range map[string]struct{ fields, want string }{
		"no schema":     {`"input":{"type":"text"}`, "body.tools[0].input"},
		"another host":  {`"input":{"type":"object","properties":{"a":{"$ref":"https://example.com/x"}}}`, "body.tools[0].input.properties.a.$ref"},
		"lists of what": {`"input":{"type":"object","properties":{"a":{"type":"array"}}}`, "body.tools[0].input.properties.a.items"},
		"an example":    {`"example":7`, "body.tools[0].example"},
	} {
		if got := ann.do("POST", "/api/v1/apps", tool(c.fields)).fails(422, "INVALID_CONFIG").locations(); strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for name, c := range map[string]struct{ fields, want string }{
		"an example that fits":    {`"input":{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]},"example":{"q":"rye"}`, ""},
		"one that does not":       {`"input":{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]},"example":{"colour":1}`, "body.tools[0].example.colour body.tools[0].example.q"},
		"one of the 002 form":     {`"example":{"context":{}}`, "body.tools[0].example.message"},
		"a hint that is too good": {`"hints":{"destructive":true}`, "body.tools[0].hints.destructive"},
		"a delete that reads":     {`"hints":{"readOnly":true,"destructive":false},` + deletes, "body.tools[0].hints.readOnly body.tools[0].hints.destructive"},
		"an insert that reads":    {`"hints":{"readOnly":true},"handler":{"kind":"insert","table":"t"}`, "body.tools[0].hints.readOnly"},
		"an insert that destroys": {`"hints":{"destructive":true},"handler":{"kind":"insert","table":"t"}`, ""},
		"http in a closed world":  {`"hints":{"openWorld":false},"layoutTemplate":null,"handler":{"kind":"http","request":{"method":"GET","url":"https://example.com"}}`, "body.tools[0].hints.openWorld"},
		"a delete that seems to":  {`"mode":"live-or-mock",` + deletes, "body.tools[0].mode"},
		"scopes of a public app":  {`"scopes":["read"]`, "body.tools[0].scopes[0] body.tools[0].scopes"},
	} {
		path := "/api/v1/apps/" + ann.do("POST", "/api/v1/apps", tool(c.fields)).is(201).text("id")
		check := ann.do("GET", path+"/check", nil).is(200)
		var got []string
		for _, p := range asList(check.at("problems")) {
			got = append(got, p.(map[string]any)["location"].(string))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s", name, check.body)
		}
	}
	path := "/api/v1/apps/" + ann.do("POST", "/api/v1/apps", tool(`"input":{"type":"object","properties":{"q":{"type":"string","enum":["rye","spelt"]}}},"title":"Find bread","hints":{"idempotent":false}`)).is(201).text("id")
	slug := ann.do("POST", path+"/publish", nil).is(200).text("mcpSlug")
	got := w.call(slug, "find").is(200)
	for _, part := range []string{"so nothing was done", "message: is not a known field; known fields: q"} {
		if !strings.Contains(got.body, part) {
			t.Errorf("a bad argument lacks %q: %s", part, got.body)
		}
	}
	if tools := ann.do("GET", path+"/tools", nil).is(200); tools.column("title")[0] != "Find bread" || !strings.Contains(tools.body, `"idempotentHint":false`) || !strings.Contains(tools.body, `"additionalProperties":false`) {
		t.Errorf("tools: %s", tools.body)
	}
}

// A form of an app with several tools must name one that takes what people fill in.
func TestAFormKeepsItsPromise(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	form := func(tool string) string {
		return `{"name":"book","description":"Shows the form.","layoutTemplate":"form","mockData":{"title":"Book","tool":"` + tool + `","fields":[{"name":"who","label":"Your name","type":"text"}]}}`
	}
	const keep = `{"name":"keep","description":"Keeps it.","input":{"type":"object","properties":{"who":{"type":"string"}}}}`
	problems := func(tools string) (string, string) {
		path := "/api/v1/apps/" + ann.do("POST", "/api/v1/apps", `{"name":"x","tools":[`+tools+`]}`).is(201).text("id")
		return path, ann.do("GET", path+"/check", nil).is(200).body
	}
	path, body := problems(form("none") + "," + keep)
	if !strings.Contains(body, `"body.tools[0].mockData.tool"`) {
		t.Errorf("check: %s", body)
	}
	ann.do("POST", path+"/publish", nil).fails(422, "INVALID_CONFIG")
	if path, body = problems(form("keep") + "," + keep); strings.Contains(body, "location") {
		t.Errorf("check: %s", body)
	}
	ann.do("POST", path+"/publish", nil).is(200)
	if path, body = problems(form("none")); !strings.Contains(body, `"body.mockData.tool"`) {
		t.Errorf("check of an app with one tool: %s", body)
	}
	ann.do("POST", path+"/publish", nil).is(200)
}

// Who may call is part of the release: an API key of any workspace acts as its maker, where the app lets that person in.
func TestAccess(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, ours, _ := w.person("ann@example.com")
	bob, theirs, _ := w.person("bob@other.example")
	path := "/api/v1/apps/" + ann.do("POST", "/api/v1/apps", `{"name":"Desk","access":"mixed","scopes":[{"name":"read"},{"name":"all","implies":["read"]}],"allow":{"domains":["example.com"]},
		"tools":[{"name":"open","description":"Open."},{"name":"mine","description":"Mine.","scopes":["read"],"mockData":{"items":[{"title":"secret"}]},"layoutTemplate":"cards"}]}`).is(201).text("id")
	ann.do("POST", path+"/publish", nil).is(200)
	call := func(c *client, tool string) *answer {
		c.workspace = ""
		return c.do("POST", "/servers/desk/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":{"message":"x"}}}`)
	}
	key := func(c *client, workspace string) *client {
		program, _ := c.key(workspace, map[string]any{})
		return program
	}
	call(w.anonymous(), "open").is(200)
	call(w.anonymous(), "mine").is(401).lacks("secret")
	const metadata = "/.well-known/oauth-protected-resource/servers/desk/mcp"
	if got := w.anonymous().do("GET", metadata, nil).is(200); !strings.Contains(got.body, `"scopes_supported":["app:read","app:write","read","all"]`) ||
		got.text("resource") != "http://127.0.0.1:3001/servers/desk/mcp" || !strings.Contains(got.body, `"authorization_servers":["http://127.0.0.1:3001"]`) {
		t.Errorf("metadata: %s", got.body)
	}
	call(key(bob, theirs), "mine").is(403).lacks("secret")
	if got := call(key(ann, ours), "mine").is(200); !strings.Contains(got.body, "secret") {
		t.Errorf("with a key: %s", got.body)
	}
	admitted := ann.do("PATCH", path, `{"allow":{"emails":["BOB@other.example"]}}`).is(200) // takes effect when it is saved
	call(key(bob, theirs), "mine").is(200)
	call(key(ann, ours), "mine").is(403).lacks("secret")
	if admitted.at("draftAhead") != false {
		t.Error("who may sign in has to be published")
	}
	ann.do("PATCH", path, `{"access":"person"}`).is(200)
	if !strings.Contains(ann.do("GET", path+"/changes", nil).is(200).body, `"access"`) {
		t.Error("the change of access is not named")
	}
	ann.do("POST", path+"/publish", nil).is(200)
	call(w.anonymous(), "open").is(401)
	ann.do("PATCH", path, `{"access":"public","tools":[{"name":"open","description":"Open."}]}`).is(200)
	ann.do("POST", path+"/publish", nil).is(200)
	w.anonymous().do("GET", metadata, nil).is(404)
}

// A tool that keeps rows of each person's own is open in a mixed app, and says that signing in makes a difference.
func TestToolsWithRowsOfOnesOwnSaySo(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	path := "/api/v1/apps/" + ann.do("POST", "/api/v1/apps", `{"name":"Notes","access":"mixed","tables":[{"name":"notes","columns":[{"name":"text","type":"text"}],"ownedRows":true},
		{"name":"news","columns":[{"name":"text","type":"text"}]}],"tools":[{"name":"find_notes","description":"Find notes.","handler":{"kind":"query","table":"notes"}},
		{"name":"add_note","description":"Add a note.","handler":{"kind":"insert","table":"notes"}},{"name":"news","description":"News.","handler":{"kind":"query","table":"news"}},
		{"name":"fetch","description":"Fetch.","handler":{"kind":"http","request":{"method":"GET","url":"https://api.example.com/of/{{user.id}}"}}}]}`).is(201).text("id")
	ann.do("POST", path+"/publish", nil).is(200)
	list := w.anonymous().do("POST", "/servers/notes/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`).is(200)
	for _, item := range asList(list.at("result", "tools")) {
		tool, _ := item.(map[string]any)
		if got, want := len(asList(tool["securitySchemes"])), map[bool]int{true: 1, false: 2}[tool["name"] == "news"]; got != want {
			t.Errorf("%v: %v", tool["name"], tool["securitySchemes"])
		}
	}
}
