package api_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The greatest limit does not make a page of everything that a workspace can hold.
func TestAPageOfLargeAppsEndsEarly(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	for range 20 {
		ann.do("POST", "/api/v1/apps", `{"name":"x","mockData":{"a":"`+strings.Repeat("x", 255<<10)+`"}}`).is(201)
	}
	apps, pages := 0, 0
	for cursor := ""; ; pages++ {
		page := ann.do("GET", "/api/v1/apps?limit=200&cursor="+cursor, nil).is(200)
		if len(page.body) > 5<<20 {
			t.Fatalf("a page has %d bytes", len(page.body))
		}
		if apps += len(page.column("id")); page.at("nextCursor") == nil {
			break
		}
		cursor = page.text("nextCursor")
	}
	if apps != 20 || pages > 2 {
		t.Errorf("%d apps on %d pages and the last", apps, pages)
	}
}

func TestListApps(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	for _, name := range []string{"Alpha", "Beta", "Gamma"} {
		ann.app(name)
	}
	beta := ann.do("GET", "/api/v1/apps?q=BET", nil).is(200)
	if diff := cmp.Diff([]string{"Beta"}, beta.column("name")); diff != "" {
		t.Fatal(diff)
	}
	ann.do("POST", "/api/v1/apps/"+beta.column("id")[0]+"/publish", nil).is(200)
	for query, want := range map[string][]string{
		"": {"Gamma", "Beta", "Alpha"}, "?status=published": {"Beta"}, "?status=draft": {"Gamma", "Alpha"}, "?q=%25": nil, "?q=a&limit=1": {"Gamma"},
	} {
		if diff := cmp.Diff(want, ann.do("GET", "/api/v1/apps"+query, nil).is(200).column("name")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
	page := ann.do("GET", "/api/v1/apps?limit=2", nil).is(200)
	if diff := cmp.Diff([]string{"Alpha"}, ann.do("GET", "/api/v1/apps?limit=2&cursor="+page.text("nextCursor"), nil).is(200).column("name")); diff != "" {
		t.Errorf("second page (-want +got):\n%s", diff)
	}
	for query, status := range map[string]int{"?limit=0": 422, "?limit=201": 422, "?limit=x": 422, "?cursor=x": 400, "?status=live": 422} {
		if got := ann.do("GET", "/api/v1/apps"+query, nil); got.status != status {
			t.Errorf("%s: %d, not %d", query, got.status, status)
		}
	}
}
