package oauthedge

import (
	"net/http"
	"net/url"

	"berth/platform"
	"berth/platform/authorization"
)

// connectionsPage is the data of connections.html.
type connectionsPage struct {
	Email  string
	Grants []authorization.Connection
}

// getConnections lists what a person lets clients use.
func (e *Edge) getConnections(w http.ResponseWriter, r *http.Request) {
	by, err := e.SignedIn(r)
	if platform.IsCode(err, platform.CodeUnauthenticated) {
		http.Redirect(w, r, signInPath+"?"+url.Values{"next": {connectionsPath}}.Encode(), http.StatusSeeOther)
		return
	}
	var grants []authorization.Connection
	if err == nil {
		grants, err = e.Service.Connections(r.Context(), by.Principal)
	}
	if err != nil {
		e.fail(w, r, err)
		return
	}
	e.Site.Write(w, r, http.StatusOK, "connections.html", connectionsPage{by.Email, grants})
}

// postConnections ends one of them.
func (e *Edge) postConnections(w http.ResponseWriter, r *http.Request) {
	by, err := e.form(w, r)
	if err == nil {
		err = e.Service.Disconnect(r.Context(), by, platform.GrantID(r.PostForm.Get("grant")))
	}
	if err != nil && !platform.IsCode(err, platform.CodeNotFound) { // it has ended already
		e.fail(w, r, err)
		return
	}
	http.Redirect(w, r, connectionsPath, http.StatusSeeOther)
}
