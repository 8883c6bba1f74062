package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
	"berth/platform/openapi"
	"berth/platform/publish"
	"berth/platform/schema/form"
)

// Importer reads OpenAPI documents, which are sent or fetched.
type Importer interface {
	Import(ctx context.Context, document []byte, address string) (title string, all []openapi.Operation, err error)
}

type importOpenAPIInput struct {
	AppInput
	ContentType string `header:"Content-Type" hidden:"true"`
}

// draftTool is a tool as a draft shows it.
type draftTool map[string]any

// Schema implements huma.SchemaProvider.
func (draftTool) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Ref: components + "DraftTool"}
}

type operationBody struct {
	ID          string             `json:"id" doc:"Its operationId, or method and path."`
	Method      string             `json:"method"`
	Path        string             `json:"path"`
	Summary     string             `json:"summary"`
	Score       int                `json:"score" minimum:"0" maximum:"100" doc:"How well it suits somebody who asks an app."`
	Recommended bool               `json:"recommended" doc:"At most five are."`
	Tool        *draftTool         `json:"tool" nullable:"true" doc:"Complete; null where problems say why there is none."`
	Problems    []platform.Problem `json:"problems" doc:"What was left out or changed, located by JSON pointers into the document."`
}

type importOpenAPIOutput struct {
	Body struct {
		Title      string          `json:"title"`
		Operations []operationBody `json:"operations" doc:"The best first."`
	}
}

// documentMedia are the media types of a document.
var documentMedia = []string{"application/json", "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "text/plain",
	"application/vnd.oai.openapi", "application/vnd.oai.openapi+json", "application/openapi+json", "application/openapi+yaml"}

func (a *API) registerImportOpenAPI() {
	register(a, action{ID: "import-openapi", Method: http.MethodPost, Path: "/apps/{id}/openapi", Tag: "Apps", Access: editors, Costly: true, OwnTime: true,
		Takes: documentMedia, MaxBody: openapi.MaxDocument, Summary: "Read an OpenAPI document",
		Description: "Of version 3.0 or 3.1, at most 10 MiB: JSON or YAML as the body, or {\"document\": \"…\"}, or {\"url\": \"https://…\"}. " +
			"Answers its operations as tools, and changes nothing."},
		func(ctx context.Context, by platform.Actor, in *importOpenAPIInput) (*importOpenAPIOutput, error) {
			if _, err := a.Apps.Get(ctx, by.Workspace, in.ID); err != nil {
				return nil, err
			}
			media, _, _ := mime.ParseMediaType(in.ContentType)
			document, address, problems := documentOf(callerOf(ctx).body.sent, media == "application/json")
			if len(problems) > 0 {
				return nil, platform.Invalid(problems)
			}
			title, all, err := a.Importer.Import(ctx, document, address)
			if err != nil {
				return nil, err
			}
			out := &importOpenAPIOutput{}
			out.Body.Title, out.Body.Operations = title, make([]operationBody, len(all))
			for i, op := range all {
				out.Body.Operations[i] = operationBody{op.ID, op.Method, op.Path, op.Summary, op.Score, op.Recommended, nil, op.Problems}
				if op.Tool != nil {
					shown := draftTool(form.Show(*op.Tool))
					out.Body.Operations[i].Tool = &shown
				}
			}
			return out, nil
		})
}

// documentOf finds the document in a body: the body itself, a text in document, or what is at url.
func documentOf(body []byte, isJSON bool) (document []byte, address string, problems []platform.Problem) {
	var sent map[string]json.RawMessage
	if !isJSON || json.Unmarshal(body, &sent) != nil || sent["openapi"] != nil || sent["swagger"] != nil {
		return body, "", nil
	}
	return documentIn(sent)
}

// documentIn reads {document} or {url}, beside which there are the other fields alone.
func documentIn(sent map[string]json.RawMessage, others ...string) (document []byte, address string, problems []platform.Problem) {
	known := slices.Sorted(slices.Values(append([]string{"document", "url"}, others...)))
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		if !slices.Contains(known, name) {
			problems = append(problems, platform.Problem{Location: "body." + platform.Clip(name, 100), Message: platform.StrangeField + strings.Join(known, ", ")})
		}
	}
	document, address, problem := documentOrAddress(sent["document"], sent["url"])
	if problem != nil {
		problems = append(problems, *problem)
	}
	return document, address, problems
}

func documentOrAddress(document, address json.RawMessage) ([]byte, string, *platform.Problem) {
	there := func(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }
	var text string
	switch {
	case there(document) == there(address):
		return nil, "", &platform.Problem{Location: "body", Message: "must be an OpenAPI document, or have either document, its text, or url"}
	case there(address):
		if json.Unmarshal(address, &text) != nil || text == "" || len(text) > 2000 {
			return nil, "", &platform.Problem{Location: "body.url", Message: "must be an address such as https://api.example.com/openapi.json"}
		}
		return nil, text, nil
	case document[0] == '{':
		return document, "", nil
	case json.Unmarshal(document, &text) != nil:
		return nil, "", &platform.Problem{Location: "body.document", Message: "must be the document as a text"}
	}
	return []byte(text), "", nil
}

