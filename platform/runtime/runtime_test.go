package runtime

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
	"berth/platform/appkit"
)

// does is an executor that runs what a test gives it.
type does func(ctx context.Context) (appkit.Result, error)

func (does) Kind() string { return "does" }
func (d does) Execute(ctx context.Context, _ platform.HandlerRef, _ appkit.Call) (appkit.Result, error) {
	return d(ctx)
}

func invoke(ctx context.Context, d does) (appkit.Result, string, string) {
	var log bytes.Buffer
	r := New(Options{Executors: []Executor{d}, Timeout: time.Second, Limiter: NewLimiter(0, 0, time.Now), Log: slog.New(slog.NewTextHandler(&log, nil))})
	result, outcome := r.Invoke(ctx, &platform.ToolSpec{Name: "t", Handler: platform.HandlerRef{Kind: "does"}}, appkit.Call{Slug: "s", Tool: "t"})
	return result, outcome, log.String()
}

func TestInvoke(t *testing.T) {
	t.Parallel()
	hidden := errors.New("secret cause")
	for name, c := range map[string]struct {
		do      does
		outcome string
		says    string // in the result
		logged  bool
	}{
		"ok": {func(context.Context) (appkit.Result, error) { return appkit.Result{Content: appkit.Text("fine")}, nil }, platform.OutcomeOK, "fine", false},
		"refusal": {func(context.Context) (appkit.Result, error) {
			return appkit.Result{IsError: true, Content: appkit.Text("no")}, nil
		}, platform.OutcomeError, "no", false},
		"fault":    {func(context.Context) (appkit.Result, error) { return appkit.Result{}, hidden }, platform.OutcomeError, "EXECUTION_ERROR", true},
		"panic":    {func(context.Context) (appkit.Result, error) { panic(hidden) }, platform.OutcomeError, "EXECUTION_ERROR", true},
		"internal": {func(context.Context) (appkit.Result, error) { return appkit.Result{}, platform.AsError(hidden) }, platform.OutcomeError, "EXECUTION_ERROR", true},
		"away": {func(context.Context) (appkit.Result, error) {
			return appkit.Result{}, fmt.Errorf("add: %w", &platform.Error{Code: platform.CodeUnavailable, Msg: "The disk is full.", Err: hidden})
		}, platform.OutcomeError, "code:EXECUTION_ERROR details:map[] message:The disk is full.", true},
		"known": {func(context.Context) (appkit.Result, error) {
			return appkit.Result{}, &platform.Error{Code: platform.CodeLLM, Msg: "The model is busy.", Err: hidden}
		}, platform.OutcomeError, "The model is busy.", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, outcome, log := invoke(t.Context(), c.do)
			said := fmt.Sprint(result.Content, result.Structured)
			if outcome != c.outcome || !strings.Contains(said, c.says) || strings.Contains(said, "secret") {
				t.Errorf("%s: %s", outcome, said)
			}
			if strings.Contains(log, "secret cause") != c.logged {
				t.Errorf("log: %q", log)
			}
		})
	}
}

func TestInvokeEndsInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		deaf := make(chan struct{})
		result, outcome, _ := invoke(t.Context(), func(context.Context) (appkit.Result, error) { // does not listen to ctx
			<-deaf
			return appkit.Result{}, nil
		})
		if took := time.Since(begin); took != time.Second || outcome != platform.OutcomeTimeout || !strings.Contains(fmt.Sprint(result.Structured), "TIMEOUT") {
			t.Errorf("%s after %s: %v", outcome, took, result)
		}
		close(deaf)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, outcome, log := invoke(ctx, func(ctx context.Context) (appkit.Result, error) { <-ctx.Done(); return appkit.Result{}, ctx.Err() })
		if outcome != platform.OutcomeError || log != "" {
			t.Errorf("a call that was given up: %s %q", outcome, log)
		}
		time.Sleep(2 * workerIdle) //nolint:forbidigo // synctest: the workers go home
	})
}

func TestLimiter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(60, 90, time.Now)
		allowed := func(app platform.AppID, caller string, calls int) (n int, last error) {
			for range calls {
				if err := l.Allow(app, caller); err == nil {
					n++
				} else {
					last = err
				}
			}
			return n, last
		}
		n, err := allowed("a", "ann", 100)
		if n != 60 || !platform.IsCode(err, platform.CodeRateLimited) || platform.AsError(err).RetryAfter <= 0 {
			t.Errorf("one caller: %d calls, %v", n, err)
		}
		if n, _ := allowed("a", "bob", 100); n != 30 {
			t.Errorf("the app in all: %d calls more", n)
		}
		if n, _ := allowed("b", "ann", 10); n != 10 {
			t.Errorf("another app: %d calls", n)
		}
		if n, _ := allowed("c", "", 100); n != 90 {
			t.Errorf("anonymous callers: %d calls", n)
		}
		time.Sleep(10 * time.Second) //nolint:forbidigo // synctest
		if n, _ := allowed("b", "ann", 100); n != 60 {
			t.Errorf("after resting: %d calls", n)
		}
		free := NewLimiter(0, 0, time.Now)
		for range 1000 {
			if err := free.Allow("a", "ann"); err != nil {
				t.Fatal("no limit, and yet ", err)
			}
		}
	})
}

