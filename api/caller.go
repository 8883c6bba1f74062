package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"berth/platform"
)

// caller is the sender of a request, and the problems of the request that do not depend on the action.
type caller struct {
	actor   platform.Actor
	session string // the session token that the browser presented, valid or not

	problems []platform.Problem
	body     document
	check    func(json.RawMessage) []platform.Problem // as in action; nil: none
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
	if _, ours := asking(ctx); authorization == "" && !ours {
		if err := a.Site.Origins.Check(r); err != nil {
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
	if by, ok := asking(ctx); ok {
		c.actor = by
	} else if authorization != "" {
		c.actor.Principal, err = a.bearer(ctx, authorization, workspace)
	} else if c.session != "" {
		c.actor.Principal, err = a.Identity.AuthenticateSession(ctx, c.session, workspace)
	}
	return c, err
}

// SignedIn returns who is signed in to the browser that sent a request: a page of ours, which need not be of this package, acts for them.
// Nobody is UNAUTHENTICATED. The caller checks where a request that changes something comes from.
func (a *API) SignedIn(r *http.Request) (platform.Actor, error) {
	c := a.visitor(r)
	if c.actor.RequestID == "" { // outside of this package's routes
		c.actor.RequestID = a.RequestID(r.Context())
	}
	var err error
	c.actor.Principal, err = a.Identity.AuthenticateSession(r.Context(), c.session, "")
	return c.actor, err
}

// visitor returns the sender of a request that is not authenticated yet.
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
	p, err := a.Identity.Authenticate(ctx, strings.TrimSpace(key), platform.Resource{})
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
