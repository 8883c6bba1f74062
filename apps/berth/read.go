package berth

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
)

// listed is an app in a list.
type listed struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Slug       *string  `json:"mcpSlug,omitempty" doc:"Absent before the first publish."`
	Status     string   `json:"status"`
	DraftAhead bool     `json:"draftAhead" doc:"The draft differs from what is served."`
	MCPURL     *string  `json:"mcpUrl,omitempty" doc:"Where clients reach it; absent while it is not published."`
	Tools      []string `json:"tools" doc:"The names of its tools."`
	Link       string   `json:"link" doc:"In the builder."`
}

func (c *caller) listed(v appView) listed {
	l := listed{ID: v.ID, Name: v.Name, Slug: v.Slug, Status: v.Status, DraftAhead: v.DraftAhead, MCPURL: v.MCPURL, Tools: []string{}, Link: c.link(v.ID)}
	for _, t := range v.Tools {
		l.Tools = append(l.Tools, t.Name)
	}
	return l
}

type listIn struct {
	in
	Query  string `json:"query"`
	Limit  int    `json:"limit"`
	Cursor string `json:"cursor"`
}

type listOut struct {
	Apps       []listed `json:"apps"`
	NextCursor *string  `json:"nextCursor,omitempty" doc:"Asks for the next page; absent on the last."`
	onward
}

func (c *caller) listApps(ctx context.Context, in listIn) (appkit.Result, error) {
	query := given(map[string]string{"q": in.Query, "limit": count(in.Limit), "cursor": in.Cursor})
	var page struct {
		Items      []appView
		NextCursor *string
	}
	if err := c.get(ctx, "/apps?"+query.Encode(), &page); err != nil {
		return appkit.Result{}, err
	}
	out := listOut{Apps: []listed{}, NextCursor: page.NextCursor, onward: onward{notice, "get_app shows one of them whole; create_app makes another one.", c.link("")}}
	for _, v := range page.Items {
		out.Apps = append(out.Apps, c.listed(v))
	}
	return said(platform.Count(len(out.Apps), "app")+".", out.onward, out)
}

type getIn struct {
	in
	App    string   `json:"app"`
	Tool   string   `json:"tool"`
	Table  string   `json:"table"`
	Query  string   `json:"query"`
	Filter []string `json:"filter"`
	Sort   string   `json:"sort"`
	Limit  int      `json:"limit"`
	Cursor string   `json:"cursor"`
}

type appOut struct {
	App        members            `json:"app" doc:"As the REST API shows it."`
	Revision   string             `json:"revision" doc:"Names this state of the app, for update_app."`
	Tables     []members          `json:"tables" doc:"Its tables with their columns."`
	Problems   []platform.Problem `json:"problems" doc:"What publishing would refuse."`
	Rows       json.RawMessage    `json:"rows,omitempty" jsonschema:"type=object" doc:"Of the table that was asked for."`
	Operations json.RawMessage    `json:"operations,omitempty" jsonschema:"type=array" doc:"Of an OpenAPI document, to choose from."`
	onward
}

// whole returns what tools say of an app: itself without those data, its tables and what publishing would refuse.
func (c *caller) whole(ctx context.Context, v appView, without func(toolView) bool) (appOut, error) {
	shown, left := v.without(without)
	out := appOut{App: shown, Revision: v.etag, Tables: []members{}, Problems: []platform.Problem{}, onward: onward{notice + left, "", c.link(v.ID)}}
	if v.Origin == string(platform.OriginSeeded) {
		return out, nil
	}
	var tables struct{ Items []members }
	if err := c.get(ctx, path("apps", v.ID, "tables"), &tables); err != nil {
		return out, err
	}
	out.Tables = append(out.Tables, tables.Items...)
	found, err := c.problems(ctx, v.ID)
	out.Problems = append(out.Problems, found...)
	return out, err
}

// problems returns what publishing an app would refuse.
func (c *caller) problems(ctx context.Context, id string) ([]platform.Problem, error) {
	var check struct{ Problems []platform.Problem }
	if err := c.get(ctx, path("apps", id, "check"), &check); err != nil {
		return nil, err
	}
	return append([]platform.Problem{}, asArguments(check.Problems)...), nil
}

func (c *caller) getApp(ctx context.Context, in getIn) (appkit.Result, error) {
	v, err := c.find(ctx, in.App)
	if err != nil {
		return appkit.Result{}, err
	}
	if in.Table == "" && in.Query+in.Sort+in.Cursor+strings.Join(in.Filter, "") != "" {
		return appkit.Result{}, c.whichTable(ctx, v, "is required with query, filter, sort and cursor, which ask for rows of the app")
	}
	if in.Tool != "" && !v.has(in.Tool) {
		return appkit.Result{}, noTool("of the draft", v.Tools)
	}
	out, err := c.whole(ctx, v, v.long(in.Tool))
	if err != nil {
		return appkit.Result{}, err
	}
	if in.Table != "" {
		query := given(map[string]string{"q": in.Query, "sort": in.Sort, "cursor": in.Cursor, "limit": count(in.Limit)})
		query["filter"] = in.Filter
		if err := c.get(ctx, path("apps", v.ID, "tables", in.Table, "rows")+"?"+query.Encode(), &out.Rows); err != nil {
			return appkit.Result{}, c.noTable(ctx, v, err)
		}
	}
	out.Next = c.after(ctx, v, out.Problems)
	return said(fmt.Sprintf("The app %q is %s.", v.Name, standing(v)), out.onward, out)
}

