package berth

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
)

// document is an OpenAPI document whose operations are to become tools. Without operations they are listed.
type document struct {
	Document   json.RawMessage `json:"document"`
	URL        string          `json:"url"`
	Operations []string        `json:"operations"`
}

type createIn struct {
	in
	OpenAPI *document `json:"openapi"`
}

type updateIn struct {
	in
	App      string    `json:"app"`
	Revision string    `json:"revision"`
	OpenAPI  *document `json:"openapi"`
}

// The arguments that are no fields of a draft.
var (
	besideNew     = []string{"workspace", "openapi"}
	besideChanges = append([]string{"app", "revision"}, besideNew...)
)

// fields returns the arguments that are fields of a draft, those beside them left out. The REST API says what is wrong with them.
func (c *caller) fields(beside []string) (members, error) {
	var all members
	if err := json.Unmarshal(c.sent, &all); err != nil {
		return nil, invalid("arguments", "must be a JSON object")
	}
	for _, name := range beside {
		delete(all, name)
	}
	return all, nil
}

// knowing returns the error, in which what is said of a strange argument names those beside the fields of a draft too.
func knowing(err error, beside []string) error {
	e := platform.AsError(err)
	if err == nil || len(e.Fields) == 0 {
		return err
	}
	told := *e
	told.Fields = platform.Knowing(e.Fields, "", beside...)
	return &told
}

// elsewhere returns the error, in which who sends the tables of a draft with a change, as with a new one, reads where they go.
func elsewhere(err error) error {
	e := platform.AsError(err)
	if err == nil || len(e.Fields) == 0 {
		return err
	}
	told := *e
	told.Fields = slices.Clone(e.Fields)
	for i, p := range told.Fields {
		if p.Location == "tables" && strings.HasPrefix(p.Message, platform.StrangeField) {
			told.Fields[i].Message = "is for create_app alone: put_table makes or changes a table, put_rows fills it"
		}
	}
	return &told
}

func (c *caller) createApp(ctx context.Context, in createIn) (appkit.Result, error) {
	draft, err := c.fields(besideNew)
	if err != nil {
		return appkit.Result{}, err
	}
	var v appView
	if err := c.send(ctx, "POST", "/apps", draft, &v); err != nil {
		return appkit.Result{}, knowing(c.foreseen(ctx, "", draft, c.ownSlug(ctx, draft, err)), besideNew)
	}
	operations, err := c.importing(ctx, v.ID, "", in.OpenAPI)
	if err != nil { // nothing is half done, also where the time was up
		if undone := c.send(context.WithoutCancel(ctx), "DELETE", path("apps", v.ID), nil, nil); undone != nil {
			return appkit.Result{}, fmt.Errorf("take back a draft: %w", undone)
		}
		return appkit.Result{}, err
	}
	return c.drafted(ctx, v.ID, "The draft %q is stored. Nobody but its authors sees it until it is published.", operations, appView{})
}

func (c *caller) updateApp(ctx context.Context, in updateIn) (appkit.Result, error) {
	draft, err := c.fields(besideChanges)
	if err != nil {
		return appkit.Result{}, err
	}
	v, err := c.find(ctx, in.App)
	if err != nil {
		return appkit.Result{}, err
	}
	revision, changed := asETag(in.Revision), len(draft) > 0 || in.OpenAPI == nil
	if changed {
		if revision, err = c.patch(ctx, v.ID, revision, draft); err != nil {
			return appkit.Result{}, elsewhere(knowing(c.foreseen(ctx, v.ID, draft, err), besideChanges))
		}
	}
	operations, err := c.importing(ctx, v.ID, revision, in.OpenAPI)
	if err != nil && changed { // nothing is half done, also where the time was up
		if _, undone := c.patch(context.WithoutCancel(ctx), v.ID, revision, v.before(draft)); undone != nil {
			return appkit.Result{}, fmt.Errorf("take back a change of a draft: %w", undone)
		}
	}
	if err != nil {
		return appkit.Result{}, err
	}
	return c.drafted(ctx, v.ID, "The draft of %q has changed. What is published stays as it is until publish_app.", operations, v)
}

// ownSlug returns the error of a new draft; where its slug is taken by an app of the same workspace, it says which: a draft that was meant to
// change that app is no new one.
func (c *caller) ownSlug(ctx context.Context, draft members, err error) error {
	var slug string
	if !platform.IsCode(err, platform.CodeSlugTaken) || json.Unmarshal(draft["mcpSlug"], &slug) != nil {
		return err
	}
	v, none := c.find(ctx, slug)
	if none != nil || v.Origin == string(platform.OriginSeeded) { // which nobody changes
		return err
	}
	return platform.Errorf(platform.CodeSlugTaken, "The slug %q is taken by an app of this workspace, %q (%s): update_app changes that one.", slug, v.Name, v.ID)
}

