package publish_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"berth/platform"
	"berth/platform/executor/mock"
	"berth/platform/publish"
	"berth/platform/runtime"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/platform/view"
	"berth/templates"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// world is the service on a real database, with two people in two workspaces.
type world struct {
	*publish.Service
	store    *store.Store
	ann, bob platform.Actor

	mu      sync.Mutex
	changed []string
	trial   func(platform.Served) error
}

func setup(t *testing.T, s *store.Store) *world {
	t.Helper()
	w := &world{store: s, ann: storetest.Person(t, s, "ann@example.com"), bob: storetest.Person(t, s, "bob@example.com")}
	w.Service = service(t, s)
	w.TrialBuild = func(served platform.Served) error {
		w.mu.Lock()
		trial := w.trial
		w.mu.Unlock()
		if trial == nil {
			return nil
		}
		return trial(served)
	}
	w.Changed = func(slugs ...string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed = append(w.changed, slugs...)
	}
	return w
}

// service is one process's.
func service(t *testing.T, s *store.Store) *publish.Service {
	t.Helper()
	layouts, err := view.Load(templates.FS())
	if err != nil {
		t.Fatal(err)
	}
	made, err := publish.New(publish.Options{Store: s, Layouts: layouts, Executors: []runtime.Executor{mock.Executor{}}, MaxApps: 50,
		TrialBuild: func(platform.Served) error { return nil }, Changed: func(...string) {}})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// announced answers the slugs announced since it was last asked.
func (w *world) announced() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := strings.Join(w.changed, " ")
	w.changed = nil
	return s
}

func (w *world) onTrial(f func(platform.Served) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trial = f
}

// changes reads changes as authors send them.
func (w *world) changes(body string) publish.Changes { return w.ReadChanges(json.RawMessage(body)) }

func (w *world) create(t *testing.T, by platform.Actor, body string) platform.App {
	t.Helper()
	app, err := w.Create(t.Context(), by, w.changes(body))
	if err != nil {
		t.Fatalf("create %s: %v", body, err)
	}
	return app
}

// ready makes an app that can be published.
func (w *world) ready(t *testing.T, by platform.Actor, name string) platform.App {
	t.Helper()
	return w.create(t, by, `{"name":`+strconv.Quote(name)+`,"toolName":"get_it","toolDescription":"Gets it."}`)
}

func (w *world) patch(t *testing.T, by platform.Actor, id platform.AppID, body string) platform.App {
	t.Helper()
	app, err := w.Patch(t.Context(), by, id, 0, w.changes(body))
	if err != nil {
		t.Fatalf("patch %s: %v", body, err)
	}
	return app
}

func (w *world) publish(t *testing.T, by platform.Actor, id platform.AppID) platform.App {
	t.Helper()
	app, err := w.Publish(t.Context(), by, id, publish.Overrides{})
	if err != nil {
		t.Fatalf("publish: %v", err)
	}
	return app
}

func (w *world) live(t *testing.T, slug string) *platform.Served {
	t.Helper()
	served, err := w.store.Live(t.Context(), slug)
	if err != nil {
		t.Fatalf("live %s: %v", slug, err)
	}
	return served
}

func (w *world) gone(t *testing.T, slug string) {
	t.Helper()
	wantCode(t, last(w.store.Live(t.Context(), slug)), platform.CodeAppNotFound)
}

func last[T any](_ T, err error) error { return err }

func wantCode(t *testing.T, err error, code platform.Code) {
	t.Helper()
	if !platform.IsCode(err, code) {
		t.Fatalf("error %v, want %s", err, code)
	}
}

