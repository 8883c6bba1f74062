package api

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/pages"
	"berth/platform/secrets"
)

// Links keeps what one-time links are for, under the SHA-256 of the link's secret, on every replica.
type Links interface {
	CreateCeremony(ctx context.Context, hash, ceremony []byte, expires time.Time) error
	// Ceremony returns what is kept, and leaves it there; NOT_FOUND when it is not there or has expired at now. TakeCeremony returns it once.
	Ceremony(ctx context.Context, hash []byte, now time.Time) ([]byte, error)
	TakeCeremony(ctx context.Context, hash []byte, now time.Time) ([]byte, error)
}

// A link to the form of a secret is for one person and works once, so long.
const (
	secretsFolder  = accountPage + "/secrets/"
	secretLinkLife = 10 * time.Minute
)

// askedSecret is what a link asks for.
type askedSecret struct {
	User      platform.UserID      `json:"user"`
	Workspace platform.WorkspaceID `json:"workspace"`
	App       platform.AppID       `json:"app"`
	Name      string               `json:"name"`
	Hosts     []string             `json:"hosts"`
	Until     time.Time            `json:"until"`
}

func (s askedSecret) with(value string) platform.Secret {
	return platform.Secret{Name: s.Name, Hosts: s.Hosts, Value: platform.SecretText(value)}
}

// markOf is what a link is kept under.
func markOf(token string) []byte {
	sum := sha256.Sum256([]byte("berth secret link\x00" + token))
	return sum[:]
}

// SecretLink returns the address of a form that takes the value of a secret of an app from the actor, once, until the time. Who may not set it,
// or could not because of its name or hosts, gets no link. The actor is as In returns them.
func (a *API) SecretLink(ctx context.Context, by platform.Actor, id platform.AppID, secret platform.Secret) (address string, until time.Time, err error) {
	if err := a.admit(action{Access: editors, Method: http.MethodPut}, by); err != nil {
		return "", until, err
	}
	app, err := a.Apps.Get(ctx, by.Workspace, id)
	if err != nil {
		return "", until, err
	}
	if app.Origin == platform.OriginSeeded {
		return "", until, platform.Errorf(platform.CodeForbidden, "This app ships with the server: it has no secrets.")
	}
	asked := askedSecret{User: by.User, Workspace: by.Workspace, App: id, Name: secret.Name, Hosts: secret.Hosts, Until: a.Now().UTC().Add(secretLinkLife)}
	found := withoutBody(secrets.Problems(asked.with("unknown yet")))
	for i := range found {
		found[i].Location = strings.Replace(found[i].Location, "path.secret", "name", 1)
	}
	if len(found) > 0 {
		return "", until, platform.Invalid(found)
	}
	raw, err := json.Marshal(asked)
	if err != nil {
		return "", until, fmt.Errorf("encode what a link is for: %w", err)
	}
	token := rand.Text()
	return strings.TrimSuffix(a.PublicURL, "/") + secretsFolder + token, asked.Until, a.Links.CreateCeremony(ctx, markOf(token), raw, asked.Until)
}

// secretPage is what the form shows.
type secretPage struct {
	App, Name string
	Hosts     []string
	Failure   *platform.Error
}

// askedBy returns what a link asks of whoever is signed in, in the link's workspace. It answers the request itself where that is nothing.
func (a *API) askedBy(w http.ResponseWriter, r *http.Request) (s askedSecret, by platform.Actor, ok bool) {
	by, ok = a.mustSignIn(w, r)
	if !ok {
		return s, by, false
	}
	raw, err := a.Links.Ceremony(r.Context(), markOf(chi.URLParam(r, "token")), a.Now())
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	if platform.IsCode(err, platform.CodeNotFound) {
		err = platform.Errorf(platform.CodeNotFound, "This link has been used or has expired. Ask for a new one where you got it.")
	}
	if err == nil && s.User != by.User {
		err = platform.Errorf(platform.CodeForbidden, "This link is for somebody else. Sign in as whoever asked for it.")
	}
	if err == nil {
		by, err = a.In(r.Context(), by, string(s.Workspace))
	}
	if err != nil {
		a.refuse(w, r, err)
	}
	return s, by, err == nil
}

func (a *API) getSecret(w http.ResponseWriter, r *http.Request) {
	if s, by, ok := a.askedBy(w, r); ok {
		a.showSecret(w, r, by, s, nil)
	}
}

// showSecret shows the form, with what went wrong before.
func (a *API) showSecret(w http.ResponseWriter, r *http.Request, by platform.Actor, s askedSecret, failed error) {
	app, err := a.Apps.Get(r.Context(), by.Workspace, s.App)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	status, page := http.StatusOK, secretPage{App: app.Draft.Name, Name: s.Name, Hosts: s.Hosts}
	if failed != nil {
		status, page.Failure = a.failure(w, r, failed)
	}
	a.page(w, r, status, "account_secret.html", page)
}

func (a *API) postSecret(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	s, by, ok := a.askedBy(w, r)
	if !ok {
		return
	}
	if err := a.admit(action{Access: editors, Method: http.MethodPut}, by); err != nil {
		a.refuse(w, r, err)
		return
	}
	secret := s.with(r.PostForm.Get("value"))
	if found := secrets.Problems(secret); len(found) > 0 {
		a.showSecret(w, r, by, s, platform.Invalid(found))
		return
	}
	mark := markOf(chi.URLParam(r, "token"))
	kept, err := a.Links.TakeCeremony(r.Context(), mark, a.Now())
	if err != nil { // used at the same moment
		a.refuse(w, r, platform.Errorf(platform.CodeNotFound, "This link has been used or has expired. Ask for a new one where you got it."))
		return
	}
	if err := a.Secrets.Set(r.Context(), by, s.App, secret); err != nil {
		if again := a.Links.CreateCeremony(r.Context(), mark, kept, s.Until); again != nil { // nothing was set, so the link is as good as before
			a.Log.WarnContext(r.Context(), "a link was used up in vain", "error", again.Error())
		}
		a.showSecret(w, r, by, s, err)
		return
	}
	a.page(w, r, http.StatusOK, "message.html", pages.Message{Title: "The secret is set",
		Text: "It is kept encrypted, and sent to " + strings.Join(s.Hosts, ", ") + " alone. You can close this page and go on in the chat."})
}
