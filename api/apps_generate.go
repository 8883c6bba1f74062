package api

import (
	"context"
	"encoding/json"
	"net/http"

	"berth/platform"
	"berth/platform/generate"
)

// Generator makes drafts from descriptions in plain words.
type Generator interface {
	Generate(ctx context.Context, by platform.Actor, r generate.Request) (platform.Draft, error)
}

type generateInput struct{ Body raw[generateBody] }

// generateBody describes the form; package publish reads it.
type generateBody struct {
	Prompt string      `json:"prompt" minLength:"1" maxLength:"4000" doc:"What the app shows, in plain words; with draft, what is to change."`
	Draft  draftFields `json:"draft,omitempty" doc:"A former answer, or the same fields of an app, that the prompt refines."`
}

// generatedBody is an unsaved draft, as POST /apps takes it.
type generatedBody struct {
	Name            string          `json:"name"`
	Description     string          `json:"description"`
	ToolName        string          `json:"toolName"`
	ToolDescription string          `json:"toolDescription"`
	LayoutTemplate  string          `json:"layoutTemplate"`
	MockData        json.RawMessage `json:"mockData"`
	ThemeVariables  platform.Theme  `json:"themeVariables"`
	ResponseText    string          `json:"responseText" doc:"What the model reads; empty: a sentence made from the data."`
}

type generateOutput struct{ Body generatedBody }

func (a *API) registerGenerateApp() {
	register(a, action{ID: "generate-app", Method: http.MethodPost, Path: "/apps/generate", Tag: "Apps", Access: editors, OwnBody: true, OwnTime: true,
		Summary: "Describe an app", Description: "Answers a complete draft that is not saved. Without a configured model it is made by rules, offline."},
		func(ctx context.Context, by platform.Actor, in *generateInput) (*generateOutput, error) {
			prompt, former, problems := a.Apps.ReadDescription(in.Body.JSON)
			d, err := a.Generator.Generate(ctx, by, generate.Request{Prompt: prompt, Former: former, Problems: problems})
			if err != nil {
				return nil, err
			}
			return &generateOutput{Body: generatedBody{Name: d.Name, Description: d.Description, ToolName: d.ToolName, ToolDescription: d.ToolDescription,
				LayoutTemplate: d.Layout, MockData: d.MockData, ThemeVariables: d.Theme, ResponseText: d.ResponseText}}, nil
		})
}
