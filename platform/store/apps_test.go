package store_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func names(apps []platform.App) []string {
	list := []string{}
	for _, a := range apps {
		list = append(list, a.Draft.Name)
	}
	return list
}

func TestListApps(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		createApp(t, s, bob, draft("Foreign"))
		for _, name := range []string{"Ärger 100%", "Beta_x", "Gamma"} {
			createApp(t, s, ann, platform.Draft{Name: name, Tools: []platform.ToolDraft{{Layout: "cards"}}})
		}
		last := createApp(t, s, ann, platform.Draft{Name: "Delta", Tools: []platform.ToolDraft{{Layout: "cards"}}, Description: "about GAMMA rays"})
		publishApp(t, s, ann, last)

		for _, c := range []struct {
			query publish.AppQuery
			want  []string
		}{
			{publish.AppQuery{}, []string{"Delta", "Gamma", "Beta_x", "Ärger 100%"}},
			{publish.AppQuery{Text: "gamma"}, []string{"Delta", "Gamma"}},
			{publish.AppQuery{Text: "äRGER"}, []string{"Ärger 100%"}},
			{publish.AppQuery{Text: "arger"}, []string{"Ärger 100%"}},
			{publish.AppQuery{Text: "app-1"}, []string{"Delta"}},
			{publish.AppQuery{Text: "%"}, []string{"Ärger 100%"}},
			{publish.AppQuery{Text: "_"}, []string{"Beta_x"}},
			{publish.AppQuery{Text: "'; DROP TABLE apps; --"}, []string{}},
			{publish.AppQuery{Text: strings.Repeat("a", 100_000)}, []string{}},
			{publish.AppQuery{Text: "foreign"}, []string{}},
			{publish.AppQuery{Status: platform.StatusPublished}, []string{"Delta"}},
			{publish.AppQuery{Status: platform.StatusDraft, Text: "gamma"}, []string{"Gamma"}},
		} {
			apps, next, err := s.Apps(t.Context(), ann.Workspace, c.query)
			if diff := cmp.Diff(c.want, names(apps)); diff != "" || next != "" || err != nil {
				t.Errorf("%.60v: next %q, %v\n%s", c.query, next, err, diff)
			}
		}

		var seen []string
		for cursor, more := "", true; more; more = cursor != "" {
			apps, next, err := s.Apps(t.Context(), ann.Workspace, publish.AppQuery{Page: publish.Page{Limit: 3, Cursor: cursor}})
			if err != nil {
				t.Fatal(err)
			}
			seen, cursor = append(seen, names(apps)...), next
		}
		if want := []string{"Delta", "Gamma", "Beta_x", "Ärger 100%"}; !slices.Equal(seen, want) {
			t.Errorf("in pages: %v", seen)
		}
	})
}

func TestCursorsOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("One"))
		app = publishApp(t, s, by, app)
		publishApp(t, s, by, app)
		_, audit, err := s.Audit(ctx, by.Workspace, identity.AuditQuery{Limit: 1})
		if err != nil || audit == "" {
			t.Fatal(audit, err)
		}
		_, releases, err := s.Releases(ctx, by.Workspace, app.ID, publish.Page{Limit: 1})
		if err != nil || releases == "" {
			t.Fatal(releases, err)
		}
		encoded := func(key string) string { return base64.RawURLEncoding.EncodeToString([]byte(key)) }
		bad := []string{"x", "====", "\x00", "é", encoded("apps:"), encoded("apps:1"), encoded("apps:" + strings.Repeat("0", 36)),
			encoded("releases:-0"), encoded("releases:99999999999"), encoded("releases:1 OR 1=1"), encoded("calls:1"), encoded("calls::" + string(app.ID)),
			encoded(fmt.Sprintf("calls:99999999999999999999:%s", app.ID)), encoded(fmt.Sprintf("calls:9223372036854775807:%s", app.ID)),
			encoded("audit:\xff"), audit + "A", audit + "="}
		for _, cursor := range append(bad, audit, releases) {
			page := publish.Page{Cursor: cursor}
			_, _, err := s.Apps(ctx, by.Workspace, publish.AppQuery{Page: page})
			wantCode(t, err, platform.CodeBadRequest)
			_, _, err = s.Calls(ctx, by.Workspace, app.ID, platform.CallQuery{Cursor: cursor})
			wantCode(t, err, platform.CodeBadRequest)
			if cursor != releases {
				_, _, err = s.Releases(ctx, by.Workspace, app.ID, page)
				wantCode(t, err, platform.CodeBadRequest)
			}
			if cursor != audit {
				_, _, err = s.Audit(ctx, by.Workspace, identity.AuditQuery{Limit: 1, Cursor: cursor})
				wantCode(t, err, platform.CodeBadRequest)
			}
		}
	})
}

