package api

import "net/http"

// Refuse answers a request in the API's form when something outside of it has refused it.
func (a *API) Refuse(w http.ResponseWriter, r *http.Request, err error) { a.fail(w, r, err) }
