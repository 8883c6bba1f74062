package http_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/executor/http"
	"berth/platform/executor/http/send"
	"berth/platform/outbound"
	"berth/platform/schema"
	"berth/platform/view"
	"berth/test/shipped"
)

// secrets are those of one app.
type secrets map[string]platform.Secret

func (s secrets) Secrets(_ context.Context, ws platform.WorkspaceID, app platform.AppID, names []string) (map[string]platform.Secret, error) {
	found := map[string]platform.Secret{}
	if ws != "ws" || app != "app" {
		return found, nil
	}
	for _, name := range names {
		if name == "LOCKED" {
			return nil, platform.Errorf(platform.CodeExecution, "The secret LOCKED was sealed with another key.")
		}
		if secret, ok := s[name]; ok {
			found[name] = secret
		}
	}
	return found, nil
}

// bench is an executor over an upstream on this machine.
type bench struct {
	*http.Executor
	url, host string // of the upstream
	secrets   secrets
	layouts   *view.Set
	around    executor.Around

	mu   sync.Mutex
	seen []seen
}

// seen is a request as it arrived.
type seen struct {
	Method, Path, Query, Body string
	Header                    nethttp.Header
}

func (b *bench) requests() []seen {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]seen(nil), b.seen...)
}

func setup(t testing.TB, h nethttp.HandlerFunc) *bench {
	t.Helper()
	layouts := shipped.Layouts(t)
	b := &bench{layouts: layouts, secrets: secrets{}}
	s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		b.mu.Lock()
		b.seen = append(b.seen, seen{r.Method, r.URL.EscapedPath(), r.URL.RawQuery, string(body), r.Header})
		b.mu.Unlock()
		h(w, r)
	}))
	t.Cleanup(s.Close)
	b.url, b.host = s.URL, s.Listener.Addr().String()
	allow, err := outbound.ParseAllow([]string{b.host})
	if err != nil {
		t.Fatal(err)
	}
	b.Executor = http.New(http.Options{Sender: send.New(allow, nil), Secrets: b.secrets, Layout: layouts.Layout, Refusal: allow.Refusal, Now: time.Now})
	b.around = executor.Around{Layout: layouts.Layout}
	b.secrets["API_KEY"] = platform.Secret{Name: "API_KEY", Hosts: []string{b.host}, Value: key}
	return b
}

const key = "sk-live_9f8A7b6C5d4E3f2+/="

// tool is a tool whose handler has {{url}} in place of the upstream's address.
func (b *bench) tool(handler string) platform.ToolDraft {
	return platform.ToolDraft{Handler: json.RawMessage(strings.ReplaceAll(handler, "{{url}}", b.url))}
}

// plan makes a tool, which must be in order.
func (b *bench) plan(t testing.TB, tool platform.ToolDraft) executor.Plan {
	t.Helper()
	if problems := b.Form().Problems(tool.Handler); len(problems) > 0 {
		t.Fatalf("%s: %v", tool.Handler, problems)
	}
	plan, problems := b.Plan(tool, b.around)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", tool.Handler, problems)
	}
	return plan
}

// call runs a tool for a person, "" = nobody. What it answers must fit its layout.
func (b *bench) call(t testing.TB, tool platform.ToolDraft, user platform.UserID, arguments string) (appkit.Result, error) {
	t.Helper()
	plan := b.plan(t, tool)
	result, err := b.run(t.Context(), plan, user, arguments)
	l, ok := b.layouts.Layout(tool.Layout)
	if err != nil || !ok {
		return result, err
	}
	compiled, bad := schema.Compile(l.DataSchema)
	if bad != nil {
		t.Fatal(bad)
	}
	if problems := compiled.Validate(json.RawMessage(result.Structured.(platform.Encoded))); len(problems) > 0 {
		t.Errorf("%s %s: the answer %s does not fit: %v", tool.Handler, arguments, result.Structured, problems)
	}
	return result, nil
}

func (b *bench) run(ctx context.Context, plan executor.Plan, user platform.UserID, arguments string) (appkit.Result, error) {
	call := appkit.Call{Workspace: "ws", App: "app", Slug: "weather", Arguments: json.RawMessage(arguments), Now: time.Unix(0, 0)}
	if call.Principal.User = user; user != "" {
		call.Principal.Email = string(user) + "@example.com"
	}
	return b.Execute(ctx, platform.HandlerRef{Kind: http.Kind, Config: plan.Config}, call)
}

func (b *bench) must(t testing.TB, tool platform.ToolDraft, user platform.UserID, arguments string) appkit.Result {
	t.Helper()
	result, err := b.call(t, tool, user, arguments)
	if err != nil {
		t.Fatalf("%s %s: %v", tool.Handler, arguments, err)
	}
	return result
}

// fails runs a tool that must fail with the code, and returns the error.
func (b *bench) fails(t testing.TB, tool platform.ToolDraft, arguments string, code platform.Code) *platform.Error {
	t.Helper()
	result, err := b.call(t, tool, "", arguments)
	var e *platform.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Fatalf("%s %s: %v %+v, want %s", tool.Handler, arguments, err, result, code)
	}
	return e
}

func text(r appkit.Result) string { return r.Content[0].Text }

func structured(r appkit.Result) string { return string(r.Structured.(platform.Encoded)) }

// answer writes JSON.
func answer(w nethttp.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}
