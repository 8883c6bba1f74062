package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// insider is somebody whom an owner has invited to be another: their session and their API key, each as a header.
type insider struct {
	p                  *process
	workspace, id, key string
	session, program   []string
}

// signIn signs somebody in or up, and returns the session's cookie as a header.
func (p *process) signIn(path, email string, out any) []string {
	p.t.Helper()
	body := fmt.Sprintf(`{"email":%q,"password":%q}`, email, password)
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url+"/api/v1/auth/"+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }() // what was read is judged
	if err := json.NewDecoder(response.Body).Decode(out); err != nil || len(response.Cookies()) != 1 {
		p.t.Fatalf("%s: %d, %v", path, response.StatusCode, err)
	}
	cookie := response.Cookies()[0]
	return []string{"Cookie", cookie.Name + "=" + cookie.Value}
}

// as calls the REST API with a credential, and fails the test unless it succeeds.
func (p *process) as(credential []string, method, path string, body, out any) {
	p.t.Helper()
	status, raw, err := p.try(method, path, body, credential...)
	if err != nil || status >= 300 {
		p.t.Fatalf("%s %s: %d %s, %v", method, path, status, raw, err)
	}
	if out != nil {
		if err := json.NewDecoder(bytes.NewReader(raw)).Decode(out); err != nil {
			p.t.Fatal(err)
		}
	}
}

// joins makes another owner of the first workspace.
func (p *process) joins(email string) *insider {
	p.t.Helper()
	var me struct{ Workspace struct{ ID string } }
	p.rest("GET", "/me", nil, &me)
	var signedIn struct{ User struct{ ID string } }
	i := &insider{p: p, workspace: "/workspaces/" + me.Workspace.ID}
	i.session = p.signIn("signup", email, &signedIn)
	i.id = signedIn.User.ID
	var invited struct{ URL string }
	p.rest("POST", i.workspace+"/invitations", map[string]any{"role": "owner"}, &invited)
	p.as(i.session, "POST", "/invitations/"+invited.URL[strings.LastIndex(invited.URL, "/")+1:]+"/accept", nil, nil)
	var made struct{ ID, Key string }
	p.as(i.session, "POST", i.workspace+"/keys", map[string]any{"name": "test"}, &made)
	i.key, i.program = made.ID, []string{"Authorization", "Bearer " + made.Key}
	return i
}

// What somebody loses at one replica is refused within a second by the other, which has just let them in and would remember it for five.
func TestRevocationsReachReplicasAtOnce(t *testing.T) {
	t.Parallel()
	all, _ := replicas(t, 2)
	a, b := all[0], all[1]
	for n, l := range []struct {
		what         string
		take         func(i *insider)
		session, key int // how the other answers what owners may do; 200 = as before
	}{
		{"a key that was deleted", func(i *insider) { i.p.rest("DELETE", i.workspace+"/keys/"+i.key, nil, nil) }, 200, 401},
		{"a session that was signed out", func(i *insider) { i.p.as(i.session, "POST", "/auth/logout", nil, nil) }, 401, 200},
		{"an owner who was made a viewer", func(i *insider) {
			i.p.rest("PATCH", i.workspace+"/members/"+i.id, map[string]any{"role": "viewer"}, nil)
		}, 403, 403},
		{"an owner who was removed", func(i *insider) { i.p.rest("DELETE", i.workspace+"/members/"+i.id, nil, nil) }, 404, 401},
		{"a session of before another password", func(i *insider) {
			var me struct{}
			other := i.p.signIn("login", "p4@example.com", &me)
			i.p.as(other, "PATCH", "/me", map[string]any{"password": password + "!", "currentPassword": password}, nil)
		}, 401, 200},
	} {
		i := a.joins(fmt.Sprintf("p%d@example.com", n))
		answers := func() (got [2]int) {
			for n, credential := range [][]string{i.session, i.program} {
				status, _, err := b.try("GET", i.workspace+"/audit", nil, credential...)
				if err != nil {
					t.Fatal(err)
				}
				got[n] = status
			}
			return got
		}
		if got := answers(); got != [2]int{200, 200} { // the first time: the other remembers it from here on
			t.Fatalf("%s: before, the other replica answers %v", l.what, got)
		}
		l.take(i)
		eventually(t, soon, func() string {
			if got := answers(); got != [2]int{l.session, l.key} {
				return fmt.Sprintf("%s: the other replica answers the session and the key %v", l.what, got)
			}
			return ""
		})
	}
}
