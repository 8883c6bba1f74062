package assertion_test

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"berth/platform/authorization"
	"berth/platform/authorization/assertion"
)

func TestGoodAssertions(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	now := b.Now().Unix()
	for name, changed := range map[string]map[string]any{
		"the token endpoint": nil, "the issuer": {"aud": issuer}, "a list": {"aud": []string{issuer}}, "both": {"aud": []string{issuer, endpoint}},
		"the longest": {"exp": now + 300}, "without iat": {"iat": nil}, "fractions": {"exp": float64(now) + 60.5, "iat": float64(now) - 0.5, "nbf": now}, "further claims": {"scope": "x", "nonce": []int{1}},
		"a clock that is slow": {"exp": now - 59}, "a clock that is fast": {"iat": now + 59, "nbf": now + 59, "exp": now + 359},
	} {
		if err := b.verify(b.good(changed)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, header := range map[string]map[jose.HeaderKey]any{"no type": {}, "its type": {"typ": "client-authentication+jwt"}, "lower case": {"typ": "jwt"}} {
		if err := b.verify(b.signed(b.key, jose.ES256, b.claims(nil), header)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAlgorithms(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	r, e := rivest(t, "r", 2048), edwards(t, "e")
	b.server.publishes(t, b.key.public, r.public, e.public)
	for algorithm, key := range map[jose.SignatureAlgorithm]pair{jose.RS256: r, jose.PS256: r, jose.ES256: b.key, jose.EdDSA: e} {
		if err := b.verify(b.signed(key, algorithm, b.claims(nil), nil)); err != nil {
			t.Errorf("%s: %v", algorithm, err)
		}
		key.public.KeyID = ""
		if err := b.verify(b.signed(key, algorithm, b.claims(nil), nil)); err != nil {
			t.Errorf("%s without a kid: %v", algorithm, err)
		}
	}
	if got := strings.Join(assertion.Algorithms(), " "); got != "RS256 PS256 ES256 EdDSA" {
		t.Error(got)
	}
	for _, algorithm := range []jose.SignatureAlgorithm{jose.RS384, jose.RS512, jose.PS512} {
		b.refuses(string(algorithm), b.signed(r, algorithm, b.claims(nil), nil), "signed by RS256")
	}
}

// Each of these is refused.
func TestHostileClaims(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	now := b.Now().Unix()
	for name, c := range map[string]struct {
		changed map[string]any
		words   string
	}{
		"no issuer": {map[string]any{"iss": nil}, "iss and sub"}, "another issuer": {map[string]any{"iss": "https://evil.example/c"}, "iss and sub"}, "no subject": {map[string]any{"sub": nil}, "iss and sub"},
		"another subject": {map[string]any{"sub": "user"}, "iss and sub"}, "a longer id": {map[string]any{"iss": clientID + "/", "sub": clientID + "/"}, "iss and sub"},
		"case": {map[string]any{"sub": strings.ToUpper(clientID)}, "iss and sub"}, "a list of issuers": {map[string]any{"iss": []string{clientID}}, "none"},
		"no audience": {map[string]any{"aud": nil}, "aud"}, "an empty one": {map[string]any{"aud": ""}, "aud"}, "an empty list": {map[string]any{"aud": []string{}}, "aud"}, "another server": {map[string]any{"aud": "https://as.example"}, "aud"},
		"us and another": {map[string]any{"aud": []string{endpoint, "https://as.example"}}, "aud"}, "a slash": {map[string]any{"aud": issuer + "/"}, "aud"}, "an app": {map[string]any{"aud": issuer + "/servers/todo/mcp"}, "aud"},
		"a number": {map[string]any{"aud": 7}, "none"}, "null in a list": {map[string]any{"aud": []any{nil}}, "aud"}, "an object": {map[string]any{"aud": map[string]any{endpoint: true}}, "none"},
		"no end": {map[string]any{"exp": nil}, "must have an exp"}, "a null end": {map[string]any{"exp": json.RawMessage("null")}, "must have an exp"}, "a text": {map[string]any{"exp": "soon"}, "none"},
		"over": {map[string]any{"exp": now - 60}, "expired"}, "long over": {map[string]any{"exp": 0}, "expired"}, "before all": {map[string]any{"exp": -1e300}, "expired"}, "too far ahead": {map[string]any{"exp": now + 361}, "within 5 minutes"},
		"never": {map[string]any{"exp": 1e300}, "within 5 minutes"}, "from the future": {map[string]any{"iat": now + 61}, "future"}, "not yet": {map[string]any{"nbf": now + 61}, "future"}, "nbf without end": {map[string]any{"nbf": 1e300}, "future"},
		"no id": {map[string]any{"jti": nil}, "jti"}, "an empty id": {map[string]any{"jti": ""}, "jti"}, "a long id": {map[string]any{"jti": strings.Repeat("x", 257)}, "jti"}, "a number as id": {map[string]any{"jti": 1}, "none"},
	} {
		b.refuses(name, b.good(c.changed), c.words)
	}
	for _, payload := range []any{nil, "x", 1, []int{1}, map[string]any{}} {
		if err := b.verify(b.signed(b.key, jose.ES256, payload, nil)); err == nil {
			t.Errorf("%v is taken", payload)
		}
	}
	if len(b.db.until) != 0 {
		t.Error("a refused assertion was noted as used")
	}
}

func TestHostileSignatures(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	r, other := rivest(t, "r", 2048), elliptical(t, "k1")
	b.server.publishes(t, b.key.public, r.public)
	claims, err := json.Marshal(b.claims(nil))
	if err != nil {
		t.Fatal(err)
	}
	unsigned := func(header string) string { return base64url(header) + "." + base64url(string(claims)) + "." }
	der, err := x509.MarshalPKIXPublicKey(r.private.Public())
	if err != nil {
		t.Fatal(err)
	}
	text := unsigned(`{"alg":"HS256","kid":"r"}`)
	mac := hmac.New(sha256.New, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
	mac.Write([]byte(strings.TrimSuffix(text, ".")))
	for name, text := range map[string]string{
		"none": unsigned(`{"alg":"none"}`), "None": unsigned(`{"alg":"None"}`), "no algorithm": unsigned(`{}`), "an empty signature": unsigned(`{"alg":"ES256","kid":"k1"}`),
		"the public key as a secret": text + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)),
		"nothing":                    "", "dots": "..", "words": "a.b.c", "JSON": `{"payload":"e30","signature":"","protected":"e30"}`, "four parts": b.good(nil) + ".x", "an encrypted one": "a.b.c.d.e",
		"another key": b.signed(other, jose.ES256, b.claims(nil), nil), "a key of another kind": b.signed(pair{b.key.private, jose.JSONWebKey{KeyID: "r"}}, jose.ES256, b.claims(nil), nil),
		"an unknown key": b.signed(pair{b.key.private, jose.JSONWebKey{KeyID: "k9"}}, jose.ES256, b.claims(nil), nil),
	} {
		b.refuses(name, text, "signed by")
	}
	b.refuses("a long one", b.good(map[string]any{"x": strings.Repeat("x", 9000)}), "too long")
	b.refuses("an access token", b.signed(b.key, jose.ES256, b.claims(nil), map[jose.HeaderKey]any{"typ": "at+jwt"}), "type")
	b.refuses("a type that is none", b.signed(b.key, jose.ES256, b.claims(nil), map[jose.HeaderKey]any{"typ": 7}), "")
	b.refuses("critical", b.signed(b.key, jose.ES256, b.claims(nil), map[jose.HeaderKey]any{"crit": []string{"x"}, "x": 1}), "signed by")
	embedded := jose.SignerOptions{EmbedJWK: true}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: other.private}, &embedded)
	if err != nil {
		t.Fatal(err)
	}
	jws, err := signer.Sign(claims)
	if err != nil {
		t.Fatal(err)
	}
	own, err := jws.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	b.refuses("a key that it brings along", own, "signed by a key of the client")
	good := b.good(nil)
	parts := strings.Split(good, ".")
	b.refuses("other claims", parts[0]+"."+base64url(strings.Replace(string(claims), "chatgpt.com", "evil.example", 1))+"."+parts[2], "signed by")
	if err := b.verify(good); err != nil {
		t.Errorf("the good one: %v", err)
	}
}

// An assertion is good for one use, here and at every other replica, and only for its own client.
func TestReplay(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	other := b.another()
	text := b.good(nil)
	if err := b.verify(text); err != nil {
		t.Fatal(err)
	}
	b.refuses("again", text, "used before")
	other.refuses("at another replica", text, "used before")
	id := rand.Text()
	if err := b.verify(b.good(map[string]any{"jti": id})); err != nil {
		t.Error(err)
	}
	b.refuses("another one with its id", b.good(map[string]any{"jti": id, "exp": b.Now().Unix() + 200}), "used before")
	for hash, until := range b.db.until {
		if until.Before(b.Now().Add(2 * time.Minute)) {
			t.Errorf("%x is forgotten %s from now, while it is still good", hash, until.Sub(b.Now()))
		}
	}
	var taken atomic.Int32
	var all sync.WaitGroup
	text = b.good(nil)
	for i := range 20 {
		at := []*berth{b, other}[i%2]
		all.Go(func() {
			if at.verify(text) == nil {
				taken.Add(1)
			}
		})
	}
	all.Wait()
	if n := taken.Load(); n != 1 {
		t.Errorf("used %d times at once", n)
	}
}

// What cannot be noted as used is not taken.
func TestTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	b.db.away = errors.New("away")
	if err := b.verify(b.good(nil)); !errors.Is(err, b.db.away) {
		t.Errorf("%v", err)
	}
}

func TestClientsWithoutAssertions(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	b.client.Methods = []string{authorization.MethodNone}
	b.refuses("none", b.good(nil), "not expected")
	if b.server.asked != 0 {
		t.Error("keys were asked for")
	}
}

// Keys in the document are all that is needed.
func TestKeysInTheDocument(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	b.client.KeysURL, b.client.Keys = "", jwks(t, b.key.public)
	if err := b.verify(b.good(nil)); err != nil {
		t.Error(err)
	}
	for _, keys := range []string{"", "null", "{}", `{"keys":[]}`, `{"keys":[{}]}`, `{"keys":[{"kty":"oct","k":"AQAB"}]}`, "x"} {
		b.client.Keys = []byte(keys)
		b.refuses(keys, b.good(nil), "no usable keys")
	}
	if b.server.asked != 0 {
		t.Error("keys were asked for")
	}
}

func FuzzVerify(f *testing.F) {
	f.Add("e30.e30.", "{}")
	f.Add(`eyJhbGciOiJFUzI1NiJ9.e30.AAAA`, `{"keys":[{"kty":"EC","crv":"P-256","x":"","y":""}]}`)
	f.Add(base64url(`{"alg":"RS256","jwk":{"kty":"RSA","n":"AQAB","e":"AQAB"},"crit":["b64"],"b64":false}`)+".x.AAAA", `{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","use":"sig"}]}`)
	f.Fuzz(func(t *testing.T, text, keys string) {
		b := newBerth(t)
		b.client.KeysURL, b.client.Keys = "", []byte(keys)
		if err := b.verify(text); err == nil {
			t.Errorf("%q with %q is taken, though nobody has signed it", text, keys)
		}
		b.client.Keys = jwks(t, b.key.public)
		if err := b.verify(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	})
}
