package mcpedge

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor/mock"
	"berth/platform/runtime"
	"berth/test/double"
)

// TestNotificationsAreNeverLost is the first defect of mcp-go's transport: progress raced with the end of the request.
func TestNotificationsAreNeverLost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, era := range []string{"modern", "legacy"} {
		for range 200 {
			body, headers := modern("1", "tools/call", "progress", `"name":"progress","arguments":{}`)
			if era == "legacy" {
				body, headers = legacy("1", "tools/call", `"name":"progress","arguments":{}`)
			}
			body = strings.Replace(body, `"_meta":{`, `"_meta":{"progressToken":"p",`, 1)
			if era == "legacy" {
				body = strings.Replace(body, `"arguments":{}`, `"arguments":{},"_meta":{"progressToken":"p"}`, 1)
			}
			status, answer, header := b.post(t, "fixture", body, headers...)
			if status != 200 || header.Get("Content-Type") != "text/event-stream" || header.Get("X-Accel-Buffering") != "no" {
				t.Fatalf("%s: %d %v", era, status, header)
			}
			if got := strings.Count(answer, "notifications/progress"); got != 20 {
				t.Fatalf("%s: %d progress notifications of 20:\n%s", era, got, answer)
			}
			if !strings.HasSuffix(strings.TrimSpace(answer), "}") || !strings.Contains(answer[strings.LastIndex(answer, "data: "):], `"result"`) {
				t.Fatalf("%s: the answer does not come last:\n%s", era, answer)
			}
			logs := strings.Count(answer, "notifications/message")
			if era == "modern" && logs != 0 {
				t.Fatal("log notifications were sent without io.modelcontextprotocol/logLevel")
			}
		}
	}
}

// An app in Go may panic in a prompt too, after it has opened the stream.
func TestAPromptThatPanicsIsAnswered(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for range 20 {
		body, headers := modern("1", "prompts/get", "panics", `"name":"panics"`)
		status, answer, header := b.post(t, "fixture", strings.Replace(body, `"_meta":{`, `"_meta":{"progressToken":"p",`, 1), headers...)
		if status != 200 || header.Get("Content-Type") != "text/event-stream" || !strings.Contains(answer, "half") ||
			!strings.Contains(answer[strings.LastIndex(answer, "data: "):], `"code":-32603`) || strings.Contains(answer, "secret") {
			t.Fatalf("%d %v %s", status, header, answer)
		}
	}
	body, headers := legacy("1", "prompts/get", `"name":"panics"`)
	if _, answer, _ := b.post(t, "fixture", body, headers...); !strings.Contains(answer, `"code":-32603`) || strings.Contains(answer, "secret") {
		t.Error(answer)
	}
	if log := b.log.String(); !strings.Contains(log, "secret panic") || !strings.Contains(log, "setup_test.go") {
		t.Errorf("the log does not name the cause: %s", log)
	}
}

