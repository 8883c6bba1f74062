package mcpedge

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/platform"
)

var (
	//go:embed connect.html
	connectHTML string
	//go:embed connect.css
	connectCSS string
	//go:embed connect.js
	connectJS string
	//go:embed clients.json
	clientsJSON []byte
)

// pages are the pages for people: how to connect to an app, and why no app can be shown.
type pages struct {
	template *template.Template
	clients  []client
	csp      string
}

// client describes how to connect one MCP client. In its texts "{url}", "{slug}" and, for an app for persons, "{auth}" are replaced.
type client struct {
	platform.ClientSteps
	Auth string      `json:"auth"` // for a client that sends a key; "" = it signs people in
	Link installLink `json:"link"`
	// Eager says that the client decides by the first answer whether people sign in, so that it gets the address that always asks.
	Eager bool `json:"eager"`
	// Steps in place of the step "{signIn}", by the app's access.
	SignIn map[platform.Access][]string `json:"signIn"`
}

// asks says when the client asks people to sign in, or for a key.
func (c client) asks(access platform.Access) string {
	always := access == platform.AccessPerson || c.Eager
	switch {
	case access == platform.AccessPublic:
		return ""
	case c.Auth != "" && always:
		return "Every request sends an API key of yours."
	case c.Auth != "":
		return "What needs to know who you are takes an API key of yours, which the others do without."
	case always:
		return "You sign in on a page of this server when you connect it."
	}
	return "You sign in on a page of this server when a tool needs to know who you are."
}

// installLink is a link that opens a client with the app filled in. In Address, "{base64}" or "{escaped}" is replaced by
// Config in the form that the client's documentation asks for; both are encoded for the query of an address.
type installLink struct {
	Address string `json:"address"`
	Config  string `json:"config"`
}

func (l installLink) to(slug, mcpURL string) string {
	config := strings.NewReplacer("{url}", mcpURL, "{slug}", slug).Replace(l.Config)
	return strings.NewReplacer("{slug}", slug, "{base64}", escaped(base64.StdEncoding.EncodeToString([]byte(config))), "{escaped}", escaped(config)).Replace(l.Address)
}

