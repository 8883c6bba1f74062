package authorization

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"berth/platform"
)

// MaxQuery bounds what a request for authorization may send, in bytes. A state of 4 KiB fits, each byte of it escaped, and pages of sign-in
// hand on as much.
const MaxQuery = 15 << 10

// promptLogin is the value of prompt that asks for a new sign-in.
const promptLogin = "login"

// Request is a client's request for authorization whose form is right.
type Request struct {
	Client    Client
	Redirect  string   // one of the client's, as it was sent
	State     string   // returned as it is
	Challenge string   // PKCE, S256
	Resource  string   // as Canonical returns it, "" = left out
	Asked     []string // scopes, without repetitions
	Silent    bool     // prompt=none: nobody may be asked anything
	Ask       bool     // the person is asked even if they have agreed before
	Login     bool     // prompt=login: the person signs in anew, whoever is signed in; AfterSignIn says when that is done
}

// ParseQuery reads the parameters of a request for authorization. Empty ones are as if they had not been sent (RFC 6749 §3.1).
func ParseQuery(raw string) (url.Values, error) {
	if len(raw) > MaxQuery {
		return nil, onPage("This link is too long", InvalidRequest, "The request has more than %d bytes. A state of 4096 bytes fits.", MaxQuery)
	}
	return ParseForm(raw)
}

// ParseForm reads parameters, as ParseQuery does.
func ParseForm(raw string) (url.Values, error) {
	q, err := url.ParseQuery(raw)
	if err != nil {
		return nil, onPage("This link is damaged", InvalidRequest, "The parameters cannot be read. They must be encoded as application/x-www-form-urlencoded.")
	}
	for name, values := range q {
		if q[name] = slices.DeleteFunc(values, func(v string) bool { return v == "" }); len(q[name]) == 0 {
			delete(q, name)
		}
	}
	return q, nil
}

func onPage(title string, code ErrorCode, format string, args ...any) *Refusal {
	r := refuse(code, format, args...)
	r.Page = title
	return r
}

// clientOf returns the id that a request for authorization names.
func clientOf(q url.Values) (string, error) {
	if len(q["client_id"]) != 1 {
		return "", onPage("This link names no app to connect", InvalidRequest, "The request must have one client_id; it has %d.", len(q["client_id"]))
	}
	return q.Get("client_id"), nil
}

// check reads the request of a known client. It knows nothing but its arguments. A Refusal without Redirect is for the person who sees it.
func check(q url.Values, c Client) (Request, error) {
	r := Request{Client: c, Redirect: q.Get("redirect_uri")}
	switch {
	case len(q["redirect_uri"]) != 1:
		return r, onPage("This link does not say where it leads back to", InvalidRequest, "The request must have one redirect_uri; it has %d.", len(q["redirect_uri"]))
	case !c.returnsTo(r.Redirect):
		return r, onPage("This link leads somewhere else", InvalidRequest, "redirect_uri “%s” is none of the client's. It must be exactly one of: %s.",
			platform.Clip(r.Redirect, 300), strings.Join(c.Redirects, ", "))
	}
	if len(q["state"]) == 1 {
		r.State = q.Get("state")
	}
	if f := fault(q); f != nil {
		return r, r.tell(f)
	}
	r.Challenge, r.Asked = q.Get("code_challenge"), scopesOf(q.Get("scope"))
	for _, word := range scopesOf(q.Get("prompt")) {
		r.Silent = r.Silent || word == "none"
		r.Login = r.Login || word == promptLogin
		r.Ask = r.Ask || word == "consent" || word == "select_account"
	}
	if resource := q.Get("resource"); resource != "" {
		var ok bool
		if r.Resource, ok = Canonical(resource); !ok {
			return r, r.refuse(InvalidTarget, "resource must be the address of an app's endpoint, without a fragment.")
		}
	}
	return r, nil
}

// AfterSignIn returns the query of a request for authorization as it stands once the person has signed in because of it: without prompt=login, which
// asks for that (OpenID Connect Core §3.1.2.1). Any other query stays as it is.
func AfterSignIn(query string) string {
	q, err := url.ParseQuery(query)
	prompt := scopesOf(q.Get("prompt"))
	if err != nil || !slices.Contains(prompt, promptLogin) {
		return query
	}
	q.Set("prompt", strings.Join(slices.DeleteFunc(prompt, func(word string) bool { return word == promptLogin }), " "))
	return q.Encode()
}

// fault returns the first thing that is wrong with the form of a request, nil = nothing.
func fault(q url.Values) *Refusal {
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if len(q[name]) > 1 {
			return refuse(InvalidRequest, "%s must not be repeated.", platform.Clip(name, 50))
		}
	}
	prompt := scopesOf(q.Get("prompt"))
	switch challenge, method := q.Get("code_challenge"), q.Get("code_challenge_method"); {
	case q.Has("request_uri"):
		return refuse(NoRequestURI, "request_uri is not supported: send the parameters themselves.")
	case q.Has("request"):
		return refuse(NoRequestObject, "request is not supported: send the parameters themselves.")
	case !q.Has("response_type"):
		return refuse(InvalidRequest, "response_type is missing: it must be code.")
	case q.Get("response_type") != "code":
		return refuse(UnsupportedType, "response_type must be code.")
	case q.Has("response_mode") && q.Get("response_mode") != "query":
		return refuse(InvalidRequest, "response_mode must be query, or left out.")
	case challenge == "":
		return refuse(InvalidRequest, "code_challenge is missing: PKCE is required, with code_challenge_method=S256.")
	case method != "S256":
		return refuse(InvalidRequest, "code_challenge_method must be S256.")
	case !isChallenge(challenge):
		return refuse(InvalidRequest, "code_challenge must be the base64url form of a SHA-256, 43 characters without padding.")
	case len(q.Get("scope")) > maxScope:
		return refuse(InvalidRequest, "scope may have at most %d bytes.", maxScope)
	case slices.Contains(prompt, "none") && len(prompt) > 1:
		return refuse(InvalidRequest, "prompt=none allows no other value beside it.")
	}
	return nil
}

// refuse makes the Refusal that the request's client is told.
func (r Request) refuse(code ErrorCode, format string, args ...any) *Refusal {
	return r.tell(refuse(code, format, args...))
}

// tell makes the request's client be told.
func (r Request) tell(f *Refusal) *Refusal {
	f.Redirect, f.State = r.Redirect, r.State
	f.Stranger = !r.Client.Document && !unclaimed(r.Redirect)
	return f
}

// Canonical returns the one form of an address of a resource (RFC 8707 §2, RFC 3986 §6.2): the case of scheme and host, a default port and a slash at the end
// make no difference. ok is false for what cannot be the address of a resource.
func Canonical(resource string) (address string, ok bool) {
	u, err := url.Parse(resource)
	if err != nil || len(resource) > maxRedirect || u.Host == "" || u.User != nil || strings.Contains(resource, "#") {
		return "", false
	}
	scheme, host := strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	if scheme != "https" && scheme != "http" {
		return "", false
	}
	host = strings.TrimSuffix(host, map[string]string{"https": ":443", "http": ":80"}[scheme])
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	if u.RawQuery != "" || u.ForceQuery {
		path += "?" + u.RawQuery
	}
	return scheme + "://" + host + path, true
}
