package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"berth/platform/store/pgtest"
)

// slowAPI is the API of an author that answers when it is let.
type slowAPI struct {
	*httptest.Server
	asked, left atomic.Int64 // requests, and those whose sender has gone
	goOn        chan struct{}
}

func newSlowAPI(t *testing.T) *slowAPI {
	t.Helper()
	s := &slowAPI{goOn: make(chan struct{}, 10)}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		select {
		case <-s.goOn:
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"report":"whole"}`))
		case <-r.Context().Done():
			s.left.Add(1)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// publish makes an app that asks the API: read_report reads, order_report may change something.
func (s *slowAPI) publish(t *testing.T, p *process) app {
	t.Helper()
	tools := []any{}
	for name, method := range map[string]string{"read_report": "GET", "order_report": "POST"} {
		tools = append(tools, map[string]any{"name": name, "description": "Makes a report of a year. Use when somebody asks for it.", "layoutTemplate": nil,
			"mockData": map[string]any{}, "handler": map[string]any{"kind": "http", "request": map[string]any{"method": method, "url": s.URL + "/{{args.year}}"}}})
	}
	var a app
	if status := p.rest("POST", "/apps", map[string]any{"name": "Reports", "tools": tools}, &a); status != http.StatusCreated {
		t.Fatalf("create: %d", status)
	}
	if status := p.rest("POST", "/apps/"+a.ID+"/publish", nil, &a); status != http.StatusOK {
		t.Fatalf("publish: %d", status)
	}
	return a
}

// long calls a tool of the app for a year; a client that knows tasks gets one.
func (p *process) long(a app, tool, year string, tasks bool) string {
	p.t.Helper()
	return p.asks(a, "tools/call", tool, `"name":"`+tool+`","arguments":{"year":"`+year+`"}`, tasks)
}

func (p *process) asks(a app, method, name, params string, tasks bool) string {
	p.t.Helper()
	capabilities := `{}`
	if tasks {
		capabilities = `{"extensions":{"io.modelcontextprotocol/tasks":{}}}`
	}
	body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":` + capabilities + `}}}`
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url+"/servers/"+a.MCPSlug+"/mcp", strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, "Mcp-Name": name} {
		r.Header.Set(name, value)
	}
	_, answer, err := send(r)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(answer)
}

// task asks what has become of a task.
func (p *process) task(a app, id string) (state, answer string) {
	p.t.Helper()
	answer = p.asks(a, "tasks/get", id, `"taskId":"`+id+`"`, true)
	return resultOf(p.t, answer).Status, answer
}

type taskResult struct{ TaskID, Status string }

func resultOf(t *testing.T, answer string) taskResult {
	t.Helper()
	var read struct{ Result taskResult }
	if err := json.Unmarshal([]byte(answer), &read); err != nil {
		t.Fatal(err, answer)
	}
	return read.Result
}

// TestLongCallsOfReplicas calls a slow tool on one replica, and again on the other: there is one request, both get what comes of it, tasks are
// cancelled from afar, and of what one replica was at work when it was killed the other one knows.
func TestLongCallsOfReplicas(t *testing.T) {
	t.Parallel()
	slow, database := newSlowAPI(t), pgtest.Empty(t)
	env := []string{"BERTH_DATABASE_URL=" + database, "BERTH_RUN_WAIT=200ms", "BERTH_EGRESS_ALLOW=" + strings.TrimPrefix(slow.URL, "http://"), "BERTH_LIMIT_CALLER_RPM=0"}
	one, other := start(t, env...), start(t, env...)
	a := slow.publish(t, one)
	eventually(t, soon, func() string { return map[bool]string{false: "not served"}[other.serving(a.MCPSlug) == "1"] })
	const again = "still working; call again with the same arguments"
	for _, p := range []*process{one, other} {
		if answer := p.long(a, "read_report", "2024", false); !strings.Contains(answer, again) || strings.Contains(answer, "taskId") {
			t.Fatal(answer)
		}
	}
	slow.goOn <- struct{}{}
	eventually(t, 5*time.Second, func() string {
		answer := other.long(a, "read_report", "2024", false)
		return map[bool]string{false: answer}[strings.Contains(answer, `"report":"whole"`)]
	})
	if n := slow.asked.Load(); n != 1 {
		t.Errorf("the API was asked %d times", n)
	}

	id := resultOf(t, one.long(a, "read_report", "2023", true)).TaskID
	other.asks(a, "tasks/cancel", id, `"taskId":"`+id+`"`, true)
	eventually(t, soon, func() string { return map[bool]string{false: "the request goes on"}[slow.left.Load() == 1] })
	if state, answer := one.task(a, id); state != "cancelled" {
		t.Error(answer)
	}

	reads, orders := resultOf(t, one.long(a, "read_report", "2022", true)).TaskID, resultOf(t, one.long(a, "order_report", "2022", true)).TaskID
	one.kill()
	for _, id := range []string{reads, orders} {
		if state, answer := other.task(a, id); state != "working" {
			t.Errorf("at once: %s", answer)
		}
	}
	execute(t, database, "UPDATE runs SET lease_until = now() WHERE state = 'working'") // after that long, a process counts as dead
	eventually(t, soon, func() string {
		state, answer := other.task(a, orders)
		return map[bool]string{false: answer}[state == "failed" && strings.Contains(answer, "stopped before it was done")]
	})
	if state, answer := other.task(a, reads); state != "working" {
		t.Errorf("what only reads is not begun anew: %s", answer)
	}
	slow.goOn <- struct{}{}
	eventually(t, 5*time.Second, func() string {
		state, answer := other.task(a, reads)
		return map[bool]string{false: answer}[state == "completed" && strings.Contains(answer, `"report":"whole"`)]
	})
}
