package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/platform/telemetry"
	"berth/test/double"
)

func TestFirstApp(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir(), "TEST_BERTH_WARM=1")
	a := p.publishApp("Café São")
	if a.MCPSlug != "cafe-sao" || a.Status != "published" || a.PublishVersion != 1 || a.MCPURL != p.url+"/servers/cafe-sao/mcp" {
		t.Fatalf("%+v", a)
	}
	if status, answer := p.mcp("cafe-sao", "tools/list", "", ""); status != 200 || !strings.Contains(answer, `"name":"search_products"`) || !strings.Contains(answer, "outputSchema") {
		t.Errorf("tools/list: %d %s", status, answer)
	}
	status, answer := p.mcp("cafe-sao", "tools/call", "search_products", `"name":"search_products","arguments":{"message":"hi"}`)
	if status != 200 || !strings.Contains(answer, `"items":[{`) || !strings.Contains(answer, `"openai/outputTemplate":"ui://widget/cafe-sao.html"`) {
		t.Errorf("tools/call: %d %s", status, answer)
	}
	status, answer = p.mcp("cafe-sao", "tools/call", "search_products", `"name":"search_products","arguments":{"message":5,"context":"x"}`)
	if status != 200 || !strings.Contains(answer, `"isError":true`) || !strings.Contains(answer, "INVALID_INPUT") || !strings.Contains(answer, "message") || !strings.Contains(answer, "context") {
		t.Errorf("bad arguments: %d %s", status, answer)
	}
	if status, answer := p.mcp("cafe-sao", "resources/read", "ui://widget/cafe-sao.html", `"uri":"ui://widget/cafe-sao.html"`); status != 200 || !strings.Contains(answer, "text/html+skybridge") || !strings.Contains(answer, "<!doctype html>") {
		t.Errorf("resources/read: %d %.300s", status, answer)
	}
	if status := p.rest("POST", "/apps/"+a.ID+"/unpublish", nil, &a); status != 200 || a.Status != "draft" || a.LiveVersion != nil {
		t.Errorf("unpublish: %d %+v", status, a)
	}
	if status, answer := p.mcp("cafe-sao", "tools/list", "", ""); status != 404 || !strings.Contains(answer, "APP_NOT_FOUND") {
		t.Errorf("unpublished: %d %s", status, answer)
	}
	if status := p.rest("POST", "/apps/"+a.ID+"/releases/1/activate", nil, &a); status != 200 || p.serving("cafe-sao") != "1" {
		t.Errorf("activate: %d %+v", status, a)
	}
	if code := p.stop(); code != 0 {
		t.Errorf("exit code %d\n%s", code, p.out.String())
	}
}

func TestRestartKeepsWhatWasUnpublished(t *testing.T) {
	t.Parallel()
	dir := "BERTH_DATA_DIR=" + t.TempDir()
	p := start(t, dir)
	var list struct{ Items []app }
	p.rest("GET", "/apps?q=todo", nil, &list)
	if len(list.Items) != 1 || list.Items[0].Origin != "seeded" || list.Items[0].Status != "published" {
		t.Fatalf("%+v", list)
	}
	if status, _ := p.mcp("todo", "tools/list", "", ""); status != 401 {
		t.Errorf("todo without a token: %d", status)
	}
	p.rest("POST", "/apps/"+list.Items[0].ID+"/unpublish", nil, nil)
	p.stop()
	p = start(t, dir)
	if status, _ := p.mcp("todo", "tools/list", "", "", "Authorization", "Bearer "+adminKey); status != 404 {
		t.Errorf("the restart published todo again: %d", status)
	}
	p.rest("POST", "/apps/"+list.Items[0].ID+"/publish", nil, nil)
	if status, answer := p.mcp("todo", "tools/list", "", "", "Authorization", "Bearer "+adminKey); status != 200 || !strings.Contains(answer, "add_task") {
		t.Errorf("todo: %d %s", status, answer)
	}
}

// TestASlugThatIsSomebodysDoesNotStopTheServer starts on a database from before the names of our apps were kept.
func TestASlugThatIsSomebodysDoesNotStopTheServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := storetest.OpenWith(t, store.Options{DataDir: dir})
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	squatter := platform.App{Origin: platform.OriginAuthored, Draft: platform.Draft{Name: "Mine", Slug: "todo", Tools: []platform.ToolDraft{{Layout: "cards"}}}}
	if _, err := s.CreateApp(t.Context(), storetest.Person(t, s, "bob@example.com"), squatter, 0); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	p := start(t, "BERTH_DATA_DIR="+dir)
	if status, _ := p.mcp("todo", "tools/list", "", ""); status != 404 {
		t.Errorf("somebody's slug serves our app: %d", status)
	}
	if log := p.out.String(); !strings.Contains(log, "slug=todo") && !strings.Contains(log, `"slug":"todo"`) {
		t.Errorf("the log does not say so:\n%s", log)
	}
}

