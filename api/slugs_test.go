package api_test

import (
	"strings"
	"testing"
)

func TestSlugAvailability(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	for slug, want := range map[string]string{"fresh": `{"available":true,"suggestion":"fresh"}`, "admin": `{"available":false,"suggestion":"admin-2"}`} {
		if got := ann.do("GET", "/api/v1/slugs/"+slug, nil).is(200); strings.TrimSpace(got.body) != want {
			t.Errorf("%s: %s", slug, got.body)
		}
	}
}
