package mcpedge

import (
	"testing"
	"weak"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestReleaseSurvivesCollection forgets the decoded release, as the garbage collector does, and compares it with its successor.
func TestReleaseSurvivesCollection(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, slug := range []string{"cards", "fixture", "private"} {
		a, err := b.edge.find(t.Context(), slug)
		if err != nil {
			t.Fatal(err)
		}
		first := a.release()
		a.mu.Lock()
		a.last = weak.Pointer[release]{}
		a.mu.Unlock()
		again := a.release()
		if first == again {
			t.Fatal("the release was not forgotten")
		}
		if diff := cmp.Diff(first.Manifest, again.Manifest, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-first +again):\n%s", slug, diff)
		}
		if len(again.Tools) == 0 || string(first.info) != string(again.info) {
			t.Errorf("%s: %d tools, %s and %s", slug, len(again.Tools), first.info, again.info)
		}
	}
}
