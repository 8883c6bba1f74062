package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/view"
)

// LinkInput is the query of addresses that frames and links open: these send no header that could name the workspace. guard
// reads it.
type LinkInput struct {
	Workspace platform.WorkspaceID `query:"workspace" maxLength:"100" doc:"The workspace, where the Berth-Workspace header cannot be sent."`
}

// FrameInput is what a browser says about where it shows the answer (Fetch Metadata, section 2.1); other clients send
// nothing.
type FrameInput struct {
	Dest string `header:"Sec-Fetch-Dest" hidden:"true"`
}

// framed refuses to show the answer as a page of its own when the query holds values: anybody could make a link that shows
// anything at our address.
func (in FrameInput) framed(values ...string) error {
	if in.Dest != "document" || strings.Join(values, "") == "" {
		return nil
	}
	return platform.Errorf(platform.CodeForbidden, "What is not saved is shown in a frame of the builder alone.")
}

type previewInput struct {
	AppInput
	LinkInput
	FrameInput
	Tool   string `query:"tool" maxLength:"64" doc:"The tool whose widget is shown; the default is the first."`
	Layout string `query:"layoutTemplate" maxLength:"64" doc:"Instead of the draft's."`
	Theme  string `query:"themeVariables" doc:"As JSON, instead of the draft's; at most 4 KiB."`
	Data   string `query:"mockData" doc:"As JSON, instead of the draft's; at most 16 KiB. Hand more to the widget by its host's messages."`
	Host   string `query:"host" enum:"chatgpt" doc:"chatgpt: for a page that plays ChatGPT. The document begins with a script that stands for window.openai and asks the framing page; absent: what ships, for hosts of MCP Apps."`
}

// Limits of the JSON in a query, in bytes, so that the escaped address still fits into the head of a request.
const (
	maxQueryTheme = 4 << 10
	maxQueryData  = 16 << 10
)

// changes reads the changes to the draft from the query. The locations of its problems are in the query.
func (in *previewInput) changes(a *API) publish.Changes {
	body := map[string]json.RawMessage{}
	var found []platform.Problem
	if in.Layout != "" {
		body["layoutTemplate"], _ = json.Marshal(in.Layout) // a string always encodes
	}
	for _, f := range []struct {
		name, text string
		limit      int
	}{{"themeVariables", in.Theme, maxQueryTheme}, {"mockData", in.Data, maxQueryData}} {
		if f.text == "" {
			continue
		}
		raw, problems := queryJSON(f.name, f.text, f.limit)
		if found = append(found, problems...); len(problems) == 0 {
			body[f.name] = raw
		}
	}
	raw, err := json.Marshal(body)
	if err != nil { // cannot happen: the parts are valid JSON
		found = append(found, platform.Problem{Location: "body", Message: "must be JSON"})
	}
	c, _ := a.readChanges(raw)
	c.Problems = append(found, c.Problems...)
	return c
}

// queryJSON reads a parameter of the query that holds JSON.
func queryJSON(name, text string, limit int) (json.RawMessage, []platform.Problem) {
	at := "body." + name
	if len(text) > limit {
		return nil, []platform.Problem{{Location: at, Message: fmt.Sprintf("must have at most %d KiB in an address", limit>>10)}}
	}
	d, err := checkJSON([]byte(text), platform.MaxValues)
	if err != nil {
		return nil, []platform.Problem{{Location: at, Message: "cannot be read: " + strings.Replace(platform.AsError(err).Msg, "The body", "it", 1)}}
	}
	for i, p := range d.problems {
		d.problems[i].Location = at + strings.TrimPrefix(p.Location, "body")
	}
	return json.RawMessage(text), d.problems
}

// inQuery changes the locations of a draft's problems to the query that held the draft.
func inQuery(err error) error {
	return platform.Relocated(err, func(problems []platform.Problem) []platform.Problem {
		moved := slices.Clone(problems)
		for i, p := range moved {
			if rest, ok := strings.CutPrefix(p.Location, "body"); ok {
				moved[i].Location = "query" + rest
			}
		}
		return moved
	})
}

type previewOutput struct {
	ContentType string `header:"Content-Type"`
	CSP         string `header:"Content-Security-Policy"`
	Framing     string `header:"X-Frame-Options"`
	Body        []byte
}

func (a *API) registerPreviewApp() {
	register(a, action{ID: "preview-app", Method: http.MethodGet, Path: "/apps/{id}/preview", Tag: "Apps", Access: viewers, Costly: true, Produces: "text/html", Linked: true,
		Summary: "Show the draft's widget",
		Description: "The document that a host would show, with the draft's layout, theme and data, or with those of the query, which are checked " +
			"like a draft's and stored nowhere. Only pages of this server may frame it, and browsers show what the query holds in such a frame alone."},
		func(ctx context.Context, by platform.Actor, in *previewInput) (*previewOutput, error) {
			if err := in.framed(in.Layout, in.Theme, in.Data, in.Host); err != nil {
				return nil, err
			}
			p, err := a.Apps.Preview(ctx, by.Workspace, in.ID, in.Tool, in.changes(a))
			if err != nil {
				return nil, inQuery(flatNames(true).in(err))
			}
			if in.Host == "chatgpt" {
				p.HTML, p.CSP = view.ForChatGPT(p.HTML, p.CSP)
			}
			return &previewOutput{ContentType: "text/html; charset=utf-8", CSP: p.CSP, Framing: "SAMEORIGIN", Body: p.HTML}, nil
		})
}
