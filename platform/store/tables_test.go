package store_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// breads is a table of an app, with a unique column name.
func breads(t *testing.T, s *store.Store, by platform.Actor, app platform.AppID, owned bool) rows.Scope {
	t.Helper()
	at := rows.Scope{TableRef: platform.TableRef{Workspace: by.Workspace, App: app, Name: "breads"}, Limits: rows.Limits{Tables: 20, Rows: 10_000, Bytes: 1 << 20}}
	_, err := s.CreateTable(t.Context(), by, at, platform.Table{Name: "breads", Title: "Breads", OwnedRows: owned,
		Columns: []platform.Column{{Name: "name", Type: platform.ColumnText, Unique: true}, {Name: "price", Type: platform.ColumnMoney}}})
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// put is a row of breads.
func put(name string, more ...string) rows.Put {
	return rows.Put{Values: json.RawMessage(fmt.Sprintf(`{"name":%q%s}`, name, strings.Join(more, ""))), Keys: keysOf(platform.Table{}, json.RawMessage(fmt.Sprintf(`{"name":%q}`, name)))}
}

func keysOf(_ platform.Table, values json.RawMessage) []rows.Key {
	var r struct{ Name string }
	if json.Unmarshal(values, &r) != nil || r.Name == "" {
		return nil
	}
	return []rows.Key{{Column: "name", Hash: sha256.Sum256([]byte(r.Name))}}
}

func insert(t *testing.T, s *store.Store, by platform.Actor, at rows.Scope, puts ...rows.Put) []platform.Row {
	t.Helper()
	_, made, err := s.InsertRows(t.Context(), by, at, func(platform.Table) ([]rows.Put, error) { return puts, nil })
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func tryInsert(t *testing.T, s *store.Store, by platform.Actor, at rows.Scope, puts ...rows.Put) error {
	t.Helper()
	_, _, err := s.InsertRows(t.Context(), by, at, func(platform.Table) ([]rows.Put, error) { return puts, nil })
	return err
}

// values lists the values of all rows, in order.
func values(t *testing.T, s *store.Store, at rows.Scope) []string {
	t.Helper()
	table, list, err := s.LoadTable(t.Context(), at.TableRef)
	if err != nil {
		t.Fatal(err)
	}
	if table.Rows != len(list) {
		t.Errorf("the table counts %d rows and has %d", table.Rows, len(list))
	}
	all := []string{}
	for _, r := range list {
		all = append(all, string(r.Values))
	}
	return all
}

func isDuplicate(err error, want ...rows.Duplicate) bool {
	var found rows.Duplicates
	return errors.As(err, &found) && cmp.Equal([]rows.Duplicate(found), want)
}

func TestTables(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, theirs := createApp(t, s, ann, draft("One")), createApp(t, s, bob, draft("Two"))
		at := breads(t, s, ann, app.ID, false)
		elsewhere := breads(t, s, bob, theirs.ID, false)
		insert(t, s, bob, elsewhere, put("Rye"))

		made := insert(t, s, ann, at, put("Rye"), put("Wheat"))
		first, err := s.Table(ctx, at.TableRef)
		if err != nil || first.Rows != 2 || len(first.Columns) != 2 || first.Title != "Breads" {
			t.Fatalf("%+v, %v", first, err)
		}
		wantCode(t, create(t, s, ann, at), platform.CodeConflict)
		small := at
		small.Name, small.Limits.Tables = "more", 1
		wantCode(t, create(t, s, ann, small), platform.CodeLimitReached)
		if err := tryInsert(t, s, ann, at, put("Spelt"), put("Rye"), put("Spelt")); !isDuplicate(err, rows.Duplicate{Index: 1, Column: "name"}, rows.Duplicate{Index: 2, Column: "name"}) {
			t.Errorf("duplicates: %v", err)
		}
		if err := tryInsert(t, s, ann, at, put("A"), put("B"), put("C"), put("Wheat")); !isDuplicate(err, rows.Duplicate{Index: 3, Column: "name"}) {
			t.Errorf("duplicates among many: %v", err)
		}
		change := func(by platform.Actor, to rows.Target, p rows.Put) (platform.Row, error) {
			_, row, err := s.UpdateRow(ctx, by, to, func(platform.Table, platform.Row) (rows.Put, error) { return p, nil })
			return row, err
		}
		target := rows.Target{Scope: at, ID: made[1].ID, Rev: 1}
		changed, err := change(ann, target, put("Spelt", `,"price":1.20`))
		if err != nil || changed.Rev != 2 || string(changed.Values) != `{"name":"Spelt","price":1.20}` {
			t.Fatalf("%+v, %v", changed, err)
		}
		_, err = change(ann, target, put("Corn"))
		wantCode(t, err, platform.CodePreconditionFailed)
		target.Rev = 0
		if _, err := change(ann, target, put("Rye")); !isDuplicate(err, rows.Duplicate{Column: "name"}) {
			t.Errorf("a change to what another row has: %v", err)
		}
		if same, err := change(ann, target, put("Spelt", `,"price":1.20`)); err != nil || same.Rev != 2 {
			t.Errorf("a change of nothing: %+v, %v", same, err)
		}
		insert(t, s, ann, at, put("Wheat")) // the name is free again
		if _, gone, err := s.DeleteRow(ctx, ann, rows.Target{Scope: at, ID: made[0].ID}); err != nil || string(gone.Values) != `{"name":"Rye"}` {
			t.Errorf("%+v, %v", gone, err)
		}
		if diff := cmp.Diff([]string{`{"name":"Spelt","price":1.20}`, `{"name":"Wheat"}`}, values(t, s, at)); diff != "" {
			t.Error(diff)
		}
		last, err := s.TableRevision(ctx, at.TableRef)
		if err != nil || last != first.Revision+3 {
			t.Errorf("the revision is %d after three changes of %d, %v", last, first.Revision, err)
		}
		if err := s.DeleteTable(ctx, ann, at, func(rows.Present) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if again := breads(t, s, ann, app.ID, false); len(values(t, s, again)) != 0 {
			t.Error("a table made again has rows")
		}
		if again, err := s.TableRevision(ctx, at.TableRef); err != nil || again <= last {
			t.Errorf("a table made again has the revision %d, it had %d: %v", again, last, err)
		}
		if diff := cmp.Diff([]string{`{"name":"Rye"}`}, values(t, s, elsewhere)); diff != "" {
			t.Error(diff)
		}
	})
}

func create(t *testing.T, s *store.Store, by platform.Actor, at rows.Scope) error {
	t.Helper()
	_, err := s.CreateTable(t.Context(), by, at, platform.Table{Name: at.Name, Columns: []platform.Column{{Name: "a", Type: platform.ColumnText}}})
	return err
}

// Whatever a stranger asks for is not there, and the refusal does not tell what is.
func TestTablesOfOthersAreNotThere(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app := createApp(t, s, ann, draft("One"))
		at := breads(t, s, ann, app.ID, false)
		row := insert(t, s, ann, at, put("Rye"))[0]
		for _, name := range []string{"breads", "none", "", "a\x00b", "no.such", strings.Repeat("a", 100)} {
			for _, id := range []platform.AppID{app.ID, platform.AppID(newID()), "x", "\x00"} {
				ref := platform.TableRef{Workspace: bob.Workspace, App: id, Name: name}
				for what, err := range asked(t, s, bob, rows.Scope{TableRef: ref}, row.ID) {
					if codeOf(err) != platform.CodeAppNotFound {
						t.Errorf("%s of %q of %q: %v", what, name, id, err)
					}
				}
				ref.Workspace = ann.Workspace // a workspace that is named wrongly counts as little
				wantCode(t, tryInsert(t, s, bob, rows.Scope{TableRef: ref}, put("Wheat")), platform.CodeAppNotFound)
			}
			if name != "breads" {
				for what, err := range asked(t, s, ann, rows.Scope{TableRef: platform.TableRef{Workspace: ann.Workspace, App: app.ID, Name: name}}, row.ID) {
					if what != "tables" && codeOf(err) != platform.CodeNotFound {
						t.Errorf("%s of %q: %v", what, name, err)
					}
				}
			}
		}
		for _, id := range []platform.RowID{platform.RowID(newID()), "x", "\x00", ""} {
			_, err := s.Row(ctx, at.TableRef, id)
			wantCode(t, err, platform.CodeNotFound)
			_, _, err = s.DeleteRow(ctx, ann, rows.Target{Scope: at, ID: id})
			wantCode(t, err, platform.CodeNotFound)
		}
		seeded, err := s.CreateApp(ctx, ann, platform.App{Origin: platform.OriginSeeded, Draft: draft("Seeded")}, 0)
		if err != nil {
			t.Fatal(err)
		}
		wantCode(t, create(t, s, ann, rows.Scope{TableRef: platform.TableRef{App: seeded.ID, Name: "a"}}), platform.CodeForbidden)
		if got := values(t, s, at); len(got) != 1 {
			t.Errorf("a stranger has changed rows: %v", got)
		}
	})
}

