package mcpedge

import (
	"context"
	"net/http"
	"strings"
	"time"

	"berth/platform"
)

// tokenTimeout bounds the check of a token, which may have to ask a database that does not respond.
const tokenTimeout = 10 * time.Second

type probeKey struct{}

// probe is a test call from the builder: its caller has been authenticated by the REST API.
type probe struct{ principal platform.Principal }

func builder(ctx context.Context) bool {
	_, ok := ctx.Value(probeKey{}).(probe)
	return ok
}

// bearer reads the token of the Authorization header (RFC 6750); a token in the query is never read.
func bearer(r *http.Request) (string, bool) {
	scheme, token, ok := strings.Cut(get(r.Header, "Authorization"), " ")
	token = strings.TrimSpace(token)
	return token, ok && strings.EqualFold(scheme, "Bearer") && token != ""
}

// asksAlways reports whether the request came to the address that always asks who calls.
func (x *exchange) asksAlways() bool { return x.app.asksAlways(x.r) }

func (a *app) asksAlways(r *http.Request) bool {
	return a.access != platform.AccessPublic && platform.AsksAlways(r.URL.Path)
}

// at returns the address of the app to which the request came.
func (e *Edge) at(a *app, r *http.Request) platform.Address {
	at := e.Address(a.slug)
	if a.asksAlways(r) {
		return at.SignedIn()
	}
	return at
}

// authenticate finds out who calls, or why the request is denied. A public app reads no token; an app for persons asks for one, and so
// does a mixed one at the address that always asks; elsewhere that takes a caller without a token for nobody. Only those may call
// whom the app allows. id is the request's.
func (e *Edge) authenticate(id string, r *http.Request, a *app) (platform.Principal, *denial) {
	if p, ok := r.Context().Value(probeKey{}).(probe); ok {
		return p.principal, nil
	}
	anonymous := platform.Principal{Kind: platform.KindAnonymous}
	if a.access == platform.AccessPublic {
		return anonymous, nil
	}
	token, ok := bearer(r)
	switch {
	case len(r.Header["Authorization"]) > 1:
		return anonymous, &denial{status: http.StatusBadRequest, code: platform.CodeBadRequest, msg: "Send one Authorization header."}
	case !ok && !a.private() && !a.asksAlways(r):
		return anonymous, nil
	case !ok:
		return anonymous, e.unauthenticated(a, r, a.release().ScopeNames())
	}
	at := platform.Resource{App: a.id, Address: e.at(a, r).MCP}
	ctx, cancel := context.WithTimeout(e.context(id, r), tokenTimeout)
	defer cancel()
	p, err := e.Authenticate(ctx, token, at)
	switch {
	case err == nil && p.Suspended != "":
		e.suspended.Add(1)
		return p, &denial{status: http.StatusForbidden, code: platform.CodeSuspended, msg: platform.AsError(p.MayWrite()).Msg}
	case err == nil && p.Person() && p.IsFor(at) && !a.admits(p):
		return p, &denial{status: http.StatusForbidden, code: platform.CodeForbidden, msg: notAdmitted(a, p)}
	case err == nil && p.Person() && p.IsFor(at):
		return p, nil
	case err == nil || platform.IsCode(err, platform.CodeUnauthenticated):
		return p, e.invalidToken(a, r)
	case platform.IsCode(err, platform.CodeRateLimited):
		return p, &denial{status: http.StatusTooManyRequests, code: platform.CodeRateLimited, msg: platform.AsError(err).Msg}
	case r.Context().Err() != nil:
		return p, &denial{}
	}
	e.Log.ErrorContext(e.context(id, r), "token not checked", "error", err)
	return p, &denial{status: http.StatusServiceUnavailable, code: platform.CodeUnavailable, msg: "The token cannot be checked right now. Try again shortly."}
}

// admits reports whether the author lets the person sign in.
func (a *app) admits(p platform.Principal) bool {
	var allow platform.Allow // everybody
	if a.allow != nil {
		allow = *a.allow
	}
	return allow.AdmitsPerson(p, a.id)
}

// notAdmitted says why the author does not let somebody sign in.
func notAdmitted(a *app, p platform.Principal) string {
	if p.Reviews != "" {
		return "This account is for the reviewers of another app."
	}
	if a.allow.Admits(p.Email) {
		return "The author of this app lets only certain people sign in, by their e-mail addresses, and yours is not proven yet: prove it in your account."
	}
	return "The author of this app lets only certain people sign in, and you are none of them."
}

// lacks returns why the caller may not call the tool: nobody has signed in, or the token allows too little; nil = they may.
func (x *exchange) lacks(t *tool) *denial {
	if !t.guarded || x.principal.Person() && (x.principal.Kind != platform.KindToken || builder(x.r.Context())) {
		return nil
	}
	need := x.spec(t).Scopes
	if !x.principal.Person() {
		return x.edge.unauthenticated(x.app, x.r, need)
	}
	has := x.principal
	has.Scopes = platform.Implied(x.release().Scopes, has.Scopes)
	if has.Permits(need) {
		return nil
	}
	return x.edge.insufficient(x.app, x.r, has.Scopes, need)
}
