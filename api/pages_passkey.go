package api

import (
	"encoding/json"
	"net/http"
	"strings"

	"berth/platform"
	"berth/platform/authorization"
)

// passkeyPage is the data of passkey.html, on which a browser makes a passkey or answers with one.
type passkeyPage struct {
	Title   string
	Kind    string // create or get
	Action  string // where the answer goes
	Options string // for navigator.credentials, as JSON
	Name    string // of a new passkey
	Back    string
	Failure *platform.Error
}

// asked shows the page that asks for a passkey, and binds the answer to the browser.
func (a *API) asked(w http.ResponseWriter, r *http.Request, p passkeyPage, options json.RawMessage, secret string, status int) {
	var onward []string
	if next := safeNext(r.URL.Query().Get("next")); strings.HasPrefix(next, authorization.PathAuthorize) {
		_, query, _ := strings.Cut(next, "?")
		if source := authorization.OnwardOf(query); source != "" {
			onward = append(onward, source)
		}
	}
	w.Header().Set("Content-Security-Policy", a.Pages.ScriptPolicy(onward...))
	http.SetCookie(w, a.cookies.codeCookie(secret))
	p.Options = string(options)
	a.page(w, r, status, "passkey.html", p)
}

// getPasskey asks for a passkey to sign in with.
func (a *API) getPasskey(w http.ResponseWriter, r *http.Request) {
	a.askPasskey(w, r, http.StatusOK, nil)
}

func (a *API) askPasskey(w http.ResponseWriter, r *http.Request, status int, failure *platform.Error) {
	d, by := a.door(w, r), a.visitor(r)
	options, secret, err := a.Identity.RequestPasskey(r.Context(), by.actor)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	a.asked(w, r, passkeyPage{Title: "Sign in with a passkey", Kind: "get", Action: d.To("/account/passkey"), Back: d.To("/account/signin"), Failure: failure},
		options, secret, status)
}

func (a *API) postPasskey(w http.ResponseWriter, r *http.Request) {
	if err := a.form(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	d, by := a.door(w, r), a.visitor(r)
	s, err := a.Identity.SignInByPasskey(r.Context(), by.actor, a.cookies.codeSecret(r), []byte(r.PostForm.Get("answer")))
	if platform.IsCode(err, platform.CodeUnauthenticated) {
		p := a.problem(r.Context(), err)
		a.askPasskey(w, r, p.Status, &platform.Error{Msg: p.Detail})
		return
	}
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	http.SetCookie(w, a.cookies.codeCookie(""))
	a.enter(w, r, by, s, d.Onward())
}

// postNewPasskey asks the browser of somebody who is signed in to make a passkey.
func (a *API) postNewPasskey(w http.ResponseWriter, r *http.Request) {
	if err := a.form(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	by, ok := a.mustSignIn(w, r)
	if !ok {
		return
	}
	options, secret, err := a.Identity.BeginPasskey(r.Context(), by, r.PostForm.Get("currentPassword"))
	if err != nil {
		p := a.problem(r.Context(), err)
		p.sayWhen(w)
		a.showAccount(w, r, by, p.Status, &platform.Error{Msg: p.Detail, Fields: withoutBody(p.Errors)})
		return
	}
	a.asked(w, r, passkeyPage{Title: "Add a passkey", Kind: "create", Action: "/account/passkeys/answer", Name: r.PostForm.Get("name"), Back: accountPage},
		options, secret, http.StatusOK)
}

func (a *API) postPasskeyAnswer(w http.ResponseWriter, r *http.Request) {
	if err := a.form(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	by, ok := a.mustSignIn(w, r)
	if !ok {
		return
	}
	_, err := a.Identity.AddPasskey(r.Context(), by, a.cookies.codeSecret(r), r.PostForm.Get("name"), []byte(r.PostForm.Get("answer")))
	if err != nil {
		p := a.problem(r.Context(), err)
		p.sayWhen(w)
		a.showAccount(w, r, by, p.Status, &platform.Error{Msg: p.Detail, Fields: withoutBody(p.Errors)})
		return
	}
	http.SetCookie(w, a.cookies.codeCookie(""))
	http.Redirect(w, r, accountPage+"?done=passkey", http.StatusSeeOther)
}

// getElsewhere sends the browser to the OpenID provider.
func (a *API) getElsewhere(w http.ResponseWriter, r *http.Request) {
	d, by := a.door(w, r), a.visitor(r)
	address, secret, err := a.Identity.BeginElsewhere(r.Context(), by.actor)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	http.SetCookie(w, a.cookies.codeCookie(secret))
	http.SetCookie(w, a.cookies.nextCookie(d.Next))
	http.Redirect(w, r, address, http.StatusSeeOther)
}

// getCallback takes the browser that the OpenID provider has sent back.
func (a *API) getCallback(w http.ResponseWriter, r *http.Request) {
	by := a.visitor(r)
	s, err := a.Identity.SignInElsewhere(r.Context(), by.actor, a.cookies.codeSecret(r), r.URL.Query())
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	next := safeNext(a.cookies.next(r))
	if next == "" {
		next = accountPage
	}
	http.SetCookie(w, a.cookies.codeCookie(""))
	http.SetCookie(w, a.cookies.nextCookie(""))
	a.enter(w, r, by, s, next)
}
