package api

import (
	"net/http"

	"berth/platform"
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

// asks shows the page that asks for a passkey, and binds the answer to the browser. onward are the sources to which its form may lead.
func (a *API) asks(w http.ResponseWriter, r *http.Request, status int, p passkeyPage, secret string, onward ...string) {
	w.Header().Set("Content-Security-Policy", a.Site.ScriptPolicy(onward...))
	http.SetCookie(w, a.cookies.keep(secret))
	a.page(w, r, status, "passkey.html", p)
}

// getPasskey asks for a passkey to sign in with.
func (a *API) getPasskey(w http.ResponseWriter, r *http.Request) {
	a.askPasskey(w, r, http.StatusOK, nil)
}

func (a *API) askPasskey(w http.ResponseWriter, r *http.Request, status int, failure *platform.Error) {
	d, by := a.entry(r), a.visitor(r)
	options, secret, err := a.Identity.RequestPasskey(r.Context(), by.actor)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	a.asks(w, r, status, passkeyPage{Title: "Sign in with a passkey", Kind: "get", Options: string(options), Action: d.To("/account/passkey"),
		Back: d.To("/account/signin"), Failure: failure}, secret, d.onward...)
}

func (a *API) postPasskey(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	d, by := a.entry(r), a.visitor(r)
	s, err := a.Identity.SignInByPasskey(r.Context(), by.actor, a.cookies.kept(r), []byte(r.PostForm.Get("answer")))
	if platform.IsCode(err, platform.CodeUnauthenticated) {
		status, said := a.failure(w, r, err)
		a.askPasskey(w, r, status, said)
		return
	}
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	http.SetCookie(w, a.cookies.drop())
	a.enter(w, r, by, s, d.Onward())
}

// postNewPasskey asks the browser of somebody who is signed in to make a passkey.
func (a *API) postNewPasskey(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	by, ok := a.mustSignIn(w, r)
	if !ok {
		return
	}
	options, secret, err := a.Identity.BeginPasskey(r.Context(), by, r.PostForm.Get("currentPassword"))
	if err != nil {
		a.failAccount(w, r, by, err)
		return
	}
	a.asks(w, r, http.StatusOK, passkeyPage{Title: "Add a passkey", Kind: "create", Options: string(options), Action: "/account/passkeys/answer",
		Name: r.PostForm.Get("name"), Back: accountPage}, secret)
}

func (a *API) postPasskeyAnswer(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	by, ok := a.mustSignIn(w, r)
	if !ok {
		return
	}
	_, err := a.Identity.AddPasskey(r.Context(), by, a.cookies.kept(r), r.PostForm.Get("name"), []byte(r.PostForm.Get("answer")))
	if err != nil {
		a.failAccount(w, r, by, err)
		return
	}
	http.SetCookie(w, a.cookies.drop())
	http.Redirect(w, r, accountPage+"?done=passkey", http.StatusSeeOther)
}