// TestCancellationReachesNobodyElse is the second: a stranger's notifications/cancelled with the same id cancelled the call. Clients
// choose the ids of their requests, so that no two of them differ for certain, in one era as across both, and not even two of one key.
func TestCancellationReachesNobodyElse(t *testing.T) {
	t.Parallel()
	b := setup(t)
	calls := map[string]func() (string, []string){
		"2026-07-28": func() (string, []string) { return modern("7", "tools/call", "wait", `"name":"wait","arguments":{}`) },
		"2025-11-25": func() (string, []string) { return legacy("7", "tools/call", `"name":"wait","arguments":{}`) },
	}
	const cancelled = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7`
	notifications := map[string]func() (string, []string){
		"2026-07-28": func() (string, []string) {
			return cancelled + "," + modernMeta + "}}", []string{"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "notifications/cancelled"}
		},
		"2025-11-25": func() (string, []string) { return cancelled + "}}", []string{"MCP-Protocol-Version", "2025-11-25"} },
		"a batch": func() (string, []string) {
			return "[" + cancelled + "}}]", []string{"MCP-Protocol-Version", "2025-03-26"}
		},
	}
	for _, who := range []struct{ name, slug, caller, other string }{
		{"two without a name", "fixture", "", ""},
		{"two persons", "private", "Bearer person-ann", "Bearer person-bob"},
		{"two clients with one key", "private", "Bearer person-ann", "Bearer person-ann"},
	} {
		for era, call := range calls {
			for of, notification := range notifications {
				answered := make(chan string, 1)
				go func() {
					body, headers := call()
					_, answer, _ := b.post(t, who.slug, body, append(headers, "Authorization", who.caller)...)
					answered <- answer
				}()
				<-b.fixtureStarted
				for range 5 {
					body, headers := notification()
					if status, answer, _ := b.post(t, who.slug, body, append(headers, "Authorization", who.other)...); status != http.StatusAccepted {
						t.Fatalf("a notification of %s was answered %d %s", of, status, answer)
					}
				}
				select {
				case b.fixtureRelease <- struct{}{}:
					if answer := <-answered; !strings.Contains(answer, `"done"`) {
						t.Errorf("%s: a notification of %s cancelled a call of %s: %s", who.name, of, era, answer)
					}
				case answer := <-answered: // nobody waits to be released
					t.Errorf("%s: a notification of %s cancelled a call of %s: %s", who.name, of, era, answer)
				}
			}
		}
	}
}

func TestClosingTheStreamCancels(t *testing.T) {
	t.Parallel()
	calls := told{&double.Calls{}, make(chan platform.CallRecord, 1)}
	b := setup(t, func(o *Options) { o.Calls = calls })
	ctx, cancel := context.WithCancel(t.Context())
	body, headers := modern("1", "tools/call", "wait", `"name":"wait","arguments":{}`)
	r, _ := http.NewRequestWithContext(ctx, "POST", b.server.URL+"/servers/fixture/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	go func() {
		<-b.fixtureStarted
		cancel()
	}()
	resp, err := http.DefaultClient.Do(r)
	if err == nil {
		_ = resp.Body.Close()
	}
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if c := <-calls.done; c.Tool != "wait" || c.Outcome != platform.OutcomeError {
		t.Errorf("recorded %+v", c)
	}
}

// careful runs nothing for a caller who has gone.
type careful struct{ mock.Executor }

func (c careful) Execute(ctx context.Context, ref platform.HandlerRef, call appkit.Call) (appkit.Result, error) {
	if err := ctx.Err(); err != nil {
		return appkit.Result{}, err
	}
	return c.Executor.Execute(ctx, ref, call)
}

// The first call decides what all later ones are answered: its caller may hang up meanwhile.
func TestHangingUpDuringTheFirstCallHurtsNobodyElse(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *Options) {
		o.Runtime = runtime.New(runtime.Options{Executors: []runtime.Executor{careful{}}, Limiter: runtime.NewLimiter(0, 0, time.Now), Log: o.Log})
	})
	if _, err := b.edge.catalog.Lookup(t.Context(), "cards"); err != nil {
		t.Fatal(err)
	}
	body, headers := modern("1", "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":"x"}`)
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	for _, ctx := range []context.Context{gone, t.Context()} {
		r := httptest.NewRequestWithContext(ctx, "POST", "http://127.0.0.1:3001/servers/cards/mcp", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		b.edge.ServeMCP(w, r, "cards")
		if answer := w.Body.String(); strings.Contains(answer, `"isError":true`) || !strings.Contains(answer, `"structuredContent"`) {
			t.Errorf("answered %s", answer)
		}
	}
}

type idKey struct{}

// namesRequest returns the request id of its context as its result.
type namesRequest struct{ mock.Executor }

func (namesRequest) Execute(ctx context.Context, _ platform.HandlerRef, _ appkit.Call) (appkit.Result, error) {
	return appkit.Result{Structured: map[string]any{"request": ctx.Value(idKey{})}}, nil
}

func (namesRequest) Kind() string { return "native" }

// What a call writes to the log must name its request, although the request's own context does not.
func TestCallsCarryTheRequestID(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *Options) {
		o.WithRequestID = func(ctx context.Context, id string) context.Context { return context.WithValue(ctx, idKey{}, id) }
		o.Runtime = runtime.New(runtime.Options{Executors: []runtime.Executor{namesRequest{}}, Limiter: runtime.NewLimiter(0, 0, time.Now), Log: o.Log})
	})
	single := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":{}}}`
	for name, body := range map[string]string{"a call": single, "a batch": "[" + single + "]", "through mcp-go": strings.Replace(single, `"arguments"`, `"other":1,"arguments"`, 1)} {
		r := httptest.NewRequestWithContext(t.Context(), "POST", "http://127.0.0.1:3001/servers/fixture/mcp", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		w.Header().Set("X-Request-Id", "req-1")
		b.edge.ServeMCP(w, r, "fixture")
		if answer := w.Body.String(); !strings.Contains(answer, `"structuredContent":{"request":"req-1"}`) {
			t.Errorf("%s: %s", name, answer)
		}
	}
}

func TestSubscriptionsListen(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern(`"sub<1>"`, "subscriptions/listen", "", `"notifications":{"toolsListChanged":true}`)
	status, answer, _ := b.post(t, "cards", body, headers...)
	if status != 200 || !strings.Contains(answer, "notifications/subscriptions/acknowledged") || strings.Count(answer, `"io.modelcontextprotocol/subscriptionId":"sub<1>"`) != 2 {
		t.Errorf("%d %s", status, answer)
	}
}

// told sends each record to done.
type told struct {
	*double.Calls
	done chan platform.CallRecord
}

func (t told) Record(r platform.CallRecord) { t.done <- r }

// Progress must grow (specification, progress): what stands still is no progress.
func TestProgressGrows(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "tools/call", "stagnates", `"name":"stagnates","arguments":{}`)
	_, answer, _ := b.post(t, "fixture", strings.Replace(body, `"_meta":{`, `"_meta":{"progressToken":"p",`, 1), headers...)
	var got []string
	for _, part := range strings.Split(answer, `"progress":`)[1:] {
		got = append(got, part[:1])
	}
	if strings.Join(got, " ") != "1 2 3" {
		t.Errorf("progress %v in %s", got, answer)
	}
}
