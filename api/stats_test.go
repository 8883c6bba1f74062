package api_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestStats(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, _ := w.person("ann@example.com")
		bob, _, _ := w.person("bob@example.com")
		app := ann.app("Product Search")
		ann.app("Quiet")
		ann.do("POST", app+"/publish", nil).is(200)
		w.call("product-search", "search_products").is(200)
		ann.do("POST", app+"/test", `{"arguments":{}}`).is(200)
		w.served.flush(t)

		stats := ann.do("GET", app+"/stats", nil).is(200)
		if stats.text("window") != "24h" || stats.at("complete") != true || stats.at("bucketSeconds") != 1800.0 || len(asList(stats.at("series"))) != 48 {
			t.Errorf("stats: %s", stats.body)
		}
		totals, _ := stats.at("totals").(map[string]any)
		if totals["calls"] != 2.0 || totals["errors"] != 1.0 || totals["p95Ms"] == nil || totals["bytes"] == 0.0 {
			t.Errorf("totals: %v", totals)
		}
		want := []any{map[string]any{"value": "invalid", "calls": 1.0, "errors": 1.0}, map[string]any{"value": "ok", "calls": 1.0, "errors": 0.0}}
		if diff := cmp.Diff(want, stats.at("outcomes")); diff != "" {
			t.Error(diff)
		}
		first, _ := asList(stats.at("series"))[0].(map[string]any)
		if first["calls"] != 0.0 || first["p50Ms"] != nil || first["at"] != stats.text("since") {
			t.Errorf("first bucket: %v", first)
		}
		for _, name := range []string{"1h", "7d", "30d"} {
			if got := ann.do("GET", app+"/stats?window="+name, nil).is(200); got.text("window") != name {
				t.Errorf("%s: %s", name, got.body)
			}
		}

		counts := ann.do("GET", "/api/v1/stats/apps", nil).is(200)
		item, _ := asList(counts.at("items"))[0].(map[string]any)
		if len(asList(counts.at("items"))) != 1 || "/api/v1/apps/"+item["appId"].(string) != app || item["calls"] != 2.0 || item["errors"] != 1.0 || item["lastCallAt"] == "" {
			t.Errorf("counts: %s", counts.body)
		}
		if got := bob.do("GET", "/api/v1/stats/apps", nil).is(200); len(asList(got.at("items"))) != 0 {
			t.Errorf("Bob counts Ann's calls: %s", got.body)
		}

		viewer, _ := w.join(ann, workspace, "viewer", "viewer@example.com")
		viewer.workspace = workspace
		for _, path := range []string{app + "/stats", "/api/v1/stats/apps", app + "/calls?outcome=ok"} {
			viewer.do("GET", path, nil).is(200)
			w.anonymous().do("GET", path, nil).fails(401, "UNAUTHENTICATED")
		}
		bob.do("GET", app+"/stats", nil).fails(404, "APP_NOT_FOUND")

		calls := ann.do("GET", app+"/calls", nil).is(200).column("id")
		for query, n := range map[string]int{
			"outcome=ok": 1, "client=builder": 1, "client=Builder": 0, "tool=search_products": 2, "protocolVersion=2025-06-18": 1, "tool=%27%3B--": 0,
			"since=" + url.QueryEscape(time.Now().Add(time.Hour).Format(time.RFC3339)): 0, "since=2026-01-02T03:04:05Z": 2,
			"after=" + calls[0]: 0, "after=" + calls[1]: 1, "after=none": 2,
		} {
			if got := ann.do("GET", app+"/calls?"+query, nil).is(200); len(asList(got.at("items"))) != n {
				t.Errorf("%s: %s", query, got.body)
			}
		}
	})
}

func TestHostileStats(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Shop")
	for query, location := range map[string]string{
		"/stats?window=5y": "query.window", "/calls?outcome=fine": "query.outcome", "/calls?since=yesterday": "query.since",
		"/calls?tool=%00": "query.tool", "/calls?client=%ff": "query.client", "/calls?limit=0": "query.limit",
	} {
		got := ann.do("GET", app+query, nil).fails(422, "INVALID_CONFIG")
		if locations := got.locations(); len(locations) != 1 || locations[0] != location {
			t.Errorf("%s: %s", query, got.body)
		}
	}
	ann.do("GET", "/api/v1/stats/apps?window=", nil).is(200)
	ann.do("GET", "/api/v1/stats/apps?window=1d", nil).fails(422, "INVALID_CONFIG")
}
