package api_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/identity"
)

// openID is a provider at which somebody called Ana is signed in. Package oidc is tested against one that speaks its protocol.
type openID struct{ verified bool }

func (openID) Label() string { return "Example" }

func (openID) Begin(context.Context) (string, []byte, error) {
	return "https://id.example/authorize?state=s", []byte(`{"state":"s"}`), nil
}

func (o openID) Finish(_ context.Context, _ []byte, answer url.Values) (identity.ExternalIdentity, error) {
	if answer.Get("state") != "s" {
		return identity.ExternalIdentity{}, platform.Errorf(platform.CodeUnauthenticated, "Signing in with Example did not work.")
	}
	return identity.ExternalIdentity{Issuer: "https://id.example", Subject: "1", Email: "ana@example.com", EmailVerified: o.verified, Name: "Ana\u200f"}, nil
}

// The way through the provider leads on to where the person was going, however long that address is.
func TestSigningInAtTheProvider(t *testing.T) {
	t.Parallel()
	w := setup(t, func(o *identity.Options) { o.Provider = openID{verified: true} })
	far := toApp + "&state=" + strings.Repeat("s", 4<<10)
	c := w.anonymous()
	if a := c.do("GET", next("/account/signin", far), nil).is(200); !strings.Contains(a.body, "Sign in with Example") {
		t.Errorf("the page: %s", a.body)
	}
	if at := c.do("GET", next("/account/provider", far), nil).is(303).header.Get("Location"); at != "https://id.example/authorize?state=s" || c.code == "" {
		t.Fatalf("to %s, cookie %q", at, c.code)
	}
	if a := w.anonymous().do("GET", "/oauth/callback?state=s&code=c", nil).is(401); !strings.Contains(a.body, `href="/account/signin"`) {
		t.Errorf("another browser: %s", a.body)
	}
	if at := c.do("GET", "/oauth/callback?state=s&code=c", nil).is(303).header.Get("Location"); at != far || c.cookie == "" || c.code != "" {
		t.Errorf("to %.80s, cookies %q and %q", at, c.cookie, c.code)
	}
	c.do("GET", "/oauth/callback?state=s&code=c", nil).is(401) // once
	if me := c.do("GET", "/api/v1/me", nil).is(200); !strings.Contains(me.body, `"workspace":null`) || me.text("user", "name") != "Ana" || !strings.Contains(me.body, "ana@example.com") {
		t.Errorf("%s", me.body)
	}

	unproven := setup(t, func(o *identity.Options) { o.Provider = openID{} })
	c = unproven.anonymous()
	c.do("GET", next("/account/provider", far), nil).is(303)
	if a := c.do("GET", "/oauth/callback?state=s", nil).is(403); !strings.Contains(a.body, "has not verified an e-mail address") || !strings.Contains(a.body, "/account/signin?next=") {
		t.Errorf("an address that is not verified: %s", a.body)
	}
	c.do("GET", next("/account/provider", far), nil).is(303)
	c.do("GET", "/oauth/callback?state=other", nil).is(401)
	setup(t).anonymous().do("GET", "/account/provider", nil).is(404)
}