func TestLifecycle(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := setup(t, s)
		app := w.create(t, w.ann, `{"name":"Café São"}`)
		want := platform.App{ID: app.ID, Workspace: w.ann.Workspace, Origin: platform.OriginAuthored, Draft: platform.Draft{Name: "Café São", Layout: "cards"}, Rev: 1}
		if diff := cmp.Diff(want, app, cmpopts.IgnoreFields(platform.App{}, "CreatedAt", "UpdatedAt")); diff != "" {
			t.Fatalf("fresh draft (-want +got):\n%s", diff)
		}
		_, err := w.Publish(t.Context(), w.ann, app.ID, publish.Overrides{})
		wantCode(t, err, platform.CodeInvalidConfig)
		if got := platform.AsError(err).Fields; len(got) != 2 {
			t.Fatalf("problems: %v", got)
		}

		app, err = w.Publish(t.Context(), w.ann, app.ID, w.ReadOverrides(json.RawMessage(`{"toolName":"get_coffee","toolDescription":"Gets coffee."}`)))
		if err != nil {
			t.Fatal(err)
		}
		if app.ServedSlug != "cafe-sao" || app.Draft.Slug != "cafe-sao" || app.LiveVersion != 1 || app.PublishVersion != 1 ||
			app.Draft.ToolName != "get_coffee" || app.DraftAhead() || app.PublishedAt.IsZero() {
			t.Fatalf("published: %+v", app)
		}
		if got := w.announced(); got != "cafe-sao" {
			t.Errorf("announced %q", got)
		}
		served := w.live(t, "cafe-sao")
		if served.App != app.ID || served.Release.Manifest.Tools[0].Name != "get_coffee" || served.Release.PublishedBy != "ann@example.com" {
			t.Errorf("served: %+v", served)
		}
		if _, err := s.Document(t.Context(), served.Release.Views[0].Document); err != nil {
			t.Errorf("document: %v", err)
		}

		app = w.patch(t, w.ann, app.ID, `{"name":"Tea","responseText":"Tea."}`)
		if !app.DraftAhead() || app.Draft.Slug != "cafe-sao" {
			t.Errorf("patched: %+v", app)
		}
		if got := w.live(t, "cafe-sao").Release.Manifest.Name; got != "Café São" {
			t.Errorf("a draft is served: %s", got)
		}
		app = w.publish(t, w.ann, app.ID)
		app = w.publish(t, w.ann, app.ID) // without a change
		if app.PublishVersion != 3 || app.LiveVersion != 3 || app.ServedSlug != "cafe-sao" || app.DraftAhead() {
			t.Errorf("republished: %+v", app)
		}
		if got := w.live(t, "cafe-sao").Release.Manifest.Name; got != "Tea" {
			t.Errorf("served: %s", got)
		}

		publishedAt := app.PublishedAt
		app, err = w.Activate(t.Context(), w.ann, app.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		if app.LiveVersion != 1 || app.PublishVersion != 3 || !app.PublishedAt.Equal(publishedAt) || !app.DraftAhead() {
			t.Errorf("rolled back: %+v", app)
		}
		for _, version := range []int{0, 4, -1} {
			wantCode(t, last(w.Activate(t.Context(), w.ann, app.ID, version)), platform.CodeNotFound)
		}

		w.announced()
		for range 2 {
			if app, err = w.Unpublish(t.Context(), w.ann, app.ID); err != nil {
				t.Fatal(err)
			}
			if app.Status() != platform.StatusDraft || app.LiveVersion != 0 || app.PublishVersion != 3 || app.Draft.Slug != "cafe-sao" {
				t.Errorf("unpublished: %+v", app)
			}
		}
		w.gone(t, "cafe-sao")
		if got := w.announced(); !strings.HasPrefix(got, "cafe-sao") {
			t.Errorf("announced %q", got)
		}
		if app, err = w.Activate(t.Context(), w.ann, app.ID, 3); err != nil || app.Status() != platform.StatusPublished {
			t.Errorf("activated from unpublished: %+v, %v", app, err)
		}
		releases, _, err := w.Releases(t.Context(), w.ann.Workspace, app.ID, publish.Page{Limit: 10})
		if err != nil || len(releases) != 3 || releases[0].Version != 3 || !releases[0].Live || releases[2].Live {
			t.Errorf("releases: %+v, %v", releases, err)
		}

		if err := w.Delete(t.Context(), w.ann, app.ID); err != nil {
			t.Fatal(err)
		}
		w.gone(t, "cafe-sao")
		wantCode(t, last(w.Get(t.Context(), w.ann.Workspace, app.ID)), platform.CodeAppNotFound)
		wantCode(t, w.Delete(t.Context(), w.ann, app.ID), platform.CodeAppNotFound)
	})
}

