package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/identity"
)

type askingKey struct{}

// asking returns for whom a part of this server asks.
func asking(ctx context.Context) (by platform.Actor, ok bool) {
	by, ok = ctx.Value(askingKey{}).(platform.Actor)
	return by, ok
}

// In returns the actor in one of their workspaces, with the role that they have there, by a token at most that of an editor; "" means that of
// an API key, else the first. A workspace of others is NOT_FOUND, and who has none is FORBIDDEN.
func (a *API) In(ctx context.Context, by platform.Actor, workspace string) (platform.Actor, error) {
	if by.Kind == platform.KindKey { // which acts in its own workspace alone
		if workspace != "" && workspace != string(by.Workspace) {
			return by, platform.Errorf(platform.CodeNotFound, "An API key acts in its own workspace, %s, alone: leave workspace out.", by.Workspace)
		}
		return by, nil
	}
	all, err := a.Identity.Workspaces(ctx, by.Principal)
	if err != nil {
		return by, err
	}
	for _, w := range all {
		if workspace == "" || workspace == string(w.ID) {
			if by.Workspace, by.Role = w.ID, w.Role; by.Kind == platform.KindToken { // which never manages people and keys
				by.Role = platform.Lesser(platform.RoleEditor, w.Role)
			}
			return by, nil
		}
	}
	if workspace != "" && len(all) > 0 {
		return by, platform.Errorf(platform.CodeNotFound, "There is no such workspace. Yours are %s.", named(all))
	}
	if workspace != "" {
		return by, platform.Errorf(platform.CodeNotFound, "There is no such workspace.")
	}
	if !a.Identity.OpenToAuthors() {
		return by, platform.Errorf(platform.CodeForbidden, "This happens in a workspace, and you have none. Sign-up is closed here: ask for an invitation to one.")
	}
	return by, platform.Errorf(platform.CodeForbidden,
		"This happens in a workspace, and you have none. Make one at %s/apps, signed in as the same person, or ask for an invitation to one.",
		strings.TrimSuffix(a.PublicURL, "/"))
}

// named lists workspaces with their ids.
func named(all []identity.Workspace) string {
	const most = 20
	var list []string
	for _, w := range all[:min(len(all), most)] {
		list = append(list, fmt.Sprintf("“%s” (%s)", w.Name, w.ID))
	}
	if more := len(all) - most; more > 0 {
		list = append(list, platform.Count(more, "other"))
	}
	return strings.Join(list, ", ")
}

// Ask answers a request that a part of this server makes for somebody whom it has authenticated, as In returns them: with the checks, limits
// and answers of any other request. A failure of the request is an answer. It is safe for concurrent use.
func (a *API) Ask(ctx context.Context, by platform.Actor, call platform.RESTCall) (platform.RESTAnswer, error) {
	ctx = context.WithValue(ctx, chi.RouteCtxKey, (*chi.Context)(nil)) // the router's is that of another request
	r, err := http.NewRequestWithContext(context.WithValue(ctx, askingKey{}, by), call.Method, call.Path, bytes.NewReader(call.Body))
	if err != nil {
		return platform.RESTAnswer{}, platform.Errorf(platform.CodeInternal, "Something went wrong on our side.")
	}
	if call.Match != "" {
		r.Header.Set("If-Match", call.Match)
	}
	if call.Body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if call.Type != "" {
		r.Header.Set("Content-Type", call.Type)
	}
	w := &answer{header: http.Header{}}
	a.v1.ServeHTTP(w, r)
	return platform.RESTAnswer{Status: w.status, ETag: w.header.Get("ETag"), Body: w.body.Bytes()}, ctx.Err()
}

// Ready returns nil where the draft of an app could be published now, else why not. The actor is as In returns them.
func (a *API) Ready(ctx context.Context, by platform.Actor, app platform.AppID) error {
	if err := take(a.Budgets.Costly, by); err != nil {
		return err
	}
	_, _, err := a.Apps.Trial(ctx, by.Workspace, app)
	return platform.Relocated(a.named(ctx, by, app, err), withoutBody)
}

// Servable returns nil where a release of an app could be served now, else why not. The actor is as In returns them.
func (a *API) Servable(ctx context.Context, by platform.Actor, app platform.AppID, version int) error {
	return a.Apps.Servable(ctx, by.Workspace, app, version)
}

// Foresee returns everything for which POST /apps, or PATCH of an app that is not "", refuses the body, and what publishing would refuse then.
// The actor is as In returns them.
func (a *API) Foresee(ctx context.Context, by platform.Actor, app platform.AppID, body json.RawMessage) ([]platform.Problem, error) {
	if err := take(a.Budgets.Costly, by); err != nil {
		return nil, err
	}
	read := a.readChanges
	if app == "" {
		read = a.readNew
	}
	c, flat := read(body)
	found, err := a.Apps.Foresee(ctx, by.Workspace, app, c)
	if err != nil {
		return nil, err
	}
	return withoutBody(flat.at(found)), nil
}

// answer keeps what is answered in memory.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *answer) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *answer) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write implements http.ResponseWriter.
func (w *answer) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}
