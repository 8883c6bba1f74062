package api

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"berth/platform/identity"
)

// showSignIn asks for a click, so that programs that follow links do not use them up.
func (a *API) showSignIn(w http.ResponseWriter, r *http.Request) {
	a.page(w, r, http.StatusOK, "signin.html", nil)
}

func (a *API) postSignIn(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	by := a.visitor(r)
	s, err := a.Identity.UseSignInLink(r.Context(), by.actor, chi.URLParam(r, "token"))
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	a.enter(w, r, by, s, "/apps")
}

// enter gives the browser its new session, ends the one it had, and leads to a page of the builder.
func (a *API) enter(w http.ResponseWriter, r *http.Request, by caller, s identity.SignedIn, page string) {
	if by.session != "" {
		if err := a.Identity.SignOut(r.Context(), by.actor, by.session); err != nil {
			a.refuse(w, r, err)
			return
		}
	}
	cookie := a.cookies.set(s.Token)
	http.SetCookie(w, &cookie)
	http.Redirect(w, r, page, http.StatusSeeOther)
}