// asked are the errors of all that somebody can ask of a table.
func asked(t *testing.T, s *store.Store, by platform.Actor, at rows.Scope, id platform.RowID) map[string]error {
	t.Helper()
	ctx, all := t.Context(), map[string]error{"insert": tryInsert(t, s, by, at, put("Wheat"))}
	_, all["tables"] = s.Tables(ctx, at.Workspace, at.App)
	_, all["table"] = s.Table(ctx, at.TableRef)
	_, all["revision"] = s.TableRevision(ctx, at.TableRef)
	_, _, all["load"] = s.LoadTable(ctx, at.TableRef)
	_, all["row"] = s.Row(ctx, at.TableRef, id)
	_, _, all["update"] = s.UpdateRow(ctx, by, rows.Target{Scope: at, ID: id}, func(platform.Table, platform.Row) (rows.Put, error) { return put("X"), nil })
	_, _, all["delete"] = s.DeleteRow(ctx, by, rows.Target{Scope: at, ID: id})
	_, all["import"] = s.ImportRows(ctx, by, at, false, func(rows.Present) (rows.Import, error) { return rows.Import{Replace: true}, nil })
	_, all["undo"] = s.UndoImport(ctx, by, at, keysOf)
	_, all["change"] = s.ChangeTable(ctx, by, at, func(p rows.Present) (rows.Edited, error) { return rows.Edited{Table: p.Table}, nil })
	all["drop"] = s.DeleteTable(ctx, by, at, func(rows.Present) error { return nil })
	return all
}

