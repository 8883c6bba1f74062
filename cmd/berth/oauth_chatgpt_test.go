package main

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"berth/test/oauth"
)

// The document of ChatGPT, stable since 2026-08-21: it prefers private_key_jwt, and can do without.
func chatGPTDocument(keys string) map[string]any {
	return map[string]any{"client_name": "ChatGPT", "client_uri": "https://chatgpt.com/", "redirect_uris": []string{"https://chatgpt.com/connector_platform_oauth_redirect"},
		"token_endpoint_auth_method": "private_key_jwt", "token_endpoint_auth_methods_supported": []string{"none", "private_key_jwt"}, "token_endpoint_auth_signing_alg": "RS256",
		"jwks_uri": keys, "grant_types": []string{"authorization_code", "refresh_token"}, "response_types": []string{"code"}}
}

// asChatGPT finds out what ChatGPT wants to know: it takes the stable redirect only from servers that send iss, and scopes from the challenge, else
// from the app's metadata.
func asChatGPT(t *testing.T, w *world, id string) *oauth.Client {
	t.Helper()
	found := oauth.Discover(t, w.todo())
	if s := found.Server; !s.Iss || !s.Documents || !slices.Contains(s.Challenges, "S256") || !slices.Contains(s.Methods, "private_key_jwt") || !slices.Contains(s.Methods, "none") || !slices.Contains(s.Algorithms, "RS256") {
		t.Fatalf("%+v", s)
	}
	return &oauth.Client{T: t, Server: found.Server, ID: id, Redirect: "https://chatgpt.com/connector_platform_oauth_redirect", Resource: found.Resource.Resource, Scope: strings.Join(chatGPTScopes(found), " ")}
}

func chatGPTScopes(found oauth.Found) []string { return asked(found, "offline_access") }

// chatGPTKey is one with which ChatGPT signs.
func chatGPTKey(t *testing.T, w *world, path string) (*oauth.Signer, string) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return w.host.PublishKey(t, path, jose.RS256, key)
}

// ChatGPT with its stable document where it signs nothing, since its document lets it.
func chatGPT(t *testing.T, w *world) {
	id := w.host.Publish(t, "/oauth/client.json", chatGPTDocument(w.host.URL+"/oauth/nowhere.json"))
	c := asChatGPT(t, w, id)
	b := w.person(t, "chatgpt@example.com")
	tokens := c.Connect(b)
	w.lives(t, c, b, tokens)
	w.notesFor(t, *c, b, chatGPTScopes)
	if n := w.host.Asked("/oauth/client.json"); n != 1 {
		t.Errorf("the document was asked for %d times", n)
	}
	for _, path := range []string{"/", "/oauth/nowhere.json", "/favicon.ico", "/logo"} {
		if n := w.host.Asked(path); n != 0 {
			t.Errorf("%s was asked for", path)
		}
	}
}

// ChatGPT with its stable document, signing with RS256 as it prefers.
func chatGPTSigning(t *testing.T, w *world) {
	signer, keys := chatGPTKey(t, w, "/signing/jwks.json")
	id := w.host.Publish(t, "/signing/client.json", chatGPTDocument(keys))
	c := asChatGPT(t, w, id)
	c.Prove = signer.Proves(id, c.Server.Token)
	b := w.person(t, "signing@example.com")
	w.lives(t, c, b, c.Connect(b))
	w.notesFor(t, *c, b, chatGPTScopes)
	c.Prove = func(form url.Values) { // whoever sends an assertion is judged by it, though the document lets it send none
		signer.Proves(id, "https://another.example")(form)
	}
	r := c.NewRequest()
	if got := c.Exchange(r, c.Allow(b, r)); got.Status != http.StatusUnauthorized || got.Error != "invalid_client" {
		t.Errorf("an assertion for somebody else: %+v", got)
	}
}

// ChatGPT as it was before: a document for each connection, without the list of methods, and so private_key_jwt alone.
func chatGPTOfOneConnection(t *testing.T, w *world) {
	signer, keys := chatGPTKey(t, w, "/connection/jwks.json")
	document := chatGPTDocument(keys)
	delete(document, "token_endpoint_auth_methods_supported")
	document["redirect_uris"] = []string{"https://chatgpt.com/connector/oauth/kDmjx77UnKOM"}
	id := w.host.Publish(t, "/oauth/kDmjx77UnKOM/client.json", document)
	c := asChatGPT(t, w, id)
	c.Redirect = "https://chatgpt.com/connector/oauth/kDmjx77UnKOM"
	b := w.person(t, "connection@example.com")
	r := c.NewRequest()
	code := c.Allow(b, r)
	if got := c.Exchange(r, code); got.Status != http.StatusUnauthorized || got.Error != "invalid_client" {
		t.Errorf("without an assertion: %+v", got)
	}
	c.Prove = signer.Proves(id, c.Server.Issuer)
	tokens := c.Exchange(r, code) // what is refused for who asks has not used the code up
	if tokens.Status != http.StatusOK {
		t.Fatalf("with an assertion: %+v", tokens)
	}
	w.lives(t, c, b, tokens)
	stranger, _ := chatGPTKey(t, w, "/stranger/jwks.json")
	once := signer.Sign(id, c.Server.Token)
	for name, assertion := range map[string]string{"somebody else's": stranger.Sign(id, c.Server.Token), "for another client": signer.Sign(id+"x", c.Server.Token)} {
		c.Prove = sends(id, assertion)
		if got := c.Again(tokens.Refresh); got.Status != http.StatusUnauthorized || got.Error != "invalid_client" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	r = c.NewRequest()
	code = c.Allow(b, r)
	c.Prove = sends(id, once)
	if tokens = c.Exchange(r, code); tokens.Status != http.StatusOK {
		t.Fatalf("%+v", tokens)
	}
	if got := c.Again(tokens.Refresh); got.Status != http.StatusUnauthorized || got.Error != "invalid_client" {
		t.Errorf("the same assertion again: %+v", got)
	}
}

// sends returns what sends one assertion.
func sends(id, assertion string) func(url.Values) {
	return func(form url.Values) {
		form.Set("client_id", id)
		form.Set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
		form.Set("client_assertion", assertion)
	}
}
