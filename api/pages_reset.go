package api

import (
	"net/http"
	"net/url"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/identity"
)

func (a *API) getReset(w http.ResponseWriter, r *http.Request) {
	a.show(w, r, http.StatusOK, "account_reset.html", a.entry(r))
}

// postReset answers alike whether or not somebody has the address.
func (a *API) postReset(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	d := a.entry(r)
	d.Email = r.PostForm.Get("email")
	if err := a.Identity.SendReset(r.Context(), a.visitor(r).actor, d.Email); err != nil {
		a.fails(w, r, "account_reset.html", d, err)
		return
	}
	d.Sent = true
	a.show(w, r, http.StatusOK, "account_reset.html", d)
}

// getNewPassword shows whose password the link sets.
func (a *API) getNewPassword(w http.ResponseWriter, r *http.Request) {
	d := a.entry(r)
	d.Token = chi.URLParam(r, "token")
	l, err := a.Identity.Link(r.Context(), d.Token, identity.LinkReset)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	d.Email = l.User.Email
	a.show(w, r, http.StatusOK, "account_reset.html", d)
}

func (a *API) postNewPassword(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	d, by := a.entry(r), a.visitor(r)
	d.Token = chi.URLParam(r, "token")
	s, err := a.Identity.Reset(r.Context(), by.actor, d.Token, r.PostForm.Get("password"))
	switch {
	case platform.IsCode(err, platform.CodeInvalidConfig):
		a.fails(w, r, "account_reset.html", d, err)
	case err != nil:
		a.refuse(w, r, err)
	default:
		a.enter(w, r, by, s, d.Onward())
	}
}

// mustSignIn returns who is signed in, or leads there and back, or shows why neither works.
func (a *API) mustSignIn(w http.ResponseWriter, r *http.Request) (platform.Actor, bool) {
	by, err := a.SignedIn(r)
	switch {
	case platform.IsCode(err, platform.CodeUnauthenticated):
		http.Redirect(w, r, "/account/signin?"+url.Values{"next": {r.URL.Path}}.Encode(), http.StatusSeeOther)
	case err != nil:
		a.refuse(w, r, err)
	}
	return by, err == nil
}

func (a *API) getVerify(w http.ResponseWriter, r *http.Request) {
	by, ok := a.mustSignIn(w, r)
	if !ok {
		return
	}
	l, err := a.Identity.Link(r.Context(), chi.URLParam(r, "token"), identity.LinkVerify)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	d := a.entry(r)
	d.Person, d.Email = by.Email, l.Email
	a.show(w, r, http.StatusOK, "account_verify.html", d)
}

func (a *API) postVerify(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	by, ok := a.mustSignIn(w, r)
	if !ok {
		return
	}
	if _, err := a.Identity.VerifyEmail(r.Context(), by, chi.URLParam(r, "token")); err != nil {
		a.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, accountPage+"?done=proven", http.StatusSeeOther)
}
