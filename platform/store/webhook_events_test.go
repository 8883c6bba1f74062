package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store/storetest"
	"berth/platform/webhooks"
)

// What a row said is kept until everybody has been told of it, or nobody will be, and no longer.
func TestWebhookBodiesAreForgotten(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		ctx, s := t.Context(), w.replicas[0]
		ann := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, ann, draft("One"))
		at := breads(t, s, ann, app.ID, false)
		w.hook(t, ann, app.ID, "https://a.example")
		other := w.hook(t, ann, app.ID, "https://b.example")
		kept := func() (n int64) {
			if err := s.QueryRow(ctx, "SELECT COUNT(*) FROM webhook_events WHERE body LIKE '%Private%'").Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		insert(t, s, ann, at, put("Private 1"))
		w.answer = func(m message) (int, string) {
			return map[bool]int{true: 200, false: 500}[m.url == "https://a.example"], ""
		}
		if w.deliver(t, 0); len(w.got) != 2 || kept() != 1 {
			t.Errorf("%d messages, %d kept while one waits", len(w.got), kept())
		}
		w.answer = func(message) (int, string) { return 200, "" }
		w.Pass(time.Minute)
		if w.deliver(t, 0); !strings.Contains(w.got[len(w.got)-1].body, "Private 1") || kept() != 0 {
			t.Errorf("%d kept when all were told, the last %s", kept(), w.got[len(w.got)-1].body)
		}

		insert(t, s, ann, at, put("Private 3")) // which waits for the one that is deleted alone
		w.answer = func(m message) (int, string) {
			return map[bool]int{true: 200, false: 500}[m.url == "https://a.example"], ""
		}
		if w.deliver(t, 0); kept() != 1 {
			t.Errorf("%d kept while one waits", kept())
		}
		if err := s.DeleteWebhook(ctx, ann, app.ID, other.ID); err != nil || kept() != 0 {
			t.Errorf("%d kept for nobody, %v", kept(), err)
		}
	})
}

// What waits is bounded, in how much it is and in what it takes; further events are recorded, as what was not sent.
func TestRoomForEvents(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		ctx, s := t.Context(), w.replicas[0]
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, theirs := createApp(t, s, ann, draft("One")), createApp(t, s, bob, draft("Two"))
		at, elsewhere := breads(t, s, ann, app.ID, false), breads(t, s, bob, theirs.ID, false)
		hook, other := w.hook(t, ann, app.ID, "https://a.example"), w.hook(t, bob, theirs.ID, "https://b.example")
		last := func(by platform.Actor, app platform.AppID, id platform.WebhookID) webhooks.Delivery {
			t.Helper()
			list, _, err := s.WebhookDeliveries(ctx, by.Workspace, app, id, webhooks.Page{Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			return list[0]
		}
		refused := func(what string) {
			t.Helper()
			if d := last(ann, app.ID, hook.ID); d.State != webhooks.Failed || !strings.Contains(d.Error, "too many") {
				t.Errorf("%s: %+v", what, d)
			}
		}
		insert(t, s, ann, at, put("A"))
		var size, counted int64 // of a body, as all here have it
		if err := s.QueryRow(ctx, "SELECT octet_length(body), bytes FROM webhook_events").Scan(&size, &counted); err != nil || size != counted {
			t.Fatalf("a body of %d bytes counts as %d, %v", size, counted, err)
		}
		if _, err := s.Exec(ctx, fmt.Sprintf("UPDATE webhook_events SET bytes = %d", webhooks.MaxBytes-3*size)); err != nil {
			t.Fatal(err)
		}
		insert(t, s, ann, at, put("B"))
		if d := last(ann, app.ID, hook.ID); d.State != webhooks.Pending {
			t.Errorf("what fits: %+v", d)
		}
		insert(t, s, ann, at, put("C"), put("D"), put("E")) // of which two have room
		refused("among others")
		insert(t, s, ann, at, put("F"))
		refused("beside what waits")
		insert(t, s, bob, elsewhere, put("Theirs"))
		if d := last(bob, theirs.ID, other.ID); d.State != webhooks.Pending {
			t.Errorf("another app has no room: %+v", d)
		}
		w.deliver(t, 0)
		if len(w.got) != 5 { // A to D, and that of the other app
			t.Errorf("%d were sent", len(w.got))
		}
		insert(t, s, ann, at, put("G"))
		if d := last(ann, app.ID, hook.ID); d.State != webhooks.Pending {
			t.Errorf("the room is not given back: %+v", d)
		}

		const many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000), id(id) AS (" +
			"SELECT substr('00000000-0000-7000-8000-000000000000', 1, 36 - length(CAST(i AS text))) || CAST(i AS text) FROM n) "
		for _, statement := range []string{
			"INSERT INTO webhook_events (id, app_id, kind, table_name, row_id, body, at) " + many + "SELECT id.id, '" + string(app.ID) + "', 'row.created', 'breads', id.id, '{}', created_at FROM id, webhooks WHERE app_id = '" + string(app.ID) + "'",
			"INSERT INTO webhook_deliveries (webhook_id, event_id, row_key, position, state, attempts, due_at, status, error) " + many +
				"SELECT webhooks.id, id.id, id.id, 1, 'pending', 0, created_at, 0, '' FROM id, webhooks WHERE app_id = '" + string(app.ID) + "'",
		} {
			if _, err := s.Exec(ctx, statement); err != nil {
				t.Fatal(err)
			}
		}
		insert(t, s, ann, at, put("one more"))
		refused("too many")
	})
}

// The rows of a table that is deleted are deleted as any others: who keeps a copy is told of each, behind what was told before.
func TestRowsGoWithTheirTable(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		ctx, s := t.Context(), w.replicas[0]
		ann := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, ann, draft("One"))
		at := breads(t, s, ann, app.ID, false)
		w.hook(t, ann, app.ID, "https://a.example")
		made := insert(t, s, ann, at, put("A"), put("B"))
		edit(t, s, ann, at, made[0].ID, "AA")
		if err := s.DeleteTable(ctx, ann, at, func(rows.Present) error { return nil }); err != nil {
			t.Fatal(err)
		}
		w.deliver(t, 0)
		if a, b := w.kinds(made[0].ID), w.kinds(made[1].ID); !slices.Equal(a, []string{"row.created", "row.updated", "row.deleted"}) ||
			!slices.Equal(b, []string{"row.created", "row.deleted"}) {
			t.Errorf("told: %q, %q", a, b)
		}
		if last := w.got[len(w.got)-1]; !strings.Contains(last.body, `"table":"breads"`) || !strings.Contains(last.body, `"name":`) {
			t.Errorf("the last: %s", last.body)
		}
	})
}