// foreseen adds to a refusal of a draft what publishing it would refuse, so that all can be mended at once.
func (c *caller) foreseen(ctx context.Context, app string, draft members, err error) error {
	e := platform.AsError(err)
	raw, unread := json.Marshal(draft)
	if unread != nil || len(e.Fields) == 0 {
		return err
	}
	all, unknown := c.rest.Foresee(ctx, c.by, platform.AppID(app), raw)
	if unknown != nil { // what was refused is told all the same
		return err
	}
	told := *e
	told.Fields = platform.WithMore(e.Fields, asArguments(all))
	return &told
}

// asETag returns a revision as get_app shows it: models leave out the quotation marks that it is in.
func asETag(revision string) string {
	if revision == "" || strings.HasPrefix(revision, `"`) {
		return revision
	}
	return `"` + revision + `"`
}

// patch changes fields of the draft of an app that is in that state, "" for any, and returns its state then.
func (c *caller) patch(ctx context.Context, id, revision string, draft members) (etag string, err error) {
	raw, err := json.Marshal(draft)
	if err != nil {
		return "", err
	}
	return c.ask(ctx, platform.RESTCall{Method: "PATCH", Path: path("apps", id), Match: revision, Body: raw}, nil)
}

// before returns the change that takes back a change of the app.
func (v *appView) before(changed members) members {
	back := members{"tools": v.fields["tools"], "exampleData": v.fields["exampleData"]}
	for name := range changed {
		if platform.FlatFields()[name] != "" { // which stands in tools
			continue
		}
		if back[name] = v.fields[name]; back[name] == nil {
			back[name] = json.RawMessage("null")
		}
	}
	return back
}

// importing makes tools of the operations for an app that is in that state, "" for any, or lists them.
func (c *caller) importing(ctx context.Context, id, revision string, d *document) (operations json.RawMessage, err error) {
	if d == nil {
		return nil, nil
	}
	body := map[string]any{}
	if len(d.Document) > 0 && string(d.Document) != "null" {
		body["document"] = d.Document
	}
	if d.URL != "" {
		body["url"] = d.URL
	}
	at := path("apps", id, "openapi")
	if d.Operations != nil {
		body["operations"] = d.Operations
		raw, err := json.Marshal(body)
		if err == nil {
			_, err = c.ask(ctx, platform.RESTCall{Method: "POST", Path: at + "/tools", Match: revision, Body: raw}, nil)
		}
		return nil, under("openapi", err)
	}
	var found struct{ Operations []members }
	if err := under("openapi", c.send(ctx, "POST", at, body, &found)); err != nil {
		return nil, err
	}
	for _, o := range found.Operations { // tools are long, and follow from the choice
		delete(o, "tool")
	}
	return json.Marshal(found.Operations)
}

// under places the problems of an error below an argument.
func under(argument string, err error) error {
	e := platform.AsError(err)
	if err == nil || len(e.Fields) == 0 {
		return err
	}
	moved := *e
	moved.Fields = make([]platform.Problem, len(e.Fields))
	for i, p := range e.Fields {
		if moved.Fields[i] = p; p.Location == "body" {
			moved.Fields[i].Location = argument
		} else {
			moved.Fields[i].Location = argument + "." + p.Location
		}
	}
	return &moved
}

