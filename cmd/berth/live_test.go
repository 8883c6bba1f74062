package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform/store/pgtest"
	"berth/platform/vault"
)

// weather is the API of an author, which gets keys and can change what it answers.
type weather struct {
	*httptest.Server
	mu     sync.Mutex
	keys   []string
	answer string
}

func newWeather(t *testing.T) *weather {
	t.Helper()
	w := &weather{answer: `{"city":"Rome","celsius":21}`}
	w.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.keys = append(w.keys, r.Header.Get("X-Key"))
		rw.Header().Set("Content-Type", "application/json")
		_, _ = rw.Write([]byte(w.answer))
	}))
	t.Cleanup(w.Close)
	return w
}

func (w *weather) host() string { return strings.TrimPrefix(w.URL, "http://") }

// got returns the last key that it got, and how many requests there were.
func (w *weather) got() (key string, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n = len(w.keys); n > 0 {
		key = w.keys[n-1]
	}
	return key, n
}

// app publishes an app whose tool asks the API.
func (w *weather) app(t *testing.T, p *process) app {
	t.Helper()
	var a app
	tool := map[string]any{"name": "get_weather", "description": "Tells the weather of a city. Use when somebody asks for it.", "layoutTemplate": nil,
		"mockData": map[string]any{"city": "Nowhere"}, "example": map[string]any{"city": "Rome"},
		"handler": map[string]any{"kind": "http", "request": map[string]any{"method": "GET", "url": w.URL + "/v1/{{args.city}}", "headers": map[string]any{"X-Key": "{{secret.KEY}}"}}}}
	if status := p.rest("POST", "/apps", map[string]any{"name": "Weather", "tools": []any{tool}}, &a); status != 201 {
		t.Fatalf("create: %d", status)
	}
	if status := p.rest("POST", "/apps/"+a.ID+"/publish", nil, &a); status != 200 {
		t.Fatalf("publish: %d", status)
	}
	return a
}

// weather calls the tool.
func (p *process) weather() string {
	p.t.Helper()
	_, answer := p.mcp("weather", "tools/call", "get_weather", `"name":"get_weather","arguments":{"city":"Rome"}`)
	return answer
}

// switches switches the tool on one replica and looks at it on the other, and at compiled answers.
func (w *weather) switches(t *testing.T, one, other *process, a app) {
	t.Helper()
	set := func(mode string) app {
		t.Helper()
		var now app
		body := map[string]any{"mode": mode}
		if mode == "" {
			body["mode"] = nil
		}
		if status := one.rest("PUT", "/apps/"+a.ID+"/tools/get_weather/mode", body, &now); status != 200 {
			t.Fatalf("mode %q: %d", mode, status)
		}
		return now
	}
	shows := func(part string) func() string {
		return func() string {
			for _, p := range []*process{one, other} {
				for range 2 { // compiled, and from what was compiled
					if got := p.weather(); !strings.Contains(got, part) || strings.Contains(got, `"berth/mock":true`) != (part == "Nowhere") {
						return got
					}
				}
			}
			return ""
		}
	}
	eventually(t, soon, shows("Rome"))
	for range 2 {
		if now := set("mock"); now.PublishVersion != 1 || now.DraftAhead {
			t.Errorf("switched: %+v", now)
		}
		eventually(t, soon, shows("Nowhere"))
		if now := set(""); now.PublishVersion != 1 || now.DraftAhead {
			t.Errorf("ended: %+v", now)
		}
		eventually(t, soon, shows("Rome"))
	}
}

// drifts publishes anew, upon which one of the replicas records by itself how the API answers, and has the API forget a field.
func (w *weather) drifts(t *testing.T, one, other *process, a app) {
	t.Helper()
	type found struct {
		Items []struct {
			State       string
			Differences []struct{ Pointer string }
		}
	}
	if status := one.rest("POST", "/apps/"+a.ID+"/publish", nil, nil); status != 200 {
		t.Fatalf("publish: %d", status)
	}
	eventually(t, 10*time.Second, func() string {
		var now found
		if other.rest("GET", "/apps/"+a.ID+"/drift", nil, &now); len(now.Items) != 1 || now.Items[0].State != "ok" {
			return fmt.Sprintf("%+v", now)
		}
		return ""
	})
	w.mu.Lock()
	w.answer = `{"city":"Rome"}`
	w.mu.Unlock()
	var now found
	status := other.rest("POST", "/apps/"+a.ID+"/drift", nil, &now)
	if status != 200 || len(now.Items) != 1 || now.Items[0].State != "changed" || len(now.Items[0].Differences) != 1 || now.Items[0].Differences[0].Pointer != "/celsius" {
		t.Errorf("a field is gone: %d %+v", status, now)
	}
}

// A secret that one replica sets or deletes, calls of the other know within a second.
func TestSecretsReachCallsOfEveryReplica(t *testing.T) {
	t.Parallel()
	w, key := newWeather(t), vault.Generate()
	database := pgtest.Empty(t)
	env := []string{"BERTH_DATABASE_URL=" + database, "BERTH_VAULT_KEY=" + key, "BERTH_EGRESS_ALLOW=" + w.host()}
	one, other := start(t, env...), start(t, env...)
	a := w.app(t, one)
	secret := "/apps/" + a.ID + "/secrets/KEY"
	if got := other.weather(); !strings.Contains(got, "needs the secret KEY") {
		t.Errorf("without a secret: %s", got)
	}
	if _, n := w.got(); n != 0 {
		t.Error("something was sent")
	}
	for _, value := range []string{"hunter2", "hunter3"} {
		if status := one.rest("PUT", secret, map[string]any{"value": value, "hosts": []string{w.host()}}, nil); status != 204 {
			t.Fatalf("set: %d", status)
		}
		eventually(t, soon, func() string {
			answer := other.weather()
			if got, _ := w.got(); got != value {
				return "sent " + got + ": " + answer
			}
			return ""
		})
	}
	w.switches(t, one, other, a)
	w.drifts(t, one, other, a)
	eventually(t, 5*time.Second, func() string {
		var list struct{ Items []struct{ UsedAt string } }
		if one.rest("GET", "/apps/"+a.ID+"/secrets", nil, &list); len(list.Items) != 1 || list.Items[0].UsedAt == "" {
			return "not used"
		}
		return ""
	})
	if status := one.rest("DELETE", secret, nil, nil); status != 204 {
		t.Fatalf("delete: %d", status)
	}
	eventually(t, soon, func() string {
		if answer := other.weather(); !strings.Contains(answer, "needs the secret KEY") {
			return answer
		}
		return ""
	})
	if status := one.rest("PUT", secret, map[string]any{"value": "hunter4", "hosts": []string{w.host()}}, nil); status != 204 {
		t.Fatalf("set: %d", status)
	}
	keyless := start(t, "BERTH_DATABASE_URL="+database, "BERTH_EGRESS_ALLOW="+w.host())
	if got := keyless.weather(); !strings.Contains(got, "cannot be opened") || !strings.Contains(got, "BERTH_VAULT_KEY") {
		t.Errorf("without a key: %s", got)
	}
	if status, body, err := keyless.try("PUT", secret, map[string]any{"value": "hunter5", "hosts": []string{"a.example"}}); err != nil || status != 503 || !strings.Contains(string(body), "BERTH_VAULT_KEY") {
		t.Errorf("set without a key: %d %s %v", status, body, err)
	}
	for _, p := range []*process{one, other, keyless} {
		if log := p.out.String(); strings.Contains(log, "hunter") || strings.Contains(log, key) {
			t.Errorf("the log tells: %s", log)
		}
	}
}
