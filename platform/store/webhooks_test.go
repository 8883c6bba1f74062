package store_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/platform/webhooks"
)

// A change of rows and its events are one: each row has one, whatever changed it, and what was not stored has none.
func TestWebhooksAreToldOfEveryRow(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		s := w.replicas[0]
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, theirs := createApp(t, s, ann, draft("One")), createApp(t, s, bob, draft("Two"))
		at, elsewhere := breads(t, s, ann, app.ID, false), breads(t, s, bob, theirs.ID, false)
		all := w.hook(t, ann, app.ID, "https://all.example")
		w.hook(t, ann, app.ID, "https://deleted.example", webhooks.RowDeleted)
		insert(t, s, bob, elsewhere, put("Theirs"))

		made := insert(t, s, ann, at, put("A", `,"price":3.50`), put("B"), put("C"), put("D"), put("E"))
		edit(t, s, ann, at, made[0].ID, "AA")
		if _, _, err := s.DeleteRow(t.Context(), ann, rows.Target{Scope: at, ID: made[0].ID}); err != nil {
			t.Fatal(err)
		}
		if err := tryInsert(t, s, ann, at, put("F"), put("B")); err == nil {
			t.Fatal("a duplicate is stored")
		}
		w.deliver(t, 0)
		w.got = slices.DeleteFunc(w.got, func(m message) bool { return m.url == "https://deleted.example" && m.kind == "row.deleted" })
		if got := w.kinds(made[0].ID); len(w.got) != 7 || !slices.Equal(got, []string{"row.created", "row.updated", "row.deleted"}) {
			t.Errorf("%d messages, of the first row %q", len(w.got), got)
		}
		for _, m := range w.got {
			if m.url != "https://all.example" {
				t.Errorf("sent: %+v", m)
			}
		}
		first := w.got[slices.IndexFunc(w.got, func(m message) bool { return m.kind == "row.created" && m.row == string(made[0].ID) })]
		stamp, err := json.Marshal(made[0].CreatedAt)
		if want := fmt.Sprintf(`{"type":"row.created","timestamp":%[1]s,"data":{"table":"breads","row":{"id":"%[2]s","values":{"name":"A","price":3.50},"owner":null,"createdAt":%[1]s,"updatedAt":%[1]s}}}`,
			stamp, made[0].ID); first.body != want || err != nil {
			t.Errorf("body %s, want %s", first.body, want)
		}
		list, next, err := s.WebhookDeliveries(t.Context(), ann.Workspace, app.ID, all.ID, webhooks.Page{Limit: 2})
		if err != nil || len(list) != 2 || next == "" || list[0].Kind != webhooks.RowDeleted || list[0].State != webhooks.Delivered || list[0].Status != 200 || list[0].Attempts != 1 {
			t.Errorf("%+v, %q, %v", list, next, err)
		}
		if more, next, err := s.WebhookDeliveries(t.Context(), ann.Workspace, app.ID, all.ID, webhooks.Page{Cursor: next}); err != nil || len(more) != 5 || next != "" {
			t.Errorf("%d more, %q, %v", len(more), next, err)
		}
		w.Pass(webhooks.KeepEvents + time.Minute)
		if err := s.Prune(t.Context(), store.Retention{Calls: time.Hour}); err != nil {
			t.Fatal(err)
		}
		if list, _, err := s.WebhookDeliveries(t.Context(), ann.Workspace, app.ID, all.ID, webhooks.Page{}); err != nil || len(list) != 0 {
			t.Errorf("kept for good: %+v, %v", list, err)
		}
		w.deliver(t, 1)
		if len(w.got) != 7 {
			t.Errorf("sent again: %d messages", len(w.got))
		}
	})
}