// drafted is the answer to a change of a draft, which was the zero value or another one before.
func (c *caller) drafted(ctx context.Context, id, sentence string, operations json.RawMessage, before appView) (appkit.Result, error) {
	v, err := c.read(ctx, id)
	if err != nil {
		return appkit.Result{}, err
	}
	out, unchecked := c.whole(ctx, v, every)
	out.Operations = operations
	switch {
	case unchecked != nil: // the draft is stored all the same
		out.Next = "The draft is stored, but could not be checked now: " + platform.AsError(unchecked).Msg + " Call check_app later."
	case string(operations) == "[]":
		out.Next = "The document has no operations: a path has get, post or another method, which says what it does. Send another document, or make tools of the kind http yourself."
	case operations != nil:
		out.Next = "Choose among the operations and call update_app with openapi.operations, their ids."
	default:
		out.Next = c.after(ctx, v, out.Problems)
	}
	if v.etag == before.etag {
		sentence = "The draft of %q is as it was."
	}
	sentence = fmt.Sprintf(sentence, v.Name) // before names of tools follow, which may be anything
	gone, bare := v.lacks(before)
	if len(gone) > 0 {
		sentence += " Tools that are no longer in it: " + strings.Join(gone, ", ") + "."
	}
	if len(bare) > 0 {
		sentence += " Tools whose mockData is gone: " + strings.Join(bare, ", ") + "."
	}
	result, err := said(sentence, out.onward, out)
	if err != nil || unchecked != nil || len(out.Problems) > 0 { // a draft that cannot be served shows nothing
		return result, err
	}
	tool := v.tool(func(t toolView) bool { return t.Layout != nil })
	if shown, err := c.shown(ctx, v, tool); err == nil {
		return c.withWidget(ctx, v, tool, "", shown, result), nil
	}
	return result, nil
}

// noTool says that a name is that of no tool, and which tools there are.
func noTool(of string, tools []toolView) error {
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.Name
	}
	return invalid("tool", fmt.Sprintf("names no tool of the app; those %s are %s", of, strings.Join(names, ", ")))
}

type tryIn struct {
	in
	App       string          `json:"app"`
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	Release   string          `json:"release"`
}

type tryOut struct {
	Tool       string      `json:"tool"`
	IsError    bool        `json:"isError" doc:"The tool could not do what was asked."`
	Text       string      `json:"text" doc:"What a model reads."`
	Data       members     `json:"data,omitempty" doc:"The tool's structured content."`
	DurationMS json.Number `json:"durationMs" jsonschema:"type=number"`
	onward
}

// live returns the tools of a release, which may be others than the draft's.
func (c *caller) live(ctx context.Context, id string, version int) (tools []toolView, err error) {
	var release struct {
		Tools []struct {
			toolView
			Layout string // "" without one
		}
	}
	err = c.get(ctx, path("apps", id, "releases", strconv.Itoa(version)), &release)
	for _, t := range release.Tools {
		if t.Layout != "" {
			t.toolView.Layout = &t.Layout
		}
		tools = append(tools, t.toolView)
	}
	return tools, err
}

func (c *caller) tryApp(ctx context.Context, in tryIn) (appkit.Result, error) {
	v, err := c.find(ctx, in.App)
	if err != nil {
		return appkit.Result{}, err
	}
	of, from := "of the draft", v
	if in.Release == "live" && v.LiveVersion != nil {
		of = "that are live"
		if from.Tools, err = c.live(ctx, v.ID, *v.LiveVersion); err != nil {
			return appkit.Result{}, err
		}
	}
	if in.Tool == "" && len(from.Tools) > 0 {
		in.Tool = from.Tools[0].Name
	}
	tool := from.tool(func(t toolView) bool { return t.Name == in.Tool })
	if in.Arguments != nil {
		tool.Example = in.Arguments
	}
	x, err := c.try(ctx, v.ID, in.Tool, tool.arguments(), in.Release)
	if err != nil {
		return appkit.Result{}, err
	}
	out := tryOut{Tool: in.Tool, DurationMS: x.DurationMS,
		onward: onward{notice, "publish_app makes the draft public; update_app changes it.", c.link(v.ID, "try")}}
	shown := x.Response.Result
	switch {
	case x.Response.Error != nil && tool.Name == "":
		return appkit.Result{}, noTool(of, from.Tools)
	case x.Response.Error != nil:
		out.IsError, out.Text = true, x.Response.Error.Message
	case shown != nil:
		var r struct {
			Content           []struct{ Type, Text string }
			StructuredContent members
			IsError           bool
		}
		if err := json.Unmarshal(shown, &r); err != nil {
			return appkit.Result{}, fmt.Errorf("read what a tool answered: %w", err)
		}
		out.IsError, out.Data = r.IsError, r.StructuredContent
		for _, block := range r.Content {
			out.Text += block.Text
		}
	}
	if out.IsError {
		out.Next = "The tool did not do what was asked: see text, and mend the arguments or the draft."
		if secret := c.unset(ctx, v); secret != "" {
			out.Next = askFor(secret) + " Then try_app again."
		}
	}
	result, err := said(fmt.Sprintf("%s of %q was called as a client calls it.", in.Tool, v.Name), out.onward, out)
	if err != nil || shown == nil {
		return result, err
	}
	return c.withWidget(ctx, v, tool, in.Release, shown, result), nil
}
