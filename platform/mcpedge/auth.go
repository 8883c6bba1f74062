package mcpedge

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/appkit"
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

// authenticate finds out who calls. A public app reads no token; an app for persons answers 401 when there is none, a mixed
// one takes the caller for nobody. Only those may call whom the app allows.
func (e *Edge) authenticate(w http.ResponseWriter, r *http.Request, a *app) (platform.Principal, bool) {
	if p, ok := r.Context().Value(probeKey{}).(probe); ok {
		return p.principal, true
	}
	anonymous := platform.Principal{Kind: platform.KindAnonymous}
	if a.access == platform.AccessPublic {
		return anonymous, true
	}
	token, ok := bearer(r)
	if !ok && !a.private() {
		return anonymous, true
	}
	if !ok {
		e.challenge(w, a.slug, "", "This app needs to know who you are: send an API key of yours as bearer token.")
		return platform.Principal{}, false
	}
	at := platform.Resource{App: a.id, Address: e.Address(a.slug).MCP}
	ctx, cancel := context.WithTimeout(e.context(requestID(w), r), tokenTimeout)
	defer cancel()
	p, err := e.Authenticate(ctx, token, at)
	switch {
	case err == nil && p.Suspended != "":
		e.suspended.Add(1)
		WriteError(w, http.StatusForbidden, platform.CodeSuspended, platform.AsError(p.MayWrite()).Msg)
	case err == nil && p.Person() && p.IsFor(at) && !a.admits(p.Email):
		WriteError(w, http.StatusForbidden, platform.CodeForbidden, "The author of this app lets only certain people sign in, and you are none of them.")
	case err == nil && p.Person() && p.IsFor(at):
		return p, true
	case err == nil || platform.IsCode(err, platform.CodeUnauthenticated):
		e.challenge(w, a.slug, "invalid_token", "The token is not valid, has expired or was revoked.")
	case platform.IsCode(err, platform.CodeRateLimited):
		WriteError(w, http.StatusTooManyRequests, platform.CodeRateLimited, platform.AsError(err).Msg)
	case r.Context().Err() != nil:
		// The client has gone; nobody reads an answer.
	default:
		e.Log.ErrorContext(e.context(requestID(w), r), "token not checked", "error", err)
		e.unavailable(w, r, "The token cannot be checked right now. Try again shortly.")
	}
	return platform.Principal{}, false
}

// challenge answers 401 as RFC 6750 §3 and RFC 9728 §5.1 say.
func (e *Edge) challenge(w http.ResponseWriter, slug, code, msg string) {
	value := `Bearer resource_metadata="` + e.Address(slug).Metadata + `"`
	if code != "" {
		value += `, error="` + code + `", error_description="` + msg + `"`
	}
	w.Header().Set("WWW-Authenticate", value)
	WriteError(w, http.StatusUnauthorized, platform.CodeUnauthenticated, msg)
}

// admits reports whether the app's author lets somebody with that e-mail address sign in.
func (a *app) admits(email string) bool { return a.allow == nil || a.allow.Admits(email) }

// unauthenticated makes the exchange answer 401 to a call of a tool that asks for a person, in the form that clients take as a
// reason to have somebody sign in: a result that repeats the challenge.
func (x *exchange) unauthenticated(t *tool) appkit.Result {
	challenge := `Bearer resource_metadata="` + x.edge.Address(x.app.slug).Metadata + `", scope="` + strings.Join(x.spec(t).Scopes, " ") + `"`
	x.w.Header().Set("WWW-Authenticate", challenge)
	x.status = http.StatusUnauthorized
	result := appkit.Failure(platform.Errorf(platform.CodeUnauthenticated, "This tool needs to know who you are: send an API key of yours as bearer token. Nothing was done."))
	result.Meta = map[string]any{"mcp/www_authenticate": []string{challenge}}
	return result
}

// serveResourceMetadata answers the protected-resource metadata of an app for persons (RFC 9728). Tokens are API keys
// of this server; no authorization server issues them, so none is named.
func (e *Edge) serveResourceMetadata(w http.ResponseWriter, r *http.Request) {
	a, ok := e.lookup(w, r, chi.URLParam(r, "slug"))
	if !ok {
		return
	}
	if a.access == platform.AccessPublic {
		WriteError(w, http.StatusNotFound, platform.CodeNotFound, "This app needs no token.")
		return
	}
	at := e.Address(a.slug)
	body, err := json.Marshal(map[string]any{
		"resource": at.MCP, "resource_name": a.release().Name,
		"bearer_methods_supported": []string{"header"}, "resource_documentation": at.Page,
	})
	if err != nil {
		WriteError(w, http.StatusInternalServerError, platform.CodeInternal, "Something went wrong on our side.")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body) // the client may have gone
}
