package api_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLayouts(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	layouts := ann.do("GET", "/api/v1/layouts", nil).is(200)
	for _, item := range asList(layouts.at("items")) {
		l, _ := item.(map[string]any)
		if l["name"] == "" || l["title"] == "" || l["description"] == "" || l["dataSchema"] == nil || l["sample"] == nil || !strings.HasPrefix(fmt.Sprint(l["preview"]), "data:image/") {
			t.Errorf("layout: %v", l)
		}
		want, there := map[string]any{"cards": "items", "map": "places", "form": nil}[fmt.Sprint(l["name"])]
		if got, told := l["list"]; !told || there && got != want {
			t.Errorf("%v: the list is %v, want %v", l["name"], got, want)
		}
	}
	if names := layouts.column("name"); len(names) == 0 || strings.Contains(strings.Join(names, " "), "todo") {
		t.Errorf("layouts: %v", names)
	}
}

func TestLayoutPreview(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	for _, name := range ann.do("GET", "/api/v1/layouts", nil).is(200).column("name") {
		page := ann.do("GET", "/api/v1/layouts/"+name+"/preview", nil).is(200)
		policy := page.header.Get("Content-Security-Policy")
		if !strings.HasPrefix(page.header.Get("Content-Type"), "text/html") || !strings.Contains(policy, "frame-ancestors 'self'") || strings.Contains(policy, "unsafe") ||
			page.header.Get("X-Frame-Options") != "SAMEORIGIN" || !strings.Contains(page.body, "<!doctype html>") {
			t.Errorf("%s: %v\n%.200s", name, page.header, page.body)
		}
	}
	query := url.Values{"themeVariables": {`{"radius":3}`}, "mockData": {`{"text":"# Hi </script><script>alert(1)"}`}}
	page := ann.do("GET", "/api/v1/layouts/markdown/preview?"+query.Encode(), nil).is(200).lacks("<script>alert")
	if !strings.Contains(page.body, "--radius:3px") || !strings.Contains(page.body, "# Hi") {
		t.Error("the page has not what the query asked for")
	}
	ann.do("GET", "/api/v1/apps", nil).is(200).lacks("# Hi")
}

func TestHostileLayoutPreviews(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	w.anonymous().do("GET", "/api/v1/layouts/cards/preview", nil).fails(401, "UNAUTHENTICATED")
	for _, name := range []string{"none", "todo-list", "..%2Ftodo", "cards'--", strings.Repeat("x", 64)} {
		ann.do("GET", "/api/v1/layouts/"+name+"/preview", nil).fails(404, "NOT_FOUND")
	}
	query := url.Values{"themeVariables": {`{"light":{"accent":"red}</style>"},"radius":99}`}, "mockData": {`{"a":"` + strings.Repeat("x", 17<<10) + `"}`}}
	got := ann.do("GET", "/api/v1/layouts/cards/preview?"+query.Encode(), nil).fails(422, "INVALID_CONFIG").lacks("</style>")
	want := "query.mockData query.themeVariables.radius query.themeVariables.light.accent"
	if diff := cmp.Diff(want, strings.Join(got.locations(), " ")); diff != "" {
		t.Errorf("locations (-want +got):\n%s\n%s", diff, got.body)
	}
	if got.header.Get("X-Frame-Options") != "DENY" {
		t.Error("a refusal may be framed")
	}
}
