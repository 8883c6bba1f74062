package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func importInto(t *testing.T, s *store.Store, by platform.Actor, at rows.Scope, in rows.Import) rows.Outcome {
	t.Helper()
	done, err := s.ImportRows(t.Context(), by, at, false, func(rows.Present) (rows.Import, error) { return in, nil })
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func changeTo(id platform.RowID, p rows.Put) rows.Put {
	p.ID = id
	return p
}

// What is wrong in a file does not hide that nothing could be asked.
func TestARefusedImportSaysWhatElseFailed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann := storetest.Person(t, s, "ann@example.com")
		at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, false)
		refused := errors.New("the file is wrong")
		for what, c := range map[string]struct {
			rows int // that the table may have
			ends bool
			want error
		}{
			"the file alone":    {0, false, refused},
			"too many rows":     {1, false, refused},
			"nobody waits more": {0, true, context.Canceled},
		} {
			ctx, cancel := context.WithCancel(t.Context())
			at.Limits.Rows = c.rows
			_, err := s.ImportRows(ctx, ann, at, false, func(rows.Present) (rows.Import, error) {
				if c.ends {
					cancel()
				}
				return rows.Import{New: []rows.Put{put("A"), put("B")}, Refused: refused}, nil
			})
			if cancel(); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}

func TestImportAndUndo(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, ann, draft("One"))
		at := breads(t, s, ann, app.ID, false)
		other := at
		other.Name = "other"
		if err := create(t, s, ann, other); err != nil {
			t.Fatal(err)
		}
		before := insert(t, s, ann, at, put("A"), put("B"), put("C"))
		undo := func() (rows.Outcome, error) {
			done, err := s.UndoImport(ctx, ann, at, keysOf)
			return done.Outcome, err
		}
		_, err := undo()
		wantCode(t, err, platform.CodeConflict)

		// B and C change places, which is no duplicate.
		upsert := rows.Import{New: []rows.Put{put("D")}, Changed: []rows.Put{changeTo(before[1].ID, put("C")), changeTo(before[2].ID, put("B"))}}
		if done := importInto(t, s, ann, at, upsert); done != (rows.Outcome{Created: 1, Changed: 2}) {
			t.Errorf("%+v", done)
		}
		if done := importInto(t, s, ann, at, rows.Import{}); done != (rows.Outcome{}) { // and the last one can still be taken back
			t.Errorf("an import of nothing: %+v", done)
		}
		if diff := cmp.Diff([]string{`{"name":"A"}`, `{"name":"C"}`, `{"name":"B"}`, `{"name":"D"}`}, values(t, s, at)); diff != "" {
			t.Error(diff)
		}
		if done, err := undo(); err != nil || done != (rows.Outcome{Changed: 2, Removed: 1}) {
			t.Errorf("%+v, %v", done, err)
		}
		if diff := cmp.Diff([]string{`{"name":"A"}`, `{"name":"B"}`, `{"name":"C"}`}, values(t, s, at)); diff != "" {
			t.Error(diff)
		}
		_, err = undo()
		wantCode(t, err, platform.CodeConflict)

		if done := importInto(t, s, ann, at, rows.Import{Replace: true, New: []rows.Put{put("A"), put("Z")}}); done != (rows.Outcome{Created: 2, Removed: 3}) {
			t.Errorf("%+v", done)
		}
		if _, err := s.Row(ctx, at.TableRef, before[0].ID); !platform.IsCode(err, platform.CodeNotFound) {
			t.Errorf("a row that was replaced: %v", err)
		}
		insert(t, s, ann, at, put("Kept"))
		if done, err := undo(); err != nil || done != (rows.Outcome{Created: 3, Removed: 2}) {
			t.Errorf("%+v, %v", done, err)
		}
		back, err := s.Row(ctx, at.TableRef, before[0].ID)
		if err != nil || !back.CreatedAt.Equal(before[0].CreatedAt) || back.Rev <= before[0].Rev {
			t.Errorf("%+v, %v", back, err)
		}
		if diff := cmp.Diff([]string{`{"name":"A"}`, `{"name":"B"}`, `{"name":"C"}`, `{"name":"Kept"}`}, values(t, s, at)); diff != "" {
			t.Error(diff)
		}

		// What was done since then stays, or says why it stands in the way.
		importInto(t, s, ann, at, rows.Import{Replace: true})
		insert(t, s, ann, at, put("B"))
		_, err = undo()
		wantCode(t, err, platform.CodeConflict)
		if got := values(t, s, at); len(got) != 1 {
			t.Errorf("after a refusal: %v", got)
		}
	})
}

