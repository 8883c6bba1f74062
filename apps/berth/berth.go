// Package berth is Berth's own MCP server: an app with which people build, try, publish and watch apps from any MCP client. It is an app like
// the others, at an address of its own (platform.OwnSlug). All that it does to apps it asks of the REST API in the name of whoever calls: so
// roles, limits, checks, answers and the audit trail are those of REST. What people or other programs have written into apps, rows and
// documents is data: it is shown as such, and no tool reads instructions from it. Two steps prove two calls for the same thing, not a person.
// It must not know HTTP or the database.
package berth

import (
	"context"
	"encoding/json"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/view"
)

// REST is what the app asks of the REST API. It is safe for concurrent use.
type REST interface {
	// In returns the caller in one of their workspaces, with the role that they have there; "" is the first. Another one is NOT_FOUND, none at
	// all FORBIDDEN.
	In(ctx context.Context, by platform.Actor, workspace string) (platform.Actor, error)
	// Ask makes a request for a caller as In returns them. What is refused is an answer.
	Ask(ctx context.Context, by platform.Actor, call platform.RESTCall) (platform.RESTAnswer, error)
	// Ready returns nil where the draft of an app could be published now, else why not.
	Ready(ctx context.Context, by platform.Actor, app platform.AppID) error
	// Servable returns nil where a release of an app could be served now, else why not.
	Servable(ctx context.Context, by platform.Actor, app platform.AppID, version int) error
	// Foresee returns all that keeps the body of POST /apps, or of PATCH of an app that is not "", from being stored, and from being published then.
	Foresee(ctx context.Context, by platform.Actor, app platform.AppID, body json.RawMessage) ([]platform.Problem, error)
	// SecretLink returns the address of a form that takes the value of a secret of the app from the caller, once, until the time.
	SecretLink(ctx context.Context, by platform.Actor, app platform.AppID, secret platform.Secret) (address string, until time.Time, err error)
}

// Once keeps what may be used once, on whichever replica, under the SHA-256 of its name.
type Once interface {
	CreateCeremony(ctx context.Context, hash, ceremony []byte, expires time.Time) error
	// TakeCeremony returns what is kept, once; what is not there, or has expired at now, is NOT_FOUND.
	TakeCeremony(ctx context.Context, hash []byte, now time.Time) ([]byte, error)
}

// Options are what the app is made of; all are required.
type Options struct {
	REST      func() REST // asked at each call, since the API is made after the apps
	Once      Once
	Layouts   []view.Layout // those that authors may choose
	PublicURL string        // where the builder is
}

type app struct {
	Options
	guides map[string]string // by URI
}

// New makes the app.
func New(o Options) appkit.App {
	a := &app{Options: o}
	a.guides = map[string]string{guideApps: appsGuide, guideLayouts: layoutsGuide(o.Layouts)}
	return a
}

// Slug implements appkit.App.
func (*app) Slug() string { return platform.OwnSlug }

// Handlers implements appkit.App.
func (a *app) Handlers() map[string]appkit.ToolFunc {
	return map[string]appkit.ToolFunc{
		"list_apps": tool(a, (*caller).listApps), "get_app": tool(a, (*caller).getApp), "list_layouts": tool(a, (*caller).listLayouts),
		"create_app": tool(a, (*caller).createApp), "update_app": tool(a, (*caller).updateApp),
		"put_table": tool(a, (*caller).putTable), "put_rows": tool(a, (*caller).putRows),
		"check_app": tool(a, (*caller).checkApp), "try_app": tool(a, (*caller).tryApp),
		"publish_app": tool(a, (*caller).publishApp), "rollback_app": tool(a, (*caller).rollbackApp), "delete_app": tool(a, (*caller).deleteApp),
		"app_activity": tool(a, (*caller).activity), "secret_link": tool(a, (*caller).secretLink),
	}
}

// Resources implements appkit.Resourcer.
func (a *app) Resources() map[string]appkit.ResourceFunc {
	return map[string]appkit.ResourceFunc{"guide": func(_ context.Context, _ appkit.Call, uri string) ([]appkit.ResourceContents, error) {
		text, ok := a.guides[uri]
		if !ok {
			return nil, platform.Errorf(platform.CodeNotFound, "There is no such guide.")
		}
		return []appkit.ResourceContents{{URI: uri, MIMEType: "text/markdown", Text: text}}, nil
	}}
}

// in is where a tool works, as every tool takes it.
type in struct {
	Workspace string `json:"workspace"`
}

func (i in) where() string { return i.Workspace }

// tool makes a handler of a method that returns what the result says.
func tool[In interface{ where() string }](a *app, do func(*caller, context.Context, In) (appkit.Result, error)) appkit.ToolFunc {
	return appkit.Typed(func(ctx context.Context, call appkit.Call, arguments In) (appkit.Result, error) {
		c := &caller{app: a, rest: a.REST(), sent: call.Arguments, now: call.Now}
		var err error
		if c.by, err = c.rest.In(ctx, call.Actor(), arguments.where()); err != nil {
			return appkit.Result{}, err
		}
		return do(c, ctx, arguments)
	})
}