func TestLimitOfApps(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		seeded := platform.App{Origin: platform.OriginSeeded, Draft: platform.Draft{Name: "Gift", Slug: "gift", Tools: []platform.ToolDraft{{Layout: "cards"}}}}
		if _, err := s.CreateApp(t.Context(), ann, seeded, 1); err != nil {
			t.Fatal(err)
		}
		authored := platform.App{Origin: platform.OriginAuthored, Draft: draft("One")}
		errs := together(8, func(int) error {
			_, err := s.CreateApp(t.Context(), ann, authored, 3)
			return err
		})
		if made, refused := count(errs, ""), count(errs, platform.CodeLimitReached); made != 3 || refused != 5 {
			t.Errorf("%v", errs)
		}
		if _, err := s.CreateApp(t.Context(), bob, authored, 3); err != nil {
			t.Errorf("the limit of one workspace holds for another: %v", err)
		}
	})
}

// What only the app's own workspace may do. For all others the store returns the error of an app that does not exist.
func TestAppsOfOtherWorkspaces(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		mine := publishApp(t, s, ann, createApp(t, s, ann, draft("Mine")))
		record(t, s, platform.CallRecord{App: mine.ID, Tool: "show_things", Outcome: "ok"})
		edit := func(platform.App) (platform.Draft, error) {
			return platform.Draft{}, errors.New("somebody else's draft was shown")
		}
		for _, id := range []platform.AppID{mine.ID, "", "x", "\x00", "\xff", "018f0000-0000-7000-8000-000000000000",
			platform.AppID(strings.ToUpper(string(mine.ID))), mine.ID + " "} {
			p := publication(mine)
			p.App = id
			for name, call := range map[string]func() error{
				"App":         func() error { _, err := s.App(ctx, bob.Workspace, id); return err },
				"UpdateDraft": func() error { _, err := s.UpdateDraft(ctx, bob, id, 0, edit); return err },
				"DeleteApp":   func() error { _, err := s.DeleteApp(ctx, bob, id, 0); return err },
				"Publish":     func() error { _, err := s.Publish(ctx, bob, p); return err },
				"Unpublish":   func() error { _, err := s.Unpublish(ctx, bob, id); return err },
				"Activate":    func() error { _, err := s.Activate(ctx, bob, id, 1); return err },
				"Releases":    func() error { _, _, err := s.Releases(ctx, bob.Workspace, id, publish.Page{}); return err },
				"Release":     func() error { _, err := s.Release(ctx, bob.Workspace, id, 1); return err },
				"Calls":       func() error { _, _, err := s.Calls(ctx, bob.Workspace, id, platform.CallQuery{}); return err },
			} {
				if err := call(); codeOf(err) != platform.CodeAppNotFound || platform.AsError(err).Msg != "There is no such app." {
					t.Errorf("%s of %q: %v", name, id, err)
				}
			}
		}
		if got := actions(t, s, bob.Workspace); !slices.Equal(got, []string{"workspace.create", "user.create"}) {
			t.Errorf("the other workspace's audit trail: %v", got)
		}
		after, err := s.App(ctx, ann.Workspace, mine.ID)
		if diff := cmp.Diff(mine, after); diff != "" || err != nil {
			t.Errorf("somebody else's app changed: %v\n%s", err, diff)
		}
	})
}

