package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"berth/platform"
	"berth/platform/generate"
)

// Generator makes drafts from descriptions in plain words.
type Generator interface {
	Generate(ctx context.Context, by platform.Actor, r generate.Request) (platform.Proposal, error)
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
	Tools           []draftToolBody `json:"tools,omitempty" doc:"Where there are several, or one that does more than show data; the fields above are the first one's."`
	ExampleData     bool            `json:"exampleData" doc:"The data were invented, and say so."`
	proposalFields
}

type generateOutput struct{ Body generatedBody }

func (a *API) registerGenerateApp() {
	register(a, action{ID: "generate-app", Method: http.MethodPost, Path: "/apps/generate", Tag: "Apps", Access: editors, OwnBody: true, OwnTime: true,
		Summary: "Describe an app", Description: "Answers a complete draft that is not saved. Without a configured model it is made by rules, offline."},
		func(ctx context.Context, by platform.Actor, in *generateInput) (*generateOutput, error) {
			d, err := a.Generator.Generate(ctx, by, a.description(in.Body.JSON))
			if err != nil {
				return nil, err
			}
			t := d.Tools[0]
			out := &generateOutput{Body: generatedBody{Name: d.Name, Description: d.Description, ToolName: t.Name, ToolDescription: t.Description,
				LayoutTemplate: t.Layout, MockData: t.MockData, ThemeVariables: d.Theme, ResponseText: t.ResponseText, ExampleData: d.ExampleData,
				proposalFields: proposalFields{append([]platform.TableDraft{}, d.Tables...), append([]platform.Question{}, d.Questions...), d.MadeBy}}}
			if !d.Flat() {
				out.Body.Tools = draftToolsOf(d.Draft)
			}
			return out, nil
		})
}

// description reads what an app is to be, and the draft that it refines.
func (a *API) description(body json.RawMessage) generate.Request {
	prompt, sent, problems := a.Apps.ReadDescription(body)
	r := generate.Request{Prompt: prompt, Problems: problems}
	if sent == nil {
		return r
	}
	sent, tables, faults := unproposed(sent)
	c, flat := a.readChanges(sent)
	former, found := a.Apps.Unsaved(c)
	r.Former = &platform.Proposal{Draft: former, Tables: tables, ExampleData: former.ExampleData != nil && *former.ExampleData}
	for _, p := range append(flat.at(found), faults...) {
		p.Location = "body.draft" + strings.TrimPrefix(p.Location, "body")
		r.Problems = append(r.Problems, p)
	}
	return r
}
