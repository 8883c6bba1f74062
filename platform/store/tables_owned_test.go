package store_test

import (
	"testing"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// The people who use an app by its tools see, change and count what is theirs alone, where rows are owned.
func TestOwnedRows(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, cid, dan := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "cid@example.com"), storetest.Person(t, s, "dan@example.com")
		at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, true)
		as := func(owner string) rows.Scope {
			mine := at
			mine.Tool, mine.Owner = true, owner
			return mine
		}
		nobody := platform.Actor{Principal: platform.Principal{Kind: platform.KindAnonymous}}
		cids := insert(t, s, cid, as("cid"), put("Rye"))[0]
		insert(t, s, dan, as("dan"), put("Rye"))
		anonymous := insert(t, s, nobody, as(""), put("Rye"))[0]
		if err := tryInsert(t, s, cid, as("cid"), put("Rye")); !isDuplicate(err, rows.Duplicate{Column: "name"}) {
			t.Errorf("twice by one person: %v", err)
		}
		for _, who := range []struct {
			actor platform.Actor
			owner string
		}{{dan, "dan"}, {nobody, ""}} {
			for _, id := range []platform.RowID{cids.ID, anonymous.ID} {
				_, _, err := s.DeleteRow(ctx, who.actor, rows.Target{Scope: as(who.owner), ID: id})
				wantCode(t, err, platform.CodeNotFound)
				_, _, err = s.UpdateRow(ctx, who.actor, rows.Target{Scope: as(who.owner), ID: id}, func(platform.Table, platform.Row) (rows.Put, error) { return put("X"), nil })
				wantCode(t, err, platform.CodeNotFound)
			}
		}
		if cids.Owner != "cid" || anonymous.Owner != "" {
			t.Errorf("owned by %q and %q", cids.Owner, anonymous.Owner)
		}
		if row := insert(t, s, ann, at, put("Wheat"))[0]; row.Owner != "" {
			t.Errorf("an author's row belongs to %q", row.Owner)
		}
		if _, _, err := s.DeleteRow(ctx, ann, rows.Target{Scope: at, ID: cids.ID}); err != nil {
			t.Errorf("by an author: %v", err)
		}
		if err := s.DeleteSession(ctx, dan, dan.User, dan.Session); err != nil {
			t.Fatal(err)
		}
		wantCode(t, tryInsert(t, s, dan, as("dan"), put("Corn")), platform.CodeUnauthenticated)
	})
}

// Where rows are owned, an anonymous caller's row is refused for nothing that somebody else has told, and stands in nobody's way.
func TestRowsOfNobodyAreNotUnique(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, cid := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "cid@example.com")
		at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, true)
		tool, mine := at, at
		tool.Tool, mine.Tool, mine.Owner = true, true, "cid"
		nobody := platform.Actor{Principal: platform.Principal{Kind: platform.KindAnonymous}}
		insert(t, s, cid, mine, put("Rye"))
		insert(t, s, ann, at, put("Rye"))
		first := insert(t, s, nobody, tool, put("Rye"))[0]
		insert(t, s, nobody, tool, put("Rye"))
		insert(t, s, ann, at, put("Rye"), put("Rye"), put("Rye"), put("Rye"))
		importInto(t, s, ann, at, rows.Import{New: []rows.Put{put("Rye"), put("Rye")}})
		_, row, err := s.UpdateRow(ctx, ann, rows.Target{Scope: at, ID: first.ID}, func(platform.Table, platform.Row) (rows.Put, error) { return put("Rye", `,"price":1`), nil })
		if err != nil || string(row.Values) != `{"name":"Rye","price":1}` {
			t.Errorf("an author marks one of two alike: %s, %v", row.Values, err)
		}
		if err := tryInsert(t, s, cid, mine, put("Rye")); !isDuplicate(err, rows.Duplicate{Column: "name"}) {
			t.Errorf("twice by one person: %v", err)
		}
		if _, err := s.UndoImport(ctx, ann, at, keysOf); err != nil {
			t.Error(err)
		}
		if got := values(t, s, at); len(got) != 8 {
			t.Errorf("%d rows: %v", len(got), got)
		}
	})
}

// A key of any workspace acts as its maker, as long as it is there.
func TestKeysOfOtherWorkspacesUseApps(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann, dan := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "dan@example.com")
		at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, true)
		at.Tool, at.Owner = true, "dan"
		key, by := newKey(dan, dan.Workspace), dan
		if err := s.CreateKey(t.Context(), dan, key, 10); err != nil {
			t.Fatal(err)
		}
		by.Kind, by.Key, by.Session = platform.KindKey, key.ID, ""
		insert(t, s, by, at, put("Rye"))
		if err := s.DeleteKey(t.Context(), dan, dan.Workspace, key.ID); err != nil {
			t.Fatal(err)
		}
		wantCode(t, tryInsert(t, s, by, at, put("Corn")), platform.CodeUnauthenticated)
		if got := values(t, s, at); len(got) != 1 {
			t.Errorf("%v", got)
		}
	})
}
