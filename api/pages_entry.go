package api

import (
	"net/http"
	"net/url"
	"strings"

	"berth/platform"
	"berth/platform/authorization"
)

// The pages on the way in lead on to next, in their query: to a request for authorization, or to a page of one's account.

// accountPage is where people look after their account.
const accountPage = "/account"

// maxNext bounds where a sign-in may lead to, in bytes: a request for authorization may hold much.
const maxNext = 16 << 10

// safeNext returns a path of this server that a sign-in may lead to, "" for anything else: what browsers read as another host, or as a
// path elsewhere, comes from somebody who wants people to end there.
func safeNext(next string) string {
	if len(next) > maxNext || strings.ContainsFunc(next, func(r rune) bool { return r <= ' ' || r == '\\' || r == '#' || r == 0x7f }) {
		return ""
	}
	path, _, asked := strings.Cut(next, "?")
	if strings.Contains(path, "//") || strings.ContainsAny(path, "%@:;") || strings.Contains(path, "/.") {
		return ""
	}
	if u, err := url.Parse(next); err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" || u.Path != path {
		return ""
	}
	if path == authorization.PathAuthorize && asked || path == accountPage || strings.HasPrefix(path, accountPage+"/") {
		return next
	}
	return ""
}

// way is one of the ways to sign in without a password, as a link.
type way struct{ Title, Path string }

// entry is the data of a page on the way in.
type entry struct {
	Next    string // safe, "" = to the account
	App     string // name of the app that it leads to, "" = none
	Person  string // e-mail of who is signed in, "" for nobody
	Email   string // as it was typed
	Name    string // as it was typed
	Failure *platform.Error
	Mails   bool // this server sends mail
	Open    bool // people may sign up
	Sent    bool // a mail was asked for
	Token   string
	Ways    []way
	done    string   // where it leads once somebody has signed in
	onward  []string // sources to which browsers may follow what the page's forms begin
}

// ways are those that this server offers.
func (a *API) ways() []way {
	var all []way
	if name := a.Identity.ProviderName(); name != "" {
		all = append(all, way{"Sign in with " + name, "/account/provider"})
	}
	if a.Identity.HasPasskeys() {
		all = append(all, way{"Use a passkey", "/account/passkey"})
	}
	return append(all, way{"Get a code by e-mail", "/account/code"})
}

// To returns the address of another page that leads on to the same.
func (d entry) To(path string) string {
	if d.Next == "" {
		return path
	}
	return path + "?" + url.Values{"next": {d.Next}}.Encode()
}

// Onward returns where this leads when it is done.
func (d entry) Onward() string {
	if d.done == "" {
		return accountPage
	}
	return d.done
}

// entry reads a request for a page on the way in.
func (a *API) entry(r *http.Request) entry { return a.entryTo(r, r.URL.Query().Get("next")) }

// entryTo is entry for a next that does not come with the request.
func (a *API) entryTo(r *http.Request, next string) entry {
	e := entry{Next: safeNext(next), Mails: a.Identity.Mails(), Open: a.Identity.OpenToPeople(), Ways: a.ways()}
	e.done = e.Next
	path, query, _ := strings.Cut(e.Next, "?")
	if path != authorization.PathAuthorize {
		return e
	}
	e.done = path + "?" + authorization.AfterSignIn(query)
	if source := authorization.OnwardOf(query); source != "" {
		e.onward = []string{source}
	}
	if asked, err := url.ParseQuery(query); err == nil && a.AppName != nil {
		e.App = a.AppName(r.Context(), asked.Get("resource"))
	}
	return e
}

// show answers with a page on the way in. Its policy lets the browser follow where a request for authorization leads in the end, since
// browsers hold it against all redirects that a form begins.
func (a *API) show(w http.ResponseWriter, r *http.Request, status int, name string, e entry) {
	w.Header().Set("Content-Security-Policy", a.Site.Policy(e.onward...))
	a.page(w, r, status, name, e)
}

// fails shows the page again, with what went wrong.
func (a *API) fails(w http.ResponseWriter, r *http.Request, name string, e entry, err error) {
	var status int
	status, e.Failure = a.failure(w, r, err)
	a.show(w, r, status, name, e)
}

// failure is what a page says of an error, and the page's status.
func (a *API) failure(w http.ResponseWriter, r *http.Request, err error) (status int, said *platform.Error) {
	p := a.problem(r.Context(), err)
	p.sayWhen(w)
	return p.Status, &platform.Error{Msg: p.Detail, Fields: withoutBody(p.Errors)}
}

// getEntry shows a page on the way in to whoever comes, signed in or not. Where it leads to asks for a new sign-in, it offers no other way on.
func (a *API) getEntry(page string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		d := a.entry(r)
		if d.done == d.Next {
			d.Person = a.signedInAs(r).Email
		}
		a.show(w, r, http.StatusOK, page, d)
	}
}

func (a *API) postAccountSignIn(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	d, by := a.entry(r), a.visitor(r)
	d.Email = r.PostForm.Get("email")
	s, err := a.Identity.SignIn(r.Context(), by.actor, d.Email, r.PostForm.Get("password"))
	if err != nil {
		a.fails(w, r, "account_signin.html", d, err)
		return
	}
	a.enter(w, r, by, s, d.Onward())
}

func (a *API) postAccountSignUp(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	d, by := a.entry(r), a.visitor(r)
	in := signUpBody{Email: r.PostForm.Get("email"), Password: r.PostForm.Get("password"), Name: r.PostForm.Get("name")}.account()
	d.Email, d.Name = in.Email, in.Name
	s, err := a.Identity.SignUpPerson(r.Context(), by.actor, in)
	if err != nil {
		a.fails(w, r, "account_signup.html", d, err)
		return
	}
	a.enter(w, r, by, s, d.Onward())
}

func (a *API) postSignOut(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	d, by := a.entry(r), a.visitor(r)
	if by.session != "" {
		if err := a.Identity.SignOut(r.Context(), by.actor, by.session); err != nil {
			a.refuse(w, r, err)
			return
		}
	}
	cookie := a.cookies.clear()
	http.SetCookie(w, &cookie)
	http.Redirect(w, r, d.To("/account/signin"), http.StatusSeeOther)
}
