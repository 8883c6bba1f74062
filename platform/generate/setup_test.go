package generate_test

import (
	"testing"
	"time"

	"berth/platform"
	"berth/platform/executor/mock"
	"berth/platform/generate"
	"berth/platform/generate/offline"
	"berth/platform/publish"
	"berth/platform/ratelimit"
	"berth/platform/runtime"
	"berth/platform/view"
	"berth/templates"
)

// noon returns the time at which tests make drafts.
func noon() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// newService returns a service with the rules, the layouts and the check of production.
func newService(t testing.TB, change ...func(*generate.Options)) *generate.Service {
	t.Helper()
	layouts, err := view.Load(templates.FS())
	if err != nil {
		t.Fatal(err)
	}
	apps, err := publish.New(publish.Options{Layouts: layouts, Executors: []runtime.Executor{mock.Executor{}}}) // checking asks no store
	if err != nil {
		t.Fatal(err)
	}
	rules, err := offline.New()
	if err != nil {
		t.Fatal(err)
	}
	o := generate.Options{Rules: rules, Layouts: apps.AuthorLayouts(), Check: apps.CheckDraft, Readable: layouts.Readable,
		Limiter: ratelimit.New[platform.UserID](0, "", time.Now), Now: noon}
	for _, f := range change {
		f(&o)
	}
	s, err := generate.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
