package main

import (
	"strings"
	"testing"

	"berth/test/conformance"
	"berth/test/hosts"
)

// TestIndependentHost uses an authored app and all that ship inside in a host that we did not write, where it answers by both
// bridges and where it answers by MCP Apps alone. What was clicked in a widget must have reached the server, once.
func TestIndependentHost(t *testing.T) {
	t.Parallel()
	p := startWarm(t)
	people := [2]conformance.Someone{p.signUp("ada@example.com"), p.signUp("bob@example.com")}
	hosts.Inspector(t, "../../test/hosts", p.url, p.publishApp("Harbour").MCPURL, people)
	for _, who := range people {
		status, answer := p.mcp("todo", "tools/call", "list_tasks", `"name":"list_tasks","arguments":{"user_id":"`+who.Email+`"}`, "Authorization", "Bearer "+who.Key)
		_, answer, _ = strings.Cut(answer, `"structuredContent"`)
		done := strings.Contains(answer, `"title":"Done 0 of `+who.Email) && strings.Contains(answer, `"title":"Done 1 of `+who.Email)
		if status != 200 || !done || strings.Count(answer, `"completed":true`) != 2 || strings.Count(answer, `"title"`) != 2 {
			t.Errorf("after the clicks of %s: %d %s", who.Email, status, answer)
		}
	}
}

// TestIndependentHostsLook looks at one widget in every host that we did not write: at its height, at what only _meta says, and
// at a result that comes late.
func TestIndependentHostsLook(t *testing.T) {
	t.Parallel()
	hosts.Looks(t, "../../test/hosts", startWarm(t).url+"/servers/gift/mcp")
}