// stand is what stands in for handlers.
type stand struct{}

func (stand) Kind() string { return platform.DefaultKind }
func (stand) Execute(_ context.Context, ref platform.HandlerRef, call appkit.Call) (appkit.Result, error) {
	return appkit.Result{Content: appkit.Text(string(ref.Config) + string(call.Config))}, nil
}

func TestModes(t *testing.T) {
	t.Parallel()
	down, wrong := errors.New("down"), platform.Errorf(platform.CodeInvalidInput, "Mend this.")
	for _, c := range []struct {
		mode    platform.Mode
		fails   error
		runs    int
		want    string
		mock    bool
		outcome string
	}{
		{"", nil, 1, "live", false, platform.OutcomeOK}, {platform.ModeLive, down, 1, "The tool failed. Please try again.", false, platform.OutcomeError},
		{platform.ModeMock, nil, 0, `{}{}`, true, platform.OutcomeOK}, {platform.ModeLiveOrMock, nil, 1, "live", false, platform.OutcomeOK},
		{platform.ModeLiveOrMock, down, 1, `{}{}`, true, platform.OutcomeOK}, {platform.ModeLiveOrMock, wrong, 1, "Mend this.", false, platform.OutcomeInvalid},
	} {
		runs := 0
		d := does(func(context.Context) (appkit.Result, error) {
			if runs++; c.fails != nil {
				return appkit.Result{}, c.fails
			}
			return appkit.Result{Content: appkit.Text("live")}, nil
		})
		r := New(Options{Executors: []Executor{d, stand{}}, Limiter: NewLimiter(0, 0, time.Now), Log: slog.New(slog.DiscardHandler)})
		got, outcome := r.Invoke(t.Context(), &platform.ToolSpec{Handler: platform.HandlerRef{Kind: "does", Config: []byte(`1`)}, Mode: c.mode, Mock: []byte(`{}`)}, appkit.Call{})
		if got.Content[0].Text != c.want || runs != c.runs || (got.Meta[mockKey] == true) != c.mock || outcome != c.outcome {
			t.Errorf("%q, fails with %v: ran %d times, %s, %+v", c.mode, c.fails, runs, outcome, got)
		}
	}
}

// waits is an executor whose calls wait for others.
type waits struct{ does }

func (waits) Kind() string { return "waits" }
func (waits) RunsLong()    {}

// What waits for other servers has a limit of its own.
func TestLimitsByKind(t *testing.T) {
	t.Parallel()
	hang := does(func(ctx context.Context) (appkit.Result, error) {
		<-ctx.Done()
		return appkit.Result{}, ctx.Err()
	})
	synctest.Test(t, func(t *testing.T) {
		r := New(Options{Executors: []Executor{hang, waits{hang}}, Timeout: time.Second, RunTimeout: time.Minute, Limiter: NewLimiter(0, 0, time.Now), Log: slog.New(slog.DiscardHandler)})
		defer r.Close()
		for kind, limit := range map[string]time.Duration{"does": time.Second, "waits": time.Minute} {
			begin := time.Now()
			result, outcome := r.Invoke(t.Context(), &platform.ToolSpec{Name: "t", Handler: platform.HandlerRef{Kind: kind}}, appkit.Call{})
			if took := time.Since(begin); took != limit || outcome != platform.OutcomeTimeout || !strings.Contains(result.Content[0].Text, "within "+limit.String()) {
				t.Errorf("%s: %s after %s: %+v", kind, outcome, took, result)
			}
		}
	})
}

// A connection keeps to the deadline of its call by a timer of its own, which may be the first to ring.
func TestADeadlineThatAPartNoticesFirstIsATimeout(t *testing.T) {
	t.Parallel()
	result, outcome, log := invoke(t.Context(), func(context.Context) (appkit.Result, error) {
		return appkit.Result{}, fmt.Errorf("insert rows: %w", context.DeadlineExceeded)
	})
	if outcome != platform.OutcomeTimeout || !strings.Contains(fmt.Sprint(result.Structured), "TIMEOUT") || !strings.Contains(log, "insert rows") {
		t.Errorf("%s: %+v, log %q", outcome, result, log)
	}
}

// A tool that says itself that time was over is recorded as such.
func TestATimeoutOfAToolIsOne(t *testing.T) {
	t.Parallel()
	result, outcome, _ := invoke(t.Context(), func(context.Context) (appkit.Result, error) {
		return appkit.Result{}, platform.Errorf(platform.CodeTimeout, "The server did not answer.")
	})
	if outcome != platform.OutcomeTimeout || !strings.Contains(fmt.Sprint(result.Structured), "TIMEOUT") {
		t.Errorf("%s: %+v", outcome, result)
	}
}
