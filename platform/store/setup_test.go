package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/publish"
	"berth/platform/store"
)

func draft(name string) platform.Draft {
	radius := 4
	return platform.Draft{Name: name, Description: "Shows <b>things</b> & more.", SystemPrompt: "Be kind.",
		Theme: platform.Theme{Preset: "ocean", Radius: &radius, Light: &platform.Palette{Accent: "#112233"}},
		Tools: []platform.ToolDraft{{Name: "show_things", Description: "Shows things.", Layout: "cards",
			MockData: json.RawMessage(`{"z":1.10,"a":[{"title":"<é>","n":12345678901234567890}]}`), ResponseText: "Here."}}}
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
	p := publish.Publication{App: app.ID, Rev: app.Rev, Draft: app.Draft, Live: true, Documents: []platform.Document{document},
		Slugs: func(n int) string { return "app-" + strconv.Itoa(n+1) },
		Release: platform.Release{PublishedBy: "ann@example.com",
			Manifest: platform.Manifest{Name: app.Draft.Name, Access: platform.AccessPublic, Tools: []platform.ToolSpec{{Name: "show_things",
				Input: json.RawMessage(`{"type":"object","description":"a<b"}`), Handler: platform.HandlerRef{Kind: "mock", Config: app.Draft.Tools[0].MockData}}}},
			Views: []platform.BuiltView{{Name: "main", Document: document.Digest}}}}
	p.Release.Digest = digestOf(p.Release.Manifest)
	return p
}

// digestOf stands for the digest of a release, which equal contents have in common.
func digestOf(m platform.Manifest) string {
	text, err := platform.PlainJSON(m)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
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

// codeOf names the failure for tables of tests: "" when there is none.
func codeOf(err error) platform.Code {
	if err == nil {
		return ""
	}
	return platform.AsError(err).Code
}

// actions lists what the audit trail of the workspace says, oldest first.
func actions(t *testing.T, s *store.Store, ws platform.WorkspaceID) []string {
	t.Helper()
	entries, _, err := s.Audit(t.Context(), ws, identity.AuditQuery{Limit: 200})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Action)
	}
	slices.Reverse(list)
	return list
}
