package api_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fences returns the examples of docs/live.md about documents: the document, what is asked, and what is answered.
func fences(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("../docs/live.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, ok := strings.Cut(string(text), "\n## Begin with an OpenAPI document\n")
	part, _, _ = strings.Cut(part, "\n## ")
	var all []string
	for i, fence := range strings.Split(part, "```") {
		if _, inside, _ := strings.Cut(fence, "\n"); i%2 == 1 {
			all = append(all, inside)
		}
	}
	if !ok || len(all) != 3 {
		t.Fatalf("docs/live.md has %d examples", len(all))
	}
	return all
}

func TestToolsOfAnOpenAPIDocument(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, workspace, _ := w.person("ann@example.com")
	bob, _, _ := w.person("bob@example.com")
	example := fences(t)
	path := "/api/v1/apps/" + ann.do("POST", "/api/v1/apps", `{"name":"Bakery"}`).is(201).text("id")

	yaml := *ann
	yaml.header = ann.header.Clone()
	yaml.header.Set("Content-Type", "application/yaml")
	asText, err := json.Marshal(map[string]string{"document": example[0]})
	if err != nil {
		t.Fatal(err)
	}
	read := ann.do("POST", path+"/openapi", `{"url":"https://api.example.com/v1/openapi.json"}`).is(200)
	sent := yaml.do("POST", path+"/openapi", example[0]).is(200)
	if again := ann.do("POST", path+"/openapi", string(asText)).is(200); again.body != sent.body || read.text("title") != "Bakery" {
		t.Errorf("one document is read in two ways: %s, %s", sent.body, again.body)
	}
	var ids, recommended []string
	for _, one := range asList(read.at("operations")) {
		op := one.(map[string]any)
		ids = append(ids, op["id"].(string))
		if op["recommended"] == true {
			recommended = append(recommended, op["id"].(string))
		}
		if (op["tool"] == nil) != (op["id"] == "setPicture") {
			t.Errorf("%v has the tool %v", op["id"], op["tool"])
		}
	}
	if diff := cmp.Diff([]string{"listBreads", "get /breads/{id}", "setPicture"}, ids); diff != "" {
		t.Errorf("operations (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"listBreads", "get /breads/{id}"}, recommended); diff != "" {
		t.Errorf("recommended (-want +got):\n%s", diff)
	}
	sent.lacks(`"url":"https://api.example.com/v1/breads"`) // its server has no address without that of the document

	app := ann.do("POST", path+"/openapi/tools", example[1]).is(200)
	tools := asList(app.at("tools"))
	if len(tools) != 2 || app.at("exampleData") != true || app.text("toolName") != "list_breads" {
		t.Fatalf("the draft is %s", app.body)
	}
	for _, one := range tools {
		tool := one.(map[string]any)
		if tool["mode"] != "mock" || tool["handler"].(map[string]any)["kind"] != "http" {
			t.Errorf("a tool that asks at once: %v", tool)
		}
	}
	ann.do("GET", path+"/check", nil).is(200).has(`"problems":[]`)
	live := ann.do("POST", path+"/publish", `{}`).is(200)
	caller := w.anonymous()
	caller.header.Set("Accept", "application/json, text/event-stream")
	caller.header.Set("MCP-Protocol-Version", "2025-06-18")
	answered := caller.do("POST", "/servers/"+live.text("mcpSlug")+"/mcp", map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": "list_breads", "arguments": map[string]any{"type": "rye"}}}).is(200)
	var want any
	if err := json.Unmarshal([]byte(example[2]), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, answered.at("result", "structuredContent")); diff != "" {
		t.Errorf("the tool answers (-want +got):\n%s\n%s", diff, answered.body)
	}

	// Added to what there is, under names of their own; all or none.
	app = ann.do("POST", path+"/openapi/tools", `{"url":"https://api.example.com/v1/openapi.json","operations":["listBreads"]}`).is(200)
	if n := len(asList(app.at("tools"))); n != 3 || asList(app.at("tools"))[2].(map[string]any)["name"] != "list_breads_2" {
		t.Errorf("%d tools: %s", n, app.body)
	}
	for body, at := range map[string]string{
		`{"url":"https://api.example.com/v1/openapi.json","operations":["listBreads","nope","setPicture","listBreads"]}`: "body.operations[1] body.operations[2] body.operations[3]",
		`{"url":"https://api.example.com/v1/openapi.json"}`:                                                              "body.operations", `{"operations":["a"]}`: "body", `{"url":"https://10.0.0.1/","operations":["a"]}`: "body.url",
		`{"document":"openapi: 3.1.0","operations":["a"]}`: "body.document", `[]`: "body",
		`{"url":"https://api.example.com/v1/openapi.json","operations":["listBreads"],"mode":"live"}`: "body.mode", `{"operation":["a"]}`: "body.operation body body.operations",
	} {
		if got := strings.Join(ann.do("POST", path+"/openapi/tools", body).fails(422, "INVALID_CONFIG").locations(), " "); got != at {
			t.Errorf("%s: problems at %q, want %q", body, got, at)
		}
	}
	if n := len(asList(ann.do("GET", path, nil).is(200).at("tools"))); n != 3 {
		t.Errorf("a refused request left %d tools", n)
	}

	if got := strings.Join(ann.do("POST", path+"/openapi", `{"url":"https://api.example.com/v1/openapi.json","operations":[]}`).fails(422, "INVALID_CONFIG").locations(), " "); got != "body.operations" {
		t.Errorf("reading a document with operations: problems at %q", got)
	}
	bob.do("POST", path+"/openapi", `{"url":"https://api.example.com/v1/openapi.json"}`).fails(404, "APP_NOT_FOUND")
	bob.do("POST", path+"/openapi/tools", example[1]).fails(404, "APP_NOT_FOUND")
	ann.with("If-Match", `"1"`).do("POST", path+"/openapi/tools", example[1]).fails(412, "PRECONDITION_FAILED")
	viewer, _ := w.join(ann, workspace, "viewer", "vera@example.com")
	viewer.do("POST", path+"/openapi", `{"url":"https://api.example.com/v1/openapi.json"}`).fails(403, "FORBIDDEN")
	yaml.header.Set("Content-Type", "image/png")
	yaml.do("POST", path+"/openapi", "x").fails(415, "UNSUPPORTED_MEDIA_TYPE")
	yaml.header.Set("Content-Type", "application/yaml")
	yaml.do("POST", path+"/openapi", strings.Repeat("a", 10<<20+1)).fails(413, "TOO_LARGE")
}