func TestWebhooksBelongToTheirApp(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		ctx, s := t.Context(), w.replicas[0]
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, theirs := createApp(t, s, ann, draft("One")), createApp(t, s, bob, draft("Two"))
		at, hook := breads(t, s, ann, app.ID, false), w.hook(t, ann, app.ID, "https://a.example/secret?token=x")
		insert(t, s, ann, at, put("A"))

		_, _, err := s.WebhookDeliveries(ctx, bob.Workspace, theirs.ID, hook.ID, webhooks.Page{})
		wantCode(t, err, platform.CodeNotFound)
		_, _, err = s.WebhookDeliveries(ctx, bob.Workspace, app.ID, hook.ID, webhooks.Page{})
		wantCode(t, err, platform.CodeAppNotFound)
		_, err = s.Webhooks(ctx, bob.Workspace, app.ID)
		wantCode(t, err, platform.CodeAppNotFound)
		wantCode(t, s.DeleteWebhook(ctx, bob, app.ID, hook.ID), platform.CodeAppNotFound)
		wantCode(t, s.DeleteWebhook(ctx, bob, theirs.ID, hook.ID), platform.CodeNotFound)
		wantCode(t, s.DeleteWebhook(ctx, ann, app.ID, "x"), platform.CodeNotFound)
		viewer := ann
		viewer.Kind, viewer.Session = platform.KindSession, "00000000-0000-7000-8000-000000000000"
		wantCode(t, s.DeleteWebhook(ctx, viewer, app.ID, hook.ID), platform.CodeUnauthenticated)

		for range webhooks.MaxWebhooks - 1 {
			w.hook(t, ann, app.ID, "https://b.example")
		}
		_, err = s.AddWebhook(ctx, ann, app.ID, webhooks.Webhook{ID: platform.WebhookID(newID()), URL: "https://c.example", Events: webhooks.Kinds()}, []byte("x"))
		wantCode(t, err, platform.CodeLimitReached)
		if list, err := s.Webhooks(ctx, ann.Workspace, app.ID); err != nil || len(list) != webhooks.MaxWebhooks || list[0].URL != hook.URL || !slices.Equal(list[0].Events, webhooks.Kinds()) {
			t.Errorf("%+v, %v", list, err)
		}
		if err := s.DeleteWebhook(ctx, ann, app.ID, hook.ID); err != nil {
			t.Fatal(err)
		}
		if w.deliver(t, 0); len(w.got) != 0 {
			t.Errorf("a deleted webhook is told: %+v", w.got)
		}
		trail, _, err := s.Audit(ctx, ann.Workspace, identity.AuditQuery{Action: "webhook", Limit: 200})
		if err != nil || len(trail) != webhooks.MaxWebhooks+1 || strings.Contains(string(trail[0].Before), "token") || !strings.Contains(string(trail[0].Before), "a.example") {
			t.Errorf("audit trail: %d lines, %s, %v", len(trail), trail[0].Before, err)
		}
		insert(t, s, ann, at, put("B"))
		if _, err := s.DeleteApp(ctx, ann, app.ID, 0); err != nil {
			t.Fatal(err)
		}
		if w.deliver(t, 0); len(w.got) != 0 {
			t.Errorf("webhooks of a deleted app are told: %+v", w.got)
		}
	})
}

// Of what an operator has suspended nothing is sent, until that ends; others are told meanwhile.
func TestWebhooksOfWhatIsSuspendedWait(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		s := w.replicas[0]
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, theirs := publishApp(t, s, ann, createApp(t, s, ann, draft("One"))), createApp(t, s, bob, draft("Two"))
		at, elsewhere := breads(t, s, ann, app.ID, false), breads(t, s, bob, theirs.ID, false)
		hook := w.hook(t, ann, app.ID, "https://a.example")
		w.hook(t, bob, theirs.ID, "https://b.example")
		for i, of := range []struct {
			kind platform.SuspensionKind
			name string
		}{{platform.SuspendedApp, app.ServedSlug}, {platform.SuspendedWorkspace, string(ann.Workspace)}} {
			row := insert(t, s, ann, at, put(fmt.Sprint("A", i)))[0]
			suspend(t, s, of.kind, of.name)
			other := insert(t, s, bob, elsewhere, put(fmt.Sprint("B", i)))[0]
			w.deliver(t, 1)
			if claims, err := s.ClaimDeliveries(t.Context(), hook.ID, 10, webhooks.Lease); err != nil || len(claims) > 0 || len(w.kinds(row.ID)) > 0 || len(w.kinds(other.ID)) != 1 {
				t.Errorf("while the %s is suspended: %v, %v, %+v", of.kind, claims, err, w.got)
			}
			resume(t, s, of.kind, of.name)
			if w.deliver(t, 0); len(w.kinds(row.ID)) != 1 {
				t.Errorf("after the suspension of the %s: %+v", of.kind, w.got)
			}
		}
	})
}
