package runs_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/runs"
)

func (w *world) get(replica int, who runs.Reader) runs.Run {
	w.Helper()
	r, err := w.replicas[replica].Get(context.Background(), who, func(runs.Run) runs.Call { return w.call(time.Second) })
	if err != nil {
		w.Fatal(err)
	}
	return r
}

// A client that knows tasks follows its call on any replica, and nobody else does.
func TestTasks(t *testing.T) {
	each(t, func(w *world) {
		c := w.call(30 * time.Second)
		c.Task = true
		r := w.do(0, c)
		if r.Run == nil || r.took > 11*time.Second || len(r.Run.ID) != 36 {
			w.Fatalf("%+v after %s", r.Run, r.took)
		}
		who := runs.Reader{App: "app", Caller: "ann", ID: r.Run.ID}
		if got := w.get(1, who); got.State != runs.Working {
			w.Errorf("%+v", got)
		}
		for _, other := range []runs.Reader{{App: "app", Caller: "bob", ID: who.ID}, {App: "app", ID: who.ID}, {App: "other", Caller: "ann", ID: who.ID}, {App: "app", Caller: "ann", ID: "run_1"}} {
			_, err := w.replicas[1].Get(context.Background(), other, nil)
			update := w.replicas[1].Update(context.Background(), other, nil, nil)
			cancel := w.replicas[1].Cancel(context.Background(), other)
			for _, err := range []error{err, update, cancel} {
				if !platform.IsCode(err, platform.CodeNotFound) {
					w.Errorf("%+v: %v", other, err)
				}
			}
		}
		pass(30 * time.Second)
		for range 2 {
			if got := w.get(1, who); got.State != runs.Completed || got.Outcome.Result.Content[0].Text != "done" {
				w.Errorf("%+v", got)
			}
		}
		pass(time.Second)
		if again := w.do(1, w.call(time.Second)); again.took != time.Second {
			w.Errorf("what was told by the id is told to the same call again: %+v", again)
		}
		pass(58 * time.Minute)
		w.get(0, who)
		pass(2 * time.Minute)
		if _, err := w.replicas[0].Get(context.Background(), who, nil); !platform.IsCode(err, platform.CodeNotFound) {
			w.Errorf("after an hour: %v", err)
		}
	})
}

// Cancelling reaches the replica that works within a second.
func TestCancel(t *testing.T) {
	each(t, func(w *world) {
		for replica := range 2 {
			c := w.call(5 * time.Minute)
			c.Task = true
			who := runs.Reader{App: "app", Caller: "ann", ID: w.do(0, c).Run.ID}
			before := w.ended.Load()
			for range 2 {
				if err := w.replicas[replica].Cancel(context.Background(), who); err != nil {
					w.Fatal(err)
				}
			}
			pass(time.Second)
			if got := w.get(1, who); got.State != runs.Cancelled || w.ended.Load() != before+1 {
				w.Errorf("%+v, %d ended", got, w.ended.Load()-before)
			}
		}
	})
}

// asks is work that asks two rounds of questions.
func asks(ctx context.Context, in runs.Input) runs.Outcome {
	select {
	case <-time.NewTimer(12 * time.Second).C:
	case <-ctx.Done():
	}
	question := appkit.InputRequest{Method: "elicitation/create", Params: json.RawMessage(`{}`)}
	switch in.State {
	case "":
		return runs.Outcome{Result: appkit.Result{RequestState: "1", InputRequests: map[string]appkit.InputRequest{"a": question, "b": question}}}
	case "1":
		if len(in.Responses) != 2 || string(in.Arguments) != `{"b":1,"a":"x"}` {
			return runs.Outcome{Result: appkit.Result{IsError: true}}
		}
		return runs.Outcome{Result: appkit.Result{RequestState: "2 " + string(in.Responses["a"]), InputRequests: map[string]appkit.InputRequest{"a": question}}}
	}
	return runs.Outcome{Result: appkit.Result{Content: appkit.Text(in.State + " " + string(in.Responses["a"]))}}
}

func TestQuestions(t *testing.T) {
	each(t, func(w *world) {
		c := w.call(0)
		c.Task, c.Work = true, asks
		who := runs.Reader{App: "app", Caller: "ann", ID: w.do(0, c).Run.ID}
		again := func(runs.Run) runs.Call { return c }
		answer := func(replica int, names ...string) {
			answers := map[string]json.RawMessage{"unknown": json.RawMessage(`1`)}
			for _, name := range names {
				answers[name] = json.RawMessage(`"` + name + `"`)
			}
			if err := w.replicas[replica].Update(context.Background(), who, answers, again); err != nil {
				w.Fatal(err)
			}
		}
		open := func(want ...string) {
			w.Helper()
			pass(13 * time.Second)
			got := w.get(1, who)
			if len(got.Questions()) != len(want) || got.State != runs.InputRequired {
				w.Fatalf("%s, asked %v", got.State, got.Questions())
			}
			for _, name := range want {
				if _, ok := got.Questions()[name]; !ok {
					w.Errorf("asked %v, want %s", got.Questions(), name)
				}
			}
		}
		open("1:a", "1:b")
		answer(0, "1:b")
		open("1:a")
		answer(1)
		open("1:a")
		if err := w.replicas[0].Update(context.Background(), who, map[string]json.RawMessage{"1:a": json.RawMessage(`"` + strings.Repeat("x", 300<<10) + `"`)}, again); !platform.IsCode(err, platform.CodeInvalidInput) {
			w.Errorf("%v", err)
		}
		answer(1, "1:a")
		open("2:a")
		answer(0, "1:a")
		open("2:a")
		answer(0, "2:a")
		pass(13 * time.Second)
		if got := w.get(1, who); got.State != runs.Completed || got.Outcome.Result.Content[0].Text != `2 "1:a" "2:a"` {
			w.Errorf("%+v", got.Outcome)
		}
	})
}
