package store_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform"
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
			w.vault = vaultOf(t)
			test(t, w)
		})
	}
}

func vaultOf(t *testing.T) *vault.Vault {
	t.Helper()
	v, err := vault.Parse(vault.Generate())
	if err != nil {
		t.Fatal(err)
	}
	return v
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

func (q *untilIdle) WebhooksDue(ctx context.Context, most int) ([]webhooks.Due, error) {
	q.mu.Lock()
	idle := q.open == 0
	q.mu.Unlock()
	due, err := q.Queue.WebhooksDue(ctx, most)
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, w := range due {
		idle = idle && q.empty[w.Webhook]
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
