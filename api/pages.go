package api

import (
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/pages"
)

// page answers a request with the named page.
func (a *API) page(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	body, err := a.Pages.Render(name, data)
	if err != nil {
		a.Log.ErrorContext(r.Context(), "render page", "page", name, "error", err.Error())
		http.Error(w, "Something went wrong on our side.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone
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
	}), a.timeLimit, securityHeaders, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", a.Pages.Policy())
			// Links with tokens must not leak to other sites; but no referrer at all would make browsers send the form with “Origin: null”.
			w.Header().Set("Referrer-Policy", "same-origin")
			next.ServeHTTP(w, r)
		})
	})
	add := func(method, path string, h http.HandlerFunc) {
		a.access[method+" "+path] = anybody // for the two links, the link is the credential
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

// form reads a posted form of one of our own pages.
func (a *API) form(w http.ResponseWriter, r *http.Request) error {
	if err := a.origins.Check(r); err != nil {
		return platform.Errorf(platform.CodeForbidden, "Requests from other sites are refused.")
	}
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	if err := r.ParseForm(); err != nil {
		if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
			return platform.Errorf(platform.CodeTooLarge, "The form may have at most 64 KiB.")
		}
		return platform.Errorf(platform.CodeBadRequest, "The form could not be read.")
	}
	return nil
}
