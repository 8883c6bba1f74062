package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	models "berth/platform/llm/access"
)

// Models says which language models tools ask, and what that took.
type Models interface {
	Problems(set models.Settings) []platform.Problem
	SetOwn(ctx context.Context, by platform.Actor, set models.Settings, keepKey bool) (models.Own, error)
	Own(ctx context.Context, ws platform.WorkspaceID) (models.Own, error)
	DeleteOwn(ctx context.Context, by platform.Actor) error
	Usage(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) (models.Usage, error)
}

const workspaceModelPath = workspacePath + "/llm"

type workspaceModelBody struct {
	Provider  models.Provider `json:"provider" enum:"openai,anthropic,gemini,echo"`
	BaseURL   *string         `json:"baseUrl" doc:"null: the provider's own."`
	Model     string          `json:"model" doc:"The good one; empty for echo."`
	ModelFast *string         `json:"modelFast" doc:"null: the good one."`
	HasKey    bool            `json:"hasKey" doc:"The key itself is never shown again."`
	UpdatedAt time.Time       `json:"updatedAt"`
}

type workspaceModelOutput struct{ Body workspaceModelBody }

func workspaceModelOf(o models.Own) *workspaceModelOutput {
	return &workspaceModelOutput{Body: workspaceModelBody{Provider: o.Provider, BaseURL: textOrNull(o.BaseURL), Model: o.Model, ModelFast: textOrNull(o.ModelFast),
		HasKey: len(o.Sealed) > 0, UpdatedAt: o.UpdatedAt}}
}

type newWorkspaceModelBody struct {
	Provider  models.Provider `json:"provider" enum:"openai,anthropic,gemini,echo"`
	BaseURL   *string         `json:"baseUrl,omitempty" nullable:"true" maxLength:"2000" doc:"A public https address, of openai with /v1, of the others without; null: the provider's own." example:"https://api.example.com/v1"`
	APIKey    *string         `json:"apiKey,omitempty" nullable:"true" maxLength:"8192" doc:"Never shown again. null: the one that is there stays while provider and address do."`
	Model     *string         `json:"model,omitempty" nullable:"true" maxLength:"100" doc:"The good one."`
	ModelFast *string         `json:"modelFast,omitempty" nullable:"true" maxLength:"100" doc:"null: the good one."`
}

func (b newWorkspaceModelBody) settings() models.Settings {
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	return models.Settings{Provider: b.Provider, BaseURL: text(b.BaseURL), Key: platform.SecretText(text(b.APIKey)), Model: text(b.Model), ModelFast: text(b.ModelFast)}
}

type setWorkspaceModelInput struct {
	WorkspaceInput
	Body newWorkspaceModelBody
}

func (a *API) registerSetWorkspaceModel() {
	register(a, action{ID: "set-workspace-llm", Method: http.MethodPut, Path: workspaceModelPath, Tag: "Workspaces", Access: owners,
		Summary: "Bring a language model", Description: "The workspace's tools of kind llm ask it from their next call on, with your key; the operator keeps no budget of it.",
		Check: checking(func(b newWorkspaceModelBody) []platform.Problem { return a.Models.Problems(b.settings()) })},
		func(ctx context.Context, by platform.Actor, in *setWorkspaceModelInput) (*workspaceModelOutput, error) {
			own, err := a.Models.SetOwn(ctx, by, in.Body.settings(), in.Body.APIKey == nil)
			if err != nil {
				return nil, err
			}
			return workspaceModelOf(own), nil
		})
}

func (a *API) registerGetWorkspaceModel() {
	register(a, action{ID: "get-workspace-llm", Method: http.MethodGet, Path: workspaceModelPath, Tag: "Workspaces", Access: viewers,
		Summary: "Get the workspace's language model", Description: "404 where it has brought none: its tools then ask the operator's, if that serves tools."},
		func(ctx context.Context, by platform.Actor, _ *WorkspaceInput) (*workspaceModelOutput, error) {
			own, err := a.Models.Own(ctx, by.Workspace)
			if err != nil {
				return nil, err
			}
			return workspaceModelOf(own), nil
		})
}

func (a *API) registerDeleteWorkspaceModel() {
	register(a, action{ID: "delete-workspace-llm", Method: http.MethodDelete, Path: workspaceModelPath, Tag: "Workspaces", Access: owners,
		Summary: "Take the workspace's language model away", Description: "Its key is forgotten."},
		func(ctx context.Context, by platform.Actor, _ *WorkspaceInput) (*emptyOutput, error) {
			return nil, a.Models.DeleteOwn(ctx, by)
		})
}

type usageDayBody struct {
	Day          string   `json:"day" format:"date" doc:"Of UTC."`
	Model        string   `json:"model"`
	Calls        int64    `json:"calls" doc:"Of the provider; an answer that was mended took two."`
	InputTokens  int64    `json:"inputTokens"`
	OutputTokens int64    `json:"outputTokens"`
	Cost         *float64 `json:"cost" doc:"In US dollars, by the operator's prices; null: there is none for the model."`
}

func usageDayOf(d models.DayUsage) usageDayBody {
	b := usageDayBody{Day: d.Day, Model: d.Model, Calls: d.Calls, InputTokens: d.Input, OutputTokens: d.Output}
	if d.Cost != nil {
		dollars := float64(*d.Cost) / 1e9
		b.Cost = &dollars
	}
	return b
}

type usageOutput struct {
	Body struct {
		Items      []usageDayBody `json:"items"`
		NextCursor *string        `json:"nextCursor" doc:"Asks for the next page; null on the last."`
		Budget     struct {
			Month  string `json:"month" example:"2026-11" doc:"Of UTC."`
			Tokens int64  `json:"tokens" doc:"Of the operator's key, with what is reserved at the moment."`
			Limit  *int64 `json:"limit" doc:"null: none."`
		} `json:"budget"`
	}
}

type usageInput struct {
	AppInput
	ListQuery
}

func (a *API) registerAppUsage() {
	register(a, action{ID: "get-app-usage", Method: http.MethodGet, Path: "/apps/{id}/usage", Tag: "Observe", Access: viewers,
		Summary: "Sum up an app's language models", Description: "What its tools of kind llm took, by day and model, newest first, and its budget of this month."},
		func(ctx context.Context, by platform.Actor, in *usageInput) (*usageOutput, error) {
			u, err := a.Models.Usage(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			days, err := cut(in.ListQuery, u.Days, func(d models.DayUsage) string { return d.Day + d.Model }, usageDayOf)
			if err != nil {
				return nil, err
			}
			out := &usageOutput{}
			out.Body.Items, out.Body.NextCursor = days.Body.Items, days.Body.NextCursor
			out.Body.Budget.Month, out.Body.Budget.Tokens = u.Month, u.Tokens
			if u.Most > 0 {
				out.Body.Budget.Limit = &u.Most
			}
			return out, nil
		})
}
