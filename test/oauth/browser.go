// Package oauth plays the people and the clients that connect to apps by OAuth, as they really do it: the clients from what they
// publish and what others have seen of them, the people by HTML forms without a script. It must not know how Berth does its part.
package oauth

import (
	"encoding/xml"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// Browser is the browser of a person. It keeps cookies, follows redirects within the origin that it was sent to, and sends forms only where
// their page's policy lets it.
type Browser struct {
	Email, Password string // with which the person signs in where they are asked to

	t    testing.TB
	http *http.Client
}

// NewBrowser returns the browser of somebody who is signed in nowhere.
func NewBrowser(t testing.TB, email, password string) *Browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Browser{Email: email, Password: password, t: t, http: &http.Client{Jar: jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// Answer is what a server has answered.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// ask sends a request and reads the answer. The error is that of a connection.
func ask(client *http.Client, r *http.Request) (Answer, error) {
	resp, err := client.Do(r)
	if err != nil {
		return Answer{}, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	return Answer{resp.StatusCode, resp.Header, string(raw)}, err
}

// Page is where a browser has arrived.
type Page struct {
	Answer
	URL   *url.URL
	Forms []Form
	// Away is where another origin was to be opened; nil when the page is one to look at.
	Away *url.URL
}

// Form is one of a page.
type Form struct {
	Method, Action string
	Fields         url.Values // with the values that they have
	Buttons        []string   // values of those that are named decision
}

// Has reports whether a form has fields of these names.
func (f Form) Has(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !f.Fields.Has(name) })
}

// Form returns the first form that has all of these fields.
func (p *Page) Form(names ...string) (Form, bool) {
	i := slices.IndexFunc(p.Forms, func(f Form) bool { return f.Has(names...) })
	if i < 0 {
		return Form{}, false
	}
	return p.Forms[i], true
}

// Open opens an address.
func (b *Browser) Open(address string) *Page {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.send(r, "")
}

// Submit sends a form of a page, with what the person has entered or pressed.
func (b *Browser) Submit(p *Page, f Form, entered map[string]string) *Page {
	b.t.Helper()
	fields := url.Values{}
	for name, values := range f.Fields {
		fields[name] = values
	}
	for name, value := range entered {
		fields.Set(name, value)
	}
	to, err := p.URL.Parse(f.Action)
	if err != nil {
		b.t.Fatal(err)
	}
	policy := formAction(p.Header.Get("Content-Security-Policy"))
	if !mayGo(policy, p.URL, to) {
		b.t.Fatalf("%s: the page's policy %q forbids to send the form to %s", p.URL, policy, to)
	}
	r, err := http.NewRequestWithContext(b.t.Context(), f.Method, to.String(), strings.NewReader(fields.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	if f.Method == http.MethodGet {
		r.Body, r.URL.RawQuery = nil, fields.Encode()
	} else {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Header.Set("Origin", p.URL.Scheme+"://"+p.URL.Host)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return b.send(r, policy)
}

// Do sends any request as this person, without following redirects.
func (b *Browser) Do(r *http.Request) Answer {
	b.t.Helper()
	a, err := ask(b.http, r)
	if err != nil {
		b.t.Fatal(err)
	}
	return a
}

// send follows redirects. policy is the form-action of the page that a form was sent from: browsers apply it to redirects too.
func (b *Browser) send(r *http.Request, policy string) *Page {
	b.t.Helper()
	from := r.URL
	for range 10 {
		p := &Page{Answer: b.Do(r), URL: r.URL}
		location := p.Header.Get("Location")
		if location == "" {
			p.Forms = forms(p.Body)
			return p
		}
		to, err := r.URL.Parse(location)
		if err != nil {
			b.t.Fatal(err)
		}
		if policy != "" && !mayGo(policy, from, to) {
			b.t.Fatalf("%s: the policy %q of the page whose form was sent forbids the redirect to %s", from, policy, to)
		}
		if to.Host != from.Host || to.Scheme != from.Scheme {
			p.Away = to
			return p
		}
		if r, err = http.NewRequestWithContext(b.t.Context(), http.MethodGet, to.String(), nil); err != nil {
			b.t.Fatal(err)
		}
	}
	b.t.Fatalf("%s: too many redirects", from)
	return nil
}

// formAction returns the sources of a policy's form-action, "" = there is none.
func formAction(policy string) string {
	for directive := range strings.SplitSeq(policy, ";") {
		if sources, ok := strings.CutPrefix(strings.TrimSpace(directive), "form-action "); ok {
			return sources
		}
	}
	return ""
}

// mayGo reports whether form-action lets a form of the page go somewhere (CSP Level 3 §6.7.2).
func mayGo(sources string, page, to *url.URL) bool {
	if sources == "" {
		return true
	}
	return slices.ContainsFunc(strings.Fields(sources), func(source string) bool {
		switch {
		case source == "'self'":
			return to.Scheme == page.Scheme && to.Host == page.Host
		case strings.HasSuffix(source, ":"):
			return to.Scheme+":" == source
		}
		return source == to.Scheme+"://"+to.Host || source == to.Scheme+"://"+to.Hostname()+":*"
	})
}

// forms reads the forms of a page.
func forms(page string) (all []Form) {
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := d.Token()
		if err != nil {
			return all
		}
		el, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		at := map[string]string{}
		for _, a := range el.Attr {
			at[a.Name.Local] = a.Value
		}
		switch {
		case el.Name.Local == "form":
			method := strings.ToUpper(at["method"])
			if method == "" {
				method = http.MethodGet
			}
			all = append(all, Form{Method: method, Action: at["action"], Fields: url.Values{}})
		case len(all) == 0:
		case el.Name.Local == "input" && at["name"] != "":
			all[len(all)-1].Fields.Add(at["name"], at["value"])
		case el.Name.Local == "button" && at["name"] == "decision":
			all[len(all)-1].Buttons = append(all[len(all)-1].Buttons, at["value"])
		}
	}
}

// Cookies returns the cookies that the browser sends to an address.
func (b *Browser) Cookies(address string) []*http.Cookie {
	b.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.http.Jar.Cookies(u)
}

// Plant sets cookies, as somebody can who has another way to set them.
func (b *Browser) Plant(address string, cookies []*http.Cookie) {
	b.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		b.t.Fatal(err)
	}
	b.http.Jar.SetCookies(u, cookies)
}
