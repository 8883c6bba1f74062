package authorization

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" // RFC 7636, appendix B
	verifier  = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	issuer    = "https://berth.example"
)

// web is a client with a document, native one that has registered.
func web() Client {
	return Client{ID: "https://claude.ai/oauth/client", Name: "Claude", Document: true, Methods: []string{MethodNone},
		Redirects: []string{"https://claude.ai/api/mcp/auth_callback", "https://claude.ai/cb?a=1", "http://localhost/callback"}}
}

func native() Client {
	return Client{ID: "btc_aaaaaaaaaaaaaaaaaaaaaaaaaa", Name: "Editor", Methods: []string{MethodNone},
		Redirects: []string{"http://127.0.0.1:33418/", "http://127.0.0.1/callback?x=1", "http://[::1]:1/cb", "cursor://anysphere.cursor/oauth", "com.example.app:/cb"}}
}

// good are the parameters of a request without fault.
func good(more ...string) url.Values {
	q := url.Values{"response_type": {"code"}, "client_id": {"https://claude.ai/oauth/client"}, "redirect_uri": {"https://claude.ai/api/mcp/auth_callback"},
		"code_challenge": {challenge}, "code_challenge_method": {"S256"}, "resource": {"https://berth.example/servers/shop/mcp"}, "state": {"s"}}
	for i := 0; i < len(more); i += 2 {
		if more[i+1] == "" {
			q.Del(more[i])
			continue
		}
		q.Set(more[i], more[i+1])
	}
	return q
}

