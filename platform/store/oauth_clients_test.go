package store_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store"
)

func TestRegisteredClients(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		client := func(id string) authorization.Client {
			return authorization.Client{ID: id, Name: "A \"name\" <é>", Redirects: []string{"http://127.0.0.1/cb?a=1&b=<2>", "app.example:/cb"},
				Methods: []string{"none", "private_key_jwt"}, Keys: keys, KeysURL: "https://example.com/jwks"}
		}
		for _, id := range []string{"btc_used", "btc_unused"} {
			if err := s.Register(ctx, client(id), "192.0.2.1\x00\xff", micro(w.Now())); err != nil {
				t.Fatal(err)
			}
			got, err := w.replicas[1].Registered(ctx, id)
			if diff := cmp.Diff(client(id), got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		}
		wantCode(t, s.Register(ctx, client("btc_used"), "", w.Now()), platform.CodeConflict)
		for _, id := range []string{"", "btc_none", "btc_\x00", "btc_\xff", string(make([]byte, 5000))} {
			_, err := s.Registered(ctx, id)
			wantCode(t, err, platform.CodeNotFound)
		}
		w.grant(t, w.bob, w.app, "btc_used")
		w.start(t, w.bob, w.app, "btc_unused") // and never redeemed
		w.Pass(90*24*time.Hour - time.Minute)
		prune := func() {
			t.Helper()
			if err := s.Prune(ctx, store.Retention{Calls: time.Hour}); err != nil {
				t.Fatal(err)
			}
		}
		prune()
		if _, err := s.Registered(ctx, "btc_unused"); err != nil {
			t.Errorf("before its time: %v", err)
		}
		w.Pass(2 * time.Minute)
		prune()
		_, err := s.Registered(ctx, "btc_unused")
		wantCode(t, err, platform.CodeNotFound)
		if _, err := s.Registered(ctx, "btc_used"); err != nil {
			t.Errorf("it has had a token: %v", err)
		}
	})
}

func TestDocumentsOfClients(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		_, err := s.ClientDocument(ctx, claude)
		wantCode(t, err, platform.CodeNotFound)
		_, err = s.ClientDocument(ctx, "https://x/\x00")
		wantCode(t, err, platform.CodeNotFound)
		now := micro(w.Now())
		doc := func(body string, at time.Time) authorization.Document {
			return authorization.Document{URL: claude, Body: []byte(body), ETag: `"é"`, FetchedAt: at, FreshUntil: at.Add(time.Hour)}
		}
		for _, step := range []struct{ save, want authorization.Document }{
			{doc(`{"a":1}`, now), doc(`{"a":1}`, now)}, {doc(`{"a":2}`, now.Add(time.Second)), doc(`{"a":2}`, now.Add(time.Second))},
			{doc(`{"a":1}`, now), doc(`{"a":2}`, now.Add(time.Second))}, // a replica that was slower
		} {
			if err := s.SaveClientDocument(ctx, step.save); err != nil {
				t.Fatal(err)
			}
			got, err := w.replicas[1].ClientDocument(ctx, claude)
			if diff := cmp.Diff(step.want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		}
		wantCode(t, s.SaveClientDocument(ctx, authorization.Document{URL: claude, Body: bytes.Repeat([]byte("x"), 70_000)}), platform.CodeInvalidConfig)
		w.Pass(31 * 24 * time.Hour)
		if err := s.Prune(ctx, store.Retention{Calls: time.Hour}); err != nil {
			t.Fatal(err)
		}
		_, err = s.ClientDocument(ctx, claude)
		wantCode(t, err, platform.CodeNotFound)
	})
}

// However many documents strangers name, those of clients that somebody uses stay.
func TestDocumentsAreBounded(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx, now := w.replicas[0], t.Context(), micro(w.Now())
		if err := s.SaveClientDocument(ctx, authorization.Document{URL: claude, FetchedAt: now.Add(-time.Hour), FreshUntil: now}); err != nil {
			t.Fatal(err)
		}
		w.start(t, w.bob, w.app, claude)
		_, err := s.Exec(ctx, `INSERT INTO oauth_documents (url, body, etag, fetched_at, fresh_until)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT 'https://x.example/' || CAST(i AS text), $1, '', $2, $2 FROM n`, []byte("{}"), now)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			at := now.Add(time.Duration(i+1) * time.Second)
			if err := s.SaveClientDocument(ctx, authorization.Document{URL: fmt.Sprintf("https://y.example/%d", i), FetchedAt: at, FreshUntil: at}); err != nil {
				t.Fatal(err)
			}
			if _, err := s.ClientDocument(ctx, fmt.Sprintf("https://y.example/%d", i)); err != nil {
				t.Errorf("the newest: %v", err)
			}
		}
		if n := rowsOf(t, s, "oauth_documents"); n != 10_001 {
			t.Errorf("%d documents", n)
		}
		if _, err := s.ClientDocument(ctx, claude); err != nil {
			t.Errorf("of a client that somebody uses: %v", err)
		}
	})
}

// All replicas sign with one key, whoever starts first.
func TestSigningKey(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		keys := make([][]byte, 20)
		for _, err := range together(len(keys), func(i int) (err error) {
			keys[i], err = w.replicas[i%2].SigningKey(t.Context())
			return err
		}) {
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, k := range keys {
			if len(k) != 32 || !bytes.Equal(k, keys[0]) || bytes.Equal(k, make([]byte, 32)) {
				t.Errorf("%x and %x", k, keys[0])
			}
		}
	})
}