// Nothing that one workspace does reaches an app of another, and what it is told does not depend on whether there is one.
func TestForeignApps(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.publish(t, w.ann, w.ready(t, w.ann, "Ann's").ID)
	ctx, ws := t.Context(), w.bob.Workspace
	for name, err := range map[string]error{
		"get":       last(w.Get(ctx, ws, app.ID)),
		"patch":     last(w.Patch(ctx, w.bob, app.ID, 0, w.changes(`{"name":""}`))),
		"delete":    w.Delete(ctx, w.bob, app.ID),
		"check":     last(w.Check(ctx, ws, app.ID)),
		"publish":   last(w.Publish(ctx, w.bob, app.ID, publish.Overrides{})),
		"unpublish": last(w.Unpublish(ctx, w.bob, app.ID)),
		"activate":  last(w.Activate(ctx, w.bob, app.ID, 1)),
		"preview":   last(w.Preview(ctx, ws, app.ID, publish.Changes{})),
		"trial":     third(w.Trial(ctx, ws, app.ID)),
		"live":      third(w.Live(ctx, ws, app.ID)),
		"releases":  third(w.Releases(ctx, ws, app.ID, publish.Page{Limit: 1})),
		"no id":     last(w.Get(ctx, w.ann.Workspace, "' OR 1=1")),
	} {
		if !platform.IsCode(err, platform.CodeAppNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	apps, _, err := w.List(ctx, ws, publish.AppQuery{Page: publish.Page{Limit: 10}})
	if err != nil || len(apps) != 0 {
		t.Errorf("Bob's apps: %v, %v", apps, err)
	}
	if got, err := w.Get(ctx, w.ann.Workspace, app.ID); err != nil || got.Rev != app.Rev {
		t.Errorf("Ann's app: %+v, %v", got, err)
	}
}

func third[A, B any](_ A, _ B, err error) error { return err }

func TestSlugs(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	ctx := t.Context()
	one := w.publish(t, w.ann, w.ready(t, w.ann, "Bot").ID)
	two := w.publish(t, w.bob, w.ready(t, w.bob, "Bot").ID)
	admin := w.publish(t, w.bob, w.ready(t, w.bob, "Admin").ID)
	if one.ServedSlug != "bot" || two.ServedSlug != "bot-2" || admin.ServedSlug != "admin-2" {
		t.Fatalf("slugs: %s, %s, %s", one.ServedSlug, two.ServedSlug, admin.ServedSlug)
	}

	for slug, code := range map[string]platform.Code{"bot": platform.CodeSlugTaken, "api": platform.CodeSlugTaken, "Bot": platform.CodeInvalidConfig, "a/b": platform.CodeInvalidConfig} {
		body := `{"name":"x","mcpSlug":"` + slug + `"}`
		wantCode(t, last(w.Create(ctx, w.bob, w.changes(body))), code)
		wantCode(t, last(w.Patch(ctx, w.bob, two.ID, 0, w.changes(body))), code)
	}
	if got, err := w.Get(ctx, w.bob.Workspace, two.ID); err != nil || got.Rev != two.Rev {
		t.Errorf("a refused change is stored: %+v, %v", got, err)
	}

	// A chosen slug is reserved at once and served from the next publish on.
	two = w.patch(t, w.bob, two.ID, `{"mcpSlug":"robot"}`)
	wantCode(t, last(w.Patch(ctx, w.ann, one.ID, 0, w.changes(`{"mcpSlug":"robot"}`))), platform.CodeSlugTaken)
	w.gone(t, "robot")
	w.live(t, "bot-2")
	if !two.DraftAhead() {
		t.Error("a chosen slug does not put the draft ahead")
	}
	w.announced()
	two = w.publish(t, w.bob, two.ID)
	w.live(t, "robot")
	w.gone(t, "bot-2")
	if got := w.announced(); got != "bot-2 robot" {
		t.Errorf("announced %q", got)
	}
	// The former one stays with the app.
	wantCode(t, last(w.Patch(ctx, w.ann, one.ID, 0, w.changes(`{"mcpSlug":"bot-2"}`))), platform.CodeSlugTaken)
	if two = w.patch(t, w.bob, two.ID, `{"mcpSlug":"bot-2"}`); two.Draft.Slug != "bot-2" {
		t.Errorf("slug: %s", two.Draft.Slug)
	}
	if two = w.patch(t, w.bob, two.ID, `{"mcpSlug":null}`); two.Draft.Slug != "robot" || two.DraftAhead() {
		t.Errorf("null resets the slug to %s", two.Draft.Slug)
	}

	for _, c := range []struct {
		slug       string
		available  bool
		suggestion string
	}{
		{"bot", false, "bot-3"}, {"fresh", true, "fresh"}, {"Fresh Bread!", false, "fresh-bread"}, {"login", false, "login-2"}, {"", false, "untitled"},
	} {
		available, suggestion, err := w.SlugAvailability(ctx, w.ann.Workspace, c.slug)
		if err != nil || available != c.available || suggestion != c.suggestion {
			t.Errorf("%q: %v, %q, %v; want %v, %q", c.slug, available, suggestion, err, c.available, c.suggestion)
		}
	}
}

func TestPatch(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	ctx := t.Context()
	app := w.create(t, w.ann, `{"name":"A","description":"d","toolName":"t","toolDescription":"td","responseText":"r","systemPrompt":"s",
		"themeVariables":{"radius":4,"light":{"accent":"#112233"}},"mockData":{ "items" : [] , "title" : "1.0" }}`)
	if string(app.Draft.MockData) != `{"items":[],"title":"1.0"}` || *app.Draft.Theme.Radius != 4 {
		t.Errorf("created: %+v", app.Draft)
	}
	reset := w.patch(t, w.ann, app.ID, `{"description":null,"toolName":null,"toolDescription":null,"responseText":null,"systemPrompt":null,
		"themeVariables":null,"mockData":null,"layoutTemplate":null,"mcpSlug":null}`)
	if diff := cmp.Diff(platform.Draft{Name: "A", Layout: "cards"}, reset.Draft); diff != "" {
		t.Errorf("reset (-want +got):\n%s", diff)
	}
	if reset.Rev != app.Rev+1 {
		t.Errorf("rev %d after %d", reset.Rev, app.Rev)
	}
	if same := w.patch(t, w.ann, app.ID, `{}`); same.Rev != reset.Rev {
		t.Error("nothing changed, and the rev did")
	}
	_, err := w.Patch(ctx, w.ann, app.ID, app.Rev, w.changes(`{"name":"B"}`))
	wantCode(t, err, platform.CodePreconditionFailed)
	if got, err := w.Patch(ctx, w.ann, app.ID, reset.Rev, w.changes(`{"name":"B"}`)); err != nil || got.Draft.Name != "B" {
		t.Errorf("patch with the present rev: %+v, %v", got, err)
	}

	_, err = w.Patch(ctx, w.ann, app.ID, 0, w.changes(`{"name":null,"description":5,"toolName":"a b","layoutTemplate":["cards"],"colour":1,
		"themeVariables":{"radius":"4","font":"comic","light":{"accent":1,"text":"red","x":2}},"mockData":"text","systemPrompt":"`+strings.Repeat("x", 8001)+`"}`))
	wantCode(t, err, platform.CodeInvalidConfig)
	var got []string
	for _, p := range platform.AsError(err).Fields {
		got = append(got, p.Location)
	}
	want := []string{"body.colour", "body.description", "body.layoutTemplate", "body.themeVariables.light.accent", "body.themeVariables.light.x",
		"body.themeVariables.radius", "body.name", "body.systemPrompt", "body.toolName", "body.themeVariables.light.text", "body.themeVariables.font", "body.mockData"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s\n%v", diff, err)
	}
	if after, err := w.Get(ctx, w.ann.Workspace, app.ID); err != nil || after.Draft.Name != "B" || after.Draft.Description != "" {
		t.Errorf("a refused change is half done: %+v, %v", after, err)
	}
}

func TestPublishWhileTheDraftIsEdited(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.ready(t, w.ann, "Racy")
	edits := 0
	w.onTrial(func(platform.Served) error {
		if edits++; edits == 1 {
			w.patch(t, w.ann, app.ID, `{"description":"edited meanwhile"}`)
		}
		return nil
	})
	app = w.publish(t, w.ann, app.ID)
	if got := w.live(t, app.ServedSlug).Release.Manifest.Description; got != "edited meanwhile" || app.DraftAhead() || edits != 2 {
		t.Errorf("served %q after %d attempts, ahead %v", got, edits, app.DraftAhead())
	}
	w.onTrial(func(platform.Served) error {
		edits++
		w.patch(t, w.ann, app.ID, `{"description":"`+strconv.Itoa(edits)+`"}`)
		return nil
	})
	_, err := w.Publish(t.Context(), w.ann, app.ID, publish.Overrides{})
	wantCode(t, err, platform.CodeConflict)
	if got := w.live(t, app.ServedSlug).Release; got.Version != 1 {
		t.Errorf("served: version %d", got.Version)
	}
}

func TestAFailedPublishLeavesWhatIsLive(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.publish(t, w.ann, w.ready(t, w.ann, "Steady").ID)
	w.patch(t, w.ann, app.ID, `{"name":"Changed"}`)
	w.announced()
	for name, trial := range map[string]func(platform.Served) error{
		"error": func(platform.Served) error { return errors.New("secret cause") },
		"panic": func(platform.Served) error { panic("secret cause") },
	} {
		w.onTrial(trial)
		_, err := w.Publish(t.Context(), w.ann, app.ID, publish.Overrides{})
		if err == nil || strings.Contains(platform.AsError(err).Msg, "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	w.onTrial(nil)
	for _, body := range []string{`{"toolName":"a b"}`, `{"toolName":5}`, `{"colour":1}`, `[]`, `{"toolDescription":""}`} {
		wantCode(t, last(w.Publish(t.Context(), w.ann, app.ID, w.ReadOverrides(json.RawMessage(body)))), platform.CodeInvalidConfig)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Publish(ctx, w.ann, app.ID, publish.Overrides{}); err == nil {
		t.Error("a cancelled publish succeeds")
	}
	if served := w.live(t, "steady"); served.Release.Version != 1 || served.Release.Manifest.Name != "Steady" {
		t.Errorf("served: %+v", served.Release)
	}
	if got := w.announced(); got != "" {
		t.Errorf("announced %q", got)
	}
}

func TestConcurrentPublishes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := setup(t, s)
		const n = 6
		var apps []platform.App
		for i := range n {
			by := w.ann
			if i%2 == 1 {
				by = w.bob
			}
			apps = append(apps, w.ready(t, by, "Same Name"))
		}
		var group sync.WaitGroup
		slugs := make([]string, n)
		for i, app := range apps {
			group.Go(func() {
				by := w.ann
				if app.Workspace == w.bob.Workspace {
					by = w.bob
				}
				got, err := w.Publish(t.Context(), by, app.ID, publish.Overrides{})
				if err != nil {
					t.Errorf("publish: %v", err)
				}
				slugs[i] = got.ServedSlug
			})
		}
		group.Wait()
		seen := map[string]bool{}
		for i, slug := range slugs {
			if served := w.live(t, slug); seen[slug] || served.App != apps[i].ID {
				t.Errorf("slug %s is %s's", slug, served.App)
			}
			seen[slug] = true
		}

	})
}

func TestAnIntegerMayBeWrittenWithAFraction(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.ready(t, w.ann, "Round")
	for text, want := range map[string]int{"3": 3, "3.0": 3, "2.4e1": 24, "0.0": 0} {
		got := w.patch(t, w.ann, app.ID, `{"themeVariables":{"radius":`+text+`,"font":"mono"}}`)
		if got.Draft.Theme.Radius == nil || *got.Draft.Theme.Radius != want || got.Draft.Theme.Font != "mono" {
			t.Errorf("%s: %+v", text, got.Draft.Theme)
		}
	}
	for _, text := range []string{"3.5", "24.5", "25.0", "-1.0", "1e99", `"3"`} {
		err := last(w.Patch(t.Context(), w.ann, app.ID, 0, w.changes(`{"themeVariables":{"radius":`+text+`}}`)))
		if e := platform.AsError(err); e.Code != platform.CodeInvalidConfig || len(e.Fields) != 1 || e.Fields[0].Location != "body.themeVariables.radius" {
			t.Errorf("%s: %+v", text, e)
		}
	}
}

// Nobody who publishes loses against the others, in one process or in several.
func TestParallelPublishesOfOneApp(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one := setup(t, s)
		app := one.ready(t, one.ann, "Busy")
		replicas := []*publish.Service{one.Service, service(t, s), service(t, s), service(t, s)}
		const n = 16
		var group sync.WaitGroup
		versions := make([]int, n)
		for i := range n {
			group.Go(func() {
				got, err := replicas[i%len(replicas)].Publish(t.Context(), one.ann, app.ID, publish.Overrides{})
				if err != nil {
					t.Errorf("publish: %v", err)
				}
				versions[i] = got.PublishVersion
			})
		}
		group.Go(func() {
			wantCode(t, last(one.Publish(t.Context(), one.bob, app.ID, publish.Overrides{})), platform.CodeAppNotFound)
		})
		group.Wait()
		slices.Sort(versions)
		for i, version := range versions {
			if version != i+1 {
				t.Fatalf("versions %v", versions)
			}
		}
		if app, err := one.Get(t.Context(), one.ann.Workspace, app.ID); err != nil || app.LiveVersion != n {
			t.Errorf("%+v, %v", app, err)
		}
	})
}

