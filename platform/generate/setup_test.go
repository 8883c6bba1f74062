package generate_test

import (
	"log/slog"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/executor/mock"
	"berth/platform/executor/table"
	"berth/platform/generate"
	"berth/platform/generate/offline"
	"berth/platform/mapping"
	"berth/platform/publish"
	"berth/platform/ratelimit"
	tablerows "berth/platform/rows"
	"berth/platform/runtime"
	"berth/test/shipped"
)

// newService returns a service with the rules, the layouts and the check of production.
func newService(t testing.TB, change ...func(*generate.Options)) *generate.Service {
	t.Helper()
	layouts := shipped.Layouts(t)
	kinds := []runtime.Executor{mock.Executor{}}
	for _, kind := range table.New(table.Options{Layout: layouts.Layout}) { // none is run
		kinds = append(kinds, kind)
	}
	apps, err := publish.New(publish.Options{Layouts: layouts, Executors: kinds}) // checking asks no store
	if err != nil {
		t.Fatal(err)
	}
	shapes := map[string]*mapping.Shape{}
	for _, l := range apps.AuthorLayouts() {
		if shapes[l.Name], err = mapping.NewShape(l.Name, l.List, l.DataSchema); err != nil {
			t.Fatal(err)
		}
	}
	rules, err := offline.New(offline.Options{Layouts: shapes})
	if err != nil {
		t.Fatal(err)
	}
	o := generate.Options{Rules: rules, Layouts: apps.AuthorLayouts(), Check: apps.CheckDraft, CheckTables: tablerows.CheckTables, Readable: layouts.Readable,
		Limiter: ratelimit.New[platform.UserID](0, "", time.Now), Log: slog.New(slog.DiscardHandler)}
	for _, f := range change {
		f(&o)
	}
	s, err := generate.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
