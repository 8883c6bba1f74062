package access

import (
	"context"
	"errors"
	"time"

	"berth/platform"
	"berth/platform/llm"
)

// settleWithin bounds the counting of a question whose caller may have gone.
const settleWithin = 5 * time.Second

// mostTokens is how many tokens of a question, and of its answer, are counted at most: more than any model takes, and few enough for sums of
// them, and of what they cost, not to overflow.
const mostTokens = 100_000_000

// For returns the model of a tool: each question of it takes a turn among those of the app, is reserved each time before it is
// sent, and counted afterwards. Without any model the error is LLM_ERROR.
func (s *Service) For(ctx context.Context, who llm.Asker) (llm.Model, error) {
	found, err := s.serves(ctx, who.Workspace)
	if err != nil {
		return nil, err
	}
	if found == nil {
		failed := llm.Provider.Error(errors.New("there is no model for tools"))
		failed.Msg = "This tool has no language model to ask. The app's owner has to connect one."
		return nil, failed
	}
	m, err := s.model(who.Workspace, found, who.Fast)
	if err != nil {
		return nil, err
	}
	return &metered{service: s, model: m, who: who, name: found.Name(who.Fast), own: found.own}, nil
}

// metered is a model that keeps to a budget.
type metered struct {
	service *Service
	model   llm.Model
	who     llm.Asker
	name    string
	own     bool
}

// Ask implements llm.Model.
func (m *metered) Ask(ctx context.Context, r llm.Request) (llm.Answer, error) {
	if m.who.Anonymous {
		if err := m.service.anonymous.Allow(m.who.App); err != nil {
			return llm.Answer{}, err
		}
	}
	leave, err := m.service.slots.enter(ctx, m.who.App)
	if err != nil {
		return llm.Answer{}, err
	}
	defer leave()
	now := m.service.Now().UTC()
	spent := Spent{App: m.who.App, Day: now.Format(time.DateOnly), Model: m.name}
	if !m.own {
		first := Reservation{Workspace: m.who.Workspace, App: m.who.App, Month: month(now), Tokens: int64(r.Most()),
			AppMost: m.service.AppTokens, WorkspaceMost: m.service.WorkspaceTokens}
		ok, err := m.service.Store.Reserve(ctx, first)
		if err != nil {
			return llm.Answer{}, err
		}
		if !ok {
			return llm.Answer{}, llm.Budget.Error(nil)
		}
		spent.Reserved = &first
		r.Again = func(ctx context.Context, r llm.Request) bool { // each try may take as much as the first
			next := first
			next.Tokens = int64(r.Most())
			ok, err := m.service.Store.Reserve(ctx, next)
			if ok = ok && err == nil; ok {
				spent.Reserved.Tokens += next.Tokens
			}
			return ok
		}
	}
	a, err := m.model.Ask(ctx, r)
	m.settle(ctx, spent, r, a, err)
	return a, err
}

// settle counts what a question took. Where the provider does not say, the question and its answer count by their lengths, and where
// the caller hung up or time was over, everything that was reserved: the provider may well charge for it.
func (m *metered) settle(ctx context.Context, spent Spent, r llm.Request, a llm.Answer, failed error) {
	used := a.Usage
	used.Input, used.Output = min(max(0, used.Input), mostTokens), min(max(0, used.Output), mostTokens) // a server may say anything
	if used.Calls == 0 {
		used.Calls = 1
	}
	if used.Input+used.Output == 0 && !refusedAtOnce(failed) {
		used.Input, used.Output = r.Most()-r.MaxTokens, r.MaxTokens
		if failed == nil {
			used.Output = llm.Request{Turns: []string{a.Text}}.Most()
		}
	}
	spent.Usage, spent.Cost = used, m.service.Prices.Cost(m.name, used)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleWithin)
	defer cancel()
	if err := m.service.Store.Spend(ctx, spent); err != nil {
		m.service.Log.ErrorContext(ctx, "what a language model took is not counted", "app", m.who.App, "error", err)
	}
}

// refusedAtOnce reports whether a provider has said no, and took nothing.
func refusedAtOnce(err error) bool { return platform.IsCode(err, platform.CodeLLM) }

func month(at time.Time) string { return at.Format("2006-01") }

// Usage is what an app has used, newest first, and its budget of this month.
type Usage struct {
	Days   []DayUsage
	Month  string
	Tokens int64 // that count for the budget in the month, with what is reserved at the moment
	Most   int64 // 0 = as many as it likes
}

// Usage returns what an app of the workspace has used.
func (s *Service) Usage(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) (Usage, error) {
	u := Usage{Month: month(s.Now().UTC()), Most: s.AppTokens}
	var err error
	u.Days, u.Tokens, err = s.Store.AppUsage(ctx, ws, app, u.Month)
	return u, err
}
