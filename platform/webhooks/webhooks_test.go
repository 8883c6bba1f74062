package webhooks

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
	"berth/platform/vault"
)

// The example of the Standard Webhooks specification.
func TestSignature(t *testing.T) {
	t.Parallel()
	key, err := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	got := headers("msg_p5jXN8AQM9LWM0D4loKWxJek", `{"test": 2432232314}`, key, time.Unix(1614265330, 0))
	if got["Webhook-Signature"] != "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" || got["Webhook-Id"] != "msg_p5jXN8AQM9LWM0D4loKWxJek" || got["Webhook-Timestamp"] != "1614265330" {
		t.Errorf("%v", got)
	}
}

func TestSettle(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name            string
		attempt, status int
		fault           string
		age             time.Duration
		state           State
		wait            time.Duration
		well            bool
	}{
		{"taken", 1, 204, "", 0, Delivered, 0, true},
		{"refused", 1, 400, "", 0, Pending, 3 * time.Second, true},
		{"gone", 1, 410, "", 0, Pending, 3 * time.Second, true},
		{"a redirect", 1, 302, "", 0, Pending, 3 * time.Second, true},
		{"an error", 1, 500, "", 0, Pending, 3 * time.Second, false},
		{"too often", 2, 429, "", 0, Pending, 10 * time.Second, false},
		{"no answer", 1, 0, "was not answered", 0, Pending, 3 * time.Second, false},
		{"many times", 40, 500, "", 20 * time.Hour, Pending, 2 * time.Hour, false},
		{"for a day", 40, 500, "", 23 * time.Hour, Failed, 2 * time.Hour, false},
	} {
		s := settle(Claim{Attempt: c.attempt, At: now.Add(-c.age)}, c.status, c.fault, now)
		if s.State != c.state || s.DueAt.Sub(now) != c.wait || s.Answered != c.well || (s.Pause > 0) == c.well || (s.Error == "") != (c.state == Delivered) {
			t.Errorf("%s: %+v", c.name, s)
		}
	}
	if pause(0) != 3*time.Second || pause(100) != 30*time.Second || after(0) > 4*time.Second {
		t.Error("the first retry comes within 5 s, and a server is seen within a minute when it is back")
	}
}

func TestProblems(t *testing.T) {
	t.Parallel()
	s := New(Options{Refusal: func(address string) string { return map[bool]string{true: "must be public"}[address == "private"] }})
	if found := s.Problems("https://a.example", Kinds()); found != nil {
		t.Errorf("%v", found)
	}
	found := s.Problems("private", []Kind{RowCreated, "row.read", RowCreated})
	if len(found) != 3 || found[0].Location != "body.url" || found[1].Location != "body.events[1]" || found[2].Location != "body.events[2]" {
		t.Errorf("%v", found)
	}
	if found := s.Problems(strings.Repeat("x", 3000), nil); len(found) != 2 {
		t.Errorf("%v", found)
	}
	_, _, err := s.Create(t.Context(), platform.Actor{}, "app", "https://a.example", Kinds())
	if e := platform.AsError(err); e.Code != platform.CodeUnavailable || !strings.Contains(e.Msg, "BERTH_VAULT_KEY") {
		t.Errorf("without a key: %v", err)
	}
}

// queue is one webhook with deliveries of one row.
type queue struct {
	sealed  []byte
	due     int
	asked   int
	settled []Settlement
}

func (q *queue) WebhooksDue(context.Context, int) ([]Due, error) {
	q.asked++
	return []Due{{"w", "ws"}}, nil
}

func (q *queue) ClaimDeliveries(context.Context, platform.WebhookID, int, time.Duration) ([]Claim, error) {
	if q.due == 0 {
		return nil, nil
	}
	q.due--
	return []Claim{{Webhook: "w", Event: "e", Attempt: 1, Sealed: q.sealed, Body: "{}", At: time.Now()}}, nil
}

func (q *queue) Settle(_ context.Context, _ Claim, s Settlement) error {
	q.settled = append(q.settled, s)
	return nil
}

