package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"berth/test/oauth"
)

// freeAddress returns an address of this machine that nobody listens at. Its port is none of those that a system gives to who
// listens at any, or connects: other tests do so all the time, also between the end of a server and the next at this address.
func freeAddress(t *testing.T) string {
	t.Helper()
	for {
		free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", fmt.Sprint("127.0.0.1:", 20_000+rand.IntN(12_000)))
		if errors.Is(err, syscall.EADDRINUSE) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := free.Close(); err != nil {
			t.Fatal(err)
		}
		return free.Addr().String()
	}
}

// answered is what a client has got for a code or a refresh token; nil = the server was killed first.
type answered struct {
	mu  sync.Mutex
	got map[string]*oauth.Tokens
}

func (a *answered) note(secret string, tokens *oauth.Tokens) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.got[secret] = tokens
}

// killing sends what do sends of each secret, by eight clients at a time, and kills the server after that many answers.
func (w *world) killing(secrets []string, after int32, do func(secret string) (oauth.Tokens, error)) *answered {
	w.t.Helper()
	a := &answered{got: map[string]*oauth.Tokens{}}
	queue := make(chan string, len(secrets))
	for _, secret := range secrets {
		queue <- secret
	}
	close(queue)
	var n atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for secret := range queue {
				tokens, err := do(secret)
				if err != nil {
					a.note(secret, nil)
					continue
				}
				a.note(secret, &tokens)
				if n.Add(1) == after {
					all.Go(w.kill)
				}
			}
		})
	}
	all.Wait()
	return a
}

// TestKilledWhileTokensAreGiven kills the process while codes, then refresh tokens, are exchanged. Whatever was answered and whatever was not: a code gives
// tokens once, and a refresh token one successor. It runs before the tests that share the machine: beside them the two starts take longer than
// a refresh token may be repeated.
func TestKilledWhileTokensAreGiven(t *testing.T) { //nolint:paralleltest // see above
	address := freeAddress(t)
	host := oauth.NewHost(t)
	env := []string{"BERTH_DATA_DIR=" + t.TempDir(), "BERTH_EGRESS_ALLOW=" + host.At(), "BERTH_ADDR=" + address, "BERTH_OAUTH_CODE_TTL=5m"}
	w := &world{host: host, process: start(t, env...)}
	b := w.person(t, "killed@example.com")
	id := host.Publish(t, "/client.json", map[string]any{"client_name": "Client", "redirect_uris": []string{"https://client.example/back"}})
	c := &oauth.Client{T: t, Server: oauth.Discover(t, w.todo()).Server, ID: id, Redirect: "https://client.example/back", Resource: w.todo(), Scope: "app:read app:write offline_access"}
	const many = 40
	requests, codes := map[string]oauth.Request{}, []string(nil)
	for range many {
		r := c.NewRequest()
		code := c.Allow(b, r)
		requests[code], codes = r, append(codes, code)
	}
	exchanged := w.killing(codes, many/2, func(code string) (oauth.Tokens, error) { return c.TryExchange(requests[code], code) })
	w.process = start(t, env...)
	inFlight, refresh := 0, []string(nil)
	for _, code := range codes {
		before := exchanged.got[code]
		again := c.Exchange(requests[code], code)
		switch {
		case before == nil && again.Status == http.StatusOK: // it was not used
			refresh = append(refresh, again.Refresh)
		case again.Status != http.StatusBadRequest || again.Error != "invalid_grant":
			t.Errorf("a code that was exchanged for %+v gives %+v", before, again)
		case before == nil:
			inFlight++ // it was used, and what it gave nobody has
		case c.Lives(before.Access) || c.Again(before.Refresh).Status == http.StatusOK:
			t.Error("what a code gave that was used twice is still good")
		}
	}
	t.Logf("%d codes: %d were answered, %d used without an answer, %d not used", many, many-inFlight-len(refresh), inFlight, len(refresh))
	if len(refresh) == 0 || len(refresh) == many {
		t.Fatal("nothing was killed in the middle")
	}
	rotated := w.killing(refresh, int32(max(1, len(refresh)/2)), c.TryAgain)
	w.process = start(t, env...)
	for _, token := range refresh {
		again := c.Again(token)
		if again.Status != http.StatusOK || !c.Lives(again.Access) {
			t.Errorf("a refresh token whose answer may not have arrived gives %+v", again)
			continue
		}
		if before := rotated.got[token]; before != nil && (before.Refresh != again.Refresh || !c.Lives(before.Access)) {
			t.Errorf("a refresh token has two successors: %+v and %+v", before, again)
		}
		next := c.Again(again.Refresh)
		if next.Status != http.StatusOK || next.Refresh == again.Refresh {
			t.Errorf("the successor gives %+v", next)
		}
	}
}