type addOpenAPIToolsInput struct {
	AppInput
	IfMatch string `header:"If-Match" maxLength:"500" doc:"The ETag of the state that the change is meant for."`
}

func (a *API) registerAddOpenAPITools() {
	register(a, action{ID: "add-openapi-tools", Method: http.MethodPost, Path: "/apps/{id}/openapi/tools", Tag: "Apps", Access: editors, Costly: true, OwnTime: true,
		Takes: []string{"application/json"}, MaxBody: openapi.MaxDocument, Summary: "Make tools of operations",
		Description: "Takes {\"document\": \"…\" or \"url\": \"https://…\", \"operations\": [\"id\"]}. " +
			"The draft then has those tools, in the mode mock with example data: they work at once, " +
			"and ask the API when the author sets the mode live. They take the place of a default tool that nobody has touched, else are added. All or none."},
		func(ctx context.Context, by platform.Actor, in *addOpenAPIToolsInput) (*appOutput, error) {
			rev, err := a.expected(ctx, by, in.ID, in.IfMatch)
			if err != nil {
				return nil, err
			}
			app, err := a.Apps.Get(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			chosen, err := a.chosenTools(ctx, callerOf(ctx).body.sent, app.Draft)
			if err != nil {
				return nil, err
			}
			c, _ := a.readChanges(chosen)
			changed, err := a.Apps.Patch(ctx, by, in.ID, cmp.Or(rev, app.Rev), c)
			if err != nil {
				return nil, err
			}
			return a.appOutput(changed), nil
		})
}

// chosenTools reads which operations are to become tools, and returns the change of a draft that they are.
func (a *API) chosenTools(ctx context.Context, body []byte, d platform.Draft) (json.RawMessage, error) {
	var sent map[string]json.RawMessage
	var ids []string
	var problems []platform.Problem
	document, address := []byte(nil), ""
	if json.Unmarshal(body, &sent) != nil {
		problems = append(problems, platform.Problem{Location: "body", Message: `must be {"url": "https://…", "operations": ["id"]}`})
	} else {
		document, address, problems = documentIn(sent, "operations")
		if json.Unmarshal(sent["operations"], &ids) != nil || len(ids) == 0 || len(ids) > publish.MaxTools {
			problems = append(problems, platform.Problem{Location: "body.operations", Message: fmt.Sprintf("must be a list of 1 to %d ids of operations", publish.MaxTools)})
		}
	}
	if len(problems) > 0 {
		return nil, platform.Invalid(problems)
	}
	_, all, err := a.Importer.Import(ctx, document, address)
	if err != nil {
		return nil, err
	}
	tools := d.Tools
	if untouched(d) {
		tools = nil
	}
	fresh, problems := toolsFor(ids, all, tools)
	if n := len(tools) + len(ids); n > publish.MaxTools {
		problems = append(problems, platform.Problem{Location: "body.operations", Message: fmt.Sprintf("would make %d tools; an app has at most %d", n, publish.MaxTools)})
	}
	if len(problems) > 0 {
		return nil, platform.Invalid(problems)
	}
	d.Tools = slices.Concat(tools, fresh)
	shown := form.Show(d)
	change, err := platform.PlainJSON(map[string]any{"tools": shown["tools"], "exampleData": true})
	return json.RawMessage(change), err
}

// untouched reports whether a draft still has the one tool that it was made with.
func untouched(d platform.Draft) bool {
	if len(d.Tools) != 1 {
		return false
	}
	t := d.Tools[0]
	return t.Name == "" && t.Description == "" && t.Kind() == platform.DefaultKind && len(t.MockData) == 0 && t.ResponseText == "" && len(t.Input) == 0 && len(t.Scopes) == 0
}

// toolsFor returns the tools of operations, by names that others do not have, and what is wrong with the ids.
func toolsFor(ids []string, all []openapi.Operation, others []platform.ToolDraft) (tools []platform.ToolDraft, problems []platform.Problem) {
	for i, id := range ids {
		report := func(message string) {
			problems = append(problems, platform.Problem{Location: fmt.Sprintf("body.operations[%d]", i), Message: message})
		}
		at := slices.IndexFunc(all, func(op openapi.Operation) bool { return op.ID == id })
		switch {
		case at < 0:
			report(fmt.Sprintf("is %.100q, which is no operation of the document", id))
		case slices.Contains(ids[:i], id):
			report("is there twice")
		case all[at].Tool == nil:
			report("cannot become a tool: it " + strings.TrimSpace(all[at].Problems[0].Message))
		default:
			t := *all[at].Tool
			t.Name = openapi.Unused(t.Name, func(name string) bool {
				same := func(o platform.ToolDraft) bool { return o.Name == name }
				return slices.ContainsFunc(others, same) || slices.ContainsFunc(tools, same)
			})
			tools = append(tools, t)
		}
	}
	return tools, problems
}
