// Package pages renders the few documents for people that must work without the builder: sign-in, consent, connections, the
// documentation. They run no script and load nothing, so that one policy holds for all of them. It must not know who serves them,
// nor what their data mean.
package pages

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"strings"
)

//go:embed html
var files embed.FS

// Pages are the templates in html/, by their file names. They are safe for concurrent use.
type Pages struct {
	templates *template.Template
	policy    string
}

// Message is the data of message.html.
type Message struct {
	Title, Text string
	Request     string // id under which the log has more, "" = none
	Link, Label string // where the person may go on, "" = nowhere
}

// New reads the templates. It panics when one of them does not parse, which a test finds.
func New() *Pages {
	css, err := files.ReadFile("html/style.css")
	if err != nil {
		panic("pages: style: " + err.Error())
	}
	sum := sha256.Sum256(css)
	style := template.HTML("<style>" + string(css) + "</style>") // our own file
	t := template.New("").Funcs(template.FuncMap{"style": func() template.HTML { return style }})
	return &Pages{
		templates: template.Must(t.ParseFS(files, "html/*.html")),
		policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
			"'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
	}
}

// Render returns the named page as HTML.
func (p *Pages) Render(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	err := p.templates.ExecuteTemplate(&b, name, data)
	return b.Bytes(), err
}

// Policy returns the Content-Security-Policy of a page whose forms post to this server, which may send browsers on to those sources
// (CSP 3 §6.4.1: browsers hold form-action against redirects too). A source must hold no space, comma or semicolon.
func (p *Pages) Policy(onward ...string) string {
	return strings.Join(append([]string{p.policy}, onward...), " ")
}
