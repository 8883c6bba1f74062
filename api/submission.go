package api

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/directory"
	"berth/platform/publish"
)

type submissionInput struct {
	AppInput
	LinkInput
}

type submissionOutput struct {
	Disposition string `header:"Content-Disposition"`
	Body        submissionBody
}

type submissionBody struct {
	GeneratedAt time.Time        `json:"generatedAt"`
	Name        string           `json:"name"`
	Description string           `json:"description"`
	Listing     platform.Listing `json:"listing"`
	Server      struct {
		URL            *string `json:"url" doc:"null until the app has a slug."`
		Transport      string  `json:"transport" enum:"streamable-http"`
		Authentication string  `json:"authentication" enum:"none,bearer"`
		Instructions   string  `json:"instructions"`
		LiveVersion    *int    `json:"liveVersion"`
		DraftAhead     bool    `json:"draftAhead" doc:"The file describes the draft, which is not what is live."`
	} `json:"server"`
	Tools     []toolBody        `json:"tools"`
	Widgets   []submittedWidget `json:"widgets"`
	Readiness []readinessBody   `json:"readiness"`
	TestCases struct {
		Positive []string `json:"positive" doc:"To be written by hand: five messages for which the app should be called."`
		Negative []string `json:"negative" doc:"To be written by hand: three for which it should not."`
	} `json:"testCases"`
}

type toolBody struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema" doc:"null when the tool declares none."`
	Example      json.RawMessage `json:"example" doc:"Arguments to try it with; null where the app gives none."`
	Annotations  annotations     `json:"annotations"`
	Reason       string          `json:"annotationsReason" doc:"The hints in words."`
	Layout       string          `json:"layout" doc:"Of its widget; empty without one."`
	UIURL        *string         `json:"uiUrl" doc:"Its widget as a page; null without one, and of a release that is not served."`
}

type annotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

type submittedWidget struct {
	Name            string   `json:"name"`
	URI             string   `json:"uri"`
	Description     string   `json:"description"`
	PrefersBorder   bool     `json:"prefersBorder"`
	ConnectDomains  []string `json:"connectDomains"`
	ResourceDomains []string `json:"resourceDomains"`
}

// newTool is a tool as directories and people read it.
func newTool(t platform.ToolSpec) toolBody {
	out := toolBody{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.Input, OutputSchema: t.Output, Example: t.Example,
		Annotations: annotations(t.Hints), Reason: directory.Hints(t.Hints)}
	if len(out.OutputSchema) == 0 {
		out.OutputSchema = json.RawMessage("null")
	}
	if len(out.Example) == 0 {
		out.Example = json.RawMessage("null")
	}
	return out
}

func (a *API) submission(o publish.Offer) submissionBody {
	shown, m := a.appOf(o.App), o.Manifest
	b := submissionBody{GeneratedAt: a.Now().UTC(), Name: m.Name, Description: m.Description, Listing: o.Listing, Tools: toolsOf(m, nil), Widgets: []submittedWidget{}}
	b.Server.URL, b.Server.LiveVersion, b.Server.DraftAhead = shown.MCPURL, shown.LiveVersion, shown.DraftAhead
	b.Server.Transport, b.Server.Authentication, b.Server.Instructions = "streamable-http", "none", m.Instructions
	if m.Access == platform.AccessPerson {
		b.Server.Authentication = "bearer"
	}
	slug := cmp.Or(o.App.ServedSlug, "app")
	for _, v := range m.Views {
		b.Widgets = append(b.Widgets, submittedWidget{Name: v.Name, URI: strings.ReplaceAll(v.URI, "{slug}", slug), Description: v.Description, PrefersBorder: v.PrefersBorder,
			ConnectDomains: append([]string{}, v.CSP.Connect...), ResourceDomains: append([]string{}, v.CSP.Resource...)})
	}
	for _, i := range a.judge(o) {
		b.Readiness = append(b.Readiness, readinessOf(i))
	}
	b.TestCases.Positive, b.TestCases.Negative = []string{}, []string{}
	return b
}

func (a *API) registerSubmission() {
	register(a, action{ID: "get-submission", Method: http.MethodGet, Path: "/apps/{id}/submission", Tag: "Directories", Access: viewers, Costly: true, Linked: true,
		Summary: "Download what a directory asks for", Description: "One file with the app's texts, address, tools with their hints, widgets with their policies, and the checklist."},
		func(ctx context.Context, by platform.Actor, in *submissionInput) (*submissionOutput, error) {
			o, err := a.Apps.Offer(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			name := o.App.Draft.Slug // lower-case letters, digits and - alone
			if name == "" {
				name = "app"
			}
			return &submissionOutput{Disposition: `attachment; filename="` + name + `-submission.json"`, Body: a.submission(o)}, nil
		})
}
