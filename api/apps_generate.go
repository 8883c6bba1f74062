package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
	"berth/platform/generate"
	"berth/platform/schema/form"
)

// Generator makes drafts from descriptions in plain words.
type Generator interface {
	Generate(ctx context.Context, by platform.Actor, r generate.Request) (platform.Proposal, error)
}

type generateInput struct{ Body raw[generateBody] }

// generateBody describes the form; package publish reads it.
type generateBody struct {
	Prompt string      `json:"prompt,omitempty" minLength:"1" maxLength:"4000" doc:"What the app shows, in plain words; with draft, what is to change. Required without layoutTemplate."`
	Draft  draftFields `json:"draft,omitempty" doc:"A former answer, or the same fields of an app, that the prompt refines."`
	Layout string      `json:"layoutTemplate,omitempty" maxLength:"64" doc:"Instead of a prompt: the layout in which the draft's first tool is to show its data, and, by its field map, the columns of its table. Nothing else changes."`
}

// generatedBody is an unsaved draft, as POST /apps takes it.
type generatedBody struct {
	proposalFields
	content contentBody
}

// MarshalJSON implements json.Marshaler.
func (b generatedBody) MarshalJSON() ([]byte, error) { return together(b.proposalFields, b.content) }

// Schema implements huma.SchemaProvider.
func (generatedBody) Schema(r huma.Registry) *huma.Schema {
	return component(r, "Generated", func() form.Schema { return proposedForm().And(form.Written(proposalFields{})) })
}

type generateOutput struct{ Body generatedBody }

func (a *API) registerGenerateApp() {
	register(a, action{ID: "generate-app", Method: http.MethodPost, Path: "/apps/generate", Tag: "Apps", Access: editors, OwnBody: true, OwnTime: true,
		Summary: "Describe an app", Description: "Answers a complete draft that is not saved. Without a configured model it is made by rules, offline. " +
			"With layoutTemplate the draft is answered as it would be in that layout, by names and types; 422 where that cannot show its data."},
		func(ctx context.Context, by platform.Actor, in *generateInput) (*generateOutput, error) {
			d, err := a.Generator.Generate(ctx, by, a.description(in.Body.JSON))
			if err != nil {
				return nil, err
			}
			out := &generateOutput{Body: generatedBody{content: proposedOf(d.Draft),
				proposalFields: proposalFields{append([]platform.TableDraft{}, d.Tables...), append([]platform.Question{}, d.Questions...), d.MadeBy}}}
			out.Body.content["exampleData"] = d.ExampleData
			return out, nil
		})
}

// description reads what an app is to be, and the draft that it refines.
func (a *API) description(body json.RawMessage) generate.Request {
	is, problems := a.Apps.ReadDescription(body)
	r := generate.Request{Prompt: is.Prompt, Layout: is.Layout, Problems: problems}
	if is.Draft == nil {
		return r
	}
	sent, tables, faults := a.unproposed(is.Draft)
	c, flat := a.readChanges(sent)
	former, found := a.Apps.Unsaved(c)
	r.Former = &platform.Proposal{Draft: former, Tables: tables, ExampleData: former.ExampleData != nil && *former.ExampleData}
	for _, p := range append(flat.at(found), faults...) {
		p.Location = "body.draft" + strings.TrimPrefix(p.Location, "body")
		r.Problems = append(r.Problems, p)
	}
	return r
}
