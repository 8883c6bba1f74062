package store_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func draft(name string) platform.Draft {
	radius := 4
	return platform.Draft{Name: name, Description: "Shows <b>things</b> & more.", ToolName: "show_things", ToolDescription: "Shows things.",
		Layout: "cards", Theme: platform.Theme{Preset: "ocean", Radius: &radius, Light: &platform.Palette{Accent: "#112233"}},
		MockData: json.RawMessage(`{"z":1.10,"a":[{"title":"<é>","n":12345678901234567890}]}`), ResponseText: "Here.", SystemPrompt: "Be kind."}
}

func createApp(t *testing.T, s *store.Store, by platform.Actor, d platform.Draft) platform.App {
	t.Helper()
	app, err := s.CreateApp(t.Context(), by, platform.App{Origin: platform.OriginAuthored, Draft: d}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

func publication(app platform.App) publish.Publication {
	document := platform.Document{Digest: strings.Repeat("d", 64), Layout: "cards", Head: []byte("<p>\x00"), Tail: []byte("</p>"),
		ScriptHash: "sha256-x", StyleHashes: []string{"sha256-y"}}
	return publish.Publication{App: app.ID, Rev: app.Rev, Draft: app.Draft, Live: true, Documents: []platform.Document{document},
		Slugs: func(n int) string { return "app-" + strconv.Itoa(n+1) },
		Release: platform.Release{Digest: strings.Repeat("a", 64), PublishedBy: "ann@example.com",
			Manifest: platform.Manifest{Name: app.Draft.Name, Access: platform.AccessPublic, Tools: []platform.ToolSpec{{Name: "show_things",
				Input: json.RawMessage(`{"type":"object","description":"a<b"}`), Handler: platform.HandlerRef{Kind: "mock", Config: app.Draft.MockData}}}},
			Views: []platform.BuiltView{{Name: "main", Document: document.Digest}}}}
}

func publishApp(t *testing.T, s *store.Store, by platform.Actor, app platform.App) platform.App {
	t.Helper()
	app, err := s.Publish(t.Context(), by, publication(app))
	if err != nil {
		t.Fatal(err)
	}
	return app
}

func wantCode(t *testing.T, err error, code platform.Code) {
	t.Helper()
	if !platform.IsCode(err, code) {
		t.Errorf("got error %v, want %s", err, code)
	}
}

func TestPublishAndServe(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("Things"))
		if diff := cmp.Diff(draft("Things"), app.Draft); diff != "" {
			t.Errorf("draft changed on its way (-want +got):\n%s", diff)
		}
		if _, err := s.Live(t.Context(), "app-1"); !platform.IsCode(err, platform.CodeAppNotFound) {
			t.Errorf("before publish: %v", err)
		}
		live := publishApp(t, s, by, app)
		if live.ServedSlug != "app-1" || live.Draft.Slug != "app-1" || live.LiveVersion != 1 || live.PublishVersion != 1 || live.DraftAhead() || live.PublishedAt.IsZero() {
			t.Errorf("published: %+v", live)
		}
		served, err := s.Live(t.Context(), "app-1")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(publication(app).Release.Manifest, served.Release.Manifest); diff != "" {
			t.Errorf("manifest changed on its way (-want +got):\n%s", diff)
		}
		if served.App != app.ID || served.Workspace != by.Workspace || served.Release.PublishedBy != "ann@example.com" {
			t.Errorf("served: %+v", served)
		}
		document, err := s.Document(t.Context(), served.Release.Views[0].Document)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(publication(app).Documents[0], document); diff != "" {
			t.Errorf("document changed on its way (-want +got):\n%s", diff)
		}
	})
}
