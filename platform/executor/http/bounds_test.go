package http_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor/http"
	"berth/platform/executor/http/send"
	"berth/platform/outbound"
)

func TestOneRetryWhereItIsHarmless(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		more    string
		answers []func(context.Context) (http.Answer, error)
		asked   int
		code    platform.Code
	}{
		"503, then well":          {"", []func(context.Context) (http.Answer, error){status(503), status(200)}, 2, ""},
		"no connection":           {"", []func(context.Context) (http.Answer, error){faulty(http.Unreachable), status(200)}, 2, ""},
		"a connection that broke": {"", []func(context.Context) (http.Answer, error){faulty(http.Broken), status(200)}, 2, ""},
		"502 and 504":             {"", []func(context.Context) (http.Answer, error){status(502), status(504)}, 2, platform.CodeUpstream},
		"500":                     {"", []func(context.Context) (http.Answer, error){status(500)}, 1, platform.CodeUpstream},
		"429":                     {"", []func(context.Context) (http.Answer, error){status(429)}, 1, platform.CodeUpstream},
		"404":                     {"", []func(context.Context) (http.Answer, error){status(404)}, 1, platform.CodeUpstream},
		"what is refused":         {"", []func(context.Context) (http.Answer, error){faulty(http.Refused)}, 1, platform.CodeUpstream},
		"time":                    {"", []func(context.Context) (http.Answer, error){hang}, 1, platform.CodeTimeout},
		"POST and 503":            {post, []func(context.Context) (http.Answer, error){status(503)}, 1, platform.CodeUpstream},
		"POST and no connection":  {post, []func(context.Context) (http.Answer, error){faulty(http.Unreachable)}, 1, platform.CodeUpstream},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newDry(t, c.answers...)
			_, err := d.call(t.Context(), "app", "", c.more, `{"q":"x"}`)
			if codeOf(err) != c.code || d.count() != c.asked {
				t.Errorf("%s: asked %d times, %v", name, d.count(), err)
			}
		})
	}
}

func TestUpstreamsMayAskForPatience(t *testing.T) {
	t.Parallel()
	for wait, asked := range map[time.Duration]int{2 * time.Second: 2, 6 * time.Second: 1} {
		synctest.Test(t, func(t *testing.T) {
			d := newDry(t, func(context.Context) (http.Answer, error) { return http.Answer{Status: 503, RetryAfter: wait}, nil }, status(200))
			begin := time.Now()
			_, _ = d.call(t.Context(), "app", "", "", `{"q":"x"}`)
			if took := time.Since(begin); d.count() != asked || asked == 2 && took < wait {
				t.Errorf("after %s: asked %d times in %s", wait, d.count(), took)
			}
		})
	}
}

func TestTimeouts(t *testing.T) {
	t.Parallel()
	for more, limit := range map[string]time.Duration{"": 10 * time.Second, `,"timeoutSeconds":45`: 45 * time.Second, `,"timeoutSeconds":1`: time.Second} {
		synctest.Test(t, func(t *testing.T) {
			d := newDry(t, hang)
			begin := time.Now()
			_, err := d.call(t.Context(), "app", "", more, `{"q":"x"}`)
			if took := time.Since(begin); took != limit || codeOf(err) != platform.CodeTimeout || !strings.Contains(err.Error(), "Nothing was changed.") {
				t.Errorf("%s: %s, %v", more, took, err)
			}
		})
	}
}

// Who hangs up ends the request, and it is no failure of the host.
func TestCancelReachesTheUpstream(t *testing.T) {
	t.Parallel()
	for _, more := range []string{"", `,"cacheSeconds":60`} {
		synctest.Test(t, func(t *testing.T) {
			ended := 0
			d := newDry(t, func(ctx context.Context) (http.Answer, error) {
				defer func() { ended++ }()
				return hang(ctx)
			})
			for range 20 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				if _, err := d.call(ctx, "app", "", more, `{"q":"x"}`); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("%v", err)
				}
				cancel()
				synctest.Wait()
			}
			if ended != 20 || d.count() != 20 {
				t.Errorf("%d requests of %d have ended", ended, d.count())
			}
		})
	}
}