// What was changed after an import is not taken back with it: those rows stay, and are named.
func TestUndoLeavesLaterChanges(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
		at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, false)
		edit := func(id platform.RowID, to rows.Put) {
			t.Helper()
			if _, _, err := s.UpdateRow(ctx, ann, rows.Target{Scope: at, ID: id}, func(platform.Table, platform.Row) (rows.Put, error) { return to, nil }); err != nil {
				t.Fatal(err)
			}
		}
		ids := func() (list []platform.RowID) {
			_, all, err := s.LoadTable(ctx, at.TableRef)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range all {
				list = append(list, r.ID)
			}
			return list
		}
		before := insert(t, s, ann, at, put("A"), put("B"), put("C"))
		importInto(t, s, ann, at, rows.Import{New: []rows.Put{put("D"), put("E")},
			Changed: []rows.Put{changeTo(before[0].ID, put("A1")), changeTo(before[1].ID, put("B1"))}, Removed: []platform.RowID{before[2].ID}})
		if diff := cmp.Diff([]string{`{"name":"A1"}`, `{"name":"B1"}`, `{"name":"D"}`, `{"name":"E"}`}, values(t, s, at)); diff != "" {
			t.Error(diff)
		}
		fresh := ids()[2]
		edit(before[0].ID, put("A99"))
		edit(fresh, put("D99"))
		done, err := s.UndoImport(ctx, ann, at, keysOf)
		left := []platform.RowID{before[0].ID, fresh}
		slices.Sort(left)
		if diff := cmp.Diff(rows.Undone{Outcome: rows.Outcome{Created: 1, Changed: 1, Removed: 1}, Left: left}, done); diff != "" || err != nil {
			t.Error(err, diff)
		}
		if diff := cmp.Diff([]string{`{"name":"A99"}`, `{"name":"B"}`, `{"name":"C"}`, `{"name":"D99"}`}, values(t, s, at)); diff != "" {
			t.Error(diff)
		}
		if err := tryInsert(t, s, ann, at, put("A99")); !isDuplicate(err, rows.Duplicate{Column: "name"}) {
			t.Errorf("a row that was left has no key: %v", err)
		}
		if table, err := s.Table(ctx, at.TableRef); err != nil || table.Rows != 4 {
			t.Errorf("%d rows, %v", table.Rows, err)
		}

		// One that stands in the way of a row that would come back is named by its column, and nothing happens.
		importInto(t, s, ann, at, rows.Import{Replace: true, New: []rows.Put{put("Z")}})
		edit(ids()[0], put("B"))
		_, err = s.UndoImport(ctx, ann, at, keysOf)
		wantCode(t, err, platform.CodeConflict)
		if diff := cmp.Diff([]string{`{"name":"B"}`}, values(t, s, at)); diff != "" {
			t.Error(diff)
		}
	})
}

