package store_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/platform/webhooks"
	"berth/test/double"
)

// What a replica had claimed when it died, another sends after the claim has ended; the dead one's word counts no longer.
func TestAClaimEndsWithItsReplica(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		s := w.replicas[0]
		ann := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, ann, draft("One"))
		at, hook := breads(t, s, ann, app.ID, false), w.hook(t, ann, app.ID, "https://a.example")
		row := insert(t, s, ann, at, put("A"))[0]
		edit(t, s, ann, at, row.ID, "B")

		claims, err := s.ClaimDeliveries(t.Context(), hook.ID, 10, webhooks.Lease)
		if err != nil || len(claims) != 1 || claims[0].Attempt != 1 {
			t.Fatalf("claims %+v, %v", claims, err)
		}
		w.deliver(t, 1)
		w.Pass(webhooks.Lease - time.Second)
		if w.deliver(t, 1); len(w.got) != 0 {
			t.Fatalf("sent twice, or out of order: %+v", w.got)
		}
		w.Pass(time.Second)
		w.deliver(t, 1)
		if got := w.kinds(row.ID); !slices.Equal(got, []string{"row.created", "row.updated"}) || w.got[0].id != claims[0].Event || w.got[0].body != claims[0].Body {
			t.Errorf("sent: %q", got)
		}
		if err := s.Settle(t.Context(), claims[0], webhooks.Settlement{State: webhooks.Pending, DueAt: w.Now(), Pause: time.Hour}); err != nil {
			t.Fatal(err)
		}
		if w.deliver(t, 0); len(w.got) != 2 {
			t.Errorf("sent again: %+v", w.got)
		}
	})
}

// Messages about one row come in order, also when the first is refused; those about others do not wait for it.
func TestMessagesOfARowComeInOrder(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		s := w.replicas[0]
		ann := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, ann, draft("One"))
		at, hook := breads(t, s, ann, app.ID, false), w.hook(t, ann, app.ID, "https://a.example")
		made := insert(t, s, ann, at, put("A"), put("B"))
		edit(t, s, ann, at, made[0].ID, "AA")
		refused := 2
		w.answer = func(m message) (int, string) {
			if m.row == string(made[0].ID) && refused > 0 {
				refused--
				return 422, ""
			}
			return 204, ""
		}
		w.deliver(t, 0)
		if a, b := w.kinds(made[0].ID), w.kinds(made[1].ID); !slices.Equal(a, []string{"row.created"}) || !slices.Equal(b, []string{"row.created"}) {
			t.Errorf("at first: %q, %q", a, b)
		}
		list, _, err := s.WebhookDeliveries(t.Context(), ann.Workspace, app.ID, hook.ID, webhooks.Page{})
		if at := slices.IndexFunc(list, func(d webhooks.Delivery) bool { return d.Attempts == 1 && d.State == webhooks.Pending }); err != nil || at < 0 ||
			list[at].Status != 422 || list[at].Error != "answered with status 422" || list[at].NextAt.Sub(w.Now()) > 4*time.Second {
			t.Errorf("listed: %+v, %v", list, err)
		}
		for range 2 {
			w.Pass(11 * time.Second)
			w.deliver(t, 1)
		}
		if a := w.kinds(made[0].ID); !slices.Equal(a, []string{"row.created", "row.created", "row.created", "row.updated"}) {
			t.Errorf("in the end: %q", a)
		}
		if w.got[0].row == string(made[0].ID) && (w.got[0].id != w.got[2].id || w.got[0].body != w.got[2].body) {
			t.Error("another attempt has another id, or body")
		}
	})
}

// A server that is away is asked seldom, for a day; when it is back it gets what it has missed.
func TestAServerThatIsAway(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		s := w.replicas[0]
		ann := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, ann, draft("One"))
		at, hook := breads(t, s, ann, app.ID, false), w.hook(t, ann, app.ID, "https://a.example")
		puts := make([]rows.Put, 20)
		for i := range puts {
			puts[i] = put(fmt.Sprint(i))
		}
		insert(t, s, ann, at, puts...)
		w.answer = func(message) (int, string) { return 0, "was not sent: nobody is there" }
		if w.deliver(t, 0); len(w.got) > 4 {
			t.Errorf("%d messages were sent to nobody", len(w.got))
		}
		w.Pass(4 * time.Second)
		if w.deliver(t, 1); len(w.got) > 8 || len(w.got) < 5 {
			t.Errorf("%d messages after the first retry", len(w.got))
		}
		w.answer = func(message) (int, string) { return 200, "" }
		w.Pass(30 * time.Second)
		w.deliver(t, 0)
		w.Pass(30 * time.Second)
		w.deliver(t, 0)
		list, _, err := s.WebhookDeliveries(t.Context(), ann.Workspace, app.ID, hook.ID, webhooks.Page{})
		if waiting := slices.ContainsFunc(list, func(d webhooks.Delivery) bool { return d.State != webhooks.Delivered }); err != nil || len(list) != 20 || waiting {
			t.Errorf("%d listed, some waiting: %v, %v", len(list), waiting, err)
		}

		w.answer = func(message) (int, string) { return 503, "" }
		row := insert(t, s, ann, at, put("last"))[0]
		for range 60 {
			w.deliver(t, 0)
			w.Pass(time.Hour)
		}
		list, _, err = s.WebhookDeliveries(t.Context(), ann.Workspace, app.ID, hook.ID, webhooks.Page{Limit: 1})
		if err != nil || list[0].Row != row.ID || list[0].State != webhooks.Failed || list[0].Attempts < 10 || list[0].AttemptedAt.Sub(list[0].At) > webhooks.GiveUp {
			t.Errorf("given up: %+v, %v", list, err)
		}
	})
}

