package hot_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
	"berth/platform/tables"
)

// What another process has changed is read by itself: the rows that differ, and no others.
func TestOnlyWhatDiffersIsRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, all := newSource(t, 1<<20)
		s.alone = false
		for i := range 99 {
			s.change(fmt.Sprint("Bread ", i))
		}
		names := func() (names []string) {
			t.Helper()
			time.Sleep(time.Second) //nolint:forbidigo // in a bubble
			page, err := all.Query(t.Context(), ref, tables.Query{Limit: 200})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range page.Rows {
				names = append(names, string(r.Values))
			}
			return names
		}
		stored := func() (names []string) {
			for _, r := range s.rows {
				names = append(names, string(r.Values))
			}
			return names
		}
		names()
		for _, step := range []struct {
			name   string
			change func()
			single int // rows that are read by themselves
		}{
			{"one changed, one gone, one new", func() {
				s.rows = slices.Clone(s.rows)
				s.rows[5].Values, s.rows[5].Rev = []byte(`{"name":"Changed"}`), 7
				s.rows = slices.Delete(s.rows, 50, 51)
				r := platform.Row{ID: "new", Values: []byte(`{"name":"New"}`), CreatedAt: time.Unix(1000, 0)}
				s.rows = append(s.rows, r)
				s.table.Revision += 3
			}, 2},
			{"nothing that is in a row", func() { s.table.Revision++ }, 2},
			{"a title", func() {
				s.table.Columns = slices.Clone(s.table.Columns)
				s.table.Columns[0].Title = "Other"
				s.table.Revision++
			}, 2},
			{"all of them", func() {
				s.rows = slices.Clone(s.rows)
				for i := range s.rows {
					s.rows[i].Values, s.rows[i].Rev = []byte(fmt.Sprintf(`{"name":"All %d"}`, i)), 9
				}
				s.table.Revision++
			}, 2},
			{"all gone", func() { s.rows = nil; s.table.Revision++ }, 2},
		} {
			step.change()
			if got, want := names(), stored(); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", step.name, got, want)
			}
			if s.single != step.single {
				t.Errorf("%s: %d rows were read by themselves, want %d", step.name, s.single, step.single)
			}
		}
	})
}
