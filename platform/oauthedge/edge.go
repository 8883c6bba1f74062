// Package oauthedge is the authorization server as clients and browsers see it: metadata, authorization, tokens, registration, and
// the page where a person ends what they have allowed. It translates between HTTP and package authorization, which decides; it must
// not know the database, MCP or how people sign in.
package oauthedge

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/pages"
)

// Options are what an Edge is made of; all are required.
type Options struct {
	Service   *authorization.Service
	Site      *pages.Site
	PublicURL string // canonical base URL, the issuer
	// SignedIn returns who is signed in to the browser that sent a request; nobody is UNAUTHENTICATED.
	SignedIn      func(*http.Request) (platform.Actor, error)
	ClientAddress func(*http.Request) string // of whoever sent a request, without port
	// Authenticate returns who an API key stands for; UNAUTHENTICATED.
	Authenticate func(ctx context.Context, key string, at platform.Resource) (platform.Principal, error)
	Log          *slog.Logger
}

// Edge serves the authorization server. It is safe for concurrent use.
type Edge struct {
	Options
	metadata []byte
	etag     string
}

// Addresses that are not the protocol's own.
const (
	signInPath      = "/account/signin"
	connectionsPath = "/account/connections"
)

const (
	timeLimit = 20 * time.Second // of a request: it may wait for a client's document and for the database
	maxForm   = 64 << 10         // bytes
)

// New makes an Edge.
func New(o Options) (*Edge, error) {
	e := &Edge{Options: o}
	var err error
	if e.metadata, err = authorization.MetadataDocument(o.PublicURL, o.Service.Features()); err != nil {
		return nil, fmt.Errorf("make metadata: %w", err)
	}
	sum := sha256.Sum256(e.metadata)
	e.etag = `"` + hex.EncodeToString(sum[:12]) + `"`
	return e, nil
}

// Routes adds the addresses to a router.
func (e *Edge) Routes(r chi.Router) {
	r.Group(func(r chi.Router) {
		r.Use(open, limited)
		for _, path := range []string{"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"} {
			r.Get(path, e.serveMetadata)
			r.Options(path, preflight)
		}
		endpoints := map[string]http.HandlerFunc{authorization.PathToken: e.postToken, authorization.PathRevoke: e.postRevoke}
		if e.Service.Features().Registration {
			endpoints[authorization.PathRegister] = e.postRegister
		}
		if e.Service.Features().Introspection {
			endpoints[authorization.PathIntrospect] = e.postIntrospect
		}
		for path, h := range endpoints {
			r.With(uncached).Post(path, h)
			r.Options(path, preflight)
		}
	})
	r.Group(func(r chi.Router) {
		r.Use(e.Site.Private, limited)
		r.Get(authorization.PathAuthorize, e.getAuthorize)
		r.Post(authorization.PathAuthorize, e.postAuthorize)
		r.Get(connectionsPath, e.getConnections)
		r.Post(connectionsPath, e.postConnections)
	})
}

// open lets pages of any origin read the answers: nothing here depends on cookies.
func open(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}

func preflight(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", "GET, POST, OPTIONS")
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, MCP-Protocol-Version")
	h.Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
}

// uncached keeps tokens out of caches (RFC 6749 §5.1).
func uncached(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Pragma", "no-cache")
		next.ServeHTTP(w, r)
	})
}

func limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), timeLimit)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func (e *Edge) serveMetadata(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "public, max-age=3600")
	h.Set("ETag", e.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(e.metadata))
}

// fail shows a person what is wrong, or tells the client that sent them here, where that is safe.
func (e *Edge) fail(w http.ResponseWriter, r *http.Request, err error) {
	if refusal := (*authorization.Refusal)(nil); errors.As(err, &refusal) {
		if refusal.Redirect != "" && refusal.Stranger && e.navigated(r) {
			e.Site.Write(w, r, http.StatusBadRequest, "message.html", pages.Message{Title: "This link does not work", Text: refusal.Text,
				Link: refusal.Location(e.PublicURL), Label: "Go on to " + refusal.Place()})
			return
		}
		if refusal.Redirect != "" {
			http.Redirect(w, r, refusal.Location(e.PublicURL), http.StatusSeeOther)
			return
		}
		e.Site.Write(w, r, http.StatusBadRequest, "message.html", pages.Message{Title: refusal.Page, Text: refusal.Text})
		return
	}
	problem := e.problem(w, r, err)
	title := "That did not work"
	switch problem.Code {
	case platform.CodeUpstream:
		title = "The app that sent you cannot be reached"
	case platform.CodeUnavailable, platform.CodeTimeout:
		title = "Not available right now"
	case platform.CodeForbidden:
		title = "This app is not open to you"
	}
	m := pages.Message{Title: title, Text: problem.Msg}
	if problem.Code == platform.CodeInternal {
		m.Request = w.Header().Get("X-Request-Id")
	}
	e.Site.Write(w, r, problem.Code.Status(), "message.html", m)
}

// navigated reports whether a person follows a link of somebody else's in a browser in which nobody is signed in: then a faulty request of a
// client that anybody may have registered must not make our address lead to theirs (RFC 9700 §4.11.2).
func (e *Edge) navigated(r *http.Request) bool {
	if r.Header.Get("Sec-Fetch-Dest") != "document" { // which all browsers send
		return false
	}
	_, err := e.SignedIn(r)
	return platform.IsCode(err, platform.CodeUnauthenticated)
}

// problem logs a failure of ours and says when it is worth asking again.
func (e *Edge) problem(w http.ResponseWriter, r *http.Request, err error) *platform.Error {
	p := platform.AsError(err)
	if errors.Is(err, context.DeadlineExceeded) && p.Code != platform.CodeUpstream { // which is about the host of a client
		p = &platform.Error{Code: platform.CodeTimeout, Msg: "This takes too long right now. Try again shortly.", Err: err}
	}
	if p.Code == platform.CodeInternal && r.Context().Err() == nil {
		e.Log.ErrorContext(r.Context(), "request failed", "path", r.URL.Path, "error", err)
	}
	switch p.Code {
	case platform.CodeRateLimited:
		w.Header().Set("Retry-After", strconv.Itoa(p.RetrySeconds()))
	case platform.CodeUnavailable, platform.CodeUpstream:
		w.Header().Set("Retry-After", "2")
	}
	return p
}

// writeJSON answers a client.
func writeJSON(w http.ResponseWriter, status int, body any) {
	raw, _ := json.Marshal(body) // structs of strings always encode
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw) // the client may be gone
}
