package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/drift"
	"berth/platform/publish"
	"berth/platform/rows"
	"berth/platform/secrets"
	"berth/platform/store"
	"berth/platform/store/backup"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// fill puts rows into as many tables as a short test can, and binary data that no text could hold.
func fill(t *testing.T, s *store.Store) {
	t.Helper()
	ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
	app := publishApp(t, s, ann, createApp(t, s, ann, draft("One\u2028 \x7f \"quoted\" <é> 𝄞")))
	createApp(t, s, bob, draft("Two"))
	invite(t, s, ann, platform.RoleViewer)
	table := breads(t, s, ann, app.ID, true)
	insert(t, s, ann, table, put("Rye \u2028 \"<é> 𝄞"), put("Wheat"))
	importInto(t, s, ann, table, rows.Import{Replace: true, New: []rows.Put{put("Spelt")}})
	parent := newKey(ann, ann.Workspace)
	child := newKey(ann, ann.Workspace)
	child.ID, child.MadeByKey, parent.ID = parent.ID, child.ID, child.ID // the child's id comes before the parent's
	if err := errors.Join(s.CreateKey(ctx, ann, parent, 0), s.CreateKey(ctx, ann, child, 0)); err != nil {
		t.Fatal(err)
	}
	if err := s.SetSecret(ctx, ann, app.ID, secrets.Sealed{Name: "KEY", Hosts: []string{"a.example"}, Value: []byte{0, 1, 0xff}}); err != nil {
		t.Fatal(err)
	}
	grantOf(t, s, bob, signedIn(t, s, ann, "People").ID)
	if err := s.FillTasks(ctx, ann.User, 3); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Secret(ctx, "request-state"); err != nil {
		t.Fatal(err)
	}
	suspend(t, s, platform.SuspendedApp, app.ServedSlug)
	if _, err := s.SwitchMode(ctx, ann, app.ID, func(app platform.App, _ *platform.Manifest) (publish.Switched, error) {
		return publish.Switched{Draft: app.Draft, Live: platform.Switches{"x": {Mode: platform.ModeMock}}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.UpdateDrift(ctx, ann, drift.Place{App: app.ID, Version: 1, Tool: "x"}, looks); err != nil {
		t.Fatal(err)
	}
	log := s.CallLog(0)
	for i := range 20 {
		log.Record(platform.CallRecord{ID: newID(), App: app.ID, At: time.Now().UTC().Add(-time.Duration(i) * time.Second), Tool: "x", Outcome: "ok"})
	}
	if err := log.Close(ctx); err != nil {
		t.Fatal(err)
	}
}

// empties opens a fresh database that has not been migrated.
func empties(t *testing.T) map[string]*store.Store {
	t.Helper()
	return map[string]*store.Store{
		"sqlite":   storetest.OpenWith(t, store.Options{DataDir: t.TempDir()}),
		"postgres": storetest.OpenWith(t, store.Options{DatabaseURL: pgtest.Empty(t)}),
	}
}

// A backup of each engine is restored on each engine, and every row of every table is compared by asking the databases.
func TestRestoreBringsEveryRowBack(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		fill(t, s)
		var file bytes.Buffer
		if err := s.Backup(t.Context(), &file); err != nil {
			t.Fatal(err)
		}
		want := everyRow(t, s)
		for engine, restored := range empties(t) {
			if err := restored.Restore(t.Context(), bytes.NewReader(file.Bytes())); err != nil {
				t.Fatalf("%s: %v", engine, err)
			}
			compare(t, engine, want, everyRow(t, restored))
			if err := restored.SchemaCurrent(t.Context()); err != nil {
				t.Error(err)
			}
			next, err := restored.AddTask(t.Context(), storetest.Person(t, restored, "cid@example.com"), "a", nil, time.Now())
			if err != nil || next.ID != 4 {
				t.Errorf("%s: the next task is %d, %v", engine, next.ID, err)
			}
			err = restored.Restore(t.Context(), bytes.NewReader(file.Bytes()))
			wantCode(t, err, platform.CodeConflict)
		}
	})
}

// compare reports the tables that differ. The feed is ahead, and has no entries.
func compare(t *testing.T, what string, want, got map[string][]string) {
	t.Helper()
	if !slices.Equal(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))) {
		t.Errorf("%s: the tables are %v", what, slices.Sorted(maps.Keys(got)))
	}
	for table := range want {
		switch {
		case table == "feed":
			var now, then int64
			_, after := fmt.Sscanf(got[table][0], "id=1 revision=%d", &now)
			_, before := fmt.Sscanf(want[table][0], "id=1 revision=%d", &then)
			if errors.Join(after, before) != nil || now < then+1000 {
				t.Errorf("%s: the feed is at %s, it was at %s", what, got[table], want[table])
			}
		case table == "feed_entries":
			if len(got[table]) > 0 {
				t.Errorf("%s: the feed has entries: %v", what, got[table])
			}
		case !slices.Equal(want[table], got[table]):
			t.Errorf("%s: %s holds\n%s\nand not\n%s", what, table, strings.Join(got[table], "\n"), strings.Join(want[table], "\n"))
		}
	}
}

