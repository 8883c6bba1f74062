package store_test

import (
	"encoding/json"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"

	"github.com/google/go-cmp/cmp"
)

// An installation from before drafts were documents keeps them all, and no app is ahead of what it serves.
func TestDraftsOfOldInstallationsStay(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]func(t *testing.T) store.Options{
		"sqlite":   func(t *testing.T) store.Options { return store.Options{DataDir: t.TempDir()} },
		"postgres": func(t *testing.T) store.Options { return store.Options{DatabaseURL: pgtest.Empty(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.OpenWith(t, o(t))
			ctx := t.Context()
			if err := s.MigrateTo(ctx, 12); err != nil {
				t.Fatal(err)
			}
			want := draft("Teas")
			want.Slug = "teas"
			const id, workspace = "0190b5f0-0000-7000-8000-000000000001", "0190b5f0-0000-7000-8000-000000000003"
			for _, statement := range []struct {
				text string
				args []any
			}{
				{`INSERT INTO workspaces (id, name, created_at) VALUES ($1, 'Ann''s', $2)`, []any{workspace, time.Now().UTC()}},
				{`INSERT INTO apps (id, workspace_id, origin, name, description, draft_slug, tool_name, tool_description, layout, theme, mock_data, response_text,
					system_prompt, search, rev, served_slug, publish_version, published_at, created_at, updated_at)
					VALUES ($1, $2, 'authored', $3, $4, 'teas', 'show_things', 'Shows things.', 'cards', $5, $6, 'Here.', 'Be kind.', 'teas', 3, 'teas', 1, $7, $7, $7)`,
					[]any{id, workspace, want.Name, want.Description, `{"preset":"ocean","light":{"accent":"#112233"},"radius":4}`, string(want.Tools[0].MockData), time.Now().UTC()}},
				{`INSERT INTO releases (id, app_id, version, digest, manifest, views, draft_digest, published_at, published_by)
					VALUES ('0190b5f0-0000-7000-8000-000000000002', $1, 1, $2, $3, '[]', $2, $4, 'ann@example.com')`,
					[]any{id, want.Digest(), `{"name":"Teas","access":"public","tools":[{"name":"show_things","description":"Shows things.","input":{"type":"object"},` +
						`"hints":{"readOnly":true,"destructive":false,"idempotent":true,"openWorld":false},"handler":{"kind":"mock","config":{"data":{},"text":"Here."}}}]}`, time.Now().UTC()}},
				{`INSERT INTO live (app_id, version, layout) VALUES ($1, 1, 'cards')`, []any{id}},
			} {
				if _, err := s.Exec(ctx, statement.text, statement.args...); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Migrate(ctx); err != nil {
				t.Fatal(err)
			}
			app, err := s.App(ctx, workspace, id)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, app.Draft); diff != "" || app.DraftAhead() {
				t.Errorf("ahead %v (-want +got):\n%s", app.DraftAhead(), diff)
			}
			served, err := s.Live(ctx, "teas")
			if err != nil || served.Manifest.Tools[0].Handler.Kind != "mock" || served.Manifest.Tools[0].Mode != "" {
				t.Errorf("served: %+v, %v", served, err)
			}
		})
	}
}

// A replica of before knows the columns alone. What it writes there counts, and what it does not know of stays.
func TestAnOlderReplicaWritesTheColumns(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		d := draft("Teas")
		invented := true
		d.ExampleData, d.Instructions, d.Access = &invented, "i", platform.AccessPerson
		d.Allow, d.Scopes = platform.Allow{Domains: []string{"example.com"}}, []platform.Scope{{Name: "read"}}
		d.Tools = append(d.Tools, platform.ToolDraft{Name: "buy", Handler: json.RawMessage(`{"kind":"insert","table":"orders"}`), Mode: platform.ModeMock,
			Hints: &platform.HintsDraft{ReadOnly: new(bool)}, Scopes: []string{"read"}, Visibility: []platform.Visibility{platform.VisibleToApp}})
		app, other := createApp(t, s, by, d), createApp(t, s, bob, draft("Other"))
		if diff := cmp.Diff(d, app.Draft); diff != "" {
			t.Errorf("stored (-want +got):\n%s", diff)
		}
		if n, err := s.Exec(ctx, `UPDATE apps SET name = 'Coffees', tool_name = 'show', layout = 'list', theme = '{}', mock_data = NULL, response_text = '', rev = rev + 1 WHERE id = $1`,
			string(app.ID)); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		d.Name, d.Theme, d.Tools[0] = "Coffees", platform.Theme{}, platform.ToolDraft{Name: "show", Description: d.Tools[0].Description, Layout: "list"}
		app, err := s.App(ctx, by.Workspace, app.ID)
		if diff := cmp.Diff(d, app.Draft); diff != "" || err != nil {
			t.Errorf("changed by an older replica (-want +got):\n%s%v", diff, err)
		}
		if n, err := s.Exec(ctx, "UPDATE apps SET draft = NULL WHERE id = $1", string(other.ID)); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if got, err := s.App(ctx, bob.Workspace, other.ID); err != nil || cmp.Diff(draft("Other"), got.Draft) != "" {
			t.Errorf("made by an older replica: %+v, %v", got.Draft, err)
		}
		if found, _, err := s.Apps(ctx, by.Workspace, publish.AppQuery{Text: "BUY"}); err != nil || len(found) != 1 {
			t.Errorf("a tool's name finds %d apps, %v", len(found), err)
		}
	})
}
