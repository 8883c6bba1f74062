package api_test

import (
	"strings"
	"testing"
)

func TestSlugAvailability(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	for slug, want := range map[string]string{"fresh": `{"available":true,"mcpUrl":"http://127.0.0.1:3001/servers/fresh/mcp","suggestion":"fresh"}`, "admin": `{"available":false,"mcpUrl":"http://127.0.0.1:3001/servers/admin/mcp","suggestion":"admin-2"}`,
		"No_Slug": `{"available":false,"mcpUrl":null,"suggestion":"noslug"}`} {
		if got := ann.do("GET", "/api/v1/slugs/"+slug, nil).is(200); strings.TrimSpace(got.body) != want {
			t.Errorf("%s: %s", slug, got.body)
		}
	}
}