// Five failures in a row, and a host is left alone by that app for 15 seconds; then one call finds out.
func TestAHostThatFailsIsLeftAlone(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]func(context.Context) (http.Answer, error){"500": status(500), "no connection": faulty(http.Unreachable), "time": hang} {
		synctest.Test(t, func(t *testing.T) {
			d := newDry(t, fails)
			ask := func(app platform.AppID) error {
				_, err := d.call(t.Context(), app, "", post, `{"q":"x"}`)
				return err
			}
			for range 5 {
				_ = ask("app")
			}
			err := ask("app")
			if d.count() != 5 || codeOf(err) != platform.CodeUpstream || !strings.Contains(err.Error(), "left alone") || !strings.Contains(err.Error(), "Nothing was changed") {
				t.Errorf("%s: asked %d times, %v", name, d.count(), err)
			}
			open := time.Now()
			if _ = ask("another app"); d.count() != 6 {
				t.Errorf("%s: another app's calls are refused", name)
			}
			time.Sleep(14*time.Second - time.Since(open)) //nolint:forbidigo // in a bubble of synctest
			if _ = ask("app"); d.count() != 6 {
				t.Errorf("%s: asked after 14 s", name)
			}
			time.Sleep(time.Second) //nolint:forbidigo // in a bubble of synctest
			if _ = ask("app"); d.count() != 7 {
				t.Errorf("%s: not asked after 15 s", name)
			}
			if _ = ask("app"); d.count() != 7 {
				t.Errorf("%s: asked again after one more failure", name)
			}
			time.Sleep(15 * time.Second) //nolint:forbidigo // in a bubble of synctest
			d.mu.Lock()
			d.answers = append(d.answers[:0], status(200))
			d.mu.Unlock()
			for range 3 {
				if err := ask("app"); err != nil {
					t.Errorf("%s: a host that is back: %v", name, err)
				}
			}
		})
	}
}

func TestWhatIsNoFailureOfAHost(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]func(context.Context) (http.Answer, error){"404": status(404), "429": status(429), "refused": faulty(http.Refused)} {
		synctest.Test(t, func(t *testing.T) {
			d := newDry(t, fails)
			for range 10 {
				_, _ = d.call(t.Context(), "app", "", post, `{"q":"x"}`)
			}
			if d.count() != 10 {
				t.Errorf("%s: asked %d times of 10", name, d.count())
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // four failures, a success, four failures
		d := newDry(t, status(500), status(500), status(500), status(500), status(200), status(500), status(500), status(500), status(500), status(200))
		for range 10 {
			_, _ = d.call(t.Context(), "app", "", post, `{"q":"x"}`)
		}
		if d.count() != 10 {
			t.Errorf("asked %d times of 10", d.count())
		}
	})
}

// A slow host has at most so many requests of an app at once; a short queue waits, all others are told at once.
func TestCrowdsAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDry(t, after(5*time.Second, status(200)))
		var wg sync.WaitGroup
		var mu sync.Mutex
		busy, well, begin, quick := 0, 0, time.Now(), 0
		for range 200 {
			wg.Go(func() {
				_, err := d.call(t.Context(), "app", "", "", `{"q":"x"}`)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					well++
				case strings.Contains(err.Error(), "busy") && codeOf(err) == platform.CodeUpstream:
					if busy++; time.Since(begin) == 0 {
						quick++
					}
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if d.most != 32 || well != 32 || busy != 168 || quick != 200-32-64 {
			t.Errorf("%d at once, %d well, %d busy, %d of them at once", d.most, well, busy, quick)
		}
	})
}

func TestAnswersAreKept(t *testing.T) {
	t.Parallel()
	type ask struct {
		app             platform.AppID
		user            platform.UserID
		more, arguments string
	}
	const kept, shared = `,"cacheSeconds":60`, `,"cacheSeconds":60,"shared":true`
	for name, c := range map[string]struct {
		first, second ask
		asked         int
	}{
		"not asked for":    {ask{"app", "ann", "", `{"q":"x"}`}, ask{"app", "ann", "", `{"q":"x"}`}, 2},
		"the same person":  {ask{"app", "ann", kept, `{"q":"x"}`}, ask{"app", "ann", kept, ` { "q" : "x" } `}, 1},
		"another person":   {ask{"app", "ann", kept, `{"q":"x"}`}, ask{"app", "bob", kept, `{"q":"x"}`}, 2},
		"somebody, nobody": {ask{"app", "ann", kept, `{"q":"x"}`}, ask{"app", "", kept, `{"q":"x"}`}, 2},
		"shared":           {ask{"app", "ann", shared, `{"q":"x"}`}, ask{"app", "bob", shared, `{"q":"x"}`}, 1},
		"another app":      {ask{"app", "ann", shared, `{"q":"x"}`}, ask{"other", "ann", shared, `{"q":"x"}`}, 2},
		"other arguments":  {ask{"app", "ann", kept, `{"q":"x"}`}, ask{"app", "ann", kept, `{"q":"y"}`}, 2},
		"another release":  {ask{"app", "ann", kept, `{"q":"x"}`}, ask{"app", "ann", `,"cacheSeconds":61`, `{"q":"x"}`}, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newDry(t, status(200))
			for _, a := range []ask{c.first, c.second} {
				if r, err := d.call(t.Context(), a.app, a.user, a.more, a.arguments); err != nil || structured(r) != `{"status":200}` {
					t.Errorf("%s: %v %v", name, r, err)
				}
			}
			if d.count() != c.asked {
				t.Errorf("%s: asked %d times", name, d.count())
			}
			time.Sleep(60 * time.Second) //nolint:forbidigo // in a bubble of synctest
			if _, err := d.call(t.Context(), c.first.app, c.first.user, c.first.more, c.first.arguments); err != nil || d.count() != c.asked+1 {
				t.Errorf("%s: asked %d times after a minute", name, d.count())
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		d := newDry(t, status(404), status(200))
		_, _ = d.call(t.Context(), "app", "", kept, `{"q":"x"}`)
		if _, err := d.call(t.Context(), "app", "", kept, `{"q":"x"}`); err != nil {
			t.Errorf("a failure is kept: %v", err)
		}
	})
}

// A hundred equal calls at one time make one request; those who hang up end it only when nobody is left.
func TestEqualCallsMakeOneRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDry(t, after(5*time.Second, status(200)))
		var wg sync.WaitGroup
		for i := range 100 {
			wg.Go(func() {
				ctx, cancel := t.Context(), context.CancelFunc(func() {})
				if i%2 == 0 {
					ctx, cancel = context.WithTimeout(ctx, time.Second)
				}
				defer cancel()
				r, err := d.call(ctx, "app", "", `,"cacheSeconds":1,"shared":true`, `{"q":"x"}`)
				if left := i%2 == 0; left != errors.Is(err, context.DeadlineExceeded) || !left && structured(r) != `{"status":200}` {
					t.Errorf("%d: %v %v", i, r, err)
				}
			})
		}
		wg.Wait()
		if d.count() != 1 {
			t.Errorf("asked %d times", d.count())
		}
	})
}

