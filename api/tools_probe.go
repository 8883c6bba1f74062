package api

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"berth/platform"
)

// Upstreams calls a tool of a draft that asks another server, and returns what was asked and answered.
type Upstreams interface {
	Probe(ctx context.Context, p platform.ToolProbe) (platform.Upstream, error)
}

type probeToolInput struct {
	AppInput
	Tool string `path:"tool" maxLength:"64" doc:"A tool of the draft, of the kind http."`
	Body struct {
		Arguments map[string]any `json:"arguments" doc:"What a model would send."`
	}
	RawBody []byte
}

type probeToolOutput struct {
	Body struct {
		Request  exchangeRequest `json:"request" doc:"What was asked; secrets are three dots."`
		Response struct {
			Status  int               `json:"status"`
			Headers map[string]string `json:"headers"`
			Body    json.RawMessage   `json:"body" doc:"JSON as it is, anything else as a text; null: none."`
		} `json:"response" doc:"What the server answered."`
		Data       json.RawMessage    `json:"data" doc:"What the widget would show; null where problems say why."`
		Problems   []platform.Problem `json:"problems"`
		DurationMS float64            `json:"durationMs"`
		Steps      []probeStep        `json:"steps" doc:"Of the request that was answered, and of making data of the answer."`
	}
}

type probeStep struct {
	Step       string  `json:"step" enum:"connect,wait,read,shape"`
	DurationMS float64 `json:"durationMs"`
}

func (a *API) registerProbeTool() {
	register(a, action{ID: "probe-tool", Method: http.MethodPost, Path: "/apps/{id}/tools/{tool}/probe", Tag: "Apps", Access: editors, Costly: true, OwnTime: true,
		Summary: "Ask what a tool asks",
		Description: "Sends the request of a tool of the draft, and answers what was asked, what came back and what the widget would show: 200 whenever the server answered, " +
			"whatever it answered. It does what a call would do."},
		func(ctx context.Context, by platform.Actor, in *probeToolInput) (*probeToolOutput, error) {
			app, err := a.Apps.Get(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			at := slices.IndexFunc(app.Draft.Tools, func(t platform.ToolDraft) bool { return t.Name == in.Tool })
			if at < 0 {
				return nil, platform.Errorf(platform.CodeNotFound, "The app has no such tool.")
			}
			// The arguments go out as they came in: a decoded number could lose digits.
			var body struct {
				Arguments json.RawMessage `json:"arguments"`
			}
			if err := json.Unmarshal(in.RawBody, &body); err != nil {
				return nil, platform.Errorf(platform.CodeBadRequest, "The body is not valid JSON.")
			}
			got, err := a.Upstreams.Probe(ctx, platform.ToolProbe{Workspace: by.Workspace, App: in.ID, Slug: app.ServedSlug, Tool: app.Draft.Tools[at],
				Arguments: body.Arguments, Principal: by.Principal})
			if err != nil {
				return nil, err
			}
			out := &probeToolOutput{}
			out.Body.Request = exchangeRequest(got.Request)
			out.Body.Response.Status, out.Body.Response.Headers, out.Body.Response.Body = got.Status, got.Response.Headers, got.Response.Body
			out.Body.Data, out.Body.Problems, out.Body.DurationMS = got.Data, got.Problems, milliseconds(got.Duration)
			if out.Body.Data == nil {
				out.Body.Data = json.RawMessage("null")
			}
			if out.Body.Problems == nil {
				out.Body.Problems = []platform.Problem{}
			}
			out.Body.Steps = []probeStep{}
			for _, s := range got.Steps {
				out.Body.Steps = append(out.Body.Steps, probeStep{s.Name, milliseconds(s.Duration)})
			}
			return out, nil
		})
}
