package access_test

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
	"berth/platform/llm"
	"berth/platform/llm/access"
	"berth/platform/vault"
)

// memory is a store of one workspace's.
type memory struct {
	mu    sync.Mutex
	own   *access.Own
	away  error // of the database
	left  int64 // of every budget
	spent []access.Spent
}

func (m *memory) Reserve(_ context.Context, r access.Reservation) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r.Tokens > m.left {
		return false, nil
	}
	m.left -= r.Tokens
	return true, nil
}

func (m *memory) Spend(_ context.Context, s access.Spent) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spent = append(m.spent, s)
	return nil
}

func (m *memory) AppUsage(context.Context, platform.WorkspaceID, platform.AppID, string) ([]access.DayUsage, int64, error) {
	return nil, 0, nil
}

func (m *memory) OwnModel(_ context.Context, ws platform.WorkspaceID) (access.Own, error) {
	if m.away != nil {
		return access.Own{}, m.away
	}
	if m.own == nil || m.own.Workspace != ws {
		return access.Own{}, platform.Errorf(platform.CodeNotFound, "none")
	}
	return *m.own, nil
}

func (m *memory) SetOwnModel(_ context.Context, _ platform.Actor, own access.Own) (access.Own, error) {
	m.own = &own
	return own, nil
}

func (m *memory) DeleteOwnModel(context.Context, platform.Actor) error {
	m.own = nil
	return nil
}

// asked is a model that notes how it was made, and answers as a function does.
type asked func(ctx context.Context) (llm.Answer, error)

func (a asked) Ask(ctx context.Context, _ llm.Request) (llm.Answer, error) { return a(ctx) }

type world struct {
	*access.Service
	store *memory
	made  []string // models, with their keys
}

func newWorld(t *testing.T, answer asked, change func(*access.Options)) *world {
	t.Helper()
	v, err := vault.Parse(vault.Generate())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{store: &memory{left: 1 << 40}}
	o := access.Options{Store: w.store, Operator: &access.Settings{Provider: access.OpenAI, Key: "operators", Model: "large", ModelFast: "small"}, Tools: true, Vault: v,
		Prices: access.Prices{"large": {Input: 1, Output: 10}}, Refusal: func(string) string { return "" }, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Make: func(s access.Settings, fast, own bool) (llm.Model, error) {
			w.made = append(w.made, s.Name(fast)+" "+s.Key.Reveal())
			return answer, nil
		}}
	if change != nil {
		change(&o)
	}
	w.Service = access.New(o)
	return w
}

func answers(context.Context) (llm.Answer, error) {
	return llm.Answer{Text: "x", Usage: llm.Usage{Calls: 1, Input: 10, Output: 2}}, nil
}

func (w *world) ask(t *testing.T, who llm.Asker) error {
	t.Helper()
	m, err := w.For(t.Context(), who)
	if err != nil {
		return err
	}
	_, err = m.Ask(t.Context(), llm.Request{Turns: []string{"Hello?"}, MaxTokens: 50})
	return err
}

