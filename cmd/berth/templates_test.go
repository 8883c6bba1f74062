package main

import (
	"net/http"
	"strings"
	"testing"
)

// TestEverySeededAppCanBeStartedFrom copies each app that ships inside, and publishes the copy as it is.
func TestEverySeededAppCanBeStartedFrom(t *testing.T) {
	t.Parallel()
	p := startWithFixture(t)
	var list struct{ Items []app }
	p.rest("GET", "/apps?limit=100", nil, &list)
	seeded := 0
	for _, a := range list.Items {
		if a.Origin != "seeded" {
			continue
		}
		seeded++
		var draft struct {
			app
			ToolName string
		}
		if status := p.rest("POST", "/apps/"+a.ID+"/duplicate", nil, &draft); status != http.StatusCreated || draft.Origin != "authored" || draft.MCPSlug != "" {
			t.Errorf("duplicate %s: %d %+v", a.MCPSlug, status, draft)
			continue
		}
		var published app
		if status := p.rest("POST", "/apps/"+draft.ID+"/publish", nil, &published); status != http.StatusOK || published.Status != "published" {
			t.Errorf("publish the copy of %s: %d %+v", a.MCPSlug, status, published)
			continue
		}
		status, answer := p.mcp(published.MCPSlug, "tools/call", draft.ToolName, `"name":"`+draft.ToolName+`","arguments":{"message":"show me"}`)
		if status != http.StatusOK || !strings.Contains(answer, `"structuredContent":{`) || strings.Contains(answer, `"isError":true`) {
			t.Errorf("the copy of %s answers %d %s", a.MCPSlug, status, answer)
		}
	}
	if seeded != 4 {
		t.Errorf("%d apps ship inside, want 4", seeded)
	}
}
