package api

import (
	"encoding/base64"
	"net/http"
	"time"

	"berth/platform"
)

// codeLife is how long a browser keeps the secret of a code that it has asked for: as long as the code may be used.
const codeLife = 10 * time.Minute

// codeCookie makes the cookie that binds a code to the browser that asked for it; without a secret it takes the cookie away.
func (c cookies) codeCookie(secret string) *http.Cookie {
	cookie := http.Cookie{Name: c.codeName(), Value: secret, Path: "/", MaxAge: int(codeLife.Seconds()), Secure: c.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	if secret == "" {
		cookie.MaxAge = -1
	}
	return &cookie
}

func (c cookies) codeName() string { return c.name() + "-code" }

func (c cookies) codeSecret(r *http.Request) string {
	cookie, err := r.Cookie(c.codeName())
	if err != nil {
		return ""
	}
	return cookie.Value
}

func (a *API) getCode(w http.ResponseWriter, r *http.Request) {
	d := a.door(w, r)
	d.Sent = r.URL.Query().Has("sent") && a.cookies.codeSecret(r) != ""
	a.page(w, r, http.StatusOK, "account_code.html", d)
}

// postCode sends a code, or takes one.
func (a *API) postCode(w http.ResponseWriter, r *http.Request) {
	if err := a.form(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	d, by := a.door(w, r), a.visitor(r)
	if !r.PostForm.Has("code") {
		d.Email = r.PostForm.Get("email")
		secret, err := a.Identity.SendCode(r.Context(), by.actor, d.Email)
		if err != nil {
			a.fails(w, r, "account_code.html", d, err)
			return
		}
		http.SetCookie(w, a.cookies.codeCookie(secret))
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
	s, err := a.Identity.SignInByCode(r.Context(), by.actor, a.cookies.codeSecret(r), r.PostForm.Get("code"))
	if err != nil {
		d.Sent = !platform.IsCode(err, platform.CodeNotFound) // another one has to be asked for
		a.fails(w, r, "account_code.html", d, err)
		return
	}
	http.SetCookie(w, a.cookies.codeCookie(""))
	a.enter(w, r, by, s, d.Onward())
}

// nextCookie keeps where somebody was going while they sign in at the OpenID provider; "" takes it away.
func (c cookies) nextCookie(next string) *http.Cookie {
	cookie := c.codeCookie(base64.RawURLEncoding.EncodeToString([]byte(next)))
	cookie.Name = c.name() + "-next"
	return cookie
}

func (c cookies) next(r *http.Request) string {
	cookie, err := r.Cookie(c.name() + "-next")
	if err != nil {
		return ""
	}
	next, _ := base64.RawURLEncoding.DecodeString(cookie.Value) // what is no path is nowhere
	return string(next)
}