func TestAPublishWaitsNoLongerThanItsCaller(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.ready(t, w.ann, "Slow")
	trying, hold := make(chan struct{}), make(chan struct{})
	w.onTrial(func(platform.Served) error {
		trying <- struct{}{}
		<-hold
		return nil
	})
	first := make(chan error, 1)
	go func() { first <- last(w.Publish(t.Context(), w.ann, app.ID, publish.Overrides{})) }()
	<-trying
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := last(w.Publish(gone, w.ann, app.ID, publish.Overrides{})); !errors.Is(err, context.Canceled) {
		t.Errorf("the second: %v", err)
	}
	close(hold)
	if err := <-first; err != nil {
		t.Errorf("the first: %v", err)
	}
}

func TestTrialIsWhatPublishWouldServe(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	ctx := t.Context()
	app := w.create(t, w.ann, `{"name":"Trial"}`)
	_, _, err := w.Trial(ctx, w.ann.Workspace, app.ID)
	wantCode(t, err, platform.CodeInvalidConfig)
	wantCode(t, third(w.Live(ctx, w.ann.Workspace, app.ID)), platform.CodeConflict)

	app = w.patch(t, w.ann, app.ID, `{"toolName":"try_it","toolDescription":"Tries it."}`)
	trial, documents, err := w.Trial(ctx, w.ann.Workspace, app.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.gone(t, "trial")
	w.publish(t, w.ann, app.ID)
	live, _, err := w.Live(ctx, w.ann.Workspace, app.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(live, trial, cmpopts.IgnoreFields(platform.Release{}, "ID", "PublishedAt", "PublishedBy", "DraftDigest")); diff != "" {
		t.Errorf("trial differs from what is served (-live +trial):\n%s", diff)
	}
	stored, err := w.store.Document(ctx, live.Release.Views[0].Document)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]platform.Document{stored}, documents); diff != "" {
		t.Errorf("documents (-stored +trial):\n%s", diff)
	}
}

