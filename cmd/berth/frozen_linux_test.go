package main

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform/store/pgtest"
)

// TestFrozenDatabase stops every process of PostgreSQL where it stands: connections stay open, nothing responds.
func TestFrozenDatabase(t *testing.T) {
	t.Parallel()
	address, freeze, thaw := pgtest.Private(t)
	const inFlight = 5
	p := start(t, fmt.Sprintf("BERTH_DATABASE_URL=%s&pool_min_conns=%d&pool_max_conns=%d&pool_health_check_period=200ms", address, inFlight, 3*inFlight))
	other := start(t, "BERTH_DATABASE_URL="+address)
	one := p.publishApp("Kept")
	if got := other.serving("kept"); got != "1" {
		t.Fatalf("the other replica serves %q", got)
	}
	table := map[string]any{"name": "breads", "columns": []any{map[string]any{"name": "name", "type": "text"}}}
	if status := p.rest("POST", "/apps/"+one.ID+"/tables", table, nil); status != http.StatusCreated {
		t.Fatalf("a table: %d", status)
	}
	if got := p.serving("kept"); got != "1" {
		t.Fatalf("serving %q", got)
	}
	p.serving("todo")
	var me struct{ Workspace struct{ ID string } }
	p.rest("GET", "/me", nil, &me)
	var fresh struct{ Key string }
	p.rest("POST", "/workspaces/"+me.Workspace.ID+"/keys", map[string]any{"name": "new"}, &fresh)
	p.rest("POST", "/apps/"+one.ID+"/publish", nil, nil)
	notes := p.personal("Notes")
	known := p.connect("cem@example.com", notes)
	unknown := known.Again(known.tokens.Refresh)
	if unknown.Status != http.StatusOK {
		t.Fatalf("refresh: %+v", unknown)
	}
	if status := p.opens(notes, known.tokens.Access); status != http.StatusOK {
		t.Fatalf("a token: %d", status)
	}
	freeze()
	if status := p.opens(notes, known.tokens.Access); status != http.StatusOK {
		t.Errorf("a token that was used a moment ago: %d", status)
	}

	var waiting sync.WaitGroup
	ends := func(what string, status int, code string, ask func() (int, string)) {
		waiting.Go(func() {
			start := time.Now()
			got, answer := ask()
			if took := time.Since(start); got != status || !strings.Contains(answer, code) || took > 14*time.Second {
				t.Errorf("%s: %d after %s: %s", what, got, took, answer)
			}
		})
	}
	for _, call := range []struct {
		what, method, path string
		body               any
	}{
		{"a REST call", "PATCH", "/apps/" + one.ID, map[string]any{"name": "New"}},
		{"a test call", "POST", "/apps/" + one.ID + "/test", map[string]any{"arguments": map[string]any{"message": "hi"}}},
		{"an import", "POST", "/apps/" + one.ID + "/tables/breads/import", []any{map[string]any{"name": "Rye"}}},
	} {
		ends(call.what, http.StatusGatewayTimeout, `"code":"TIMEOUT"`, func() (int, string) {
			status, raw, err := p.try(call.method, call.path, call.body)
			if err != nil {
				return 0, err.Error()
			}
			return status, string(raw)
		})
	}
	ends("a token", http.StatusServiceUnavailable, `"code":"UNAVAILABLE"`, func() (int, string) {
		return p.mcp("todo", "tools/list", "", "", "Authorization", "Bearer "+fresh.Key)
	})
	ends("an access token", http.StatusServiceUnavailable, "", func() (int, string) { return p.opens(notes, unknown.Access), "" })
	for range 20 {
		start := time.Now()
		if status, answer := p.mcp("kept", "server/discover", "", ""); status != http.StatusOK || !strings.Contains(answer, `"version":"`) || time.Since(start) > 5*time.Second {
			t.Errorf("what was served: %d after %s: %s", status, time.Since(start), answer)
		}
	}
	start := time.Now()
	if status := p.readiness(t); status != http.StatusServiceUnavailable || time.Since(start) > 5*time.Second {
		t.Errorf("/readyz: %d after %s", status, time.Since(start))
	}
	waiting.Wait()
	if status := p.opens(notes, known.tokens.Access); status != http.StatusServiceUnavailable { // more than ten seconds have passed
		t.Errorf("a token that was used a while ago: %d", status)
	}

	thaw()
	eventually(t, 10*time.Second, func() string {
		if here, there := p.readiness(t), other.readiness(t); here != http.StatusOK || there != http.StatusOK {
			return fmt.Sprintf("/readyz: %d, and %d at the other replica", here, there)
		}
		return ""
	})
	eventually(t, soon, func() string {
		if got := p.serving("kept"); got != "2" {
			return "serving " + got
		}
		return ""
	})
	p.rest("POST", "/apps/"+one.ID+"/publish", nil, nil)
	other.follows("kept", "3")
	p.rest("POST", "/apps/"+one.ID+"/unpublish", nil, nil)
	p.reaches("berth_db_connections_idle", inFlight) // none can be opened while the server is frozen
	freeze()
	if status, answer := p.mcp("kept", "server/discover", "", ""); status != http.StatusNotFound {
		t.Errorf("what this process has unpublished: %d %s", status, answer)
	}
	for range inFlight { // they wait for the database when the signal comes
		go func() { _, _, _ = p.try("GET", "/apps/"+one.ID, nil) }()
	}
	p.reaches("berth_http_requests_in_flight", inFlight+1) // with the one that reads this
	p.reaches("berth_db_connections_in_use", inFlight)
	if code := p.stop(); code != 0 {
		t.Errorf("exit code %d\n%s", code, p.out.String())
	}
}

// reaches waits until a metric is so much, or more.
func (p *process) reaches(metric string, want float64) {
	p.t.Helper()
	eventually(p.t, 5*time.Second, func() string {
		_, metrics := p.get("/metrics", "")
		_, after, found := strings.Cut(metrics, "\n"+metric+" ")
		line, _, _ := strings.Cut(after, "\n")
		if got, err := strconv.ParseFloat(line, 64); !found || err != nil || got < want {
			return fmt.Sprintf("%s is %q, not %g", metric, line, want)
		}
		return ""
	})
}
