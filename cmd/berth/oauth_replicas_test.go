package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"net/http"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"berth/platform/store/pgtest"
	"berth/test/oauth"
)

// TestReplicasKnowWhatClientsHold lets a client go from one replica to the other: what was used at the one is used at the other, and what ends there ends
// here within a second. The client's document is asked for once.
func TestReplicasKnowWhatClientsHold(t *testing.T) {
	t.Parallel()
	host, address := oauth.NewHost(t), freeAddress(t)
	env := []string{"BERTH_DATABASE_URL=" + pgtest.Empty(t), "BERTH_EGRESS_ALLOW=" + host.At(), "BERTH_PUBLIC_URL=http://" + address}
	w := &world{host: host, process: start(t, append(env, "BERTH_ADDR="+address)...)}
	other := start(t, env...)
	b := w.person(t, "replicas@example.com")
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, keys := host.PublishKey(t, "/jwks.json", jose.ES256, key)
	id := host.Publish(t, "/client.json", map[string]any{"client_name": "Client", "redirect_uris": []string{"https://client.example/back"}, "token_endpoint_auth_method": "private_key_jwt", "jwks_uri": keys})
	here := &oauth.Client{T: t, Server: oauth.Discover(t, w.todo()).Server, ID: id, Redirect: "https://client.example/back", Resource: w.todo(), Scope: "app:read app:write offline_access"}
	here.Prove = signer.Proves(id, here.Server.Issuer)
	there := other.serves(here)

	first, second := here.NewRequest(), here.NewRequest()
	one, two := here.Allow(b, first), here.Allow(b, second)
	once := *here
	once.Prove = sends(id, signer.Sign(id, here.Server.Token))
	tokens := once.Exchange(first, one)
	if tokens.Status != http.StatusOK || !w.adds(tokens.Access, b.Email) || !other.adds(tokens.Access, b.Email) {
		t.Fatalf("%+v", tokens)
	}
	again := *there
	again.Prove = once.Prove
	if got := again.Exchange(second, two); got.Status != http.StatusUnauthorized || got.Error != "invalid_client" {
		t.Errorf("an assertion that the other replica has taken: %+v", got)
	}
	more := there.Exchange(second, two)
	if more.Status != http.StatusOK || !w.adds(more.Access, b.Email) {
		t.Fatalf("%+v", more)
	}
	a, z := here.Again(more.Refresh), there.Again(more.Refresh)
	if a.Status != http.StatusOK || a.Refresh != z.Refresh {
		t.Errorf("a refresh token has two successors: %+v, %+v", a, z)
	}
	ends := func(what string, access ...string) {
		t.Helper()
		eventually(t, soon, func() string {
			for _, p := range []*process{w.process, other} {
				for _, token := range access {
					if p.adds(token, b.Email) {
						return what + ": a token still opens the app"
					}
				}
			}
			return ""
		})
	}
	if status := there.Revoke(z.Refresh); status != http.StatusOK {
		t.Errorf("revoke: %d", status)
	}
	ends("revoked", more.Access, a.Access, z.Access)
	if !w.adds(tokens.Access, b.Email) {
		t.Error("another connection has ended too")
	}
	if got := there.Exchange(first, one); got.Status != http.StatusBadRequest || got.Error != "invalid_grant" {
		t.Errorf("a code that the other replica has exchanged: %+v", got)
	}
	ends("a code used twice", tokens.Access)
	if n := host.Asked("/client.json"); n != 1 {
		t.Errorf("the document was asked for %d times", n)
	}
}
