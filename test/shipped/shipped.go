// Package shipped gives tests what ships: the layouts.
package shipped

import (
	"sync"
	"testing"

	"berth/platform/view"
	"berth/templates"
)

// load unpacks the documents once a process: with the race detector that takes as long as the rest of a server does.
var load = sync.OnceValues(func() (*view.Set, error) { return view.Load(templates.FS()) })

// Layouts returns the layouts that ship. All tests of a process share them, which nothing can change.
func Layouts(t testing.TB) *view.Set {
	t.Helper()
	set, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return set
}
