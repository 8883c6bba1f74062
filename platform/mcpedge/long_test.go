package mcpedge

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/runs"
	"berth/platform/runtime"
	"berth/test/double"
)

// slow is an executor of tools that ask other servers; a test lets each of its calls go on.
type slow struct {
	began chan appkit.Call
	goOn  chan appkit.Result
	ended chan struct{} // says that the context of a call has ended
	clock *double.Clock // of the edge
}

func (slow) Kind() string { return "slow" }

func (slow) RunsLong() {}

func (s slow) Execute(ctx context.Context, _ platform.HandlerRef, call appkit.Call) (appkit.Result, error) {
	s.began <- call
	call.Progress(1, 2, "half")
	select {
	case r := <-s.goOn:
		return r, nil
	case <-ctx.Done():
		s.ended <- struct{}{}
		return appkit.Result{}, ctx.Err()
	}
}

// setupSlow serves the apps "slow", which anybody may call, and "slow-persons", which asks for a person, each with the tools find and save.
// wait is how long callers wait.
func setupSlow(t *testing.T, wait time.Duration) (*bundle, slow) {
	t.Helper()
	s := slow{make(chan appkit.Call, 10), make(chan appkit.Result, 10), make(chan struct{}, 10), double.NewClock(time.Now())}
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	b := setup(t, func(o *Options) {
		o.Runtime = runtime.New(runtime.Options{Executors: []runtime.Executor{s}, RunTimeout: time.Minute, Limiter: runtime.NewLimiter(0, 0, time.Now), Log: o.Log})
		o.Runs = runs.New(runs.Options{Store: double.NewRuns(), Wait: wait, Timeout: time.Minute, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		o.Now = s.clock.Now
		go o.Runs.Run(ctx)
	})
	for slug, access := range map[string]platform.Access{"slow": platform.AccessPublic, "slow-persons": platform.AccessPerson} {
		served := cards(slug, 1)
		served.Manifest.Access = access
		served.Manifest.Tools = nil
		for _, name := range []string{"find", "save"} {
			served.Manifest.Tools = append(served.Manifest.Tools, platform.ToolSpec{Name: name, Description: name, View: "widget", Hints: platform.Hints{ReadOnly: name == "find"},
				Input: json.RawMessage(`{"type":"object"}`), Handler: platform.HandlerRef{Kind: "slow"},
				Output: json.RawMessage(`{"type":"object","properties":{"items":{"type":"array"},"empty":{"type":"string"}},"required":["items"]}`)})
		}
		b.source.live[slug] = served
	}
	return b, s
}

const tasksDeclared = `"io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}`

// callLong calls a tool, as a client that knows tasks or not.
func (b *bundle) callLong(t *testing.T, slug, tool string, tasks bool, more ...string) (status int, answer string) {
	t.Helper()
	body, headers := modern("1", "tools/call", tool, fmt.Sprintf(`"name":%q,"arguments":{"q":"x"}`, tool))
	if tasks {
		body = strings.Replace(body, `"io.modelcontextprotocol/clientCapabilities":{}`, tasksDeclared, 1)
	}
	status, answer, _ = b.post(t, slug, body, append(headers, more...)...)
	return status, answer
}

// asTasks sends a message of a client that knows tasks about the task of that id.
func (b *bundle) asTasks(t *testing.T, slug, method, id, params string, more ...string) (status int, answer string) {
	t.Helper()
	body, headers := modern("1", method, id, params)
	body = strings.Replace(body, `"io.modelcontextprotocol/clientCapabilities":{}`, tasksDeclared, 1)
	status, answer, _ = b.post(t, slug, body, append(headers, more...)...)
	return status, answer
}

func member(t *testing.T, answer, name string) string {
	t.Helper()
	var a struct{ Result map[string]json.RawMessage }
	if err := json.Unmarshal([]byte(answer), &a); err != nil {
		t.Fatal(err, answer)
	}
	return strings.Trim(string(a.Result[name]), `"`)
}

func TestStillWorking(t *testing.T) {
	t.Parallel()
	b, s := setupSlow(t, time.Millisecond)
	_, answer := b.callLong(t, "slow", "find", false)
	want := []string{`"text":"still working; call again with the same arguments"`, `"structuredContent":{"empty":"Still working.","items":[]}`, `"berth/run":"run_`, `"resultType":"complete"`}
	for _, part := range want {
		if !strings.Contains(answer, part) {
			t.Errorf("no %s in %s", part, answer)
		}
	}
	if strings.Contains(answer, `"isError":true`) || strings.Contains(answer, "taskId") {
		t.Error(answer)
	}
	body, headers := legacy("1", "tools/call", `"name":"find","arguments":{ "q" : "x" }`)
	if _, answer, _ := b.post(t, "slow", body, headers...); !strings.Contains(answer, againText) {
		t.Errorf("the same call of the other era: %s", answer)
	}
	s.goOn <- appkit.Result{Content: appkit.Text("found"), Structured: json.RawMessage(`{"items":[1]}`)}
	for range 100 { // it may be told once more before it hears
		if _, answer = b.callLong(t, "slow", "find", false); !strings.Contains(answer, againText) {
			break
		}
	}
	if !strings.Contains(answer, `"structuredContent":{"items":[1]}`) || !strings.Contains(answer, `"openai/outputTemplate"`) || len(s.began) != 1 {
		t.Errorf("%d calls, %s", len(s.began), answer)
	}
	if _, answer := b.callLong(t, "slow", "save", false); !strings.Contains(answer, "Do not call again") {
		t.Errorf("nobody in particular saves: %s", answer)
	}
}

// Who may no longer see what comes of a call is not told.
func TestLongCallsOfThoseWhoMayNot(t *testing.T) {
	t.Parallel()
	b, s := setupSlow(t, time.Minute)
	for name, take := range map[string]func(){
		"unpublished": func() { delete(b.source.live, "slow-persons") },
		"allow-list":  func() { b.source.live["slow-persons"].Allow = platform.Allow{Emails: []string{"bob@example.com"}} },
	} {
		done := make(chan string)
		go func() {
			_, answer := b.callLong(t, "slow-persons", "find", false, "Authorization", "Bearer person-ann")
			done <- answer
		}()
		<-s.began
		kept := *b.source.live["slow-persons"]
		b.source.mu.Lock()
		take()
		b.source.mu.Unlock()
		s.clock.Pass(longAgo)
		b.edge.Invalidate("slow-persons")
		s.goOn <- appkit.Result{Content: appkit.Text("the secret")}
		if answer := <-done; strings.Contains(answer, "the secret") || !strings.Contains(answer, `"isError":true`) {
			t.Errorf("%s: %s", name, answer)
		}
		b.source.mu.Lock()
		b.source.live["slow-persons"] = &kept
		b.source.mu.Unlock()
		b.edge.Invalidate("slow-persons")
	}
}

func TestHangingUpCancelsALongCall(t *testing.T) {
	t.Parallel()
	b, s := setupSlow(t, time.Minute)
	ctx, hangUp := context.WithCancel(t.Context())
	body, headers := modern("1", "tools/call", "save", `"name":"save","arguments":{}`)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.server.URL+"/servers/slow/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	go func() {
		<-s.began
		hangUp()
	}()
	if response, err := http.DefaultClient.Do(r); err == nil {
		t.Error(response.Status)
		_ = response.Body.Close()
	}
	<-s.ended
}

func TestTasks(t *testing.T) {
	t.Parallel()
	b, s := setupSlow(t, time.Millisecond)
	ann := []string{"Authorization", "Bearer person-ann"}
	_, answer := b.callLong(t, "slow-persons", "save", true, ann...)
	id := member(t, answer, "taskId")
	if member(t, answer, "resultType") != "task" || member(t, answer, "status") != "working" || !strings.HasPrefix(id, "run_") || member(t, answer, "ttlMs") == "" {
		t.Fatal(answer)
	}
	get := func(slug string, tasks bool, headers ...string) (int, string) {
		t.Helper()
		if !tasks {
			body, own := modern("1", "tasks/get", id, fmt.Sprintf(`"taskId":%q`, id))
			status, answer, _ := b.post(t, slug, body, append(own, headers...)...)
			return status, answer
		}
		return b.asTasks(t, slug, "tasks/get", id, fmt.Sprintf(`"taskId":%q`, id), headers...)
	}
	if status, answer := get("slow-persons", true, ann...); status != 200 || member(t, answer, "status") != "working" || member(t, answer, "resultType") != "complete" {
		t.Errorf("%d %s", status, answer)
	}
	for name, c := range map[string]struct {
		slug    string
		tasks   bool
		headers []string
		status  int
		code    string
	}{
		"somebody else":          {"slow-persons", true, []string{"Authorization", "Bearer person-bob"}, 400, "-32602"},
		"another app":            {"slow", true, ann, 400, "-32602"},
		"not declared":           {"slow-persons", false, ann, 400, "-32021"},
		"another name":           {"slow-persons", true, append(ann, "Mcp-Name", "run_1"), 400, "-32020"},
		"a key that was revoked": {"slow-persons", true, []string{"Authorization", "Bearer revoked"}, 401, ""},
		"no tools that run long": {"cards", true, nil, 404, "-32601"},
	} {
		if status, answer := get(c.slug, c.tasks, c.headers...); status != c.status || !strings.Contains(answer, c.code) || strings.Contains(answer, "working") {
			t.Errorf("%s: %d %s", name, status, answer)
		}
	}
	body, headers := modern("1", "subscriptions/listen", "", `"notifications":{"taskIds":["`+id+`"]}`)
	if status, answer, _ := b.post(t, "slow", body, headers...); status != 400 || !strings.Contains(answer, "-32021") {
		t.Errorf("notifications of tasks for who does not know them: %d %s", status, answer)
	}
	for _, bad := range []string{``, `"taskId":1`, `"taskId":null`} {
		if status, answer := b.asTasks(t, "slow", "tasks/get", id, bad); status != 400 || !strings.Contains(answer, "-32602") {
			t.Errorf("%s: %d %s", bad, status, answer)
		}
	}
	if status, answer := b.asTasks(t, "slow-persons", "tasks/update", id, fmt.Sprintf(`"taskId":%q,"inputResponses":{"x":1}`, id), ann...); status != 200 || member(t, answer, "taskId") != "" {
		t.Errorf("%d %s", status, answer)
	}
	s.goOn <- appkit.Result{Content: appkit.Text("saved"), Structured: json.RawMessage(`{"items":[]}`)}
	for range 1000 {
		if _, answer = get("slow-persons", true, ann...); member(t, answer, "status") != "working" {
			break
		}
	}
	if member(t, answer, "status") != "completed" || !strings.Contains(answer, `"content":[{"type":"text","text":"saved"}]`) {
		t.Error(answer)
	}
	_, answer = b.callLong(t, "slow-persons", "save", true, ann...)
	id = member(t, answer, "taskId")
	if status, answer := b.asTasks(t, "slow-persons", "tasks/cancel", id, fmt.Sprintf(`"taskId":%q`, id), ann...); status != 200 || member(t, answer, "taskId") != "" {
		t.Errorf("%d %s", status, answer)
	}
	<-s.ended
	if _, answer := get("slow-persons", true, ann...); member(t, answer, "status") != "cancelled" {
		t.Error(answer)
	}
	b.source.mu.Lock()
	delete(b.source.live, "slow-persons")
	b.source.mu.Unlock()
	b.edge.Withdraw("slow-persons")
	if status, _ := get("slow-persons", true, ann...); status != 404 {
		t.Errorf("of an app that is not published any more: %d", status)
	}
}

// Only apps whose calls may become tasks say so.
func TestTasksAreDeclared(t *testing.T) {
	t.Parallel()
	b, _ := setupSlow(t, time.Minute)
	for slug, want := range map[string]bool{"slow": true, "cards": false} {
		body, headers := modern("1", "server/discover", "", "")
		if _, answer, _ := b.post(t, slug, body, headers...); strings.Contains(answer, tasksExtension) != want {
			t.Errorf("%s: %s", slug, answer)
		}
	}
}
