package mcpedge

import (
	"context"
	"net/http"
	"strings"

	"berth/platform"
)

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

// authenticate finds out who calls. A public app asks nobody and reads no token; an app for persons answers 401
// without one.
func (e *Edge) authenticate(w http.ResponseWriter, r *http.Request, a *app) (platform.Principal, bool) {
	if p, ok := r.Context().Value(probeKey{}).(probe); ok {
		return p.principal, true
	}
	if !a.private() {
		return platform.Principal{Kind: platform.KindAnonymous}, true
	}
	token, ok := bearer(r)
	if !ok {
		e.challenge(w, a.slug(), "", "This app needs to know who you are: send an API key of yours as bearer token.")
		return platform.Principal{}, false
	}
	p, err := e.Authenticate(r.Context(), token)
	switch {
	case err == nil && p.Person():
		return p, true
	case err == nil || platform.IsCode(err, platform.CodeUnauthenticated):
		e.challenge(w, a.slug(), "invalid_token", "The token is not valid, has expired or was revoked.")
	case platform.IsCode(err, platform.CodeRateLimited):
		WriteError(w, http.StatusTooManyRequests, platform.CodeRateLimited, platform.AsError(err).Msg)
	case r.Context().Err() != nil:
		// The client has gone; nobody reads an answer.
	default:
		e.Log.ErrorContext(r.Context(), "token not checked", "error", err)
		w.Header().Set("Retry-After", "2")
		WriteError(w, http.StatusServiceUnavailable, platform.CodeUnavailable, "The token cannot be checked right now. Try again shortly.")
	}
	return platform.Principal{}, false
}

// challenge answers 401 as RFC 6750 §3 says. Tokens are API keys of this server, which no authorization server issues: MCP
// (2025-11-25, authorization) wants one named in every protected-resource metadata, so that there is none and the challenge
// points to none. Clients take the pointer for the promise of OAuth, and then fail instead of asking for a key.
func (e *Edge) challenge(w http.ResponseWriter, slug, code, msg string) {
	value := `Bearer realm="` + slug + `"`
	if code != "" {
		value += `, error="` + code + `", error_description="` + msg + `"`
	}
	w.Header().Set("WWW-Authenticate", value)
	WriteError(w, http.StatusUnauthorized, platform.CodeUnauthenticated, msg)
}
