package api

import (
	"net/http"

	"berth/platform"
)

func (a *API) getCode(w http.ResponseWriter, r *http.Request) {
	d := a.entry(r)
	d.Sent = r.URL.Query().Has("sent") && a.cookies.kept(r) != ""
	a.show(w, r, http.StatusOK, "account_code.html", d)
}

// postCode sends a code, or takes one.
func (a *API) postCode(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	d, by := a.entry(r), a.visitor(r)
	if !r.PostForm.Has("code") {
		d.Email = r.PostForm.Get("email")
		secret, err := a.Identity.SendCode(r.Context(), by.actor, d.Email)
		if err != nil {
			a.fails(w, r, "account_code.html", d, err)
			return
		}
		http.SetCookie(w, a.cookies.keep(secret))
		to := d.To("/account/code")
		if d.Next == "" {
			to += "?sent"
		} else {
			to += "&sent"
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
		return
	}
	by.actor.Principal = a.signedInAs(r)
	s, err := a.Identity.SignInByCode(r.Context(), by.actor, a.cookies.kept(r), r.PostForm.Get("code"))
	if err != nil {
		d.Sent = !platform.IsCode(err, platform.CodeNotFound) // another one has to be asked for
		a.fails(w, r, "account_code.html", d, err)
		return
	}
	http.SetCookie(w, a.cookies.drop())
	a.enter(w, r, by, s, d.Onward())
}