// TestAuditShowsTasksWithoutContent reads over REST what a call over MCP has left in the audit trail.
func TestAuditShowsTasksWithoutContent(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir())
	var me struct{ User struct{ Email string } }
	var workspaces struct{ Items []struct{ ID string } }
	p.rest("GET", "/me", nil, &me)
	p.rest("GET", "/workspaces", nil, &workspaces)
	if me.User.Email == "" || len(workspaces.Items) != 1 {
		t.Fatalf("%+v %+v", me, workspaces)
	}
	status, answer := p.mcp("todo", "tools/call", "add_task", `"name":"add_task","arguments":{"user_id":"`+me.User.Email+`","title":"Hush-title","description":"Hush-note"}`,
		"Authorization", "Bearer "+adminKey, "User-Agent", "Agent/1", "X-Forwarded-For", "203.0.113.9")
	if status != 200 || !strings.Contains(answer, `"status":"created"`) {
		t.Fatalf("add_task: %d %s", status, answer)
	}
	status, raw, err := p.try("GET", "/workspaces/"+workspaces.Items[0].ID+"/audit", nil)
	if err != nil || status != 200 || strings.Contains(string(raw), "Hush") {
		t.Errorf("audit: %d %v %s", status, err, raw)
	}
	var audit struct{ Items []map[string]any }
	if err := json.Unmarshal(raw, &audit); err != nil || len(audit.Items) == 0 {
		t.Fatalf("%v: %s", err, raw)
	}
	row := audit.Items[0]
	if id, _ := row["requestId"].(string); id == "" {
		t.Errorf("no request id: %v", row)
	}
	for _, varies := range []string{"id", "at", "requestId"} {
		delete(row, varies)
	}
	want := map[string]any{"actor": me.User.Email, "actorKind": "key", "action": "task.add", "target": "1", "before": nil,
		"after": map[string]any{"completed": false}, "address": "127.0.0.1", "userAgent": "Agent/1", "device": "Agent"}
	if diff := cmp.Diff(want, row); diff != "" {
		t.Errorf("the newest row (-want +got):\n%s", diff)
	}
}

// TestLinksStayOutOfTheLog: somebody who can read the log must not be able to sign in with what it holds.
func TestLinksStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir(), "BERTH_LOG_LEVEL=debug")
	token := strings.Repeat("Hush", 10) + "Hus"
	for _, path := range []string{"/signin/", "/invite/", "/api/v1/invitations/"} {
		for _, end := range []string{"", "/", "/x", "?a=b"} {
			for _, method := range []string{"GET", "POST", "DELETE"} {
				r, err := http.NewRequestWithContext(t.Context(), method, p.url+path+token+end, nil)
				if err != nil {
					t.Fatal(err)
				}
				response, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				if err := response.Body.Close(); err != nil {
					t.Error(err)
				}
			}
		}
	}
	p.stop()
	if log := p.out.String(); strings.Contains(log, "Hush") || !strings.Contains(log, "/signin/{token}") {
		t.Errorf("the log holds a token, or no requests:\n%s", log)
	}
}

// TestUnsettingTheAdminKeyEndsIt: what an operator takes out of the configuration must not work any longer.
func TestUnsettingTheAdminKeyEndsIt(t *testing.T) {
	t.Parallel()
	dir := "BERTH_DATA_DIR=" + t.TempDir()
	p := start(t, dir)
	if status, _, err := p.try("GET", "/me", nil); status != 200 || err != nil {
		t.Fatalf("with the key: %d, %v", status, err)
	}
	p.stop()
	p = start(t, dir, "BERTH_ADMIN_KEY=")
	if status, _, err := p.try("GET", "/me", nil); status != 401 || err != nil {
		t.Errorf("without it: %d, %v", status, err)
	}
	if log := p.out.String(); !strings.Contains(log, "BERTH_ADMIN_KEY is no longer set") {
		t.Errorf("the log does not say so:\n%s", log)
	}
}

// TestKillLosesNothing kills the process right after publish has returned.
func TestKillLosesNothing(t *testing.T) {
	t.Parallel()
	dir := "BERTH_DATA_DIR=" + t.TempDir()
	p := start(t, dir)
	a := p.publishApp("Durable")
	for range 5 {
		p.rest("POST", "/apps/"+a.ID+"/publish", nil, &a)
	}
	p.kill()
	p = start(t, dir)
	if got := p.serving("durable"); got != "6" {
		t.Errorf("serving release %q, published %d", got, a.PublishVersion)
	}
}