// escaped writes a space as %20, since clients that are not browsers do not decode "+".
func escaped(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// Clients returns how to connect each MCP client to the app at a slug, by who may call it.
func (e *Edge) Clients(slug string, access platform.Access) []platform.ClientSteps {
	clients := make([]platform.ClientSteps, 0, len(e.pages.clients))
	for _, c := range e.pages.clients {
		address, auth := e.Address(slug), ""
		if access == platform.AccessPerson {
			auth = c.Auth
		}
		if access == platform.AccessMixed && c.Eager {
			address = address.SignedIn()
		}
		replace := strings.NewReplacer("{url}", address.MCP, "{slug}", slug, "{auth}", auth)
		filled := platform.ClientSteps{ID: c.ID, Name: c.Name, URL: address.MCP, Asks: c.asks(access), Language: c.Language, Copy: replace.Replace(c.Copy),
			Install: c.Link.to(slug, address.MCP)}
		for _, s := range c.Steps {
			steps := []string{s}
			if s == "{signIn}" {
				steps = c.SignIn[access]
			}
			for _, s := range steps {
				filled.Steps = append(filled.Steps, replace.Replace(s))
			}
		}
		clients = append(clients, filled)
	}
	return clients
}

func newPages() (*pages, error) {
	p := &pages{}
	if err := json.Unmarshal(clientsJSON, &p.clients); err != nil {
		return nil, err
	}
	var err error
	p.template, err = template.New("connect").Funcs(template.FuncMap{"install": func(c platform.ClientSteps) template.URL {
		return template.URL(c.Install) // made of clients.json, a slug and the server's own address, all encoded
	}}).Parse(connectHTML)
	if err != nil {
		return nil, err
	}
	p.csp = "default-src 'none'; script-src '" + hashOf(connectJS) + "'; style-src '" + hashOf(connectCSS) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	return p, nil
}

func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// notice is a message that a page shows instead of an app.
type notice struct {
	Status      int
	Title, Text string
}

// Retry reports whether asking again may help.
func (n notice) Retry() bool { return n.Status == http.StatusServiceUnavailable }

// connectPage is what the template shows: an app, or a notice.
type connectPage struct {
	Notice      *notice
	Name        string
	Description string
	Publisher   *platform.Publisher // nil = not known at the moment
	Report      string              // where to report the app, "" = nowhere
	URL         string
	SignedIn    string // the address that always asks, "" = none that is worth a word
	Private     bool
	Example     bool // what the app shows was invented
	Tools       []platform.ToolSpec
	Clients     []platform.ClientSteps
	Widget      string
	CSS         template.CSS
	JS          template.JS
}

func (e *Edge) serveConnect(w http.ResponseWriter, r *http.Request, slug string) {
	a, ok := e.lookup(w, r, slug)
	if !ok {
		return
	}
	m := a.release()
	page := connectPage{Name: m.Name, Description: m.Description, URL: e.Address(a.slug).MCP, Private: a.private(), Example: m.Example, Tools: m.Tools}
	for _, spec := range m.Views {
		if len(spec.Sample) > 0 {
			page.Widget = e.Address(a.slug).UI(spec.Layout)
			break
		}
	}
	if a.access == platform.AccessMixed {
		page.SignedIn = e.Address(a.slug).SignedIn().MCP
	}
	page.Clients = e.Clients(a.slug, a.access)
	page.Publisher, page.Report = e.publisher(w, r, a.id), e.report(a.slug)
	e.writePage(w, http.StatusOK, page)
}

// publisherTimeout bounds how long a page waits to learn who publishes its app.
const publisherTimeout = time.Second

// publisher returns who publishes an app, nil when that is unknown: the page is useful without it.
func (e *Edge) publisher(w http.ResponseWriter, r *http.Request, app platform.AppID) *platform.Publisher {
	ctx, cancel := context.WithTimeout(r.Context(), publisherTimeout)
	defer cancel()
	by, err := e.Publisher(ctx, app)
	if err != nil {
		e.Log.WarnContext(e.context(requestID(w), r), "publisher not loaded", "error", err)
		return nil
	}
	return &by
}

// report returns the address where a person reports the app at a slug.
func (e *Edge) report(slug string) string {
	if e.AbuseContact == "" || strings.HasPrefix(e.AbuseContact, "https://") {
		return e.AbuseContact
	}
	return "mailto:" + strings.Replace(escaped(e.AbuseContact), "%40", "@", 1) + "?subject=" + escaped("Report of the app "+slug)
}

func (e *Edge) writePage(w http.ResponseWriter, status int, page connectPage) {
	page.CSS, page.JS = template.CSS(connectCSS), template.JS(connectJS) // constants of this package
	var body bytes.Buffer
	if err := e.pages.template.Execute(&body, page); err != nil {
		e.Log.Error("connect page not rendered", "error", err)
		WriteError(w, http.StatusInternalServerError, platform.CodeInternal, "Something went wrong on our side.")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", e.pages.csp)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // the client may have gone
}

// serveWidget serves the widget as a page of its own, at Address.UI, with the app's sample data.
func (e *Edge) serveWidget(w http.ResponseWriter, r *http.Request) {
	a, ok := e.lookup(w, r, chi.URLParam(r, "slug"))
	if !ok {
		return
	}
	layout, isPage := strings.CutSuffix(chi.URLParam(r, "page"), ".html")
	m := a.release()
	for i := range m.Views {
		if isPage && m.Views[i].Layout == layout {
			e.writeWidget(w, r, &a.views[i], &m.Views[i])
			return
		}
	}
	WriteError(w, http.StatusNotFound, platform.CodeNotFound, "This app has no widget of that name.")
}

func (e *Edge) writeWidget(w http.ResponseWriter, r *http.Request, v *view, spec *platform.ViewSpec) {
	page, err := e.documents.Get(r.Context(), v.document)
	if err != nil {
		e.Log.ErrorContext(e.context(requestID(w), r), "widget document not loaded", "error", err)
		e.unavailable(w, r, "The widget cannot be loaded right now. Try again shortly.")
		return
	}
	body := page.PageWith(spec.Sample, v.more)
	sum := sha256.Sum256(body)
	tag := `"` + short(v.document) + base64.RawURLEncoding.EncodeToString(sum[:9]) + `"`
	h := w.Header()
	h.Set("Content-Security-Policy", e.PageCSP(page.Document, spec.CSP.Resource))
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", tag)
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(body) // the client may have gone
}
