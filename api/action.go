package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"berth/platform"
)

// access says who may call an action. The zero value is nobody, so that forgetting it does not open an action.
type access string

// anybody needs no credential; people carry a session or a key; browsers carry a session, since what they change is the
// person's own account; the others name the least role in the workspace that the call is about.
const (
	anybody  access = "anybody"
	people   access = "people"
	browsers access = "browsers"
	viewers  access = "viewers"
	editors  access = "editors"
	owners   access = "owners"
)

// check answers nil when p may call.
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
	Status           int    // of success; 0 = 200, or 204 for an output without Body
	OwnBody          bool   // a service reads the body, which is a raw[T]
	Produces         string // media type of success when it is not application/json
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
	op := huma.Operation{
		OperationID: act.ID, Method: act.Method, Path: act.Path, DefaultStatus: act.Status,
		Summary: act.Summary, Description: act.Description, Tags: []string{act.Tag},
		Middlewares:      huma.Middlewares{a.guard(act)},
		MaxBodyBytes:     -1, // guard has read and measured the body
		BodyReadTimeout:  -1,
		SkipValidateBody: act.OwnBody,
		Responses:        map[string]*huma.Response{"default": a.failures()},
	}
	if act.Access != anybody {
		op.Security = []map[string][]string{{"apiKey": {}}, {"session": {}}}
		if act.Access == browsers {
			op.Security = op.Security[1:]
		}
	}
	a.order = append(a.order, act)
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := do(ctx, callerOf(ctx).actor, in)
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		return out, nil
	})
	if act.Produces != "" {
		op.Responses[strconv.Itoa(http.StatusOK)].Content = map[string]*huma.MediaType{act.Produces: {Schema: &huma.Schema{Type: huma.TypeString}}}
	}
}

// guard finds out who calls, refuses who may not, and reads the body, before huma looks at the request.
func (a *API) guard(act action) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r, w := humachi.Unwrap(ctx)
		var workspace string
		if strings.HasPrefix(act.Path, workspacePath) {
			workspace = ctx.Param("id")
		}
		c, err := a.caller(r, act.Access, workspace)
		if err == nil {
			err = act.Access.check(c.actor.Principal)
		}
		if err == nil && ctx.Operation().RequestBody != nil {
			err = readBody(w, r)
		}
		if err != nil {
			a.fail(w, r, err)
			return
		}
		next(huma.WithValue(ctx, callerKey{}, c))
	}
}

// caller is who sent a request.
type caller struct {
	actor   platform.Actor
	session string // the session token that the browser presented, valid or not
}

type callerKey struct{}

func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}

// caller authenticates a request. An Authorization header wins over a cookie; a request without one that changes
// something must come from our own pages. workspace, when set, wins over the Berth-Workspace header.
func (a *API) caller(r *http.Request, need access, workspace string) (caller, error) {
	ctx := r.Context()
	c := a.visitor(r)
	authorization := r.Header.Get("Authorization")
	if authorization == "" {
		if err := a.origins.Check(r); err != nil {
			return c, platform.Errorf(platform.CodeForbidden, "Requests from other sites are refused.")
		}
	}
	if need == anybody {
		return c, nil
	}
	if workspace == "" {
		workspace = r.Header.Get("Berth-Workspace")
	}
	var err error
	if authorization != "" {
		c.actor.Principal, err = a.bearer(ctx, authorization, workspace)
	} else if c.session != "" {
		c.actor.Principal, err = a.Identity.AuthenticateSession(ctx, c.session, workspace)
	}
	return c, err
}

// visitor is the sender of a request before it is known who it is.
func (a *API) visitor(r *http.Request) caller {
	return caller{session: a.cookies.read(r), actor: platform.Actor{
		Principal: platform.Principal{Kind: platform.KindAnonymous},
		RequestID: requestID(r.Context()), Address: a.ClientAddress(r), UserAgent: clip(r.UserAgent(), 300),
	}}
}

func (a *API) bearer(ctx context.Context, authorization, workspace string) (platform.Principal, error) {
	scheme, key, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return platform.Principal{}, platform.Errorf(platform.CodeUnauthenticated, "Send an API key as “Authorization: Bearer …”.")
	}
	p, err := a.Identity.Authenticate(ctx, strings.TrimSpace(key))
	if err == nil && workspace != "" && workspace != string(p.Workspace) {
		return platform.Principal{}, platform.Errorf(platform.CodeNotFound, "There is no such workspace.")
	}
	return p, err
}

// clip cuts s to at most n bytes of valid UTF-8.
func clip(s string, n int) string {
	if len(s) > n {
		s = s[:n]
	}
	return strings.ToValidUTF8(s, "")
}