// A workspace's own model comes first and has no budget; the operator's serves tools where the operator says so.
func TestWhoseModelAnswers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, answers, nil)
	by := platform.Actor{Principal: platform.Principal{Workspace: "ann"}}
	if err := w.ask(t, llm.Asker{Workspace: "ann", App: "a"}); err != nil {
		t.Error(err)
	}
	for _, key := range []string{"first", "second"} {
		if _, err := w.SetOwn(t.Context(), by, access.Settings{Provider: access.Gemini, Key: platform.SecretText(key), Model: "own"}, false); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := w.ask(t, llm.Asker{Workspace: "ann", App: "a", Fast: true}); err != nil {
				t.Error(err)
			}
		}
	}
	if err := w.ask(t, llm.Asker{Workspace: "bob", App: "b", Fast: true}); err != nil {
		t.Error(err)
	}
	if got := strings.Join(w.made, ", "); got != "large operators, own first, own second, small operators" {
		t.Errorf("made %s", got)
	}
	if got := string(w.store.own.Sealed); strings.Contains(got, "second") {
		t.Error("the key is stored as it is")
	}
	made := len(w.made)
	w.store.own.BaseURL = "https://elsewhere.example" // in the database, past the service
	if err := w.ask(t, llm.Asker{Workspace: "ann", App: "a"}); !platform.IsCode(err, platform.CodeLLM) || len(w.made) != made {
		t.Errorf("a key goes to another address than it was set for: %v", err)
	}
	for i, s := range w.store.spent {
		own := i > 0 && i < 5
		if (s.Reserved == nil) != own || (s.Model == "own") != own || s.Usage.Input != 10 || (s.Cost != nil) != (s.Model == "large") {
			t.Errorf("%d: %+v", i, s)
		}
	}
	if cost := w.store.spent[0].Cost; cost == nil || *cost != 10*1000+2*10_000 {
		t.Errorf("10 and 2 tokens at 1 and 10 dollars a million cost %v billionths", cost)
	}
	for name, change := range map[string]func(*access.Options){"BERTH_LLM_APPS": func(o *access.Options) { o.Tools = false }, "BERTH_LLM_PROVIDER": func(o *access.Options) { o.Operator = nil }} {
		w := newWorld(t, answers, change)
		missing, err := w.Missing(t.Context(), "ann")
		if refused := w.ask(t, llm.Asker{Workspace: "ann"}); err != nil || !strings.Contains(missing, name) || !platform.IsCode(refused, platform.CodeLLM) {
			t.Errorf("%s: %q %v %v", name, missing, err, refused)
		}
	}
}

// What was reserved counts where nobody knows what was used, and nothing is asked beyond the budget.
func TestWhatAQuestionCounts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer asked
		all    bool // everything that was reserved counts
	}{
		"answered": {answers, false},
		"refused":  {func(context.Context) (llm.Answer, error) { return llm.Answer{}, llm.Provider.Error(nil) }, false},
		"hung up":  {func(context.Context) (llm.Answer, error) { return llm.Answer{}, context.Canceled }, true},
		"too late": {func(context.Context) (llm.Answer, error) { return llm.Answer{}, llm.Timeout(nil) }, true},
		"cut off": {func(context.Context) (llm.Answer, error) {
			return llm.Answer{Usage: llm.Usage{Calls: 1, Input: 9, Output: 50}}, llm.Length.Error(nil)
		}, false},
	} {
		w := newWorld(t, c.answer, nil)
		_ = w.ask(t, llm.Asker{Workspace: "ann", App: "a"}) // some fail
		s := w.store.spent[0]
		if total := int64(s.Usage.Input + s.Usage.Output); (total == s.Reserved.Tokens) != c.all || s.Reserved.Tokens < 50 {
			t.Errorf("%s: %+v of %d", name, s.Usage, s.Reserved.Tokens)
		}
	}
	w := newWorld(t, func(context.Context) (llm.Answer, error) { return llm.Answer{}, errors.New("was asked") }, nil)
	w.store.left = 40
	var refused *platform.Error
	if err := w.ask(t, llm.Asker{Workspace: "ann"}); !errors.As(err, &refused) || refused.Details["reason"] != llm.Budget || len(w.store.spent) > 0 {
		t.Errorf("beyond the budget: %v", err)
	}
}

// A key that was pasted with the end of its line is no key: each question would fail.
func TestKeysAreOneWord(t *testing.T) {
	w := newWorld(t, answers, nil)
	for key, wrong := range map[platform.SecretText]bool{"": false, "sk-live_1/+=": false, "sk-live\n": true, " sk-live": true, "sk live": true, "sk-lïve": true, "a\x00b": true} {
		if found := w.Problems(access.Settings{Provider: access.OpenAI, Model: "m", Key: key}); (len(found) == 1 && found[0].Location == "body.apiKey") != wrong {
			t.Errorf("%q: %+v", key.Reveal(), found)
		}
	}
}

