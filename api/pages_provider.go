package api

import (
	"net/http"

	"berth/platform/pages"
)

// getProvider sends the browser to the OpenID provider.
func (a *API) getProvider(w http.ResponseWriter, r *http.Request) {
	address, secret, err := a.Identity.BeginAtProvider(r.Context(), a.visitor(r).actor, a.entry(r).Next)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	http.SetCookie(w, a.cookies.keep(secret))
	http.Redirect(w, r, address, http.StatusSeeOther)
}

// getCallback takes the browser that the OpenID provider has sent back.
func (a *API) getCallback(w http.ResponseWriter, r *http.Request) {
	by := a.visitor(r)
	s, next, err := a.Identity.SignInAtProvider(r.Context(), by.actor, a.cookies.kept(r), r.URL.Query())
	d := a.entryTo(r, next)
	if err != nil {
		status, said := a.failure(w, r, err)
		a.page(w, r, status, "message.html", pages.Message{Title: "You are not signed in", Text: said.Msg, Link: d.To("/account/signin"), Label: "Other ways to sign in"})
		return
	}
	http.SetCookie(w, a.cookies.drop())
	a.enter(w, r, by, s, d.Onward())
}