func TestRequestsForAuthorization(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		client Client
		q      url.Values
		code   ErrorCode // "" = accepted
		page   bool      // not told to the client
		says   string
	}{
		"accepted":                    {web(), good(), "", false, ""},
		"no state":                    {web(), good("state", ""), "", false, ""},
		"unknown parameters":          {web(), good("nonce", "1", "login_hint", "a@example.com"), "", false, ""},
		"a redirect's query":          {web(), good("redirect_uri", "https://claude.ai/cb?a=1"), "", false, ""},
		"a free port":                 {web(), good("redirect_uri", "http://localhost:51999/callback"), "", false, ""},
		"another free port":           {native(), good("redirect_uri", "http://127.0.0.1:9/callback?x=1"), "", false, ""},
		"no port":                     {native(), good("redirect_uri", "http://127.0.0.1/"), "", false, ""},
		"the sixth version":           {native(), good("redirect_uri", "http://[::1]:65535/cb"), "", false, ""},
		"a scheme of its own":         {native(), good("redirect_uri", "cursor://anysphere.cursor/oauth"), "", false, ""},
		"one without a host":          {native(), good("redirect_uri", "com.example.app:/cb"), "", false, ""},
		"prompts":                     {web(), good("prompt", "login consent"), "", false, ""},
		"response_mode":               {web(), good("response_mode", "query"), "", false, ""},
		"no redirect":                 {web(), good("redirect_uri", ""), InvalidRequest, true, "one redirect_uri; it has 0"},
		"two redirects":               {web(), with(good(), "redirect_uri", "https://claude.ai/api/mcp/auth_callback", "https://evil.example"), InvalidRequest, true, "it has 2"},
		"a foreign redirect":          {web(), good("redirect_uri", "https://evil.example/cb"), InvalidRequest, true, "exactly one of: https://claude.ai/api/mcp/auth_callback"},
		"a longer path":               {web(), good("redirect_uri", "https://claude.ai/api/mcp/auth_callback/x"), InvalidRequest, true, "exactly one of"},
		"a further query":             {web(), good("redirect_uri", "https://claude.ai/api/mcp/auth_callback?x=1"), InvalidRequest, true, "exactly one of"},
		"another case":                {web(), good("redirect_uri", "https://Claude.ai/api/mcp/auth_callback"), InvalidRequest, true, "exactly one of"},
		"a fragment":                  {web(), good("redirect_uri", "https://claude.ai/api/mcp/auth_callback#x"), InvalidRequest, true, "exactly one of"},
		"a user":                      {web(), good("redirect_uri", "https://claude.ai@evil.example/api/mcp/auth_callback"), InvalidRequest, true, "exactly one of"},
		"a port of a web redirect":    {web(), good("redirect_uri", "https://claude.ai:444/api/mcp/auth_callback"), InvalidRequest, true, "exactly one of"},
		"another loopback":            {web(), good("redirect_uri", "http://127.0.0.1:5/callback"), InvalidRequest, true, "exactly one of"},
		"a name below localhost":      {web(), good("redirect_uri", "http://localhost.evil.example/callback"), InvalidRequest, true, "exactly one of"},
		"a user of localhost":         {web(), good("redirect_uri", "http://localhost:1@evil.example/callback"), InvalidRequest, true, "exactly one of"},
		"another loopback path":       {web(), good("redirect_uri", "http://localhost:5/callback/"), InvalidRequest, true, "exactly one of"},
		"another loopback query":      {native(), good("redirect_uri", "http://127.0.0.1:9/callback?x=2"), InvalidRequest, true, "exactly one of"},
		"loopback over https":         {web(), good("redirect_uri", "https://localhost:5/callback"), InvalidRequest, true, "exactly one of"},
		"a port that is none":         {web(), good("redirect_uri", "http://localhost:/callback"), InvalidRequest, true, "exactly one of"},
		"a document's private scheme": {Client{Document: true, Redirects: []string{"cursor://x"}}, good("redirect_uri", "cursor://x"), InvalidRequest, true, "exactly one of"},
		"script":                      {Client{Redirects: []string{"javascript:alert(1)"}}, good("redirect_uri", "javascript:alert(1)"), InvalidRequest, true, "exactly one of"},
		"data":                        {Client{Redirects: []string{"DATA:text/html,x"}}, good("redirect_uri", "DATA:text/html,x"), InvalidRequest, true, "exactly one of"},

		"no response type":      {web(), good("response_type", ""), InvalidRequest, false, "response_type is missing"},
		"implicit":              {web(), good("response_type", "token"), UnsupportedType, false, "must be code"},
		"hybrid":                {web(), good("response_type", "code id_token"), UnsupportedType, false, "must be code"},
		"fragment mode":         {web(), good("response_mode", "fragment"), InvalidRequest, false, "response_mode"},
		"no challenge":          {web(), good("code_challenge", ""), InvalidRequest, false, "PKCE is required"},
		"no method":             {web(), good("code_challenge_method", ""), InvalidRequest, false, "S256"},
		"a plain challenge":     {web(), good("code_challenge_method", "plain"), InvalidRequest, false, "S256"},
		"a short challenge":     {web(), good("code_challenge", challenge[1:]), InvalidRequest, false, "43 characters"},
		"a padded challenge":    {web(), good("code_challenge", challenge+"="), InvalidRequest, false, "43 characters"},
		"a wrong challenge":     {web(), good("code_challenge", strings.Repeat("+", 43)), InvalidRequest, false, "43 characters"},
		"a repeated challenge":  {web(), with(good(), "code_challenge", challenge, challenge), InvalidRequest, false, "code_challenge must not be repeated"},
		"a repeated state":      {web(), with(good(), "state", "a", "b"), InvalidRequest, false, "state must not be repeated"},
		"a repeated resource":   {web(), with(good(), "resource", "https://a.example/", "https://b.example/"), InvalidRequest, false, "resource must not be repeated"},
		"a repeated unknown":    {web(), with(good(), "x", "1", "2"), InvalidRequest, false, "x must not be repeated"},
		"a request object":      {web(), good("request", "eyJ"), NoRequestObject, false, "request is not supported"},
		"a request by address":  {web(), good("request_uri", "https://evil.example/"), NoRequestURI, false, "request_uri is not supported"},
		"none and more":         {web(), good("prompt", "none login"), InvalidRequest, false, "prompt=none"},
		"a resource without":    {web(), good("resource", "shop"), InvalidTarget, false, "resource must be"},
		"a resource's fragment": {web(), good("resource", "https://berth.example/servers/shop/mcp#x"), InvalidTarget, false, "resource must be"},
		"much scope":            {web(), good("scope", strings.Repeat("a", maxScope+1)), InvalidRequest, false, "scope may have"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := check(c.q, c.client)
			refusal := (*Refusal)(nil)
			switch {
			case c.code == "" && err != nil:
				t.Fatal(err)
			case c.code == "":
				if r.Redirect != c.q.Get("redirect_uri") || r.State != c.q.Get("state") {
					t.Errorf("%+v", r)
				}
				return
			case !errors.As(err, &refusal):
				t.Fatalf("accepted: %+v", r)
			}
			if refusal.Code != c.code || (refusal.Redirect == "") != c.page || !strings.Contains(refusal.Text, c.says) {
				t.Errorf("%+v", refusal)
			}
			if c.page {
				if refusal.Page == "" {
					t.Error("the page has no title")
				}
				return
			}
			to, err := url.Parse(refusal.Location(issuer))
			if err != nil {
				t.Fatal(err)
			}
			state := ""
			if len(c.q["state"]) == 1 {
				state = c.q.Get("state")
			}
			if a := to.Query(); a.Get("iss") != issuer || a.Get("error") != string(c.code) || a.Get("state") != state || a.Has("code") {
				t.Errorf("tells %v", a)
			}
		})
	}
}

