package mcpedge

import (
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"

	"berth/platform"
)

// resourceMetadata is what a client learns of an address that takes tokens (RFC 9728 §2).
type resourceMetadata struct {
	Resource      string   `json:"resource"` // the address, character for character
	Name          string   `json:"resource_name"`
	Servers       []string `json:"authorization_servers"`
	Scopes        []string `json:"scopes_supported"`
	Methods       []string `json:"bearer_methods_supported"`
	Documentation string   `json:"resource_documentation"`
}

// serveResourceMetadata answers the metadata of an address of an app that is not public.
func (e *Edge) serveResourceMetadata(w http.ResponseWriter, r *http.Request) {
	slug := chi.URLParam(r, "slug")
	if slug == "" { // the path has none
		slug = platform.OwnSlug
	}
	a, ok := e.lookup(w, r, slug)
	if !ok {
		return
	}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	if a.access == platform.AccessPublic {
		WriteError(w, http.StatusNotFound, platform.CodeNotFound, "This app needs no token.")
		return
	}
	m, at := a.release(), e.at(a, r)
	body, err := json.Marshal(resourceMetadata{Resource: at.MCP, Name: m.Name, Servers: []string{e.Issuer}, Scopes: m.ScopeNames(),
		Methods: []string{"header"}, Documentation: at.Page})
	if err != nil {
		WriteError(w, http.StatusInternalServerError, platform.CodeInternal, "Something went wrong on our side.")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body) // the client may have gone
}

// allowMetadata lets pages of any origin read metadata with the headers of the protocol.
func allowMetadata(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
	if asked := r.Header.Get("Access-Control-Request-Headers"); asked != "" {
		h.Set("Access-Control-Allow-Headers", asked)
	}
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
}