// A thousand calls to a host where nobody listens leave neither goroutines nor memory behind.
func TestADeadHostLeavesNothingBehind(t *testing.T) {
	b := setup(t, nil)
	dead := httptest.NewServer(nil)
	dead.Close()
	allow, err := outbound.ParseAllow([]string{"127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	e := http.New(http.Options{Sender: send.New(allow, nil), Layout: b.layouts.Layout, Now: time.Now})
	plan, problems := e.Plan(platform.ToolDraft{Handler: []byte(`{"kind":"http","request":{"method":"POST","url":"` + dead.URL + `"}}`)}, b.around)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	measure := func() (goroutines int, heap uint64) {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return runtime.NumGoroutine(), m.HeapAlloc
	}
	run := func(calls int) {
		for i := range calls { // each of another app, so that each dials
			call := appkit.Call{Workspace: "ws", App: platform.AppID(fmt.Sprint(i % 20)), Now: time.Now()}
			if _, err := e.Execute(t.Context(), platform.HandlerRef{Kind: http.Kind, Config: plan.Config}, call); codeOf(err) != platform.CodeUpstream {
				t.Fatal(err)
			}
		}
	}
	run(100)
	goroutines, heap := measure()
	run(1000)
	goroutinesAfter, heapAfter := measure()
	if goroutinesAfter > goroutines+2 || heapAfter > heap+1<<20 {
		t.Errorf("%d goroutines and %d bytes, then %d and %d", goroutines, heap, goroutinesAfter, heapAfter)
	}
}

// A thousand calls to a host that does not answer leave nothing behind: synctest.Test fails where a goroutine of its bubble does not end.
func TestADeadUpstreamLeavesNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDry(t, hang)
		begin, asked := time.Now(), sync.WaitGroup{}
		for i := range 1000 {
			asked.Go(func() {
				if _, err := d.call(t.Context(), "app", platform.UserID(fmt.Sprint(i)), `,"cacheSeconds":60`, `{"q":"x"}`); err == nil {
					t.Error("nobody answered, and the call has a result")
				}
			})
		}
		asked.Wait()
		if took := time.Since(begin); took > 12*time.Second || d.count() > 32 {
			t.Errorf("%s, and %d requests", took, d.count())
		}
	})
}
