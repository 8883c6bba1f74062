package publish_test

import (
	"encoding/json"
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
	"berth/test/shipped"
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
	w.Withdrawn = func(slugs ...string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, slug := range slugs {
			w.changed = append(w.changed, "-"+slug)
		}
	}
	return w
}

// service is one process's.
func service(t *testing.T, s *store.Store) *publish.Service {
	t.Helper()
	layouts := shipped.Layouts(t)
	made, err := publish.New(publish.Options{Store: s, Layouts: layouts, Executors: []runtime.Executor{mock.Executor{}}, MaxApps: 50,
		TrialBuild: func(platform.Served) error { return nil }, Changed: func(...string) {}, Withdrawn: func(...string) {}})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// announced returns the slugs announced since it was last asked, those that are no longer served with a hyphen before them.
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

// changes reads changes of a draft as authors send them. Behind a "|", they are those of its first tool.
func (w *world) changes(body string) publish.Changes {
	draft, first, ofTool := strings.Cut(body, "|")
	if !ofTool {
		return w.ReadChanges(json.RawMessage(draft), nil)
	}
	return w.ReadChanges(json.RawMessage(draft), json.RawMessage(first))
}

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
	return w.create(t, by, `{"name":`+strconv.Quote(name)+`,"tools":[{"name":"get_it","description":"Gets it."}]}`)
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

func third[A, B any](_ A, _ B, err error) error { return err }