// Columns that leave what an import keeps right leave the way back too; rows that were written anew for them were changed by nobody.
func TestUndoOutlivesColumns(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
		at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, false)
		reshape := func(suffix string, fits bool) {
			t.Helper()
			_, err := s.ChangeTable(ctx, ann, at, func(p rows.Present) (rows.Edited, error) {
				all, err := p.Rows()
				edited := rows.Edited{Table: p.Table, Rows: []rows.Put{}, Refit: func(v json.RawMessage) (json.RawMessage, bool) {
					return json.RawMessage(strings.Replace(string(v), "}", suffix+"}", 1)), fits
				}}
				for _, r := range all {
					v, _ := edited.Refit(r.Values)
					edited.Rows = append(edited.Rows, rows.Put{ID: r.ID, Values: v, Keys: keysOf(p.Table, v)})
				}
				return edited, err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		before := insert(t, s, ann, at, put("A"), put("B"))
		importInto(t, s, ann, at, rows.Import{New: []rows.Put{put("C")}, Changed: []rows.Put{changeTo(before[0].ID, put("A1"))}, Removed: []platform.RowID{before[1].ID}})
		reshape(`,"price":1`, true)
		reshape("", true)
		done, err := s.UndoImport(ctx, ann, at, keysOf)
		if diff := cmp.Diff(rows.Undone{Outcome: rows.Outcome{Created: 1, Changed: 1, Removed: 1}}, done); diff != "" || err != nil {
			t.Error(err, diff)
		}
		if diff := cmp.Diff([]string{`{"name":"A","price":1}`, `{"name":"B","price":1}`}, values(t, s, at)); diff != "" {
			t.Error(diff)
		}
		importInto(t, s, ann, at, rows.Import{New: []rows.Put{put("D")}})
		reshape("", false) // a row that is new has nothing that could not fit
		if _, err := s.UndoImport(ctx, ann, at, keysOf); err != nil {
			t.Error(err)
		}
		importInto(t, s, ann, at, rows.Import{Replace: true})
		reshape("", false)
		_, err = s.UndoImport(ctx, ann, at, keysOf)
		wantCode(t, err, platform.CodeConflict)
	})
}

// A dry run, and an import that is refused, leave every row of every table of the database as it was.
func TestImportsThatStoreNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
		at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, false)
		row := insert(t, s, ann, at, put("A"), put("B"))[0]
		importInto(t, s, ann, at, rows.Import{New: []rows.Put{put("C")}})
		before := everyRow(t, s)
		few := at
		few.Limits.Rows = 4
		full := at
		full.Limits.Bytes = 50
		for _, c := range []struct {
			at   rows.Scope
			dry  bool
			in   rows.Import
			want platform.Code
			done rows.Outcome
		}{
			{at, true, rows.Import{Replace: true, New: []rows.Put{put("A")}}, "", rows.Outcome{Created: 1, Removed: 3}},
			{at, true, rows.Import{New: []rows.Put{put("E")}, Changed: []rows.Put{changeTo(row.ID, put("F"))}}, "", rows.Outcome{Created: 1, Changed: 1}},
			{at, false, rows.Import{New: []rows.Put{put("E"), put("A")}}, platform.CodeInternal, rows.Outcome{}}, // Duplicates
			{few, false, rows.Import{New: []rows.Put{put("E"), put("F")}}, platform.CodeLimitReached, rows.Outcome{}},
			{few, true, rows.Import{New: []rows.Put{put("E"), put("F")}}, platform.CodeLimitReached, rows.Outcome{}},
			{full, false, rows.Import{New: []rows.Put{put("EEEEEEEEEEEEEEEEEEEEEEEEEEEE")}}, platform.CodeLimitReached, rows.Outcome{}},
			{full, true, rows.Import{New: []rows.Put{put("EEEEEEEEEEEEEEEEEEEEEEEEEEEE")}}, platform.CodeLimitReached, rows.Outcome{}},
		} {
			done, err := s.ImportRows(ctx, ann, c.at, c.dry, func(rows.Present) (rows.Import, error) { return c.in, nil })
			if codeOf(err) != c.want || done != c.done {
				t.Errorf("%+v: %+v, %v", c, done, err)
			}
			if diff := cmp.Diff(before, everyRow(t, s)); diff != "" {
				t.Errorf("%+v: %s", c, diff)
			}
		}
	})
}