func with(q url.Values, name string, values ...string) url.Values {
	q[name] = values
	return q
}

func TestWhatARequestSays(t *testing.T) {
	t.Parallel()
	r, err := check(good("scope", " offline_access  orders:read offline_access ", "prompt", "select_account", "resource", "HTTPS://Berth.EXAMPLE:443/servers/shop/mcp/"), web())
	if err != nil || !slices.Equal(r.Asked, []string{"offline_access", "orders:read"}) || !r.Ask || r.Login || r.Silent || r.Resource != "https://berth.example/servers/shop/mcp" {
		t.Errorf("%v %+v", err, r)
	}
	if r, err := check(good("prompt", "none"), web()); err != nil || !r.Silent || r.Ask {
		t.Errorf("%v %+v", err, r)
	}
	if r, err := check(good("prompt", "consent login"), web()); err != nil || !r.Login || !r.Ask {
		t.Errorf("%v %+v", err, r)
	}
	for query, want := range map[string]string{
		"state=%20&prompt=login":         "prompt=&state=+",
		"prompt=login+consent&a=b":       "a=b&prompt=consent",
		"state=%20&prompt=consent&a=b":   "state=%20&prompt=consent&a=b",
		"prompt=consent&prompt=login&%z": "prompt=consent&prompt=login&%z",
		"login_hint=login":               "login_hint=login",
	} {
		if got := AfterSignIn(query); got != want {
			t.Errorf("%s after signing in: %s, not %s", query, got, want)
		}
	}
}

func TestCanonical(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://a.example/servers/x/mcp":      "https://a.example/servers/x/mcp",
		"HTTPS://A.Example/servers/x/mcp":      "https://a.example/servers/x/mcp",
		"https://a.example:443/servers/x/mcp/": "https://a.example/servers/x/mcp",
		"http://a.example:80/":                 "http://a.example",
		"http://127.0.0.1:3001/servers/x/mcp":  "http://127.0.0.1:3001/servers/x/mcp",
		"https://a.example/Servers/X/mcp":      "https://a.example/Servers/X/mcp",
		"https://a.example/x?y":                "https://a.example/x?y",
		"https://a.example/x%2Fy":              "https://a.example/x%2Fy",
		"https://a.example/x#":                 "", "https://u@a.example/x": "", "/servers/x/mcp": "", "a.example/x": "", "ftp://a.example/": "", "": "", "https://": "", "https://a b/": "",
		"https://a.example/" + strings.Repeat("x", maxRedirect): "",
	} {
		if got, ok := Canonical(in); got != want || ok != (want != "") {
			t.Errorf("%q is %q %v, not %q", in, got, ok, want)
		}
	}
}