func TestProblemsComeInTheOrderOfTheFields(t *testing.T) {
	w, long := newWorld(t, answers, nil), strings.Repeat("m", 101)
	for range 20 {
		found := w.Problems(access.Settings{Provider: access.OpenAI, Model: long, ModelFast: long})
		if len(found) != 2 || found[0].Location != "body.model" || found[1].Location != "body.modelFast" {
			t.Fatalf("found %+v", found)
		}
	}
}

// An app asks eight questions at a time; others wait for a turn, and those of other apps do not.
func TestQuestionsTakeTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		busy, most := 0, 0
		var mu sync.Mutex
		w := newWorld(t, func(ctx context.Context) (llm.Answer, error) {
			mu.Lock()
			busy++
			most = max(most, busy)
			mu.Unlock()
			<-time.NewTimer(time.Second).C
			mu.Lock()
			busy--
			mu.Unlock()
			return answers(ctx)
		}, nil)
		begun := time.Now()
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if err := w.ask(t, llm.Asker{Workspace: "ann", App: "a"}); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		m, err := w.For(ctx, llm.Asker{Workspace: "ann", App: "a"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Ask(ctx, llm.Request{Turns: []string{"x"}}); !platform.IsCode(err, platform.CodeTimeout) {
			t.Errorf("who waits too long: %v", err)
		}
		all.Go(func() {
			if err := w.ask(t, llm.Asker{Workspace: "bob", App: "b"}); err != nil {
				t.Error(err)
			}
		})
		all.Wait()
		if took := time.Since(begun); most != 9 || took != 3*time.Second {
			t.Errorf("%d at a time, %s in all", most, took)
		}
	})
}

func TestPrices(t *testing.T) {
	t.Parallel()
	got, err := access.ParsePrices([]string{"a=b=0.15/0.6", " m = 1 / 2 "})
	if err != nil || got["a=b"] != (access.Price{Input: 0.15, Output: 0.6}) || got["m"] != (access.Price{Input: 1, Output: 2}) {
		t.Errorf("%v %v", got, err)
	}
	for _, entry := range []string{"", "m", "m=1", "=1/2", "m=1/x", "m=-1/2", "m=NaN/1", "m=1/2/3"} {
		if got, err := access.ParsePrices([]string{entry}); err == nil {
			t.Errorf("%q: %v", entry, got)
		}
	}
}

// Many servers of their own say nothing of what an answer took, and one may lie: neither makes a budget endless.
func TestAnAnswerWithoutItsUsageIsCountedByItsLength(t *testing.T) {
	t.Parallel()
	for _, said := range []llm.Usage{{Calls: 1}, {Calls: 1, Input: -1_000_000, Output: -5}} {
		w := newWorld(t, func(context.Context) (llm.Answer, error) {
			return llm.Answer{Text: strings.Repeat("word ", 600), Usage: said}, nil
		}, nil)
		if err := w.ask(t, llm.Asker{Workspace: "ann", App: "a"}); err != nil {
			t.Fatal(err)
		}
		if got := w.store.spent[0].Usage; got.Calls != 1 || got.Input < 1 || got.Output < 600 {
			t.Errorf("a server says %+v, and %+v is counted", said, got)
		}
	}
}

// What a server says to have taken is added to budgets and costs: whatever the number is, no sum overflows.
func TestNoUsageOverflows(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(context.Context) (llm.Answer, error) {
		return llm.Answer{Text: "x", Usage: llm.Usage{Calls: 1, Input: math.MaxInt, Output: math.MaxInt}}, nil
	}, nil)
	if err := w.ask(t, llm.Asker{Workspace: "ann", App: "a"}); err != nil {
		t.Fatal(err)
	}
	spent := w.store.spent[0]
	if tokens := spent.Usage.Input + spent.Usage.Output; tokens < 1_000_000 || tokens > 1_000_000_000 || *spent.Cost < 1 || *spent.Cost > math.MaxInt64/1_000_000 {
		t.Errorf("%+v is counted, at %d", spent.Usage, *spent.Cost)
	}
}

