// Package pages renders the few documents for people that must work without the builder: sign-in, consent, connections, the
// documentation. They load nothing, and only those of passkeys run a script, which is one of ours: so one policy holds for nearly all of them. It must not know who serves them,
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
	script    string // its source in a policy
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
	js, err := files.ReadFile("html/passkey.js")
	if err != nil {
		panic("pages: script: " + err.Error())
	}
	sum, program := sha256.Sum256(css), sha256.Sum256(js)
	style := template.HTML("<style>" + string(css) + "</style>") // our own file
	t := template.New("").Funcs(template.FuncMap{
		"style":         func() template.HTML { return style },
		"passkeyScript": func() template.HTML { return template.HTML("<script>" + string(js) + "</script>") }, // our own file
	})
	return &Pages{
		script:    "script-src 'sha256-" + base64.StdEncoding.EncodeToString(program[:]) + "'; ",
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

// ScriptPolicy is Policy for the pages of passkeys, which run our script.
func (p *Pages) ScriptPolicy(onward ...string) string { return p.script + p.Policy(onward...) }
