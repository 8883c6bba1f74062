package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// The trail keeps short texts, and of long ones what they were without repeating them: nobody fills the disk with it, and what it said
// before stays.
func TestAuditKeepsDigestsOfLongTexts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("Things"))
		old := `{"responseText":"` + strings.Repeat("x", 1000) + `"}`
		if n, err := s.Exec(ctx, "UPDATE audit SET after = $1 WHERE action = 'app.create'", old); n != 1 || err != nil { // as an older version wrote it
			t.Fatal(n, err)
		}
		long, edge := strings.Repeat("é", 64_000), strings.Repeat("é", 200)
		app, err := s.UpdateDraft(ctx, by, app.ID, 0, func(a platform.App) (platform.Draft, error) {
			a.Draft.Tools[0].ResponseText, a.Draft.SystemPrompt, a.Draft.Description = long, edge+"!", edge
			return a.Draft, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.DeleteApp(ctx, by, app.ID, 0); err != nil {
			t.Fatal(err)
		}
		entries, _, err := s.Audit(ctx, by.Workspace, identity.AuditQuery{})
		if err != nil || len(entries) < 3 {
			t.Fatal(entries, err)
		}
		digest := func(text string, length int) any {
			sum := sha256.Sum256([]byte(text))
			return map[string]any{"sha256": hex.EncodeToString(sum[:]), "length": float64(length)}
		}
		var deleted, before, after map[string]any
		for into, raw := range map[*map[string]any]json.RawMessage{&deleted: entries[0].Before, &before: entries[1].Before, &after: entries[1].After} {
			if err := json.Unmarshal(raw, into); err != nil {
				t.Fatal(err)
			}
			if len(raw) > 2000 {
				t.Errorf("%d bytes", len(raw))
			}
		}
		want := map[string]any{"responseText": digest(long, 64_000), "systemPrompt": digest(edge+"!", 201), "description": edge}
		if diff := cmp.Diff(want, after); diff != "" {
			t.Errorf("after (-want +got):\n%s", diff)
		}
		want = map[string]any{"responseText": "Here.", "systemPrompt": "Be kind.", "description": draft("").Description}
		if diff := cmp.Diff(want, before); diff != "" {
			t.Errorf("before (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(digest(long, 64_000), deleted["responseText"]); diff != "" {
			t.Errorf("what was deleted (-want +got):\n%s", diff)
		}
		if string(entries[2].After) != old {
			t.Errorf("an older row has become %.100s", entries[2].After)
		}
	})
}
