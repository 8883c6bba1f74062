package api

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/identity"
)

type invitePage struct {
	Invitation identity.Invitation
	Person     string // e-mail of who is signed in, "" for nobody
	Email      string // to begin with
	Failure    *platform.Error
}

func (a *API) showInvite(w http.ResponseWriter, r *http.Request) {
	i, err := a.Identity.Invitation(r.Context(), chi.URLParam(r, "token"))
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	a.page(w, r, http.StatusOK, "invite.html", invitePage{Invitation: i, Person: a.signedInAs(r).Email, Email: i.Email})
}

// signedInAs returns the person whose session the browser has, the zero principal for nobody.
func (a *API) signedInAs(r *http.Request) platform.Principal {
	p, err := a.Identity.AuthenticateSession(r.Context(), a.cookies.read(r), "")
	if err != nil {
		return platform.Principal{}
	}
	return p
}

func (a *API) postInvite(w http.ResponseWriter, r *http.Request) {
	token := chi.URLParam(r, "token")
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	i, err := a.Identity.Invitation(r.Context(), token)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	by := a.visitor(r)
	s, err := a.join(r, by.actor, token)
	if err != nil {
		status, said := a.failure(w, r, err)
		a.page(w, r, status, "invite.html", invitePage{Invitation: i, Person: a.signedInAs(r).Email, Email: r.PostFormValue("email"), Failure: said})
		return
	}
	joined := "/apps?" + url.Values{"workspace": {string(i.Workspace)}}.Encode()
	if s.Token == "" {
		http.Redirect(w, r, joined, http.StatusSeeOther)
		return
	}
	a.enter(w, r, by, s, joined)
}

// join carries out the button that was pressed. Token is "" when the browser keeps the session that it has.
func (a *API) join(r *http.Request, by platform.Actor, token string) (s identity.SignedIn, err error) {
	ctx := r.Context()
	switch r.PostFormValue("do") {
	case "signup":
		return a.Identity.SignUp(ctx, by, identity.NewAccount{Email: r.PostFormValue("email"), Password: r.PostFormValue("password"),
			Name: r.PostFormValue("name"), Invitation: token})
	case "signin":
		if s, err = a.Identity.SignIn(ctx, by, r.PostFormValue("email"), r.PostFormValue("password")); err != nil {
			return s, err
		}
		defer func() {
			if err == nil {
				return
			}
			if end := a.Identity.SignOut(context.WithoutCancel(ctx), by, s.Token); end != nil { // nobody gets the token
				err = errors.Join(err, end)
			}
		}()
		by.Principal, err = a.Identity.AuthenticateSession(ctx, s.Token, "")
	default:
		by.Principal, err = a.Identity.AuthenticateSession(ctx, a.cookies.read(r), "")
	}
	if err != nil {
		return s, err
	}
	_, err = a.Identity.AcceptInvitation(ctx, by, token)
	return s, err
}

// withoutBody makes locations match the names of the form's fields.
func withoutBody(problems []platform.Problem) []platform.Problem {
	out := make([]platform.Problem, 0, len(problems))
	for _, p := range problems {
		out = append(out, platform.Problem{Location: strings.TrimPrefix(p.Location, "body."), Message: p.Message})
	}
	return out
}
