package hot_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
	"berth/platform/tables"
	"berth/platform/tables/hot"
)

// source is a store of one table.
type source struct {
	mu       sync.Mutex
	ref      platform.TableRef
	table    platform.Table
	rows     []platform.Row
	alone    bool
	away     error
	slow     time.Duration
	loads    int
	revision int // how often it was asked for
	single   int // rows that were asked for
}

func (s *source) Alone() bool { return s.alone }

func (s *source) LoadTable(_ context.Context, ref platform.TableRef) (platform.Table, []platform.Row, error) {
	time.Sleep(s.slow) //nolint:forbidigo // in a bubble, where it takes no time
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loads++
	if s.away != nil {
		return platform.Table{}, nil, s.away
	}
	if ref != s.ref {
		return platform.Table{}, nil, platform.Errorf(platform.CodeNotFound, "There is no such table.")
	}
	return s.table, s.rows, nil
}

// RowRevisions counts as a load.
func (s *source) RowRevisions(ctx context.Context, ref platform.TableRef) (platform.Table, map[platform.RowID]int64, error) {
	table, rows, err := s.LoadTable(ctx, ref)
	revs := map[platform.RowID]int64{}
	for _, r := range rows {
		revs[r.ID] = r.Rev
	}
	return table, revs, err
}

func (s *source) Row(_ context.Context, _ platform.TableRef, id platform.RowID) (platform.Row, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.single++
	if at := slices.IndexFunc(s.rows, func(r platform.Row) bool { return r.ID == id }); at >= 0 && s.away == nil {
		return s.rows[at], nil
	}
	return platform.Row{}, cmp.Or(s.away, error(platform.Errorf(platform.CodeNotFound, "There is no such row.")))
}

func (s *source) TableRevision(context.Context, platform.TableRef) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.revision++
	return s.table.Revision, s.away
}

// change stores a row and returns what to tell of it.
func (s *source) change(name string) hot.Change {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.table.Revision++
	r := platform.Row{ID: platform.RowID(fmt.Sprintf("%04d", len(s.rows))), Values: []byte(`{"name":"` + name + `"}`), CreatedAt: time.Unix(int64(len(s.rows)), 0)}
	s.rows = append(s.rows[:len(s.rows):len(s.rows)], r)
	return hot.Change{Table: s.table, Changed: []platform.Row{r}}
}

var ref = platform.TableRef{Workspace: "w", App: "a", Name: "breads"}

func newSource(t *testing.T, limit int64) (*source, *hot.Tables) {
	s := &source{ref: ref, table: bread, alone: true}
	s.table.Revision = 100
	s.change("Rye")
	return s, hot.NewTables(s, limit, time.Now, slog.New(slog.NewTextHandler(t.Output(), nil)))
}

// holds checks how many rows there are, and how often the store was asked for them until then.
func holds(t *testing.T, hot *hot.Tables, s *source, rows, loads int) {
	t.Helper()
	page, err := hot.Query(t.Context(), ref, tables.Query{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if page.Count != rows || s.loads != loads {
		t.Errorf("%d rows after %d loads, want %d after %d", page.Count, s.loads, rows, loads)
	}
}

func TestAWriteIsSeenByTheNextCall(t *testing.T) {
	t.Parallel()
	s, all := newSource(t, 1<<20)
	holds(t, all, s, 1, 1)
	holds(t, all, s, 1, 1)
	all.Applied(ref, s.change("Corn"))
	holds(t, all, s, 2, 1)
	first, second := s.change("Oat"), s.change("Nut")
	all.Applied(ref, second) // out of order
	all.Applied(ref, first)
	holds(t, all, s, 4, 1)
	all.Applied(ref, second) // again
	holds(t, all, s, 4, 1)
	first, second = s.change("Fig"), s.change("Egg")
	all.Applied(ref, second)
	holds(t, all, s, 6, 2) // its maker may ask before the other one is told
	all.Applied(ref, first)
	holds(t, all, s, 6, 2)
	s.change("Tea")
	all.Changed("other", "")
	all.Changed(ref.App, "others")
	holds(t, all, s, 6, 2)
	all.Changed(ref.App, ref.Name)
	holds(t, all, s, 7, 3)
	all.Changed(ref.App, ref.Name) // and nothing has changed
	holds(t, all, s, 7, 3)
	first, second = s.change("Pea"), s.change("Yam")
	all.Applied(ref, second)
	all.Changed(ref.App, ref.Name) // others have changed it besides
	all.Applied(ref, first)
	s.change("Bay")
	holds(t, all, s, 10, 4)
	s.change("Elm")
	all.Changed(ref.App, "")
	holds(t, all, s, 11, 5)
}

// Changes are taken in together, when somebody asks or when there are many.
func TestManyChangesBetweenTwoCalls(t *testing.T) {
	t.Parallel()
	s, all := newSource(t, 1<<20)
	holds(t, all, s, 1, 1)
	for range 200 {
		all.Applied(ref, s.change("Corn"))
	}
	_, waiting := all.Stats()
	made := s.change("Oat")
	all.Applied(ref, made)
	again, gone := made, made
	again.Table.Revision++
	again.Changed = []platform.Row{made.Changed[0]}
	again.Changed[0].Values = []byte(`{"name":"Nut"}`)
	gone.Table.Revision += 2
	gone.Changed, gone.Gone = nil, []platform.RowID{"0000"}
	all.Applied(ref, gone)
	all.Applied(ref, again)
	page, err := all.Query(t.Context(), ref, tables.Query{Limit: 300})
	if err != nil || page.Count != 201 || len(page.Rows) != 201 || s.loads != 1 {
		t.Fatalf("%d rows after %d loads, %v", page.Count, s.loads, err)
	}
	if last := page.Rows[200]; string(last.Values) != `{"name":"Nut"}` || page.Rows[0].ID == "0000" {
		t.Errorf("%s, %s", last.Values, page.Rows[0].ID)
	}
	if _, bytes := all.Stats(); waiting < bytes/2 {
		t.Errorf("the table weighs %d bytes with what waits, and %d after it", waiting, bytes)
	}
	created := hot.Change{Table: gone.Table, Changed: []platform.Row{{ID: "0900", Values: []byte(`{"name":"Yam"}`)}}}
	created.Table.Revision++
	deleted := hot.Change{Table: created.Table, Gone: []platform.RowID{"0900"}}
	deleted.Table.Revision++
	all.Applied(ref, created)
	all.Applied(ref, deleted)
	holds(t, all, s, 201, 1)
}

func TestOthersWritesAreSeenWithinASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, all := newSource(t, 1<<20)
		s.alone = false
		holds(t, all, s, 1, 1)
		s.change("Corn")
		time.Sleep(time.Second) //nolint:forbidigo // in a bubble
		holds(t, all, s, 2, 2)
		holds(t, all, s, 2, 2)
		if s.revision != 1 {
			t.Errorf("the revision was asked for %d times", s.revision)
		}
	})
}

func TestTablesWhileTheStoreIsAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, all := newSource(t, 1<<20)
		s.alone = false
		holds(t, all, s, 1, 1)
		s.away = platform.Errorf(platform.CodeUnavailable, "away")
		for range 3 {
			time.Sleep(time.Second) //nolint:forbidigo // in a bubble
			holds(t, all, s, 1, 1)
			holds(t, all, s, 1, 1)
		}
		if s.revision != 3 {
			t.Errorf("the store was asked %d times while it was away, want once after each pause", s.revision)
		}
		other := ref
		other.Name = "others"
		if _, err := all.Table(t.Context(), other); !errors.Is(err, s.away) {
			t.Errorf("a table that is not known: %v", err)
		}
		s.away = nil
		s.change("Corn")
		time.Sleep(time.Second) //nolint:forbidigo // in a bubble
		holds(t, all, s, 2, 3)
		s.away = platform.Errorf(platform.CodeNotFound, "gone")
		time.Sleep(time.Second) //nolint:forbidigo // in a bubble
		if _, err := all.Table(t.Context(), ref); !platform.IsCode(err, platform.CodeNotFound) {
			t.Errorf("a table that is gone: %v", err)
		}
		if n, _ := all.Stats(); n != 0 {
			t.Errorf("%d tables are kept", n)
		}
	})
}

func TestATableIsLoadedOnceForAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, all := newSource(t, 1<<20)
		s.slow = time.Second
		var wait sync.WaitGroup
		for range 50 {
			wait.Go(func() {
				if _, err := all.Table(t.Context(), ref); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if s.loads != 1 {
			t.Errorf("%d loads", s.loads)
		}
	})
}

func TestAChangeDuringALoadIsSeen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, all := newSource(t, 1<<20)
		s.slow = time.Second
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = all.Table(t.Context(), ref)
		}()
		synctest.Wait()
		all.Applied(ref, hot.Change{Table: platform.Table{Revision: 102}}) // while it is read
		<-done
		s.slow = 0
		s.change("Corn")
		holds(t, all, s, 2, 2)
	})
}

func TestWorkspacesDoNotShareTables(t *testing.T) {
	t.Parallel()
	s, all := newSource(t, 1<<20)
	holds(t, all, s, 1, 1)
	other := ref
	other.Workspace = "another"
	if _, err := all.Table(t.Context(), other); !platform.IsCode(err, platform.CodeNotFound) {
		t.Errorf("the table of another workspace: %v", err)
	}
	holds(t, all, s, 1, 2)
}

func TestTablesAreBoundedInBytes(t *testing.T) {
	t.Parallel()
	s, all := newSource(t, 20_000)
	for i := range 10 {
		s.ref.Name = fmt.Sprintf("t%d", i)
		if _, err := all.Query(t.Context(), s.ref, tables.Query{Text: "rye", Search: []string{"name"}, Limit: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if n, bytes := all.Stats(); n == 0 || n == 10 || bytes > 20_000 {
		t.Errorf("%d tables of %d bytes", n, bytes)
	}
}

// TestManyAtOnce has some ask while others write: nobody sees half a change, which is of two rows.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	table := platform.Table{Name: ref.Name, Revision: 1, Columns: bread.Columns}
	s := &source{ref: ref, table: table, alone: true}
	all := hot.NewTables(s, 1<<20, time.Now, slog.New(slog.DiscardHandler))
	if _, err := all.Table(t.Context(), ref); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			for range 100 {
				page, err := all.Query(t.Context(), ref, tables.Query{Text: "rye", Search: []string{"name"}, Sort: []tables.Sort{{Column: "name"}}, Limit: 5})
				if err != nil || page.Count%2 != 0 {
					t.Errorf("%d rows, %v", page.Count, err)
					return
				}
			}
		})
	}
	wait.Go(func() {
		for i := range 100 {
			table.Revision++
			var two []platform.Row
			for k := range 2 {
				two = append(two, platform.Row{ID: platform.RowID(fmt.Sprintf("%03d%d", i%60, k)), Values: []byte(fmt.Sprintf(`{"name":"Rye %d"}`, i))})
			}
			all.Applied(ref, hot.Change{Table: table, Changed: two})
		}
	})
	wait.Wait()
	holds(t, all, s, 120, 1)
}
