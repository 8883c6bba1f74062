package api

import "net/http"

// alike gives an answer from outside of the API's routes what every answer of the API has.
func (a *API) alike(answer http.HandlerFunc) http.HandlerFunc {
	return a.identify(securityHeaders(answer)).ServeHTTP
}

// Refuse answers a request in the API's form when something outside of it has refused it.
func (a *API) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	a.alike(func(w http.ResponseWriter, r *http.Request) { a.fail(w, r, err) })(w, r)
}
