package oauth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// Client is a client that wants to use an app. Its fields may be changed between requests.
type Client struct {
	T        testing.TB
	Server   Server
	ID       string
	Redirect string
	Resource string
	Scope    string // as it is sent, blanks included
	// Prove adds to a request to the token endpoint what shows who the client is; nil = client_id alone.
	Prove func(form url.Values)
}

// Tokens are what the token endpoint has answered.
type Tokens struct {
	Answer      `json:"-"`
	Access      string `json:"access_token"`
	Type        string `json:"token_type"`
	Expires     int    `json:"expires_in"`
	Refresh     string `json:"refresh_token"`
	Scope       string `json:"scope"`
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

// Has reports whether a scope was granted.
func (t Tokens) Has(scope string) bool { return slices.Contains(strings.Fields(t.Scope), scope) }

// Request is a request for authorization, with what must come back and what proves that it was this client's.
type Request struct {
	State, Verifier string
	Query           url.Values
}

// NewRequest makes a request. A state of more than 4 KiB is what some hosts send.
func (c *Client) NewRequest() Request {
	verifier := rand.Text() + rand.Text()
	sum := sha256.Sum256([]byte(verifier))
	state := rand.Text() + strings.Repeat("s/+=~ ", 4<<10/6)
	q := url.Values{"response_type": {"code"}, "client_id": {c.ID}, "redirect_uri": {c.Redirect}, "state": {state},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"}}
	if c.Resource != "" {
		q.Set("resource", c.Resource)
	}
	if c.Scope != "" {
		q.Set("scope", c.Scope)
	}
	return Request{state, verifier, q}
}

// Address is where the browser is sent with a request.
func (c *Client) Address(r Request) string { return c.Server.Authorization + "?" + r.Query.Encode() }

// Ask opens a request in the browser, signs the person in where they are asked to, and returns the page on which they decide, or where they were sent
// because they had decided before.
func (c *Client) Ask(b *Browser, r Request) *Page {
	c.T.Helper()
	return b.SignIn(b.Open(c.Address(r)))
}

// SignIn signs the person in if that is what the page is for, and returns the page behind it.
func (b *Browser) SignIn(p *Page) *Page {
	b.t.Helper()
	f, ok := p.Form("email", "password")
	if !ok || strings.Contains(p.URL.Path, "/oauth/") {
		return p
	}
	return b.Submit(p, f, map[string]string{"email": b.Email, "password": b.Password})
}

// Allow has the person allow a request, and returns the code that the client gets.
func (c *Client) Allow(b *Browser, r Request) string {
	c.T.Helper()
	p := c.Ask(b, r)
	if p.Away == nil {
		p = c.Decide(b, p, "allow")
	}
	answer := c.Answer(r, p)
	if answer.Get("code") == "" {
		c.T.Fatalf("%s: no code, but %v", c.ID, answer)
	}
	return answer.Get("code")
}

// Decide answers the page of consent.
func (c *Client) Decide(b *Browser, p *Page, decision string) *Page {
	c.T.Helper()
	for _, f := range p.Forms {
		if slices.Contains(f.Buttons, decision) {
			return b.Submit(p, f, map[string]string{"decision": decision})
		}
	}
	c.T.Fatalf("%s: %d is no page of consent: %s", p.URL, p.Status, p.Body)
	return nil
}

// Answer returns what a client reads of the address that its browser was sent to: it must be the client's own, with the state and the issuer.
func (c *Client) Answer(r Request, p *Page) url.Values {
	c.T.Helper()
	if p.Away == nil {
		c.T.Fatalf("%s: %d leads nowhere: %s", p.URL, p.Status, p.Body)
	}
	answer := p.Away.Query()
	bare := *p.Away
	bare.RawQuery = ""
	own := strings.HasPrefix(c.Redirect, bare.String()) && answer.Get("state") == r.State && answer.Get("iss") == c.Server.Issuer
	if p.Status != http.StatusFound && p.Status != http.StatusSeeOther || !own {
		c.T.Fatalf("%s: answered with %d %s", c.ID, p.Status, p.Away)
	}
	return answer
}

// Exchange exchanges a code.
func (c *Client) Exchange(r Request, code string) Tokens {
	c.T.Helper()
	return c.must(c.TryExchange(r, code))
}

// TryExchange exchanges a code at a server that may go away.
func (c *Client) TryExchange(r Request, code string) (Tokens, error) {
	c.T.Helper()
	return c.Token(url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {c.Redirect}, "code_verifier": {r.Verifier}})
}

// Again exchanges a refresh token.
func (c *Client) Again(refresh string) Tokens {
	c.T.Helper()
	return c.must(c.TryAgain(refresh))
}

// TryAgain exchanges a refresh token at a server that may go away.
func (c *Client) TryAgain(refresh string) (Tokens, error) {
	c.T.Helper()
	return c.Token(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}})
}

