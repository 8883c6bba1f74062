package main

import (
	"fmt"
	"net/http"
	"testing"

	"berth/test/oauth"
)

// connected is a client that somebody has let use an app, and what it has got by which request.
type connected struct {
	*oauth.Client
	request oauth.Request
	code    string
	tokens  oauth.Tokens
}

// personal publishes an app at which people sign in.
func (p *process) personal(name string) app {
	p.t.Helper()
	a := p.publishApp(name)
	if status := p.rest("PATCH", "/apps/"+a.ID, map[string]any{"access": "person"}, nil); status != http.StatusOK {
		p.t.Fatalf("access: %d", status)
	}
	p.rest("POST", "/apps/"+a.ID+"/publish", nil, &a)
	return a
}

// connect signs somebody up, registers a client and lets it use the app.
func (p *process) connect(email string, a app) connected {
	p.t.Helper()
	c := connected{Client: p.client(p.url+"/servers/"+a.MCPSlug+"/mcp", "app:read offline_access")}
	c.request = c.NewRequest()
	c.code = c.Allow(p.person(p.t, email), c.request)
	c.Resource = "" // who exchanges a code need not name it
	if c.tokens = c.Exchange(c.request, c.code); c.tokens.Status != http.StatusOK {
		p.t.Fatalf("%+v", c.tokens)
	}
	return c
}

// opens returns the status of a call of the app with an access token.
func (p *process) opens(a app, access string) int {
	p.t.Helper()
	status, _ := p.mcp(a.MCPSlug, "tools/list", "", "", "Authorization", "Bearer "+access)
	return status
}

// A token that one replica has given is good at the other, for its app alone; ended at one, it is refused by the other within a second, which
// remembers it.
func TestATokenEndsAtEveryReplica(t *testing.T) {
	t.Parallel()
	all, _ := replicas(t, 2)
	a, b := all[0], all[1]
	one, other := a.personal("Personal"), a.personal("Another")
	ends := map[string]func(p *process, c connected){
		"by an editor": func(p *process, _ connected) {
			var people struct{ Items []struct{ ID, Email string } }
			p.rest("GET", "/apps/"+one.ID+"/people", nil, &people)
			for _, person := range people.Items {
				if status := p.rest("DELETE", "/apps/"+one.ID+"/people/"+person.ID, nil, nil); status != http.StatusNoContent {
					t.Errorf("remove %s: %d", person.Email, status)
				}
			}
		},
		"given back by the client": func(_ *process, c connected) {
			if status := c.Revoke(c.tokens.Refresh); status != http.StatusOK {
				t.Errorf("revoke: %d", status)
			}
		},
		"by a code that is used again": func(_ *process, c connected) {
			if got := c.Exchange(c.request, c.code); got.Status != http.StatusBadRequest {
				t.Errorf("the code again: %+v", got)
			}
		},
	}
	n := 0
	for what, end := range ends {
		for _, replica := range []struct{ ends, sees *process }{{a, b}, {b, a}} {
			n++
			c := replica.ends.connect(fmt.Sprintf("p%d@example.com", n), one)
			for _, p := range all {
				if status := p.opens(one, c.tokens.Access); status != http.StatusOK {
					t.Errorf("%s: before, a call is answered %d\n%s", what, status, p.out.String())
				}
				if status := p.opens(other, c.tokens.Access); status != http.StatusUnauthorized {
					t.Errorf("at another app: %d", status)
				}
				if status := p.me(c.tokens.Access); status != http.StatusUnauthorized {
					t.Errorf("at the REST API: %d", status)
				}
			}
			end(replica.ends, c)
			if status := replica.ends.opens(one, c.tokens.Access); status != http.StatusUnauthorized {
				t.Errorf("%s: where it was ended, a call is answered %d", what, status)
			}
			eventually(t, soon, func() string {
				if status := replica.sees.opens(one, c.tokens.Access); status != http.StatusUnauthorized {
					return fmt.Sprintf("%s: the other replica answers %d", what, status)
				}
				return ""
			})
			if got := replica.sees.serves(c.Client).Again(c.tokens.Refresh); got.Status != http.StatusBadRequest {
				t.Errorf("%s: refreshing is answered %+v", what, got)
			}
		}
	}
}

// A server that is killed in the middle of refreshing loses no client: what it had answered last goes on. What was used before stays used.
func TestTokensSurviveAKill(t *testing.T) {
	t.Parallel()
	env := []string{"BERTH_DATA_DIR=" + t.TempDir()}
	p := start(t, env...)
	one := p.personal("Personal")
	c := p.connect("ann@example.com", one)
	killed := make(chan struct{})
	for n := 0; ; n++ {
		next, err := c.TryAgain(c.tokens.Refresh)
		if err != nil {
			break // it is dead
		}
		if next.Status != http.StatusOK {
			t.Fatalf("refresh %d: %+v\n%s", n, next, p.out.String())
		}
		if c.tokens = next; n == 10 {
			go func() { defer close(killed); p.kill() }()
		}
	}
	<-killed
	again := start(t, env...)
	c.Client = again.serves(c.Client)
	if status := again.opens(one, c.tokens.Access); status != http.StatusOK {
		t.Errorf("the last access token is answered %d", status)
	}
	next := c.Again(c.tokens.Refresh) // it may have been used without an answer: it gives the same successor
	if next.Status != http.StatusOK || again.opens(one, next.Access) != http.StatusOK {
		t.Errorf("the last refresh token is answered %+v", next)
	}
	if got := c.Exchange(c.request, c.code); got.Status != http.StatusBadRequest {
		t.Errorf("the code again: %+v", got)
	}
	if status := again.opens(one, next.Access); status != http.StatusUnauthorized {
		t.Errorf("after that a token of the code is answered %d", status)
	}
}