// Fifty who insert the same at one moment: one does, and the others are told so.
func TestOneOfManyEqualRowsIsStored(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann := storetest.Person(t, s, "ann@example.com")
		at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, false)
		results := make(chan error, 50)
		var all sync.WaitGroup
		for range cap(results) {
			all.Go(func() { results <- tryInsert(t, s, ann, at, put("Rye")) })
		}
		all.Wait()
		close(results)
		stored := 0
		for err := range results {
			if err == nil {
				stored++
			} else if !isDuplicate(err, rows.Duplicate{Column: "name"}) {
				t.Error(err)
			}
		}
		if got := values(t, s, at); stored != 1 || len(got) != 1 {
			t.Errorf("%d were stored: %v", stored, got)
		}
	})
}

// A writer that comes while another one is at work finds what that one has stored. The test holds the other's transaction
// open, so that the order is forced.
func TestWritersOfATableTakeTurns(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	s := storetest.OpenWith(t, store.Options{DatabaseURL: url})
	ann := storetest.Person(t, s, "ann@example.com")
	at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, false)
	insert(t, s, ann, at, put("Wheat"))
	at.Limits.Rows = 3
	duringChange(t, url, fmt.Sprintf("UPDATE data_tables SET row_count = 3 WHERE app_id = '%s'", at.App),
		"an insert beside another one", func() error { return tryInsert(t, s, ann, at, put("Rye")) }, platform.CodeLimitReached)
	at.Limits.Rows = 0
	duringChange(t, url, fmt.Sprintf("UPDATE data_space SET bytes = %d WHERE workspace_id = '%s'", at.Limits.Bytes, at.Workspace),
		"an insert into another table", func() error { return tryInsert(t, s, ann, at, put("Rye")) }, platform.CodeLimitReached)
	duringChange(t, url, fmt.Sprintf("DELETE FROM data_tables WHERE app_id = '%s'", at.App),
		"an insert into a table that is deleted", func() error { return tryInsert(t, s, ann, at, put("Rye")) }, platform.CodeNotFound)
}

