package api

import "net/http"

// Refuse answers a request in the API's form, with what every answer of the API has, when something outside of its routes has refused it.
func (a *API) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.fail(w, r, err) })
	a.identify(securityHeaders(answer)).ServeHTTP(w, r)
}