func (c *Client) must(tokens Tokens, err error) Tokens {
	c.T.Helper()
	if err != nil {
		c.T.Fatal(err)
	}
	return tokens
}

// Connect does all of it: from the request to the tokens, which must come.
func (c *Client) Connect(b *Browser) Tokens {
	c.T.Helper()
	r := c.NewRequest()
	tokens := c.Exchange(r, c.Allow(b, r))
	if tokens.Status != http.StatusOK || tokens.Access == "" || !strings.EqualFold(tokens.Type, "Bearer") || tokens.Expires < 60 {
		c.T.Fatalf("%s gets no tokens: %+v", c.ID, tokens)
	}
	return tokens
}

// Token sends a request to the token endpoint, with the resource and what proves who the client is, unless they are there.
func (c *Client) Token(form url.Values) (tokens Tokens, err error) {
	c.T.Helper()
	if c.Resource != "" && !form.Has("resource") {
		form.Set("resource", c.Resource)
	}
	c.prove(form)
	a, err := post(c.T, c.Server.Token, form, &tokens)
	if err != nil {
		return tokens, err
	}
	tokens.Answer = a
	got, private := tokens.Access != "", a.Header.Get("Cache-Control") == "no-store" && a.Header.Get("Access-Control-Allow-Origin") == "*"
	if !private || (a.Status == http.StatusOK) != got || (tokens.Error == "") != got {
		c.T.Errorf("%s: %+v", c.Server.Token, a)
	}
	return tokens, nil
}

func (c *Client) prove(form url.Values) {
	switch {
	case c.Prove != nil:
		c.Prove(form)
	case !form.Has("client_id"):
		form.Set("client_id", c.ID)
	}
}

// Revoke gives a token back (RFC 7009).
func (c *Client) Revoke(token string) int {
	c.T.Helper()
	form := url.Values{"token": {token}}
	c.prove(form)
	a, err := post(c.T, c.Server.Revocation, form, nil)
	if err != nil {
		c.T.Fatal(err)
	}
	return a.Status
}

// Register registers a client (RFC 7591) with that name and these redirects, and takes the id that it gets.
func (c *Client) Register(metadata map[string]any) {
	c.T.Helper()
	var got struct {
		ID      string   `json:"client_id"`
		Secret  string   `json:"client_secret"`
		Method  string   `json:"token_endpoint_auth_method"`
		Issued  int64    `json:"client_id_issued_at"`
		Returns []string `json:"redirect_uris"`
	}
	a, err := post(c.T, c.Server.Registration, metadata, &got)
	if err != nil || a.Status != http.StatusCreated || got.ID == "" || got.Secret != "" || got.Method != "none" || len(got.Returns) == 0 {
		c.T.Fatalf("registration: %+v %v", a, err)
	}
	c.ID = got.ID
}

// Lives reports whether a token opens an app.
func (c *Client) Lives(access string) bool {
	c.T.Helper()
	return initialize(c.T, c.Resource, access).Status == http.StatusOK
}