func TestSpaceOfAWorkspace(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		one, two := createApp(t, s, ann, draft("One")), createApp(t, s, ann, draft("Two"))
		a, b := breads(t, s, ann, one.ID, false), breads(t, s, ann, two.ID, false)
		theirs := breads(t, s, bob, createApp(t, s, bob, draft("Two")).ID, false)
		big := func(name string) rows.Put { return put(name, fmt.Sprintf(`,"price":%s`, strings.Repeat("1", 400))) }
		for _, at := range []*rows.Scope{&a, &b, &theirs} {
			at.Limits.Bytes = 1000
		}
		row := insert(t, s, ann, a, big("A"))[0]
		insert(t, s, ann, b, big("B"))
		wantCode(t, tryInsert(t, s, ann, a, big("C")), platform.CodeLimitReached)
		insert(t, s, bob, theirs, big("C"))
		_, _, err := s.UpdateRow(ctx, ann, rows.Target{Scope: a, ID: row.ID}, func(platform.Table, platform.Row) (rows.Put, error) {
			return put("A", fmt.Sprintf(`,"price":%s`, strings.Repeat("1", 800))), nil
		})
		wantCode(t, err, platform.CodeLimitReached)
		if _, _, err := s.DeleteRow(ctx, ann, rows.Target{Scope: a, ID: row.ID}); err != nil {
			t.Fatal(err)
		}
		insert(t, s, ann, a, big("C"))
		if _, err := s.DeleteApp(ctx, ann, two.ID, 0); err != nil {
			t.Fatal(err)
		}
		insert(t, s, ann, a, big("D"))
		if err := s.DeleteTable(ctx, ann, a, func(rows.Present) error { return nil }); err != nil {
			t.Fatal(err)
		}
		breads(t, s, ann, one.ID, false)
		insert(t, s, ann, a, big("E"), big("F"))
	})
}

// The audit trail says what authors have done, and holds neither values nor what the people who use the app do.
func TestAuditOfTables(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, cid := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "cid@example.com")
		app := createApp(t, s, ann, draft("One"))
		at := breads(t, s, ann, app.ID, false)
		row := insert(t, s, ann, at, put("Sourdough"))[0]
		tool := at
		tool.Tool, tool.Owner = true, "cid"
		insert(t, s, cid, tool, put("Secret"))
		if _, _, err := s.DeleteRow(ctx, ann, rows.Target{Scope: at, ID: row.ID}); err != nil {
			t.Fatal(err)
		}
		want := []string{"workspace.create", "user.create", "app.create", "table.create", "row.create", "row.delete"}
		if got := actions(t, s, ann.Workspace); !cmp.Equal(want[2:], got[len(got)-4:]) {
			t.Errorf("%v", got)
		}
		entries, _, err := s.Audit(ctx, ann.Workspace, identity.AuditQuery{Limit: 200})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if text := string(e.Before) + string(e.After) + e.Target; strings.Contains(text, "Sourdough") || strings.Contains(text, "cid") || strings.Contains(text, "Secret") {
				t.Errorf("%s: %s", e.Action, text)
			}
		}
	})
}

// The revisions of rows tell what has changed: equal ones stand for equal rows.
func TestRevisionsOfRows(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, false)
		made := insert(t, s, ann, at, put("A"), put("B"), put("C"))
		edit(t, s, ann, at, made[1].ID, "BB")
		if _, _, err := s.DeleteRow(ctx, ann, rows.Target{Scope: at, ID: made[2].ID}); err != nil {
			t.Fatal(err)
		}
		table, revs, err := s.RowRevisions(ctx, at.TableRef)
		if diff := cmp.Diff(map[platform.RowID]int64{made[0].ID: 1, made[1].ID: 2}, revs); diff != "" || err != nil || table.Rows != 2 {
			t.Errorf("%+v, %v, %s", table, err, diff)
		}
		importInto(t, s, ann, at, rows.Import{Replace: true})
		if _, err := s.UndoImport(ctx, ann, at, keysOf); err != nil {
			t.Fatal(err)
		}
		if _, revs, err := s.RowRevisions(ctx, at.TableRef); err != nil || revs[made[0].ID] != 2 || revs[made[1].ID] != 3 {
			t.Errorf("rows that came back have the revisions %v, %v", revs, err)
		}
		theirs := at.TableRef
		theirs.Workspace = bob.Workspace
		_, _, err = s.RowRevisions(ctx, theirs)
		wantCode(t, err, platform.CodeAppNotFound)
	})
}
