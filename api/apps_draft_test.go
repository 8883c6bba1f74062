package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHostileDrafts(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	bob, _, _ := w.person("bob@example.com")
	bob.do("POST", "/api/v1/apps", map[string]any{"name": "x", "mcpSlug": "bobs"}).is(201)
	deep := strings.Repeat(`{"a":`, 70) + `1` + strings.Repeat(`}`, 70)
	for _, c := range []struct {
		name, body string
		status     int
		code       string
		locations  string
	}{
		{"no body", "", 400, "BAD_REQUEST", ""},
		{"malformed", `{"name":`, 400, "BAD_REQUEST", ""},
		{"two documents", `{"name":"x"}{}`, 400, "BAD_REQUEST", ""},
		{"not UTF-8", "{\"name\":\"\xff\"}", 400, "BAD_REQUEST", ""},
		{"deep", `{"name":"x","mockData":` + deep + `}`, 400, "BAD_REQUEST", ""},
		{"endlessly deep", strings.Repeat(`[`, 1<<20), 400, "BAD_REQUEST", ""},
		{"too large", `{"name":"` + strings.Repeat("x", 2<<20) + `"}`, 413, "TOO_LARGE", ""},
		{"an array", `[]`, 422, "INVALID_CONFIG", "body"},
		{"null", `null`, 422, "INVALID_CONFIG", "body"},
		{"no name", `{}`, 422, "INVALID_CONFIG", "body.name"},
		{"blank name", `{"name":"   "}`, 422, "INVALID_CONFIG", "body.name"},
		{"name of 10,000 characters", `{"name":"` + strings.Repeat("é", 10_000) + `"}`, 422, "INVALID_CONFIG", "body.name"},
		{"NUL", `{"name":"a\u0000b"}`, 422, "INVALID_CONFIG", "body.name"},
		{"unknown fields", `{"name":"x","id":"1","status":"published","Name":"y"}`, 422, "INVALID_CONFIG", "body.Name body.id body.status"},
		{"wrong types", `{"name":1,"toolName":["a"],"themeVariables":"dark","mockData":"text","layoutTemplate":{}}`, 422, "INVALID_CONFIG",
			"body.layoutTemplate body.name body.themeVariables body.toolName body.mockData"},
		{"everything wrong", `{"name":"","toolName":"a b","mcpSlug":"-a","layoutTemplate":"none","themeVariables":{"radius":99,"light":{"accent":"red}</style>"}},"x":1}`, 422,
			"INVALID_CONFIG", "body.themeVariables.radius body.x body.name body.mcpSlug body.themeVariables.light.accent body.toolName body.layoutTemplate"},
		{"a theme wrong in type, range and form", `{"name":"x","themeVariables":{"radius":10000,"font":7,"scale":9,"density":"loose","light":{"accent":1,"text":"red"},"dark":{"muted":"red"}}}`,
			422, "INVALID_CONFIG", "body.themeVariables.font body.themeVariables.light.accent body.themeVariables.radius body.themeVariables.scale " +
				"body.themeVariables.light.text body.themeVariables.dark.muted body.themeVariables.density"},
		{"a theme that breaks out", `{"name":"x","themeVariables":{"light":{"accent":"red}</style>"},"font":"url(//x)","preset":"../x"}}`, 422, "INVALID_CONFIG",
			"body.themeVariables.light.accent body.themeVariables.font body.themeVariables.preset"},
		{"mockData of 257 KiB", `{"name":"x","mockData":{"a":"` + strings.Repeat("x", 257<<10) + `"}}`, 422, "INVALID_CONFIG", "body.mockData"},
		{"a reserved slug", `{"name":"x","mcpSlug":"admin"}`, 409, "SLUG_TAKEN", ""},
		{"somebody's slug", `{"name":"x","mcpSlug":"bobs"}`, 409, "SLUG_TAKEN", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := *ann
			got := a.do("POST", "/api/v1/apps", c.body)
			if c.body == "" {
				got = a.do("POST", "/api/v1/apps", nil)
			}
			got.fails(c.status, c.code).lacks("</style>", "json:", "goroutine")
			if strings.Contains(got.body, `"message":""`) {
				t.Errorf("a problem without a message: %s", got.body)
			}
			if diff := cmp.Diff(c.locations, strings.Join(got.locations(), " ")); diff != "" {
				t.Errorf("locations (-want +got):\n%s\n%s", diff, got.body)
			}
		})
	}
	t.Cleanup(func() {
		if got := ann.do("GET", "/api/v1/apps", nil).is(200).column("id"); got != nil {
			t.Errorf("a refused draft is stored: %v", got)
		}
	})
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Tagged")
	with := func(tag string) *client {
		c := *ann
		c.header = http.Header{"If-Match": {tag}}
		return &c
	}
	old := ann.do("GET", app, nil).is(200).header.Get("ETag")
	fresh := with(old).do("PATCH", app, `{"description":"one"}`).is(200).header.Get("ETag")
	if fresh == old {
		t.Fatal("a change keeps the ETag")
	}
	for tag, status := range map[string]int{old: 412, `"nonsense"`: 412, "W/" + fresh: 412, old + ", " + fresh: 200, "*": 200, fresh: 200} {
		if got := with(tag).do("PATCH", app, `{}`); got.status != status {
			t.Errorf("If-Match %s: %d, not %d", tag, got.status, status)
		}
	}
	with(old).do("PATCH", app, `{"description":"two"}`).fails(412, "PRECONDITION_FAILED")
	if got := ann.do("GET", app, nil).text("description"); got != "one" {
		t.Errorf("description: %q", got)
	}
	with(old).do("DELETE", app, nil).fails(412, "PRECONDITION_FAILED")
	with(fresh).do("DELETE", app, nil).is(204)
	ann.do("GET", app, nil).is(404)
}
