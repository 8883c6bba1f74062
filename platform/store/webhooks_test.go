package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
	"berth/platform/vault"
	"berth/platform/webhooks"
	"berth/test/double"
)

// told is a world with replicas on one database, a clock, and a server that webhooks tell.
type told struct {
	*double.Clock
	replicas [2]*store.Store
	vault    *vault.Vault

	mu     sync.Mutex
	got    []message
	answer func(m message) (int, string)
}

// message is what the server got.
type message struct {
	url, id, body string
	kind, row     string
}

func eachTold(t *testing.T, test func(t *testing.T, w *told)) {
	t.Helper()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			w := &told{Clock: double.NewClock(time.Now().UTC()), answer: func(message) (int, string) { return 200, "" }}
			o := store.Options{Now: w.Now}
			if engine == "postgres" {
				o.DatabaseURL = pgtest.URL(t)
				w.replicas = [2]*store.Store{storetest.OpenWith(t, o), storetest.OpenWith(t, o)}
			} else { // which has one process
				s := storetest.OpenAt(t, w.Now)
				w.replicas = [2]*store.Store{s, s}
			}
			var err error
			if w.vault, err = vault.Parse(vault.Generate()); err != nil {
				t.Fatal(err)
			}
			test(t, w)
		})
	}
}

// hook makes a webhook of the app, for all events unless some are named.
func (w *told) hook(t *testing.T, by platform.Actor, app platform.AppID, url string, events ...webhooks.Kind) webhooks.Webhook {
	t.Helper()
	if events == nil {
		events = webhooks.Kinds()
	}
	service := webhooks.New(webhooks.Options{Store: w.replicas[0], Vault: w.vault, Refusal: func(string) string { return "" }, NewID: newID})
	made, secret, err := service.Create(t.Context(), by, app, url, events)
	if err != nil || !strings.HasPrefix(secret, "whsec_") {
		t.Fatal(secret, err)
	}
	return made
}

// deliver lets a replica send what is due.
func (w *told) deliver(t *testing.T, replica int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	q := &untilIdle{Queue: w.replicas[replica], stop: cancel, empty: map[platform.WebhookID]bool{}}
	webhooks.NewDispatcher(webhooks.DispatcherOptions{Queue: q, Post: w.post, Vault: w.vault, Done: func(string) {}, Now: w.Now,
		Log: slog.New(slog.NewTextHandler(t.Output(), nil))}).Run(ctx)
}

// untilIdle is a queue that stops its dispatcher when nothing is under way and nothing due can be claimed.
type untilIdle struct {
	webhooks.Queue
	stop func()

	mu    sync.Mutex
	open  int                         // claims that are asked for or not settled
	empty map[platform.WebhookID]bool // asked in vain since something was last claimed or settled
}

func (q *untilIdle) WebhooksDue(ctx context.Context, most int) ([]platform.WebhookID, error) {
	q.mu.Lock()
	idle := q.open == 0
	q.mu.Unlock()
	due, err := q.Queue.WebhooksDue(ctx, most)
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, id := range due {
		idle = idle && q.empty[id]
	}
	if err == nil && idle && q.open == 0 {
		q.stop()
		return nil, nil
	}
	return due, err
}

func (q *untilIdle) ClaimDeliveries(ctx context.Context, id platform.WebhookID, most int, lease time.Duration) ([]webhooks.Claim, error) {
	q.mu.Lock()
	q.open++
	q.mu.Unlock()
	claims, err := q.Queue.ClaimDeliveries(ctx, id, most, lease)
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.open += len(claims) - 1; len(claims) > 0 {
		clear(q.empty)
	} else if err == nil {
		q.empty[id] = true
	}
	return claims, err
}

func (q *untilIdle) Settle(ctx context.Context, c webhooks.Claim, s webhooks.Settlement) error {
	defer func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.open--
		clear(q.empty)
	}()
	return q.Queue.Settle(ctx, c, s)
}

func (w *told) post(_ context.Context, url string, headers map[string]string, body string) (int, string) {
	m := message{url: url, id: headers["Webhook-Id"], body: body}
	var read struct {
		Type string
		Data struct{ Row struct{ ID string } }
	}
	if json.Unmarshal([]byte(body), &read) == nil {
		m.kind, m.row = read.Type, read.Data.Row.ID
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.got = append(w.got, m)
	return w.answer(m)
}

// kinds lists what the server got about a row, and forgets nothing.
func (w *told) kinds(row platform.RowID) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []string
	for _, m := range w.got {
		if m.row == string(row) {
			all = append(all, m.kind)
		}
	}
	return all
}

// edit gives a row another name.
func edit(t *testing.T, s *store.Store, by platform.Actor, at rows.Scope, id platform.RowID, name string) {
	t.Helper()
	_, _, err := s.UpdateRow(t.Context(), by, rows.Target{Scope: at, ID: id}, func(platform.Table, platform.Row) (rows.Put, error) { return put(name), nil })
	if err != nil {
		t.Fatal(err)
	}
}

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
		if _, err := s.DeleteApp(ctx, ann, app.ID); err != nil {
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

// What a row said is kept until everybody has been told of it, or nobody will be, and no longer.
func TestWebhookBodiesAreForgotten(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		ctx, s := t.Context(), w.replicas[0]
		ann := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, ann, draft("One"))
		at, hook := breads(t, s, ann, app.ID, false), w.hook(t, ann, app.ID, "https://a.example")
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

		if err := s.DeleteWebhook(ctx, ann, app.ID, other.ID); err != nil {
			t.Fatal(err)
		}
		const many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000), id(id) AS (" +
			"SELECT substr('00000000-0000-7000-8000-000000000000', 1, 36 - length(CAST(i AS text))) || CAST(i AS text) FROM n) "
		for _, statement := range []string{
			"INSERT INTO webhook_events (id, app_id, kind, table_name, row_id, body, at) " + many + "SELECT id.id, '" + string(app.ID) + "', 'row.created', 'breads', id.id, '{}', created_at FROM id, webhooks",
			"INSERT INTO webhook_deliveries (webhook_id, event_id, row_key, position, state, attempts, due_at, status, error) " + many +
				"SELECT webhooks.id, id.id, id.id, 1, 'pending', 0, created_at, 0, '' FROM id, webhooks",
		} {
			if _, err := s.Exec(ctx, statement); err != nil {
				t.Fatal(err)
			}
		}
		insert(t, s, ann, at, put("Private 2"))
		list, _, err := s.WebhookDeliveries(ctx, ann.Workspace, app.ID, hook.ID, webhooks.Page{Limit: 1})
		if err != nil || list[0].State != webhooks.Failed || !strings.Contains(list[0].Error, "too many") || kept() != 0 {
			t.Errorf("too many wait: %+v, %v, %d kept", list, err, kept())
		}
	})
}