// Replicas that deliver at once send each message once.
func TestReplicasShareTheQueue(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		s := w.replicas[0]
		ann := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, ann, draft("One"))
		at := breads(t, s, ann, app.ID, false)
		w.hook(t, ann, app.ID, "https://a.example")
		made := insert(t, s, ann, at, put("A"), put("B"), put("C"), put("D"), put("E"), put("F"))
		for _, row := range made {
			edit(t, s, ann, at, row.ID, "x"+string(row.ID))
		}
		var all sync.WaitGroup
		for replica := range w.replicas {
			all.Go(func() { w.deliver(t, replica) })
		}
		all.Wait()
		w.deliver(t, 0)
		for _, row := range made {
			if got := w.kinds(row.ID); !slices.Equal(got, []string{"row.created", "row.updated"}) {
				t.Errorf("about %s: %q", row.ID, got)
			}
		}
	})
}

// However much is due of one workspace, what is due of another is listed with the first.
func TestWebhooksDueOfEachWorkspace(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		s := w.replicas[0]
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		fill := func(by platform.Actor, name string, hooks int) {
			app := createApp(t, s, by, draft(name))
			at := breads(t, s, by, app.ID, false)
			for range hooks {
				w.hook(t, by, app.ID, "https://a.example")
			}
			insert(t, s, by, at, put("A"), put("B"), put("C"), put("D"))
		}
		for i := range 3 {
			fill(ann, fmt.Sprint("Many", i), webhooks.MaxWebhooks)
		}
		fill(bob, "One", 1)
		seen := map[platform.WebhookID]bool{}
		for range 100 {
			due, err := s.WebhooksDue(t.Context(), 3)
			if err != nil || len(due) != 3 || !slices.ContainsFunc(due, func(d webhooks.Due) bool { return d.Workspace == bob.Workspace }) {
				t.Fatalf("due: %v, %v", due, err)
			}
			for _, d := range due {
				seen[d.Webhook] = true
			}
		}
		if len(seen) < 25 {
			t.Errorf("only %d of 31 webhooks are ever listed", len(seen))
		}
		if due, err := s.WebhooksDue(t.Context(), 100); err != nil || len(due) != 31 {
			t.Errorf("%d due in all, %v", len(due), err)
		}
	})
}

// A claim lasts from when it is made: it may take long to find what is due, and nobody else may send meanwhile.
func TestALeaseBeginsWithItsClaim(t *testing.T) {
	t.Parallel()
	const slow = webhooks.Lease - time.Second // for each statement
	w := &told{Clock: double.NewClock(time.Now().UTC()), vault: vaultOf(t)}
	var late atomic.Bool
	s := storetest.OpenAt(t, func() time.Time {
		now := w.Now()
		if late.Load() {
			w.Pass(slow)
		}
		return now
	})
	w.replicas = [2]*store.Store{s, s}
	ann := storetest.Person(t, s, "ann@example.com")
	app := createApp(t, s, ann, draft("One"))
	at, hook := breads(t, s, ann, app.ID, false), w.hook(t, ann, app.ID, "https://a.example")
	insert(t, s, ann, at, put("A"), put("B"))
	late.Store(true)
	claims, err := s.ClaimDeliveries(t.Context(), hook.ID, 2, webhooks.Lease)
	late.Store(false)
	if err != nil || len(claims) != 2 {
		t.Fatalf("claims %+v, %v", claims, err)
	}
	if took := claims[1].Claimed.Sub(claims[0].Claimed); took != slow {
		t.Errorf("claimed %v after the first", took)
	}
	if more, err := s.ClaimDeliveries(t.Context(), hook.ID, 2, webhooks.Lease); err != nil || len(more) != 1 {
		t.Errorf("claimed anew: %+v, %v", more, err) // the first, whose lease has ended
	}
}
