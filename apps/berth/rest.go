package berth

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"berth/platform"
)

// caller is whoever makes one call, in one workspace.
type caller struct {
	*app
	rest REST
	by   platform.Actor
	sent json.RawMessage // the arguments
	now  time.Time
}

// path joins the parts of a path, each escaped.
func path(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString("/" + url.PathEscape(p))
	}
	return b.String()
}

// given returns a query of those parameters that are not empty.
func given(parameters map[string]string) url.Values {
	query := url.Values{}
	for name, value := range parameters {
		if value != "" {
			query.Set(name, value)
		}
	}
	return query
}

// count returns a number as a parameter, "" for none.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// ask makes a request and decodes the answer into out, when it is not nil. What is refused is an error.
func (c *caller) ask(ctx context.Context, call platform.RESTCall, out any) (etag string, err error) {
	answer, err := c.rest.Ask(ctx, c.by, call)
	if err != nil {
		return "", err
	}
	if answer.Status >= 400 {
		return "", refused(answer.Body)
	}
	if out != nil {
		d := json.NewDecoder(bytes.NewReader(answer.Body))
		d.UseNumber() // digits must not be lost on the way through
		if err := d.Decode(out); err != nil {
			return "", fmt.Errorf("read the answer to %s %s: %w", call.Method, call.Path, err)
		}
	}
	return answer.ETag, nil
}

// get reads what is at a path.
func (c *caller) get(ctx context.Context, path string, out any) error {
	_, err := c.ask(ctx, platform.RESTCall{Method: "GET", Path: path}, out)
	return err
}

// send sends a body.
func (c *caller) send(ctx context.Context, method, path string, body, out any) error {
	var raw []byte
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return fmt.Errorf("encode a body: %w", err)
		}
	}
	_, err := c.ask(ctx, platform.RESTCall{Method: method, Path: path, Body: raw}, out)
	return err
}

// refused reads a problem document. Locations are those of the arguments.
func refused(body []byte) error {
	var f struct {
		Code     platform.Code
		Detail   string
		Errors   []platform.Problem
		Problems []rowProblem
	}
	if err := json.Unmarshal(body, &f); err != nil || f.Code == "" {
		return fmt.Errorf("read a refusal: %w", err)
	}
	e := &platform.Error{Code: f.Code, Msg: f.Detail, Fields: asArguments(f.Errors)}
	if len(f.Problems) > 0 {
		e.Details = map[string]any{"rows": f.Problems}
		e.Fields = append(e.Fields, inWords(f.Problems)...)
	}
	return e
}

// rowProblem is what is wrong in a file. Rows count from 1; 0 is the line that names the columns or, without a column, the file.
type rowProblem struct {
	Row     int    `json:"row"`
	Column  string `json:"column"`
	Message string `json:"message"`
}

// firstLine is where the columns of a file are named.
const firstLine = "first line"

// maxColumn is how much of the name of a column is repeated, which may be anything where it is the name of none.
const maxColumn = 80

// inColumn is where something is in a line.
func inColumn(line, column string) string { return line + ", " + platform.Shorten(column, maxColumn) }

// inWords places problems of rows where a model reads them, which may see nothing but the text: the first, and how many there are more.
func inWords(rows []rowProblem) (problems []platform.Problem) {
	const most = 30
	for _, p := range rows[:min(len(rows), most)] {
		at := fmt.Sprintf("row %d", p.Row)
		if p.Row == 0 {
			at = firstLine
			if p.Column == "" {
				at = "rows"
			}
		}
		if p.Column != "" {
			at = inColumn(at, p.Column)
		}
		problems = append(problems, platform.Problem{Location: at, Message: p.Message})
	}
	if more := len(rows) - most; more > 0 {
		problems = append(problems, platform.Problem{Location: "rows", Message: "have " + platform.Count(more, "more problem")})
	}
	return problems
}

// asArguments places problems of a request at the arguments, in place: those of an app's first tool where the arguments have it.
func asArguments(problems []platform.Problem) []platform.Problem {
	for i, p := range problems {
		at := strings.TrimPrefix(strings.TrimPrefix(p.Location, "body."), "query.")
		for name, field := range platform.FlatFields() {
			if platform.Within(at, name) {
				at = "tools[0]." + field + strings.TrimPrefix(at, name)
				break
			}
		}
		problems[i].Location = at
	}
	return problems
}

// relocated returns the error with its problems at the arguments.
func relocated(err error) error {
	return platform.Relocated(err, func(problems []platform.Problem) []platform.Problem { return asArguments(slices.Clone(problems)) })
}

// read reads an app by its id.
func (c *caller) read(ctx context.Context, id string) (v appView, err error) {
	v.etag, err = c.ask(ctx, platform.RESTCall{Method: "GET", Path: path("apps", id)}, &v)
	return v, err
}

// find returns the app that an id or a slug names.
func (c *caller) find(ctx context.Context, name string) (appView, error) {
	if name = strings.TrimSpace(name); name == "" {
		return appView{}, invalid("app", "is required: the id or the slug of an app, as list_apps shows them")
	}
	if len(name) == 36 {
		if v, err := c.read(ctx, name); !platform.IsCode(err, platform.CodeAppNotFound) {
			return v, err
		}
	}
	for query := (url.Values{"q": {platform.Clip(name, platform.MaxSlug)}, "limit": {"200"}}); ; {
		var page struct {
			Items      []appView
			NextCursor *string
		}
		if err := c.get(ctx, "/apps?"+query.Encode(), &page); err != nil {
			return appView{}, err
		}
		for _, v := range page.Items {
			if v.Slug != nil && *v.Slug == name {
				return c.read(ctx, v.ID)
			}
		}
		if page.NextCursor == nil {
			return appView{}, platform.Errorf(platform.CodeAppNotFound, "There is no such app in this workspace. list_apps shows those that there are.")
		}
		query.Set("cursor", *page.NextCursor)
	}
}

func invalid(location, message string) error {
	return &platform.Error{Code: platform.CodeInvalidInput, Msg: "The arguments are not valid, so nothing was done.",
		Fields: []platform.Problem{{Location: location, Message: message}}}
}