// sends is a provider that refuses the form of a question, then is busy, and answers at last: four times it is sent something.
type sends struct{ asked int }

func (s *sends) Send(context.Context, llm.Request, bool) (llm.Answer, error) {
	s.asked++
	used := llm.Answer{Usage: llm.Usage{Calls: 1, Input: 10, Output: 50}}
	switch s.asked {
	case 1, 3:
		return used, &llm.Failure{Reason: llm.Provider, Passing: true, Cause: errors.New("busy")}
	case 2:
		return used, &llm.Failure{Reason: llm.Provider, Form: true, Cause: errors.New("form")}
	}
	used.Text = "x"
	return used, nil
}

// However often a question is sent, what it may take is reserved each time before. Where the budget ends, it is not sent again.
func TestEachTryIsReserved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := llm.Request{Turns: []string{"Hello?"}, Schema: []byte(`{"type":"object"}`), MaxTokens: 50}
		for tries := range 5 {
			provider := &sends{}
			w := newWorld(t, nil, func(o *access.Options) {
				o.Make = func(access.Settings, bool, bool) (llm.Model, error) { return llm.New(provider, time.Now), nil }
			})
			had := int64(tries * r.Plain().Most()) // a little more than so many tries
			w.store.left = had
			m, err := w.For(t.Context(), llm.Asker{Workspace: "ann", App: "a"})
			if err != nil {
				t.Fatal(err)
			}
			_, err = m.Ask(t.Context(), r)
			if provider.asked != tries || (err == nil) != (tries == 4) {
				t.Errorf("a budget of %d tries: sent %d times, %v", tries, provider.asked, err)
			}
			if tries == 0 {
				continue
			}
			s := w.store.spent[0]
			if used := int64(s.Usage.Input + s.Usage.Output); used > s.Reserved.Tokens || s.Reserved.Tokens+w.store.left != had || s.Usage.Calls != tries {
				t.Errorf("%d tries took %d, %d were reserved, %d of %d are left", tries, used, s.Reserved.Tokens, w.store.left, had)
			}
		}
	})
}

// While the database is away, a workspace's tools ask the model that they asked last.
func TestAWorkspacesModelIsRemembered(t *testing.T) {
	t.Parallel()
	w := newWorld(t, answers, nil)
	by := platform.Actor{Principal: platform.Principal{Workspace: "ann"}}
	if _, err := w.SetOwn(t.Context(), by, access.Settings{Provider: access.Gemini, Key: "mine", Model: "own"}, false); err != nil {
		t.Fatal(err)
	}
	if err := w.ask(t, llm.Asker{Workspace: "ann", App: "a"}); err != nil {
		t.Fatal(err)
	}
	w.store.away = errors.New("no connection to 10.0.0.1")
	if err := w.ask(t, llm.Asker{Workspace: "ann", App: "a"}); err != nil {
		t.Errorf("what was asked before: %v", err)
	}
	err := w.ask(t, llm.Asker{Workspace: "bob", App: "b"})
	if !platform.IsCode(err, platform.CodeLLM) || !strings.Contains(platform.AsError(err).Msg, "Try again shortly") || strings.Contains(platform.AsError(err).Msg, "10.0.0.1") {
		t.Errorf("what was never asked: %v", err)
	}
	if got := strings.Join(w.made, ", "); got != "own mine" {
		t.Errorf("made %s", got)
	}
	w.store.away, w.store.own = nil, nil
	if err := w.ask(t, llm.Asker{Workspace: "ann", App: "a"}); err != nil {
		t.Fatal(err)
	}
	w.store.away = errors.New("no")
	if err := w.ask(t, llm.Asker{Workspace: "ann", App: "a"}); !platform.IsCode(err, platform.CodeLLM) {
		t.Errorf("what was taken back is asked again: %v", err)
	}
}
