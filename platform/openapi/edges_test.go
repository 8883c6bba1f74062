package openapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/openapi"
	"berth/platform/outbound"
	"berth/test/shipped"
)

// one reads a document with one operation, as a tool, what it asks, and what is said of it.
func one(t *testing.T, servers, operation, more string) (input, request, said string) {
	t.Helper()
	tool, request, said := imported(t, servers, operation, more)
	return string(tool.Input), request, said
}

func imported(t *testing.T, servers, operation, more string) (tool *platform.ToolDraft, request, said string) {
	t.Helper()
	document := `{"openapi":"3.1.0","servers":[` + servers + `],"paths":{"/things/{ids}":` + operation + `}` + more + `}`
	allow, err := outbound.ParseAllow([]string{"api.internal"})
	if err != nil {
		t.Fatal(err)
	}
	set := shipped.Layouts(t)
	d, problems := openapi.Read(openapi.Source{Data: []byte(document), Layouts: set.Layout, Refusal: allow.Refusal})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	all, err := d.Operations(t.Context())
	if err != nil || len(all) != 1 || all[0].Tool == nil || all[0].Recommended == (all[0].Method == "DELETE") {
		t.Fatalf("%v, %+v", err, all)
	}
	whole(t, all[0], set)
	var handler struct{ Request json.RawMessage }
	if err := json.Unmarshal(all[0].Tool.Handler, &handler); err != nil {
		t.Fatal(err)
	}
	return all[0].Tool, string(handler.Request), fmt.Sprint(all[0].Problems)
}

const (
	public = `{"url":"https://api.example.com"}`
	plain  = `{"get":{"parameters":[{"name":"ids","in":"path","required":true,"schema":{"type":"string"}}]}}`
)

// Of several servers a tool asks the first that it may.
func TestServers(t *testing.T) {
	t.Parallel()
	for servers, want := range map[string][2]string{
		`{"url":"http://localhost:3000"},{"url":"https://api.example.com/v1"}`: {"https://api.example.com/v1/", ""},
		`{"url":"http://api.internal/v1"},` + public:                           {"http://api.internal/v1/", ""},
		`{"url":"http://api.example.com/v1"}`:                                  {"https://api.example.com/v1/", "which is asked by https"},
		`{"url":"http://10.0.0.1"},{"url":"http://localhost"}`:                 {"http://10.0.0.1/", "must be a public server"},
		`{"url":"http://api.example.com:8080"}`:                                {"http://api.example.com:8080/", "must begin with https://"},
	} {
		_, request, said := one(t, servers, plain, "")
		if !strings.Contains(request, `"url":"`+want[0]+`things/`) || !strings.Contains(said, want[1]) || want[1] == "" && said != "[]" {
			t.Errorf("%s: %s, %s", servers, request, said)
		}
	}
}

// A type that there is none of costs no argument, and no other one.
func TestTypesOfNobody(t *testing.T) {
	t.Parallel()
	input, _, said := one(t, public, `{"get":{"parameters":[{"name":"ids","in":"path","required":true,"schema":{"type":"string"}},
		{"name":"a","in":"query","schema":{"type":"float"}},
		{"name":"b","in":"query","schema":{"type":["file","null"],"description":"A file."}},{"name":"c","in":"query","schema":{"type":"integer"}}]}}`, "")
	if !strings.Contains(input, `"a":{}`) || !strings.Contains(input, `"b":{"description":"A file."`) || !strings.Contains(input, `"c":{"type":"integer"}`) ||
		!strings.Contains(said, `is "float", which is no type`) || !strings.Contains(said, `is "file", which is no type`) || strings.Contains(said, "left out") {
		t.Errorf("%s, %s", input, said)
	}
}

// A list in a path is one text with commas, as OpenAPI has it: a list of arguments would be written with spaces.
func TestListsInPaths(t *testing.T) {
	t.Parallel()
	input, request, _ := one(t, public, `{"get":{"parameters":[
		{"name":"ids","in":"path","required":true,"description":"Whose.","schema":{"type":"array","items":{"type":"integer"}}}]}}`, "")
	if !strings.Contains(input, `"ids":{"description":"Whose. Several are separated by commas.","type":"string"}`) || !strings.Contains(request, "things/{{args.ids}}") {
		t.Errorf("%s, %s", input, request)
	}
}

// What is made up to try a tool with is what its server takes: numbers in a list, and a position where one is wanted as a text.
func TestExamplesOfTexts(t *testing.T) {
	t.Parallel()
	tool, _, _ := imported(t, public, `{"get":{"parameters":[{"name":"ids","in":"path","required":true,"schema":{"type":"array","items":{"type":"integer"}}},
		{"name":"latitude","in":"query","required":true,"schema":{"type":"string"}},
		{"name":"gone","in":"query","explode":false,"schema":{"type":"array","items":{"type":"string"}}},
		{"name":"kinds","in":"query","style":"pipeDelimited","schema":{"type":"array","items":{"type":"string","enum":["a","b","c"]},"example":["a","b"]}}]}}`, "")
	if want := `{"ids":"1,2,3","kinds":"a|b","latitude":"52.52"}`; string(tool.Example) != want {
		t.Errorf("%s, want %s", tool.Example, want)
	}
	if want := `"kinds":{"description":"Any of a, b, c; several are separated by |.","type":"string"}`; !strings.Contains(string(tool.Input), want) {
		t.Errorf("%s, want %s", tool.Input, want)
	}
}

// A server that wants JSON of a type of its own gets that.
func TestJSONOfItsOwnType(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{"application/vnd.api+json; charset=utf-8": `"Content-Type":"application/vnd.api+json"`, "application/json": "", "application/*+json": "", "*/*": ""} {
		_, request, _ := one(t, public, `{"post":{"requestBody":{"content":{"`+kind+`":{"schema":{"type":"object","properties":{"a":{"type":"string"}}}}}}}}`, "")
		if !strings.Contains(request, want) || strings.Contains(request, "Content-Type") != (want != "") {
			t.Errorf("%s: %s", kind, request)
		}
	}
}

// What deletes is a tool that nobody recommends.
func TestDeletingIsNotRecommended(t *testing.T) {
	t.Parallel()
	_, request, _ := one(t, public, `{"delete":{"operationId":"deleteThing","summary":"Delete a thing","parameters":[
		{"name":"ids","in":"path","required":true,"schema":{"type":"string"}}]}}`, "")
	if !strings.Contains(request, "DELETE") {
		t.Error(request)
	}
}

// What a tool cannot prove is not sent as if it were a token.
func TestSchemesOfHTTP(t *testing.T) {
	t.Parallel()
	for scheme, want := range map[string]string{"Bearer": "Bearer {{secret.KEY}}", "basic": "Basic {{secret.KEY}}", "digest": ""} {
		_, request, said := one(t, public, plain, `,"security":[{"key":[]}],"components":{"securitySchemes":{"key":{"type":"http","scheme":"`+scheme+`"}}}`)
		unsent := strings.Contains(said, "of a kind that tools cannot send")
		if !strings.Contains(request, want) || strings.Contains(request, "Authorization") != (want != "") || unsent != (want == "") {
			t.Errorf("%s: %s, %s", scheme, request, said)
		}
	}
}
