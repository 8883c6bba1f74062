package api

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"berth/platform"
)

// access says who may call an action. The zero value is nobody, so that forgetting it does not open an action.
type access string

// anybody needs no credential. people need a session or a key. browsers need a session, because what they change is the
// person's own account. The others name the least role that the caller needs in the workspace of the call.
const (
	anybody  access = "anybody"
	people   access = "people"
	browsers access = "browsers"
	viewers  access = "viewers"
	editors  access = "editors"
	owners   access = "owners"
)

// check returns nil when p may call.
func (c access) check(p platform.Principal) error {
	switch c {
	case anybody:
		return nil
	case viewers:
		return p.Require(platform.RoleViewer)
	case editors:
		return p.Require(platform.RoleEditor)
	case owners:
		return p.Require(platform.RoleOwner)
	}
	if !p.Person() {
		return p.Require(platform.RoleViewer)
	}
	if c == browsers && p.Kind != platform.KindSession {
		return platform.Errorf(platform.CodeForbidden, "An API key cannot do this: sign in with a browser.")
	}
	return nil
}

// words names the callers for people.
func (c access) words() string {
	switch c {
	case anybody:
		return "anybody"
	case people:
		return "everybody who is signed in or has an API key"
	case browsers:
		return "everybody who is signed in with a browser"
	case owners:
		return "owners of the workspace"
	}
	return string(c) + " and above"
}

// action describes one call of the API.
type action struct {
	ID, Method, Path string
	Tag              string
	Summary          string
	Description      string
	Access           access
	Status           int  // of success; 0 = 200, or 204 for an output without Body
	OwnBody          bool // a service reads the body, which is a raw[T], and finds everything that is wrong with it
	// Check returns the problems that a service would find in a body, which may lack fields, so that one answer holds the
	// problems of form and of meaning. Make it with checking. nil: the form says everything.
	Check func(body json.RawMessage) []platform.Problem
	// Takes are the media types of a body that the action itself reads, by callerOf(ctx).body.sent; none = JSON.
	Takes     []string
	MaxBody   int64  // bytes, 0 = maxBody
	Produces  string // media type of success when it is not application/json
	Linked    bool   // frames and links open it, which send no header: its input has LinkInput
	Costly    bool   // it renders, checks, runs or counts much for one request: it takes from Budgets.Costly
	Publishes bool   // it takes from Budgets.Publish
	Resigns   bool   // it may take away what is the caller's own alone, which the store lets a suspended person do, and nothing else
	OwnTime   bool   // it asks a model or a tool, which have times of their own, or writes many rows: Options.Timeout ends each wait for the database, not the whole
}

// maxBody is how many bytes the action's body may have.
func (act action) maxBody() int64 { return cmp.Or(act.MaxBody, maxBody) }

// maxValues is how many values and keys the action's body may hold.
func (act action) maxValues() int {
	if act.Access == anybody {
		return maxOpenValues
	}
	return platform.MaxValues * int(act.maxBody()/maxBody)
}

// workspacePath is the prefix of the actions that name their workspace in the path.
const workspacePath = "/workspaces/{id}"

type emptyOutput struct{}

// register adds an action to the API.
func register[I, O any](a *API, act action, do func(context.Context, platform.Actor, *I) (*O, error)) {
	switch act.Access {
	case anybody, people, browsers, viewers, editors, owners:
	default:
		panic("api: " + act.ID + " does not say who may call it")
	}
	a.access[act.Method+" "+prefix+act.Path] = act.Access
	if act.Costly {
		act.Description = strings.TrimSpace(act.Description + " " + costlyNote)
	}
	op := huma.Operation{
		OperationID: act.ID, Method: act.Method, Path: act.Path, DefaultStatus: act.Status,
		Summary: act.Summary, Description: act.Description, Tags: []string{act.Tag},
		Middlewares:      huma.Middlewares{a.guard(act)},
		MaxBodyBytes:     -1, // guard has read and measured the body
		BodyReadTimeout:  -1,
		SkipValidateBody: act.OwnBody,
		Responses:        map[string]*huma.Response{"default": a.failures()},
	}
	if len(act.Takes) > 0 {
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{}}
		for _, t := range act.Takes {
			op.RequestBody.Content[t] = &huma.MediaType{}
		}
	}
	if act.Access != anybody {
		op.Security = []map[string][]string{{"apiKey": {}}, {"session": {}}}
		if act.Access == browsers {
			op.Security = op.Security[1:]
		}
	}
	a.order = append(a.order, act)
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*O, error) {
		c := callerOf(ctx)
		if len(c.problems) > 0 {
			return nil, a.problem(ctx, platform.Invalid(c.all(nil)))
		}
		out, err := do(ctx, c.actor, in)
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		return out, nil
	})
	if act.Produces != "" {
		op.Responses[strconv.Itoa(http.StatusOK)].Content = map[string]*huma.MediaType{act.Produces: {Schema: &huma.Schema{Type: huma.TypeString}}}
	}
}

// admit refuses who may not do what an action does, and counts it.
func (a *API) admit(act action, by platform.Actor) error {
	if err := act.Access.check(by.Principal); err != nil {
		return err
	}
	if act.Method != http.MethodGet && !(act.Resigns && by.MayResign()) {
		if err := by.MayWrite(); err != nil {
			return err
		}
	}
	return a.spend(act, by)
}

// guard authenticates the caller, refuses callers without access, and reads the body, before huma looks at the request.
func (a *API) guard(act action) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r, w := humachi.Unwrap(ctx)
		var workspace string
		if strings.HasPrefix(act.Path, workspacePath) {
			workspace = ctx.Param("id")
		} else if act.Linked {
			workspace = ctx.Query("workspace")
		}
		asking, cancel := a.timed(r.Context())
		c, err := a.caller(r.WithContext(asking), act.Access, workspace)
		cancel()
		if err == nil {
			err = a.admit(act, c.actor)
		}
		if err == nil {
			var done func()
			done, err = c.read(a, w, r, act, ctx.Operation().RequestBody != nil)
			defer done()
		}
		if err != nil {
			a.fail(w, r, err)
			return
		}
		doing := context.WithValue(ctx.Context(), callerKey{}, c)
		if act.OwnTime {
			doing = platform.WithPatience(doing, a.Timeout)
		} else { // the time that the body took to arrive does not count
			doing, cancel = a.timed(doing)
			defer cancel()
		}
		next(huma.WithContext(ctx, doing))
	}
}