// Text that a database cannot keep is the caller's mistake, wherever it stands, and never ours.
func TestTextThatIsNoText(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("One"))
		for _, text := range []string{"a\x00b", "\xff", "\xed\xa0\x80"} {
			for field, set := range map[string]func(*platform.Draft){
				"name":           func(d *platform.Draft) { d.Name = text },
				"description":    func(d *platform.Draft) { d.Description = text },
				"slug":           func(d *platform.Draft) { d.Slug = text },
				"layout":         func(d *platform.Draft) { d.Tools[0].Layout = text },
				"mock data":      func(d *platform.Draft) { d.Tools[0].MockData = []byte(`{"a":"` + text + `"}`) },
				"response text":  func(d *platform.Draft) { d.Tools[0].ResponseText = text },
				"too long":       func(d *platform.Draft) { d.Name = strings.Repeat("n", 10_000) },
				"too much data":  func(d *platform.Draft) { d.Tools[0].MockData = []byte(`["` + strings.Repeat("n", 300<<10) + `"]`) },
				"data no object": func(d *platform.Draft) { d.Tools[0].MockData = []byte(`7`) },
			} {
				d := draft("Two")
				set(&d)
				_, err := s.CreateApp(t.Context(), by, platform.App{Origin: platform.OriginAuthored, Draft: d}, 1000)
				if codeOf(err) != platform.CodeInvalidConfig {
					t.Errorf("create with %s %q: %v", field, text, err)
				}
				_, err = s.UpdateDraft(t.Context(), by, app.ID, 0, func(platform.App) (platform.Draft, error) { return d, nil })
				if codeOf(err) != platform.CodeInvalidConfig {
					t.Errorf("update with %s %q: %v", field, text, err)
				}
			}
			_, err := s.Live(t.Context(), text)
			wantCode(t, err, platform.CodeAppNotFound)
			_, err = s.UserByEmail(t.Context(), text)
			wantCode(t, err, platform.CodeNotFound)
			hostile := by
			hostile.UserAgent, hostile.Address, hostile.RequestID = text+strings.Repeat("é", 10_000), text, text
			createAs := platform.App{Origin: platform.OriginAuthored, Draft: draft("Three")}
			if _, err := s.CreateApp(t.Context(), hostile, createAs, 1000); err != nil {
				t.Errorf("what a caller says of itself made a change fail: %v", err)
			}
		}
	})
}

// A page of apps with much data ends early; following the cursor leads to all of them.
func TestAPageOfLargeAppsEndsEarly(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		large := draft("Large")
		large.Tools[0].MockData = json.RawMessage(`{"a":"` + strings.Repeat("x", 255<<10) + `"}`)
		for range 20 {
			createApp(t, s, ann, large)
		}
		createApp(t, s, bob, large)
		seen := map[platform.AppID]bool{}
		var pages []int
		for cursor := ""; ; {
			apps, next, err := s.Apps(ctx, ann.Workspace, publish.AppQuery{Text: "large", Page: publish.Page{Limit: 200, Cursor: cursor}})
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range apps {
				seen[a.ID] = true
			}
			if pages = append(pages, len(apps)); next == "" {
				break
			}
			cursor = next
		}
		if len(seen) != 20 || len(pages) != 3 || pages[0] < 5 || pages[0] > 9 {
			t.Errorf("%d apps in pages of %v", len(seen), pages)
		}
		if apps, next, err := s.Apps(ctx, ann.Workspace, publish.AppQuery{Page: publish.Page{Limit: 3}}); err != nil || len(apps) != 3 || next == "" {
			t.Errorf("a small page has %d apps, next %q, %v", len(apps), next, err)
		}
	})
}
