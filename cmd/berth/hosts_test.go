package main

import (
	"strings"
	"testing"

	"berth/test/hosts"
)

// TestIndependentHost shows an authored app and three whose widgets call tools in a host that we did not write. What was
// clicked in the widget must have reached the server, over each of the two bridges.
func TestIndependentHost(t *testing.T) {
	t.Parallel()
	p := startWithFixture(t, hosts.Chores())
	hosts.Inspector(t, "../../test/hosts", p.publishApp("Harbour").MCPURL, p.url+"/servers/"+hosts.Slug+"/mcp", p.url+"/servers/gift/mcp", p.url+"/servers/medical/mcp")
	status, answer := p.mcp(hosts.Slug, "tools/call", "list_tasks", `"name":"list_tasks","arguments":{"user_id":"ada@example.com"}`)
	if status != 200 || strings.Count(answer, `"completed":true`) != 2 {
		t.Errorf("after the clicks: %d %s", status, answer)
	}
}
