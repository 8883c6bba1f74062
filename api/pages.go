package api

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"berth/platform/pages"
)

// page answers a request with the named page.
func (a *API) page(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	a.Site.Write(w, r, status, name, data)
}

// refuse answers a person's request with a page that shows the failure.
func (a *API) refuse(w http.ResponseWriter, r *http.Request, err error) {
	p := a.problem(r.Context(), err)
	m := pages.Message{Title: "That did not work", Text: p.Detail}
	if p.Status >= http.StatusInternalServerError {
		m.Request = p.RequestID
	}
	switch p.Status {
	case http.StatusServiceUnavailable:
		m.Title, m.Text = "Not available right now", p.Detail+" Try again shortly."
	case http.StatusGatewayTimeout:
		m.Title = "Not available right now"
	}
	p.sayWhen(w)
	a.page(w, r, p.Status, "message.html", m)
}

// pageRoutes adds the pages to a router.
func (a *API) pageRoutes(r chi.Router) {
	r.Use(a.identify, a.recover(func(w http.ResponseWriter, r *http.Request) {
		a.page(w, r, http.StatusInternalServerError, "message.html",
			pages.Message{Title: "That did not work", Text: "Something went wrong on our side.", Request: requestID(r.Context())})
	}), a.timeLimit, a.Site.Private)
	add := func(method, path string, h http.HandlerFunc) {
		a.access[method+" "+path] = anybody // a page asks by itself who has come, or its link is the credential
		r.Method(method, path, h)
	}
	add(http.MethodGet, "/api/docs", a.showDocs)
	add(http.MethodGet, "/docs", a.showGuides)
	add(http.MethodGet, "/docs/{guide}", a.showGuide)
	add(http.MethodGet, "/signin/{token}", a.showSignIn)
	add(http.MethodPost, "/signin/{token}", a.postSignIn)
	add(http.MethodGet, "/invite/{token}", a.showInvite)
	a.accountRoutes(add)
	add(http.MethodPost, "/invite/{token}", a.postInvite)
}