func TestAnswersKeepTheRedirect(t *testing.T) {
	t.Parallel()
	for redirect, want := range map[string]string{
		"https://a.example/cb":     "https://a.example/cb?code=c&iss=i&state=+%26%3D%C3%A9",
		"https://a.example/cb?x=1": "https://a.example/cb?x=1&code=c&iss=i&state=+%26%3D%C3%A9",
		"https://a.example/cb?":    "https://a.example/cb?code=c&iss=i&state=+%26%3D%C3%A9",
		"com.example:/cb":          "com.example:/cb?code=c&iss=i&state=+%26%3D%C3%A9",
	} {
		if got := location(redirect, " &=é", "i", url.Values{"code": {"c"}}); got != want {
			t.Errorf("%s: %s", redirect, got)
		}
	}
	r := refuse(InvalidRequest, "“x” \\ \n é %s", strings.Repeat("y", 2000))
	if d := r.Description(); strings.ContainsAny(d, "\"\\\n") || len(d) != maxDescription || !utf8.ValidString(d) {
		t.Errorf("%q", d)
	}
}

func TestProofOfPossession(t *testing.T) {
	t.Parallel()
	if !proves(verifier, challenge) {
		t.Error("the example of RFC 7636 does not prove itself")
	}
	for _, wrong := range []string{"", verifier[1:], verifier + "x", challenge, strings.Repeat("é", 30), verifier[:42] + " ", strings.Repeat("a", 129)} {
		if proves(wrong, challenge) {
			t.Errorf("%q proves itself", wrong)
		}
	}
	if proves("", "") || proves(strings.Repeat("a", 43), "") {
		t.Error("nothing proves itself")
	}
}

// FuzzAuthorize holds: whatever is sent, nobody is sent to a place that the client does not own, and every answer there names the issuer.
func FuzzAuthorize(f *testing.F) {
	for _, q := range []url.Values{good(), good("redirect_uri", "http://localhost:1/callback"), good("prompt", "none"), good("state", "\x00é")} {
		f.Add(q.Encode())
	}
	f.Add("client_id=%zz&redirect_uri=;")
	f.Fuzz(func(t *testing.T, raw string) {
		q, err := ParseQuery(raw)
		if err != nil {
			return
		}
		if _, err := clientOf(q); err != nil {
			return
		}
		for _, c := range []Client{web(), native()} {
			r, err := check(q, c)
			if refusal := (*Refusal)(nil); errors.As(err, &refusal) {
				if refusal.Redirect == "" {
					continue
				}
				r.Redirect = refusal.Redirect
				to := refusal.Location(issuer)
				if a, err := url.ParseQuery(strings.TrimPrefix(to[len(r.Redirect):], "?")); !strings.HasPrefix(to, r.Redirect) || err != nil || a.Get("iss") != issuer || a.Get("error") == "" {
					t.Errorf("%q leads to %q: %v", raw, to, err)
				}
			} else if r.Challenge == "" || !isChallenge(r.Challenge) {
				t.Errorf("%q is accepted without PKCE", raw)
			}
			_, rest, local := loopback(r.Redirect)
			owned := slices.Contains(c.Redirects, r.Redirect) || local && slices.ContainsFunc(c.Redirects, func(own string) bool { _, ownRest, ok := loopback(own); return ok && ownRest == rest })
			if u, err := url.Parse(r.Redirect); !owned || err != nil || u.User != nil || u.Fragment != "" {
				t.Errorf("%q would lead to %q", raw, r.Redirect)
			}
		}
	})
}
