package http_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/executor/http"
	"berth/platform/view"
)

// upstream is one without a network. Each function answers one request; the last answers all further ones.
type upstream struct {
	mu      sync.Mutex
	answers []func(ctx context.Context) (http.Answer, error)
	asked   int
	most    int // at once
	now     int
}

func (u *upstream) Send(ctx context.Context, _ http.Message) (http.Answer, error) {
	u.mu.Lock()
	do := u.answers[min(u.asked, len(u.answers)-1)]
	u.asked++
	u.now++
	u.most = max(u.most, u.now)
	u.mu.Unlock()
	defer func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.now--
	}()
	return do(ctx)
}

func (u *upstream) count() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.asked
}

func status(n int) func(context.Context) (http.Answer, error) {
	return func(context.Context) (http.Answer, error) {
		return http.Answer{Status: n, Headers: map[string][]string{"Content-Type": {"application/json"}}, Body: []byte(`{"status":` + fmt.Sprint(n) + `}`)}, nil
	}
}

func faulty(reason http.Reason) func(context.Context) (http.Answer, error) {
	return func(context.Context) (http.Answer, error) {
		return http.Answer{}, &http.Fault{Reason: reason, Message: "failed"}
	}
}

// hang answers when ctx ends.
func hang(ctx context.Context) (http.Answer, error) {
	<-ctx.Done()
	return http.Answer{}, ctx.Err()
}

// after answers after a time.
func after(d time.Duration, do func(context.Context) (http.Answer, error)) func(context.Context) (http.Answer, error) {
	return func(ctx context.Context) (http.Answer, error) {
		if platform.Wait(ctx, d) != nil {
			return hang(ctx)
		}
		return do(ctx)
	}
}

// dry is an executor over an upstream without a network.
type dry struct {
	*http.Executor
	*upstream
	t *testing.T
}

func newDry(t *testing.T, answers ...func(context.Context) (http.Answer, error)) *dry {
	t.Helper()
	u := &upstream{answers: answers}
	return &dry{http.New(http.Options{Sender: u, Now: time.Now, Layout: func(string) (view.Layout, bool) { return view.Layout{}, false }}), u, t}
}

func (d *dry) call(ctx context.Context, app platform.AppID, user platform.UserID, more, arguments string) (appkit.Result, error) {
	d.t.Helper()
	if !strings.Contains(more, `"request"`) {
		more = `,"request":{"url":"https://api.example.com/","query":{"q":"{{args.q}}"}}` + more
	}
	plan, problems := d.Plan(platform.ToolDraft{Handler: []byte(`{"kind":"http"` + more + `}`)}, executor.Around{})
	if len(problems) > 0 {
		d.t.Errorf("%s: %v", more, problems)
	}
	call := appkit.Call{Workspace: "ws", App: app, Arguments: []byte(arguments), Now: time.Now()}
	call.Principal.User = user
	return d.Execute(ctx, platform.HandlerRef{Kind: http.Kind, Config: plan.Config}, call)
}

func codeOf(err error) platform.Code {
	var e *platform.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

const post = `,"request":{"method":"POST","url":"https://api.example.com/"}`
