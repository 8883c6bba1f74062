package runs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/runs"
	"berth/test/double"
)

// world has replicas that share a store.
type world struct {
	*testing.T
	store    *double.Runs
	replicas []*runs.Service
	kill     []func() // what was a replica's is neither renewed nor released
	asked    atomic.Int64
	ended    atomic.Int64 // work whose context ended
}

// each runs a test in a bubble with two replicas.
func each(t *testing.T, test func(w *world)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &world{T: t, store: double.NewRuns()}
		for range 2 {
			w.add()
		}
		synctest.Wait()
		test(w)
		for _, stop := range w.kill {
			stop()
		}
		pass(time.Hour) // whatever still runs ends
	})
}

func (w *world) add() *runs.Service {
	ctx, stop := context.WithCancel(context.Background())
	s := runs.New(runs.Options{Store: w.store, Wait: 50 * time.Second, Timeout: 10 * time.Minute, Settle: runs.Settle, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	go s.Run(ctx)
	w.replicas, w.kill = append(w.replicas, s), append(w.kill, stop)
	return s
}

// takes is work of so long.
func (w *world) takes(d time.Duration, text string) runs.Work {
	return func(ctx context.Context, in runs.Input) runs.Outcome {
		w.asked.Add(1)
		in.Progress(1, 2, "begun")
		select {
		case <-time.NewTimer(d).C:
			return runs.Outcome{Result: appkit.Result{Content: appkit.Text(text), Structured: map[string]any{"n": 9007199254740993}}, Label: platform.OutcomeOK}
		case <-ctx.Done():
			w.ended.Add(1)
			return runs.Outcome{Result: appkit.Result{IsError: true}, Label: platform.OutcomeError}
		}
	}
}

func (w *world) call(d time.Duration) runs.Call {
	return runs.Call{App: "app", Release: 1, Tool: "find", Caller: "ann", Arguments: json.RawMessage(`{"b":1,"a":"x"}`), Work: w.takes(d, "done")}
}

// result is what Do has returned.
type result struct {
	runs.Answer
	err  error
	took time.Duration
}

func (r result) text() string {
	if r.Run != nil || r.err != nil || len(r.Outcome.Result.Content) == 0 {
		return ""
	}
	return r.Outcome.Result.Content[0].Text
}

// begin makes a call in the background.
func (w *world) begin(replica int, c runs.Call) (got func() result, hangUp func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan result, 1)
	began := time.Now()
	go func() {
		a, err := w.replicas[replica].Do(ctx, c)
		done <- result{a, err, time.Since(began)}
	}()
	synctest.Wait()
	return func() result { return <-done }, func() { cancel(); synctest.Wait() }
}

func (w *world) do(replica int, c runs.Call) result {
	w.Helper()
	got, _ := w.begin(replica, c)
	return got()
}

func TestFastCallsAreRecordedNowhere(t *testing.T) {
	each(t, func(w *world) {
		for range 3 {
			if r := w.do(0, w.call(49*time.Second)); r.text() != "done" || r.took != 49*time.Second {
				w.Errorf("%+v", r)
			}
		}
		if n, writes := w.store.Count(); n+writes != 0 || w.asked.Load() != 3 {
			w.Errorf("%d rows, %d writes, asked %d times", n, writes, w.asked.Load())
		}
	})
}

// One call takes longer than its caller waits. The same call joins it, here and elsewhere; its outcome is taken once.
func TestTheSameCallJoins(t *testing.T) {
	for replica := range 2 {
		t.Run(fmt.Sprint(replica), func(t *testing.T) {
			each(t, func(w *world) {
				first := w.do(0, w.call(100*time.Second))
				if first.Run == nil || first.took > 51*time.Second || first.took < 50*time.Second {
					w.Fatalf("%+v", first)
				}
				same := w.call(time.Second)
				same.Arguments = json.RawMessage(` { "a":"x", "b":1 } `)
				second := w.do(replica, same)
				if second.text() != "done" || second.took > 51*time.Second {
					w.Errorf("the second call: %+v after %s", second, second.took)
				}
				if n, _ := w.store.Count(); n != 1 || w.asked.Load() != 1 {
					w.Errorf("%d runs, asked %d times", n, w.asked.Load())
				}
				pass(time.Second)
				if third := w.do(replica, w.call(time.Second)); third.took != time.Second || w.asked.Load() != 2 {
					w.Errorf("the third call: %+v, asked %d times", third, w.asked.Load())
				}
			})
		})
	}
}

// What a call came to while nobody waited is taken by the same call, once and not for ever.
func TestOutcomesAreTakenOnce(t *testing.T) {
	for replica := range 2 {
		t.Run(fmt.Sprint(replica), func(t *testing.T) {
			each(t, func(w *world) {
				for _, late := range []time.Duration{5 * time.Minute, 11 * time.Minute} {
					before := w.asked.Load()
					w.do(0, w.call(60*time.Second))
					pass(10*time.Second + late)
					second := w.do(replica, w.call(time.Second))
					if taken := second.took == 0 && second.text() == "done"; taken != (late < 10*time.Minute) {
						w.Errorf("after %s: %+v", late, second)
					}
					if n, ok := second.Outcome.Result.Structured.(json.RawMessage); second.took == 0 && (!ok || string(n) != `{"n":9007199254740993}`) {
						w.Errorf("structured content %s", second.Outcome.Result.Structured)
					}
					pass(time.Second)
					w.do(replica, w.call(time.Second))
					if w.asked.Load() != before+2+int64(map[bool]int{true: 1}[late > 10*time.Minute]) {
						w.Errorf("after %s: asked %d times", late, w.asked.Load()-before)
					}
				}
			})
		})
	}
}

func TestOthersDoNotJoin(t *testing.T) {
	each(t, func(w *world) {
		changes := []func(c *runs.Call){
			func(*runs.Call) {}, func(c *runs.Call) { c.Caller = "bob" }, func(c *runs.Call) { c.Tool = "other" }, func(c *runs.Call) { c.Release = 2 },
			func(c *runs.Call) { c.App = "other" }, func(c *runs.Call) { c.Arguments = json.RawMessage(`{"b":2,"a":"x"}`) },
			func(c *runs.Call) { c.State = "s" }, func(c *runs.Call) { c.Responses = map[string]json.RawMessage{"q": json.RawMessage(`1`)} },
			func(c *runs.Call) { c.Caller = "" }, func(c *runs.Call) { c.Caller = "" }, // nobody joins nobody where something may change
		}
		for _, change := range changes {
			c := w.call(20 * time.Second)
			change(&c)
			w.begin(0, c)
		}
		if w.asked.Load() != int64(len(changes)) {
			w.Errorf("asked %d times, want %d", w.asked.Load(), len(changes))
		}
		for range 2 {
			c := w.call(20 * time.Second)
			c.Caller, c.ReadOnly = "", true
			w.begin(0, c)
		}
		if w.asked.Load() != int64(len(changes)+1) {
			w.Errorf("callers without a name do not join a tool that only reads: asked %d times", w.asked.Load())
		}
	})
}

// Who hangs up cancels the work, unless somebody else waits or was told to come again.
func TestHangingUp(t *testing.T) {
	each(t, func(w *world) {
		_, hangUp := w.begin(0, w.call(30*time.Second))
		hangUp()
		if w.ended.Load() != 1 {
			w.Error("the only caller has gone, and the work goes on")
		}
		_, hangUp = w.begin(0, w.call(30*time.Second))
		other, _ := w.begin(0, w.call(time.Second))
		hangUp()
		if r := other(); r.text() != "done" || w.ended.Load() != 1 {
			w.Errorf("one of two has gone: %+v", r)
		}
		if w.do(0, w.call(100*time.Second)).Run == nil {
			w.Fatal("not told to come again")
		}
		_, hangUp = w.begin(0, w.call(time.Second))
		hangUp()
		pass(50 * time.Second)
		if r := w.do(1, w.call(time.Second)); r.text() != "done" || r.took != 0 || w.ended.Load() != 1 {
			w.Errorf("told to come again, and then: %+v", r)
		}
	})
}

func TestLimits(t *testing.T) {
	each(t, func(w *world) {
		for i := range runs.MaxOfCaller + 1 {
			c := w.call(5 * time.Minute)
			c.Arguments = json.RawMessage(fmt.Sprintf(`{"n":%d}`, i))
			got, _ := w.begin(i%2, c)
			if i < runs.MaxOfCaller {
				go got()
				pass(2 * time.Second)
				continue
			}
			r := got()
			if synctest.Wait(); !platform.IsCode(r.err, platform.CodeLimitReached) || w.ended.Load() != 1 {
				w.Errorf("one too many: %+v, %d ended", r, w.ended.Load())
			}
		}
		other := w.call(5 * time.Minute)
		other.Caller = "bob"
		if r := w.do(0, other); r.Run == nil {
			w.Errorf("somebody else: %+v", r)
		}
	})
}

func TestTheDatabaseIsAway(t *testing.T) {
	each(t, func(w *world) {
		w.store.Away(errors.New("away"))
		if r := w.do(0, w.call(90*time.Second)); r.text() != "done" || r.took != 90*time.Second {
			w.Errorf("nothing can be promised, so the caller waits: %+v", r)
		}
		w.store.Away(nil)
	})
}

// What a call came to cannot be recorded: who makes the same call again and hangs up is not held until that is given up.
func TestHangingUpWhileTheDatabaseIsAway(t *testing.T) {
	each(t, func(w *world) {
		if w.do(0, w.call(60*time.Second)).Run == nil {
			w.Fatal("not told")
		}
		w.store.Away(errors.New("away"))
		pass(12 * time.Second)
		got, hangUp := w.begin(0, w.call(time.Second))
		hangUp()
		if r := got(); r.took != 0 || r.Run != nil || !r.Outcome.Result.IsError {
			w.Errorf("%+v", r)
		}
		w.store.Away(nil)
	})
}

// A replica dies with the work it does.
func TestDeath(t *testing.T) {
	for _, again := range []bool{false, true} {
		t.Run(fmt.Sprint(again), func(t *testing.T) {
			each(t, func(w *world) {
				first := w.call(5 * time.Minute)
				first.Again = again
				if w.do(0, first).Run == nil {
					w.Fatal("not told")
				}
				w.kill[0]() // a stop: the lease ends at once
				pass(time.Second)
				second := w.call(2 * time.Second)
				second.Again = again
				r := w.do(1, second)
				if again && (r.text() != "done" || w.asked.Load() != 2) {
					w.Errorf("%+v, asked %d times", r, w.asked.Load())
				}
				if !again && (!strings.Contains(fmt.Sprint(r.Outcome.Result), "stopped before it was done") || !r.Outcome.Result.IsError || w.asked.Load() != 1) {
					w.Errorf("%+v, asked %d times", r, w.asked.Load())
				}
				pass(time.Second)
				if r := w.do(1, second); r.text() != "done" || r.took != 2*time.Second {
					w.Errorf("anew: %+v", r)
				}
				if s := w.replicas[1].Stats(); s.Lost != 1 || s.Running != 0 {
					w.Errorf("%+v", s)
				}
			})
		})
	}
}

// Who waits for another replica's work learns that the replica has died without a word.
func TestDeathWithoutAWord(t *testing.T) {
	each(t, func(w *world) {
		owner := runs.Run{ID: "run_" + strings.Repeat("0", 32), App: "app", Tool: "find", State: runs.Working, Version: 1, Owner: "dead", Attempt: 1, CreatedAt: time.Now(),
			ChangedAt: time.Now(), LeaseUntil: time.Now().Add(15 * time.Second), ExpiresAt: time.Now().Add(time.Hour)}
		get := func() runs.Run {
			r, err := w.replicas[1].Get(context.Background(), runs.Reader{App: "app", ID: owner.ID}, func(runs.Run) runs.Call { return w.call(time.Second) })
			if err != nil {
				w.Fatal(err)
			}
			return r
		}
		if err := w.store.RecordRun(context.Background(), owner, 5, 50); err != nil {
			w.Fatal(err)
		}
		if r := get(); r.State != runs.Working {
			w.Errorf("%+v", r)
		}
		pass(16 * time.Second)
		if r := get(); r.State != runs.Failed || r.Outcome.Fault == nil || r.Outcome.Fault.Code != -32603 {
			w.Errorf("%+v", r)
		}
	})
}

func TestLargeResults(t *testing.T) {
	each(t, func(w *world) {
		c := w.call(0)
		c.Work = w.takes(time.Minute, strings.Repeat("x", runs.MaxResult))
		w.do(0, c)
		pass(time.Minute)
		if r := w.do(1, c); !r.Outcome.Result.IsError || !strings.Contains(fmt.Sprint(r.Outcome.Result.Content), "256 KiB") {
			w.Errorf("%+v", r)
		}
	})
}

// Work may speak the moment it begins.
func TestTheFirstWordIsHeard(t *testing.T) {
	each(t, func(w *world) {
		for i := range 2000 {
			c, heard := w.call(0), 0
			c.Arguments = json.RawMessage(fmt.Sprintf(`{"i":%d}`, i))
			c.Heard = func(float64, float64, string) { heard++ }
			if _, err := w.replicas[0].Do(w.Context(), c); err != nil || heard != 1 {
				w.Fatalf("call %d heard %d of 1: %v", i, heard, err)
			}
		}
	})
}

func TestEveryoneHearsOfProgress(t *testing.T) {
	each(t, func(w *world) {
		heard := [2]atomic.Int64{}
		for i := range heard {
			c := w.call(0)
			c.Heard = func(float64, float64, string) { heard[i].Add(1) }
			c.Work = func(_ context.Context, in runs.Input) runs.Outcome {
				for range 3 {
					<-time.NewTimer(time.Second).C
					in.Progress(1, 2, "")
				}
				return runs.Outcome{}
			}
			w.begin(0, c)
		}
		pass(4 * time.Second)
		if heard[0].Load() != 3 || heard[1].Load() != 3 {
			w.Errorf("%d and %d", heard[0].Load(), heard[1].Load())
		}
	})
}

// pass lets time pass in a bubble.
func pass(d time.Duration) {
	<-time.NewTimer(d).C
	synctest.Wait()
}