// everyRow lists the rows of every table that the database says it has, in an order of their own, without the code that
// makes backups.
func everyRow(t *testing.T, s *store.Store) map[string][]string {
	t.Helper()
	names, err := s.TableNames(t.Context())
	if err != nil || len(names) < 20 {
		t.Fatalf("%d tables, %v", len(names), err)
	}
	all := map[string][]string{}
	for _, name := range names {
		if all[name], err = s.RowsAsText(t.Context(), name); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		slices.Sort(all[name])
	}
	return all
}

// during calls do at the first write, when the backup's moment has come.
type during struct {
	bytes.Buffer
	do func()
}

func (d *during) Write(p []byte) (int, error) {
	if d.do != nil {
		d.do()
		d.do = nil
	}
	return d.Buffer.Write(p)
}

// What is written while a backup is made is in none of its tables.
func TestABackupIsOfOneMoment(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		fill(t, s)
		want := everyRow(t, s)
		file := &during{do: func() {
			late := storetest.Person(t, s, "late@example.com")
			publishApp(t, s, late, createApp(t, s, late, draft("Late")))
		}}
		if err := s.Backup(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		for engine, restored := range empties(t) {
			if err := restored.Restore(t.Context(), bytes.NewReader(file.Bytes())); err != nil {
				t.Fatalf("%s: %v", engine, err)
			}
			compare(t, engine, want, everyRow(t, restored))
		}
	})
}

// A file that is cut anywhere, or in which any one bit is another, is refused, and nothing of it is kept.
func TestDamagedBackupsAreRefused(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	by := storetest.Person(t, s, "ann@example.com")
	createApp(t, s, by, draft("One"))
	var whole bytes.Buffer
	if err := s.Backup(t.Context(), &whole); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Check(bytes.NewReader(whole.Bytes())); err != nil {
		t.Fatalf("the whole file: %v", err)
	}
	damaged := func(what string, file []byte) {
		if _, err := backup.Check(bytes.NewReader(file)); err == nil {
			t.Errorf("%s: nothing is found", what)
		}
	}
	for n := range whole.Len() {
		if n > 100 && n < whole.Len()-100 && n%11 > 0 { // each one takes half a minute with the race detector
			continue
		}
		damaged(fmt.Sprintf("cut after %d bytes", n), whole.Bytes()[:n])
		file := bytes.Clone(whole.Bytes())
		file[n] ^= 1 << (n % 8)
		damaged(fmt.Sprintf("another bit in byte %d", n), file)
	}
	damaged("something behind it", append(bytes.Clone(whole.Bytes()), 0))
	damaged("twice", append(bytes.Clone(whole.Bytes()), whole.Bytes()...))
	damaged("nothing", nil)

	middle, end := bytes.Clone(whole.Bytes()), bytes.Clone(whole.Bytes())
	middle[len(middle)/2] ^= 4
	end[len(end)-1] ^= 4
	for what, file := range map[string][]byte{"middle": middle, "end": end, "cut": whole.Bytes()[:whole.Len()-1]} {
		for engine, fresh := range empties(t) {
			if err := fresh.Restore(t.Context(), bytes.NewReader(file)); !errors.Is(err, backup.ErrDamaged) {
				t.Errorf("%s, %s: %v", engine, what, err)
			}
			if rows := everyRow(t, fresh); len(rows["users"])+len(rows["workspaces"])+len(rows["apps"]) > 0 || rows["task_counter"] == nil {
				t.Errorf("%s, %s: something is left: %v", engine, what, rows)
			}
			if err := fresh.Restore(t.Context(), bytes.NewReader(whole.Bytes())); err != nil {
				t.Errorf("%s, %s: afterwards the whole one: %v", engine, what, err)
			}
		}
	}
}

// A disk that is full makes no backup.
func TestABackupThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	fill(t, s)
	full := errors.New("no space left")
	read, write := io.Pipe()
	if err := read.CloseWithError(full); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), write); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}
