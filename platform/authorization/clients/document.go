package clients

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/authorization"
)

const (
	maxID   = 2048 // characters of an address
	maxName = 80   // characters that people read
	maxKeys = 20   // in a document
	maxTag  = 1024 // bytes of an ETag
)

// checkID says what is wrong with the form of a client id that is the address of a document.
func (s *Service) checkID(id string) []platform.Problem {
	if !strings.Contains(id, "://") {
		return []platform.Problem{{Location: "client_id", Message: "must be an address such as https://example.com/client.json, or an id that registration has given"}}
	}
	problems := s.checkAddress("client_id", id)
	if len(problems) > 0 {
		return problems
	}
	u, _ := url.Parse(id)
	if u.Path == "" || u.Path == "/" {
		return []platform.Problem{{Location: "client_id", Message: "must have a path, as in https://example.com/client.json"}}
	}
	return nil
}

// checkAddress says what is wrong with an address that is to be asked. It is taken as it is written, without being brought into another form.
func (s *Service) checkAddress(location, address string) (problems []platform.Problem) {
	add := func(message string) {
		problems = append(problems, platform.Problem{Location: location, Message: message})
	}
	if len(address) > maxID {
		add(fmt.Sprintf("must have at most %d characters", maxID))
		return problems
	}
	for _, r := range address {
		if r <= ' ' || r > '~' || strings.ContainsRune(`"<>\^{|}`+"`", r) {
			add("must contain nothing but the characters of an address: others are written as %20, and hosts as xn--")
			break
		}
	}
	if why := s.Refusal(address); why != "" {
		add(why)
	}
	u, err := url.Parse(address)
	if err == nil && slices.ContainsFunc(strings.Split(u.Path, "/"), func(part string) bool { return part == "." || part == ".." }) {
		add("must have no . and .. in its path")
	}
	return problems
}

// fields are those of a document that are read, by their names.
type fields map[string]json.RawMessage

// reading collects what is wrong with a document.
type reading struct {
	fields
	problems []platform.Problem
}

func (r *reading) add(location, format string, args ...any) {
	r.problems = append(r.problems, platform.Problem{Location: location, Message: fmt.Sprintf(format, args...)})
}

// has reports whether a field is there and not null.
func (f fields) has(name string) bool {
	raw, ok := f[name]
	return ok && !bytes.Equal(raw, []byte("null"))
}

// text reads a text, "" = there is none.
func (r *reading) text(name string) (text string) {
	if r.has(name) && json.Unmarshal(r.fields[name], &text) != nil {
		r.add(name, "must be a text")
	}
	return text
}

// texts reads a list of texts, nil = there is none.
func (r *reading) texts(name string) (texts []string) {
	if r.has(name) && json.Unmarshal(r.fields[name], &texts) != nil {
		r.add(name, "must be a list of texts")
	}
	return texts
}

// read checks the document of the client with that id. It returns everything that is wrong with it.
func (s *Service) read(id string, body []byte) (authorization.Client, []platform.Problem) {
	r := &reading{}
	if !utf8.Valid(body) || json.Unmarshal(body, &r.fields) != nil || r.fields == nil {
		return authorization.Client{}, []platform.Problem{{Location: "client_id", Message: "leads to no JSON object"}}
	}
	c := authorization.Client{ID: id, Document: true}
	if got := r.text("client_id"); got != id {
		r.add("client_id", "must be exactly %s in the document, which is its address", id)
	}
	c.Name = cleaned(r.text("client_name"))
	if c.Name == "" {
		c.Name = c.Host()
	}
	c.Redirects = s.redirects(r)
	if grants := r.texts("grant_types"); grants != nil && !slices.Contains(grants, "authorization_code") {
		r.add("grant_types", "must contain authorization_code")
	}
	if responses := r.texts("response_types"); responses != nil && !slices.Contains(responses, "code") {
		r.add("response_types", "must contain code")
	}
	for _, secret := range []string{"client_secret", "client_secret_expires_at"} {
		if r.has(secret) {
			r.add(secret, "must not be there: what everybody can read is no secret")
		}
	}
	s.methods(r, &c)
	if len(r.problems) > 0 {
		return authorization.Client{}, r.problems
	}
	return c, nil
}

// cleaned returns a name without what could make it pass for another: see platform.Hidden.
func cleaned(name string) string {
	name = strings.Map(func(r rune) rune {
		if platform.Hidden(r) {
			return ' '
		}
		return r
	}, name)
	return platform.Shorten(strings.Join(strings.Fields(name), " "), maxName)
}

func (s *Service) redirects(r *reading) []string {
	all := r.texts("redirect_uris")
	if n := len(all); n == 0 || n > authorization.MaxRedirects {
		r.add("redirect_uris", "must have from 1 to %d entries, not %d", authorization.MaxRedirects, n)
		return nil
	}
	for i, redirect := range all {
		if why := authorization.RedirectProblem(redirect, true); why != "" {
			r.add(fmt.Sprintf("redirect_uris[%d]", i), "%s", why)
		}
	}
	return all
}

// methods reads how the client can prove itself at the token endpoint, and keeps what we can do too. A document says what it can in
// token_endpoint_auth_methods_supported, else what it wants in token_endpoint_auth_method; one that says nothing is public.
func (s *Service) methods(r *reading, c *authorization.Client) {
	at := "token_endpoint_auth_methods_supported"
	offered, wanted := r.texts(at), r.text("token_endpoint_auth_method")
	switch {
	case strings.HasPrefix(wanted, "client_secret"):
		r.add("token_endpoint_auth_method", "must not be %s: a client that publishes a document has no secret", platform.Clip(wanted, 40))
		return
	case offered != nil:
	case wanted != "":
		at, offered = "token_endpoint_auth_method", []string{wanted}
	default:
		offered = []string{authorization.MethodNone}
	}
	s.keys(r, c)
	for _, method := range []string{authorization.MethodNone, authorization.MethodAssertion} {
		if slices.Contains(offered, method) {
			c.Methods = append(c.Methods, method)
		}
	}
	if len(c.Methods) == 0 {
		r.add(at, "must contain none or private_key_jwt, which is what can be done here")
		return
	}
	if c.Keys != nil || c.KeysURL != "" || !slices.Contains(c.Methods, authorization.MethodAssertion) {
		return
	}
	if c.Methods[0] == authorization.MethodAssertion {
		r.add("jwks_uri", "must be there, or jwks: private_key_jwt needs keys")
	}
	c.Methods = []string{authorization.MethodNone} // without keys nothing else is possible
}

// keys reads where the client's public keys are.
func (s *Service) keys(r *reading, c *authorization.Client) {
	c.KeysURL = r.text("jwks_uri")
	if c.KeysURL != "" {
		r.problems = append(r.problems, s.checkAddress("jwks_uri", c.KeysURL)...)
	}
	if !r.has("jwks") {
		return
	}
	c.Keys = r.fields["jwks"]
	if c.KeysURL != "" {
		r.add("jwks", "must not be there besides jwks_uri")
	}
	var set struct{ Keys []map[string]json.RawMessage }
	if json.Unmarshal(r.fields["jwks"], &set) != nil || len(set.Keys) == 0 || len(set.Keys) > maxKeys {
		r.add("jwks", "must be a set of 1 to %d keys", maxKeys)
		return
	}
	for i, key := range set.Keys {
		if _, private := key["d"]; private || key["k"] != nil {
			r.add(fmt.Sprintf("jwks.keys[%d]", i), "must be a public key: this one is to be kept secret")
		}
	}
}