// What imports keep is forgotten after a week, with the next import, with other columns, and oldest first where it takes more
// than the rows of a workspace may.
func TestImportsAreForgotten(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	s := storetest.OpenWith(t, store.Options{DataDir: t.TempDir(), Now: func() time.Time { return now }})
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
	undo := func(at rows.Scope) error { _, err := s.UndoImport(ctx, ann, at, keysOf); return err }
	scopes := make([]rows.Scope, 3)
	for i := range scopes {
		scopes[i] = breads(t, s, ann, createApp(t, s, ann, draft(fmt.Sprint(i))).ID, false)
		insert(t, s, ann, scopes[i], put("AAAAAAAAAA")) // 21 bytes
		scopes[i].Limits.Bytes = 50
		now = now.Add(time.Minute)
	}
	slices.Reverse(scopes)
	for _, at := range scopes {
		importInto(t, s, ann, at, rows.Import{Replace: true})
		now = now.Add(time.Minute)
	}
	wantCode(t, undo(scopes[0]), platform.CodeConflict)
	for _, at := range scopes[1:] {
		if err := undo(at); err != nil {
			t.Error(err)
		}
	}
	at := scopes[1]
	importInto(t, s, ann, at, rows.Import{Replace: true})
	_, err := s.ChangeTable(ctx, ann, at, func(p rows.Present) (rows.Edited, error) {
		p.Table.Columns = p.Table.Columns[:1]
		return rows.Edited{Table: p.Table, Rows: []rows.Put{}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wantCode(t, undo(at), platform.CodeConflict)

	importInto(t, s, ann, at, rows.Import{New: []rows.Put{put("B")}})
	now = now.Add(7*24*time.Hour + time.Second)
	wantCode(t, undo(at), platform.CodeConflict)
	if err := s.Prune(ctx, store.Retention{Calls: time.Hour}); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"data_undo", "data_undo_rows"} {
		if left, err := s.RowsAsText(ctx, table); err != nil || len(left) > 0 {
			t.Errorf("%s: %v, %v", table, left, err)
		}
	}
}

// Other columns are stored with all rows as they are then, and nobody sees one without the other.
func TestColumnsChangeWithTheirRows(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
		app := publishApp(t, s, ann, createApp(t, s, ann, draft("One")))
		at := breads(t, s, ann, app.ID, false)
		made := insert(t, s, ann, at, put("A", `,"price":1`), put("B"))
		table, err := s.ChangeTable(ctx, ann, at, func(p rows.Present) (rows.Edited, error) {
			if p.App.ID != app.ID || p.Live == nil || p.Live.Tools[0].Name != "show_things" {
				t.Errorf("%+v", p)
			}
			all, err := p.Rows()
			p.Table.Title, p.Table.Columns = "Loaves", p.Table.Columns[:1]
			return rows.Edited{Table: p.Table, Rows: []rows.Put{changeTo(all[0].ID, put("A")), changeTo(all[1].ID, put("B"))}}, err
		})
		if err != nil || table.Title != "Loaves" || len(table.Columns) != 1 || table.Rows != 2 {
			t.Fatalf("%+v, %v", table, err)
		}
		if diff := cmp.Diff([]string{`{"name":"A"}`, `{"name":"B"}`}, values(t, s, at)); diff != "" {
			t.Error(diff)
		}
		for i, rev := range []int64{2, 1} {
			if r, err := s.Row(ctx, at.TableRef, made[i].ID); err != nil || r.Rev != rev {
				t.Errorf("%+v, %v", r, err)
			}
		}
		if err := tryInsert(t, s, ann, at, put("B")); !isDuplicate(err, rows.Duplicate{Column: "name"}) {
			t.Errorf("a key is lost: %v", err)
		}
		_, err = s.ChangeTable(ctx, ann, at, func(rows.Present) (rows.Edited, error) {
			return rows.Edited{}, platform.Errorf(platform.CodeConflict, "Used.")
		})
		wantCode(t, err, platform.CodeConflict)
		wantCode(t, s.DeleteTable(ctx, ann, at, func(rows.Present) error { return platform.Errorf(platform.CodeConflict, "Used.") }), platform.CodeConflict)
	})
}
