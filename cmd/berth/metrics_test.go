package main

import (
	"strings"
	"testing"
)

// TestRefusalsAreCounted: what limits, passwords and suspensions refuse stands in the metrics, and which build runs.
func TestRefusalsAreCounted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, "BERTH_DATA_DIR="+dir, "BERTH_LIMIT_SIGNIN_RPM=2", "BERTH_LIMIT_PUBLISH_RPM=1", "BERTH_LIMIT_APP_RPM=1")
	for range 3 {
		p.rest("POST", "/auth/login", map[string]string{"email": "nobody@example.com", "password": "not the password"}, nil)
	}
	a := p.publishApp("Boats")
	if status := p.rest("POST", "/apps/"+a.ID+"/publish", nil, nil); status != 429 {
		t.Errorf("a second publish: %d", status)
	}
	for range 2 {
		p.mcp(a.MCPSlug, "tools/call", "search_products", `"name":"search_products","arguments":{"message":"hi"}`)
	}
	must(t, []string{"--data-dir", dir}, "suspend", "app", a.MCPSlug, "--reason", "Spam.")
	if status, _ := p.mcp(a.MCPSlug, "tools/list", "", ""); status != 403 {
		t.Errorf("suspended: %d", status)
	}
	_, metrics := p.get("/metrics", "")
	for _, want := range []string{
		"berth_signin_failures_total 2", `berth_rate_limited_total{limit="signin"} 1`, `berth_rate_limited_total{limit="publish"} 1`,
		`berth_rate_limited_total{limit="app"} 1`, `berth_rate_limited_total{limit="write"} 0`, "berth_suspended_refusals_total 1",
		`berth_build_info{go_version="go`, "berth_bodies_waiting 0",
	} {
		if !strings.Contains(metrics, "\n"+want) {
			t.Errorf("no %s in\n%s", want, metrics)
		}
	}
	if strings.Contains(metrics, "berth_feed_") { // nobody else changes an embedded database
		t.Error("there is no feed to follow, and there are metrics of it")
	}
}
