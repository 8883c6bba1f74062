package oauthedge

import (
	"net/http"
	"net/url"
	"slices"

	"berth/platform"
	"berth/platform/authorization"
)

// consentPage is the data of consent.html.
type consentPage struct {
	authorization.Inquiry
	Place   string // where the browser is sent back to
	Email   string // of who is signed in
	Another string // where somebody else signs in
	Form    string
}

// getAuthorize takes a browser that a client has sent: to sign in, to the question, or back.
func (e *Edge) getAuthorize(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet { // HEAD changes nothing
		return
	}
	i, err := e.Service.Ask(r.Context(), r.URL.RawQuery, e.ClientAddress(r))
	if err != nil {
		e.fail(w, r, err)
		return
	}
	by, err := e.SignedIn(r)
	if i.Login || platform.IsCode(err, platform.CodeUnauthenticated) {
		if err := e.Service.NeedSignIn(r.Context(), i, e.ClientAddress(r)); err != nil {
			e.fail(w, r, err)
			return
		}
		http.Redirect(w, r, signIn(i.Query), http.StatusSeeOther)
		return
	}
	agreed := false
	if err == nil {
		agreed, err = e.Service.Agreed(r.Context(), by, i)
	}
	switch {
	case err != nil:
		e.fail(w, r, err)
	case agreed:
		e.allow(w, r, by, i, nil)
	default:
		e.ask(w, r, by, i)
	}
}

// signIn returns where somebody signs in who then goes on with a request for authorization. What browsers leave as it is in an address, such as a
// backslash, is escaped: the sign-in leads on to plain paths of ours alone.
func signIn(query string) string {
	if q, err := url.ParseQuery(query); err == nil {
		query = q.Encode()
	}
	return signInPath + "?" + url.Values{"next": {authorization.PathAuthorize + "?" + query}}.Encode()
}

// ask shows the question.
func (e *Edge) ask(w http.ResponseWriter, r *http.Request, by platform.Actor, i authorization.Inquiry) {
	form, err := e.Service.SealForm(by, i)
	if err != nil {
		e.fail(w, r, err)
		return
	}
	source, place := i.Onward()
	w.Header().Set("Content-Security-Policy", e.Site.Policy(source))
	e.Site.Write(w, r, http.StatusOK, "consent.html", consentPage{Inquiry: i, Place: place, Email: by.Email, Another: signIn(i.Query), Form: form})
}

// postAuthorize takes the answer.
func (e *Edge) postAuthorize(w http.ResponseWriter, r *http.Request) {
	by, err := e.form(w, r)
	if err != nil {
		e.fail(w, r, err)
		return
	}
	i, read, err := e.Service.Answered(r.Context(), by, r.PostForm.Get("request"), e.ClientAddress(r))
	if err != nil {
		e.fail(w, r, err)
		return
	}
	switch decision := r.PostForm.Get("decision"); decision {
	case "allow":
		e.allow(w, r, by, i, read)
	case "chosen":
		e.allow(w, r, by, i, slices.DeleteFunc(read, func(name string) bool { return !slices.Contains(r.PostForm["scope"], name) }))
	case "deny":
		http.Redirect(w, r, e.Service.Deny(r.Context(), by, i), http.StatusSeeOther)
	default:
		e.fail(w, r, platform.Errorf(platform.CodeBadRequest, "Say whether you allow it."))
	}
}

func (e *Edge) allow(w http.ResponseWriter, r *http.Request, by platform.Actor, i authorization.Inquiry, chosen []string) {
	to, err := e.Service.Allow(r.Context(), by, i, chosen)
	if err != nil {
		e.fail(w, r, err)
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// form reads a form that a page of ours has sent, for the person who is signed in.
func (e *Edge) form(w http.ResponseWriter, r *http.Request) (platform.Actor, error) {
	if err := e.Site.ReadForm(w, r); err != nil {
		return platform.Actor{}, err
	}
	return e.SignedIn(r)
}