func TestPreview(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.create(t, w.ann, `{"name":"P","mockData":{"items":[{"title":"</script><script>alert(1)</script>","image":"https://img.example/a.png"}]}}`)
	p, err := w.Preview(t.Context(), w.ann.Workspace, app.ID, publish.Changes{})
	if err != nil {
		t.Fatal(err)
	}
	html := string(p.HTML)
	if strings.Contains(html, "<script>alert") || !strings.Contains(html, `{"data":{"items":[{"title":"\u003c/script\u003e`) {
		t.Error("the data is not in the page, or breaks out of it")
	}
	for _, part := range []string{"default-src 'none'", "connect-src 'none'", "https://img.example", "sandbox "} {
		if !strings.Contains(p.CSP, part) {
			t.Errorf("the policy lacks %q: %s", part, p.CSP)
		}
	}
}

func TestLimitOfApps(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	var app platform.App
	for range 50 {
		app = w.create(t, w.ann, `{"name":"x"}`)
	}
	wantCode(t, last(w.Duplicate(t.Context(), w.ann, app.ID, "")), platform.CodeLimitReached)
	wantCode(t, last(w.Create(t.Context(), w.ann, w.changes(`{"name":"x"}`))), platform.CodeLimitReached)
	w.create(t, w.bob, `{"name":"x"}`)
}
