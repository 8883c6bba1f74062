package berth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/appkit"
)

// confirmLife is how long a token confirms.
const confirmLife = 5 * time.Minute

// deed is what a token confirms: one thing, of one app in one state.
type deed struct {
	verb     string // publish, rollback, delete
	app      string
	revision string
	version  int // of the release, where the deed is about one
}

// mark is what a token is kept under: who holds it finds nothing for anything else, or as anybody else.
func (c *caller) mark(d deed, token string) []byte {
	sum := sha256.Sum256([]byte(strings.Join([]string{"berth confirm", string(c.by.User), string(c.by.Workspace), d.verb, d.app, d.revision,
		strconv.Itoa(d.version), token}, "\x00")))
	return sum[:]
}

// offer makes a token that confirms the deed once, by the caller, on whichever replica.
func (c *caller) offer(ctx context.Context, d deed) (token string, until time.Time, err error) {
	token, until = "confirm_"+rand.Text(), c.now.Add(confirmLife)
	return token, until, c.Once.CreateCeremony(ctx, c.mark(d, token), []byte(`{"confirm":"`+d.verb+`"}`), until)
}

// confirm uses a token up.
func (c *caller) confirm(ctx context.Context, d deed, token string) error {
	_, err := c.Once.TakeCeremony(ctx, c.mark(d, token), c.now)
	if platform.IsCode(err, platform.CodeNotFound) {
		return &platform.Error{Code: platform.CodeConflict, Msg: "Nothing was done. The token in confirm does not confirm this: it has been used, is older than five minutes, " +
			"is somebody else’s or for something else, or the app has changed since. Call again without confirm, show the person what would happen, and confirm that."}
	}
	return err
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

type deedIn struct {
	in
	App     string `json:"app"`
	Version int    `json:"version"`
	Confirm string `json:"confirm"`
}

// proposal is the answer to the first of two steps.
type proposal struct {
	Done      bool            `json:"done" doc:"False: nothing has happened yet."`
	Confirm   string          `json:"confirm,omitempty" doc:"Send it along to do it: once, within five minutes, for this app as it is now."`
	ExpiresAt string          `json:"expiresAt,omitempty" doc:"RFC 3339, UTC."`
	Version   int             `json:"version,omitempty" doc:"The release that would be served, or is."`
	Changes   json.RawMessage `json:"changes,omitempty" jsonschema:"type=array" doc:"What would change for those who use the app."`
	App       members         `json:"app,omitempty"`
	onward
}

// propose is the first step: it says what would happen, and gives a token.
func (c *caller) propose(ctx context.Context, v appView, d deed, what string, changes json.RawMessage) (appkit.Result, error) {
	token, until, err := c.offer(ctx, d)
	if err != nil {
		return appkit.Result{}, err
	}
	out := proposal{Confirm: token, ExpiresAt: stamp(until), Version: d.version, Changes: changes, onward: onward{notice,
		"Show the person what would happen. If they agree, call " + d.verb + "_app again with confirm.", c.link(v.ID, "releases")}}
	return said("Nothing has happened yet. "+what, out.onward, out)
}

// done is the answer to the second step.
func (c *caller) done(ctx context.Context, id, next string, version int) (appkit.Result, error) {
	v, err := c.read(ctx, id)
	if err != nil {
		return appkit.Result{}, err
	}
	shown, left := v.without(every)
	out := proposal{Done: true, App: shown, Version: version, onward: onward{notice + left, next, c.link(v.ID, "connect")}}
	if v.LiveVersion != nil {
		out.Version = *v.LiveVersion
	}
	return said(fmt.Sprintf("Release %d of %q is served at %s.", out.Version, v.Name, deref(v.MCPURL)), out.onward, out)
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// mayEdit refuses whom the second step would refuse.
func (c *caller) mayEdit() error {
	if err := c.by.Require(platform.RoleEditor); err != nil {
		return err
	}
	return c.by.MayWrite()
}

// begin finds the app of a deed that the caller may do.
func (c *caller) begin(ctx context.Context, in deedIn, verb string) (v appView, d deed, err error) {
	if err = c.mayEdit(); err != nil {
		return v, d, err
	}
	v, err = c.find(ctx, in.App)
	return v, deed{verb: verb, app: v.ID, revision: v.etag, version: in.Version}, err
}

type changesOf struct{ Items json.RawMessage }

func (c *caller) publishApp(ctx context.Context, in deedIn) (appkit.Result, error) {
	v, d, err := c.begin(ctx, in, "publish")
	if err != nil {
		return appkit.Result{}, err
	}
	if in.Confirm != "" {
		if err := c.confirm(ctx, d, in.Confirm); err != nil {
			return appkit.Result{}, err
		}
		if _, err := c.ask(ctx, platform.RESTCall{Method: "POST", Path: path("apps", v.ID, "publish"), Match: v.etag}, nil); err != nil {
			return appkit.Result{}, err
		}
		return c.done(ctx, v.ID, "Give the person the address, or the page where connecting is explained. app_activity shows how it is used.", 0)
	}
	if err := c.rest.Ready(ctx, c.by, platform.AppID(v.ID)); err != nil { // what cannot be published gives no token
		return appkit.Result{}, relocated(err)
	}
	var changes changesOf
	if err := c.get(ctx, path("apps", v.ID, "changes"), &changes); err != nil {
		return appkit.Result{}, err
	}
	what := fmt.Sprintf("Publishing %q would make the draft public: %s.%s", v.Name, v.users(), v.examples())
	if v.LiveVersion != nil && !v.DraftAhead && string(changes.Items) == "[]" { // which may be changed by a table alone
		what += " It does not differ from what is served."
	}
	return c.propose(ctx, v, d, what, changes.Items)
}

// examples says which tools would answer examples, though they have something to ask; "" for none.
func (v *appView) examples() string {
	var names []string
	for _, t := range v.Tools {
		if t.Mode == platform.ModeMock && t.Handler.Kind != platform.DefaultKind && t.Handler.Kind != "" {
			names = append(names, t.Name)
		}
	}
	if len(names) == 0 || v.Origin == string(platform.OriginSeeded) {
		return ""
	}
	return " Made-up examples are answered by " + strings.Join(names, ", ") + ", until update_app sets mode live there."
}

// users says who could use the app if its draft were published.
func (v *appView) users() string {
	switch {
	case v.Origin == string(platform.OriginSeeded): // whose draft does not decide it
		return "it is served again, to those whom it is made for"
	case v.Access == platform.AccessPerson:
		return "people who sign in can use it"
	case v.Access == platform.AccessMixed:
		return "everybody who has its address can use it, but for what asks people to sign in"
	}
	return "everybody who has its address can use it"
}

// release is a release as the list shows it.
type release struct {
	Version       int
	Live, Thinned bool
}

func (c *caller) rollbackApp(ctx context.Context, in deedIn) (appkit.Result, error) {
	v, d, err := c.begin(ctx, in, "rollback")
	if err != nil {
		return appkit.Result{}, err
	}
	if d.version, err = c.target(ctx, v, in.Version); err != nil {
		return appkit.Result{}, err
	}
	at := path("apps", v.ID, "releases", strconv.Itoa(d.version))
	if in.Confirm != "" {
		if err := c.confirm(ctx, d, in.Confirm); err != nil {
			return appkit.Result{}, err
		}
		if err := c.send(ctx, "POST", at+"/activate", nil, nil); err != nil {
			return appkit.Result{}, err
		}
		return c.done(ctx, v.ID, "The draft stays as it was: update_app changes it, publish_app makes it the next release.", d.version)
	}
	if err := c.rest.Servable(ctx, c.by, platform.AppID(v.ID), d.version); err != nil { // what cannot be served gives no token
		return appkit.Result{}, err
	}
	var changes changesOf
	if v.LiveVersion != nil {
		if err := c.get(ctx, at+"/changes?from="+strconv.Itoa(*v.LiveVersion), &changes); err != nil {
			return appkit.Result{}, err
		}
	}
	return c.propose(ctx, v, d, fmt.Sprintf("Rolling back would have release %d of %q served at once.", d.version, v.Name), changes.Items)
}

// target returns the release to go back to: the one asked for, else the newest before the one that is served.
func (c *caller) target(ctx context.Context, v appView, version int) (int, error) {
	cursor := ""
	for {
		var page struct {
			Items      []release
			NextCursor *string
		}
		if err := c.get(ctx, path("apps", v.ID, "releases")+"?limit=200"+cursor, &page); err != nil {
			return 0, err
		}
		for _, r := range page.Items {
			older := v.LiveVersion == nil || r.Version < *v.LiveVersion
			switch {
			case version == 0 && older && !r.Thinned && !r.Live:
				return r.Version, nil
			case version == r.Version && r.Live:
				return 0, platform.Errorf(platform.CodeConflict, "Release %d is what is served now.", version)
			case version == r.Version && r.Thinned:
				return 0, platform.Errorf(platform.CodeConflict, "The content of release %d is no longer kept.", version)
			case version == r.Version && version > 0:
				return version, nil
			}
		}
		if page.NextCursor == nil {
			return 0, platform.Errorf(platform.CodeNotFound, "There is no such release to go back to. app_activity lists those that there are.")
		}
		cursor = "&cursor=" + *page.NextCursor
	}
}

func (c *caller) deleteApp(ctx context.Context, in deedIn) (appkit.Result, error) {
	v, d, err := c.begin(ctx, in, "delete")
	if err != nil {
		return appkit.Result{}, err
	}
	if v.Origin == string(platform.OriginSeeded) {
		return appkit.Result{}, platform.Errorf(platform.CodeForbidden, "This app ships with the server: it cannot be changed or deleted.")
	}
	if in.Confirm == "" {
		return c.propose(ctx, v, d, fmt.Sprintf("Deleting %q would end its address at once and remove its draft, releases, tables and rows for good.", v.Name), nil)
	}
	if err := c.confirm(ctx, d, in.Confirm); err != nil {
		return appkit.Result{}, err
	}
	if err := c.send(ctx, "DELETE", path("apps", v.ID), nil, nil); err != nil {
		return appkit.Result{}, err
	}
	out := proposal{Done: true, onward: onward{"", "list_apps shows those that are left.", c.link("")}}
	return said(fmt.Sprintf("The app %q has been deleted.", v.Name), out.onward, out)
}
