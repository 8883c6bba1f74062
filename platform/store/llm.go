package store

import (
	"context"
	"math"
	"time"

	"berth/platform"
	"berth/platform/llm/access"
	"berth/platform/store/db"
)

var _ access.Store = (*Store)(nil)

// keepUsage is how long the usage of language models is kept. Budgets are of one month.
const keepUsage = 400 * 24 * time.Hour

// Reserve implements access.Store. Each budget is one statement, which waits for others of the same holder alone; the app's comes
// first always, so that no two wait for each other.
func (s *Store) Reserve(ctx context.Context, r access.Reservation) (ok bool, err error) {
	err = s.inTransaction(ctx, func(t tx) error {
		for _, budget := range []struct {
			holder string
			most   int64
		}{{string(r.App), r.AppMost}, {string(r.Workspace), r.WorkspaceMost}} {
			if budget.most == 0 {
				budget.most = math.MaxInt64
			}
			if r.Tokens > budget.most { // the first of a month has no row to be held against
				return errBudget
			}
			n, err := t.ReserveTokens(ctx, db.ReserveTokensParams{Holder: budget.holder, Month: r.Month, Tokens: r.Tokens, Most: budget.most})
			if err != nil {
				return err
			}
			if n == 0 {
				return errBudget
			}
		}
		return nil
	})
	if platform.IsCode(err, errBudget.Code) {
		return false, nil
	}
	return err == nil, wrap("reserve tokens", err)
}

// errBudget rolls a reservation back.
var errBudget = platform.Errorf(platform.CodeLimitReached, "The budget is used up.")

// Spend implements access.Store.
func (s *Store) Spend(ctx context.Context, spent access.Spent) error {
	return wrap("count usage of a model", s.inTransaction(ctx, func(t tx) error {
		if r := spent.Reserved; r != nil {
			more := int64(spent.Usage.Input+spent.Usage.Output) - r.Tokens
			for _, holder := range []string{string(r.App), string(r.Workspace)} {
				if err := t.SettleTokens(ctx, holder, r.Month, more); err != nil {
					return err
				}
			}
		}
		return t.AddUsage(ctx, db.AddUsageParams{AppID: string(spent.App), Day: spent.Day, Model: spent.Model, Calls: int64(spent.Usage.Calls),
			Input: int64(spent.Usage.Input), Output: int64(spent.Usage.Output), Cost: spent.Cost})
	}))
}

// AppUsage implements access.Store.
func (s *Store) AppUsage(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, month string) ([]access.DayUsage, int64, error) {
	if err := s.appHere(ctx, ws, app); err != nil {
		return nil, 0, err
	}
	rows, err := s.q.Usage(ctx, string(app))
	if err != nil {
		return nil, 0, wrap("list usage of models", err)
	}
	days := make([]access.DayUsage, len(rows))
	for i, r := range rows {
		days[i] = access.DayUsage{Day: r.Day, Model: r.Model, Calls: r.Calls, Input: r.InputTokens, Output: r.OutputTokens, Cost: r.Cost}
	}
	tokens, err := s.q.TokensUsed(ctx, string(app), month)
	return days, tokens, wrap("read budget", err)
}

// OwnModel implements access.Store.
func (s *Store) OwnModel(ctx context.Context, ws platform.WorkspaceID) (access.Own, error) {
	r, err := s.q.WorkspaceModel(ctx, string(ws))
	if err != nil {
		return access.Own{}, missing("load a workspace's model", err, platform.CodeNotFound, "This workspace has brought no language model of its own.")
	}
	return access.Own{Settings: access.Settings{Provider: access.Provider(r.Provider), BaseURL: r.BaseUrl, Model: r.Model, ModelFast: r.ModelFast},
		Workspace: platform.WorkspaceID(r.WorkspaceID), Sealed: r.ApiKey, UpdatedAt: r.UpdatedAt.UTC()}, nil
}

// SetOwnModel implements access.Store.
func (s *Store) SetOwnModel(ctx context.Context, by platform.Actor, own access.Own) (access.Own, error) {
	err := s.changeOver(ctx, by, by.Workspace, platform.RoleOwner, func(t tx) error {
		own.UpdatedAt = t.now
		err := t.SetWorkspaceModel(ctx, db.SetWorkspaceModelParams{WorkspaceID: string(by.Workspace), Provider: string(own.Provider), BaseUrl: own.BaseURL,
			ApiKey: own.Sealed, Model: own.Model, ModelFast: own.ModelFast, UpdatedAt: t.now})
		if err != nil {
			return wrap("store a workspace's model", err)
		}
		return t.audit(ctx, by, change{by.Workspace, "workspace.llm", string(by.Workspace), nil,
			fields{"provider": own.Provider, "baseUrl": own.BaseURL, "model": own.Model, "modelFast": own.ModelFast, "key": len(own.Sealed) > 0}})
	})
	return own, wrap("set a workspace's model", err)
}

// DeleteOwnModel implements access.Store.
func (s *Store) DeleteOwnModel(ctx context.Context, by platform.Actor) error {
	return wrap("delete a workspace's model", s.changeOver(ctx, by, by.Workspace, platform.RoleOwner, func(t tx) error {
		n, err := t.DeleteWorkspaceModel(ctx, string(by.Workspace))
		if err != nil || n == 0 {
			return err
		}
		return t.audit(ctx, by, change{by.Workspace, "workspace.llm", string(by.Workspace), fields{"key": true}, nil})
	}))
}

// pruneUsage deletes usage and budgets that are kept no longer.
func (s *Store) pruneUsage(ctx context.Context, now time.Time) error {
	if _, err := s.q.PruneUsage(ctx, now.Add(-keepUsage).Format(time.DateOnly)); err != nil {
		return wrap("prune usage of models", err)
	}
	_, err := s.q.PruneBudgets(ctx, now.Add(-keepUsage).Format("2006-01"))
	return wrap("prune budgets", err)
}