func dispatcher(t *testing.T, q *queue, v *vault.Vault, post Post) *Dispatcher {
	t.Helper()
	return NewDispatcher(DispatcherOptions{Queue: q, Post: post, Vault: v, Done: func(string) {}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
}

func sealed(t *testing.T) (*vault.Vault, []byte) {
	t.Helper()
	v, err := vault.Parse(vault.Generate())
	if err != nil {
		t.Fatal(err)
	}
	secret, err := v.Seal([]byte("key"), Place("w")...)
	if err != nil {
		t.Fatal(err)
	}
	return v, secret
}

// While messages wait for an earlier one, the queue is asked once a second and no more.
func TestWaitingCostsLittle(t *testing.T) {
	t.Parallel()
	v, secret := sealed(t)
	synctest.Test(t, func(t *testing.T) {
		q := &queue{sealed: secret, due: 3}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second+time.Millisecond)
		defer cancel()
		dispatcher(t, q, v, func(context.Context, string, map[string]string, string) (int, string) { return 200, "" }).Run(ctx)
		if len(q.settled) != 3 || q.asked > 14 {
			t.Errorf("%d sent, the queue was asked %d times in 10 s", len(q.settled), q.asked)
		}
	})
}

// impatient is a queue that says of each question how long its asker waits for the database.
type impatient struct {
	*queue
	due, claim atomic.Int64 // in nanoseconds
}

func (q *impatient) WebhooksDue(ctx context.Context, most int) ([]Due, error) {
	q.due.Store(int64(platform.Patience(ctx)))
	return q.queue.WebhooksDue(ctx, most)
}

func (q *impatient) ClaimDeliveries(ctx context.Context, id platform.WebhookID, most int, lease time.Duration) ([]Claim, error) {
	q.claim.Store(int64(platform.Patience(ctx)))
	return q.queue.ClaimDeliveries(ctx, id, most, lease)
}

// A database that does not respond, or seeks for minutes, holds up one question for seconds, and does not work on for nobody.
func TestNoQuestionLastsForEver(t *testing.T) {
	t.Parallel()
	v, secret := sealed(t)
	synctest.Test(t, func(t *testing.T) {
		q := &impatient{queue: &queue{sealed: secret, due: 1}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		d := dispatcher(t, q.queue, v, func(context.Context, string, map[string]string, string) (int, string) { return 200, "" })
		d.Queue = q
		d.Run(ctx)
		for question, waits := range map[string]int64{"due": q.due.Load(), "claim": q.claim.Load()} {
			if most := time.Duration(waits); most <= 0 || most > Lease {
				t.Errorf("%s: waits %v for the database", question, most)
			}
		}
	})
}

// broken is a queue whose database fails when it has claimed one of several deliveries.
type broken struct{ *queue }

func (q *broken) ClaimDeliveries(ctx context.Context, id platform.WebhookID, most int, lease time.Duration) ([]Claim, error) {
	claims, err := q.queue.ClaimDeliveries(ctx, id, most, lease)
	return claims, cmp.Or(err, errors.New("the connection is lost"))
}

// What was claimed is sent, though no more could be: else nobody would get it before the lease ends.
func TestWhatWasClaimedIsSent(t *testing.T) {
	t.Parallel()
	v, secret := sealed(t)
	synctest.Test(t, func(t *testing.T) {
		q := &queue{sealed: secret, due: 1}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		d := dispatcher(t, q, v, func(context.Context, string, map[string]string, string) (int, string) { return 200, "" })
		d.Queue = &broken{q}
		d.Run(ctx)
		if len(q.settled) != 1 || q.settled[0].State != Delivered {
			t.Errorf("%+v", q.settled)
		}
	})
}

// A server that stops gives back at once what it was sending.
func TestStoppingGivesBack(t *testing.T) {
	t.Parallel()
	v, secret := sealed(t)
	synctest.Test(t, func(t *testing.T) {
		q := &queue{sealed: secret, due: 1}
		ctx, cancel := context.WithCancel(t.Context())
		d := dispatcher(t, q, v, func(ctx context.Context, _ string, _ map[string]string, _ string) (int, string) {
			cancel()
			<-ctx.Done()
			return 0, "was not answered"
		})
		d.Run(ctx)
		if len(q.settled) != 1 || q.settled[0].State != Pending || !q.settled[0].DueAt.Equal(time.Now()) || q.settled[0].Pause != 0 {
			t.Errorf("%+v", q.settled)
		}
	})
}

// With another key nothing is sent, and the reason is said.
func TestAnotherKey(t *testing.T) {
	t.Parallel()
	_, secret := sealed(t)
	other, _ := sealed(t)
	synctest.Test(t, func(t *testing.T) {
		q := &queue{sealed: secret, due: 1}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		dispatcher(t, q, other, func(context.Context, string, map[string]string, string) (int, string) {
			t.Error("sent without a signature")
			return 200, ""
		}).Run(ctx)
		if len(q.settled) != 1 || q.settled[0].State != Pending || !strings.Contains(q.settled[0].Error, "BERTH_VAULT_KEY") {
			t.Errorf("%+v", q.settled)
		}
	})
}

// crowd are webhooks of which each always has something to send, in the order in which a database may list them.
type crowd struct {
	vault *vault.Vault
	all   []Due
}

func (c *crowd) WebhooksDue(context.Context, int) ([]Due, error) {
	return slices.Clone(c.all), nil
}

func (c *crowd) ClaimDeliveries(_ context.Context, id platform.WebhookID, _ int, _ time.Duration) ([]Claim, error) {
	sealed, err := c.vault.Seal([]byte("key"), Place(id)...)
	return []Claim{{Webhook: id, Event: "e", Attempt: 1, URL: string(id), Sealed: sealed, Body: "{}", At: time.Now()}}, err
}

func (c *crowd) Settle(context.Context, Claim, Settlement) error { return nil }

// sendSlowly runs a dispatcher for a minute in which each message takes 9 s, and returns when each webhook had its first turn.
func sendSlowly(t *testing.T, c *crowd) map[string]time.Duration {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var mu sync.Mutex
	first, start := map[string]time.Duration{}, time.Now()
	NewDispatcher(DispatcherOptions{Queue: c, Vault: c.vault, Done: func(string) {}, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Post: func(ctx context.Context, url string, _ map[string]string, _ string) (int, string) {
			mu.Lock()
			if _, known := first[url]; !known {
				first[url] = time.Since(start)
			}
			mu.Unlock()
			slow, cancel := context.WithTimeout(ctx, 9*time.Second)
			defer cancel()
			<-slow.Done()
			return 200, ""
		}}).Run(ctx)
	return first
}

// However many webhooks of somebody else have slow servers and long queues, each webhook has its turn soon.
func TestSlowServersMakeRoom(t *testing.T) {
	t.Parallel()
	v, _ := sealed(t)
	synctest.Test(t, func(t *testing.T) {
		c := &crowd{vault: v}
		for i := range 3 * servers {
			c.all = append(c.all, Due{platform.WebhookID(fmt.Sprintf("w%02d", i)), platform.WorkspaceID(fmt.Sprintf("ws%02d", i/4))})
		}
		first := sendSlowly(t, c)
		for _, w := range c.all {
			if at, sent := first[string(w.Webhook)]; !sent || at > 30*time.Second {
				t.Errorf("%s had its first turn after %v, %v", w.Webhook, at, sent)
			}
		}
	})
}

// One workspace with very many slow webhooks, listed first, leaves room for another's single one: at once.
func TestWorkspacesTakeTurns(t *testing.T) {
	t.Parallel()
	v, _ := sealed(t)
	synctest.Test(t, func(t *testing.T) {
		c := &crowd{vault: v}
		for i := range 150 {
			c.all = append(c.all, Due{platform.WebhookID(fmt.Sprintf("w%03d", i)), "many"})
		}
		c.all = append(c.all, Due{"single", "one"})
		first := sendSlowly(t, c)
		if at, sent := first["single"]; !sent || at > 0 {
			t.Errorf("the single one had its first turn after %v, %v", at, sent)
		}
		if n := len(first); n < 2*share {
			t.Errorf("%d had a turn", n)
		}
	})
}