// TestStopFinishesWhatIsArriving sends SIGTERM while the bytes of two requests are on their way: one has sent half of its
// headers, the other half of its body.
func TestStopFinishesWhatIsArriving(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir())
	p.publishApp("Slow")
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	request := fmt.Sprintf("POST /servers/slow/mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nMCP-Protocol-Version: 2025-11-25\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	conns := map[net.Conn]string{} // what each has still to send
	for _, sent := range []int{60, len(request) - 20} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		if _, err := conn.Write([]byte(request[:sent])); err != nil {
			t.Fatal(err)
		}
		conns[conn] = request[sent:]
	}
	eventually(t, 5*time.Second, func() string {
		r, _ := http.NewRequestWithContext(t.Context(), "GET", p.url+"/metrics", nil)
		if _, raw, err := send(r); err != nil || !strings.Contains(string(raw), "berth_http_requests_in_flight 2") {
			return "the request has not arrived"
		}
		return ""
	})
	code := make(chan int, 1)
	go func() { code <- p.stop() }()
	eventually(t, 5*time.Second, func() string {
		r, _ := http.NewRequestWithContext(t.Context(), "GET", p.url+"/readyz", nil)
		if status, _, err := send(r); err != nil || status != http.StatusServiceUnavailable {
			return fmt.Sprintf("a stopping server answers %d at /readyz: %v", status, err)
		}
		return ""
	})
	eventually(t, 5*time.Second, func() string {
		probe, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
		if err != nil {
			return ""
		}
		_ = probe.Close()
		return "still accepting connections"
	})
	for conn, rest := range conns {
		if _, err := conn.Write([]byte(rest)); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || resp.StatusCode != 200 {
			t.Fatalf("the request that had %d bytes to send was not answered: %v %v", len(rest), resp, err)
		}
		_ = resp.Body.Close()
	}
	if got := <-code; got != 0 {
		t.Errorf("exit code %d\n%s", got, p.out.String())
	}
}

func TestSecondProcessOnOneFileIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	start(t, "BERTH_DATA_DIR="+dir)
	var stdout, stderr strings.Builder
	if code := new(cli).run(t.Context(), []string{"serve", "--addr", "127.0.0.1:0", "--data-dir", dir}, &stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), "another process") {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
}

func TestSettingsReportEveryProblem(t *testing.T) {
	t.Parallel()
	var stdout, stderr strings.Builder
	code := new(cli).run(t.Context(), []string{"serve", "--addr", "nowhere", "--public-url", "ftp://x", "--call-timeout", "0s",
		"--embedding-base-url", "https://user:secret@x/", "--call-log-days", "0", "--audit-days=-1", "--keep-releases=-1", "--limit-call-log=-1", "--trace-ratio", "NaN"}, &stdout, &stderr)
	for _, want := range []string{"BERTH_ADDR", "BERTH_PUBLIC_URL", "BERTH_CALL_TIMEOUT", "BERTH_EMBEDDING_BASE_URL", "BERTH_EMBEDDING_MODEL",
		"BERTH_CALL_LOG_DAYS 0: must be from 1", "BERTH_AUDIT_DAYS", "BERTH_KEEP_RELEASES", "BERTH_LIMIT_CALL_LOG", "BERTH_TRACE_RATIO"} {
		if code != 2 || !strings.Contains(stderr.String(), want) {
			t.Errorf("exit code %d, no word of %s: %s", code, want, stderr.String())
		}
	}
	for _, args := range [][]string{{"--help"}, {"keys", "create", "--help"}, {"doctor", "--help"}, {"version"}} {
		if code := new(cli).run(t.Context(), args, &stdout, &stderr); code != 0 {
			t.Errorf("%v: exit code %d %s", args, code, stderr.String())
		}
	}
}

// A client must not take half an answer for a whole one, nor learn why something failed.
func TestPanics(t *testing.T) {
	t.Parallel()
	var log double.Log
	p := &parts{log: slog.New(slog.NewTextHandler(&log, nil))}
	observer := telemetry.Observer{Log: p.log, Metrics: telemetry.NewMetrics(), NewID: requestID, Now: time.Now, Route: routePattern}
	server := httptest.NewServer(observer.Middleware(p.recoverer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/half" {
			_, _ = w.Write([]byte("half"))
			_ = http.NewResponseController(w).Flush()
		}
		panic("secret cause")
	}))))
	defer server.Close()
	get := func(path string) (int, string, error) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		return resp.StatusCode, string(body), err
	}
	if status, body, err := get("/none"); status != 500 || !strings.Contains(body, `"INTERNAL"`) || strings.Contains(body, "secret") || err != nil {
		t.Errorf("%d %s, %v", status, body, err)
	}
	if status, body, err := get("/half"); status != 200 || body != "half" || err == nil {
		t.Errorf("half an answer: %d %s, %v", status, body, err)
	}
	if said := log.String(); strings.Count(said, "secret cause") != 2 || !strings.Contains(said, "serve_test.go") {
		t.Errorf("the log does not say where: %s", said)
	}
}