func standing(v appView) string {
	switch {
	case v.Status != string(platform.StatusPublished):
		return "a draft: nobody else sees it yet"
	case v.DraftAhead:
		return "published, and its draft has changed since"
	}
	return "published"
}

// after says what to do with a draft.
func (c *caller) after(ctx context.Context, v appView, problems []platform.Problem) string {
	switch {
	case v.Origin == string(platform.OriginSeeded):
		return "This app ships with the server: it can be tried, and neither changed nor deleted."
	case len(problems) > 0:
		return "Mend the " + strings.TrimPrefix(platform.Count(len(problems), "problem"), "1 ") + " with update_app or put_table, then try_app."
	}
	if header := v.clear(); header != "" {
		return header + " is stored in clear, for all who read the app or its exports: write {{secret.NAME}} there with update_app, " +
			"and secret_link gives the person a form for the value."
	}
	if unset := c.unset(ctx, v); unset != "" {
		return askFor(unset) + " Then try_app."
	}
	if v.Status == string(platform.StatusPublished) && !v.DraftAhead {
		return "app_activity shows how it is used; update_app changes the draft."
	}
	return "try_app calls a tool of the draft; publish_app makes it public." + v.examples()
}

// secretUsed is where a request of a tool names a secret.
var secretUsed = regexp.MustCompile(`\{\{\s*secret\.([A-Z][A-Z0-9_]*)\s*\}\}`)

// unset returns the first secret that a tool of the draft needs and nobody has set, "" for none, or where that cannot be told.
func (c *caller) unset(ctx context.Context, v appView) string {
	var used [][][]byte
	for _, t := range v.Tools { // nothing else of one is filled in with secrets
		used = append(used, secretUsed.FindAllSubmatch(t.Handler.Request, -1)...)
	}
	if len(used) == 0 {
		return ""
	}
	var set struct{ Items []struct{ Name string } }
	if c.get(ctx, path("apps", v.ID, "secrets"), &set) != nil {
		return ""
	}
	for _, name := range used {
		if !slices.ContainsFunc(set.Items, func(s struct{ Name string }) bool { return s.Name == string(name[1]) }) {
			return string(name[1])
		}
	}
	return ""
}

// credential is in the names of headers that say who asks.
var credential = regexp.MustCompile(`(?i)^(proxy-)?authorization$|^cookie$|api-?key|token|secret|password`)

// noCredential is what servers want to read where others have a token against forged requests: X-Atlassian-Token: no-check.
var noCredential = regexp.MustCompile(`(?i)^(no-?check|fetch)$`)

// clear names a header of a tool that holds a credential as a value of its own, "" for none.
func (v *appView) clear() string {
	for _, t := range v.Tools {
		var request struct{ Headers map[string]any }
		_ = json.Unmarshal(t.Handler.Request, &request) // tools of most kinds have none
		for _, name := range slices.Sorted(maps.Keys(request.Headers)) {
			value, _ := request.Headers[name].(string)
			if value != "" && !strings.Contains(value, "{{") && credential.MatchString(name) && !noCredential.MatchString(value) {
				return fmt.Sprintf("The header %s of the tool %s", name, t.Name)
			}
		}
	}
	return ""
}

func askFor(secret string) string {
	return "A tool needs the secret " + secret + ", which is not set: secret_link gives the person a form for it."
}

type checkIn struct {
	in
	App string `json:"app"`
}

type checkOut struct {
	Ready    bool               `json:"ready" doc:"Nothing keeps it from being published."`
	Problems []platform.Problem `json:"problems" doc:"What publishing would refuse, each with its place and what would be right."`
	Shows    json.RawMessage    `json:"shows,omitempty" jsonschema:"type=array" doc:"What the widgets show of the columns of their tables."`
	onward
}

func (c *caller) checkApp(ctx context.Context, in checkIn) (appkit.Result, error) {
	v, err := c.find(ctx, in.App)
	if err != nil {
		return appkit.Result{}, err
	}
	out := checkOut{Problems: []platform.Problem{}, onward: onward{notice, "", c.link(v.ID)}}
	if err := c.get(ctx, path("apps", v.ID, "check"), &out); err != nil {
		return appkit.Result{}, err
	}
	asArguments(out.Problems)
	out.Ready, out.Next = len(out.Problems) == 0, c.after(ctx, v, out.Problems)
	sentence := "The draft can be published."
	if !out.Ready {
		sentence = platform.Count(len(out.Problems), "problem") + map[bool]string{true: " keeps", false: " keep"}[len(out.Problems) == 1] + " the draft from being published."
	}
	return said(sentence, out.onward, out)
}
