package assertion_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/authorization/assertion"
	"berth/platform/authorization/clients"
	"berth/test/double"
)

const (
	clientID = "https://chatgpt.com/oauth/client.json"
	keysURL  = "https://chatgpt.com/oauth/jwks.json"
	issuer   = "https://berth.example"
	endpoint = issuer + "/oauth/token"
)

// used is what replicas share of the assertions that were used.
type used struct {
	mu    sync.Mutex
	until map[string]time.Time
	away  error
}

func (u *used) UseAssertion(_ context.Context, hash []byte, until time.Time) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.away != nil {
		return u.away
	}
	if _, ok := u.until[string(hash)]; ok {
		return authorization.ErrReused
	}
	u.until[string(hash)] = until
	return nil
}

// server publishes keys.
type server struct {
	mu     sync.Mutex
	answer clients.Answer
	err    error
	asked  int
}

func (s *server) Fetch(context.Context, string, string) (clients.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	return s.answer, s.err
}

// publishes sets what is published.
func (s *server) publishes(t *testing.T, keys ...jose.JSONWebKey) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer, s.err = clients.Answer{Status: 200, Type: "application/json", Body: jwks(t, keys...)}, nil
}

func (s *server) fails(status int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer, s.err = clients.Answer{Status: status}, err
}

func jwks(t *testing.T, keys ...jose.JSONWebKey) []byte {
	t.Helper()
	raw, err := json.Marshal(jose.JSONWebKeySet{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// pair is a key of a client, as it signs and as it publishes it.
type pair struct {
	private crypto.Signer
	public  jose.JSONWebKey
}

func newPair(t *testing.T, id string, private crypto.Signer) pair {
	t.Helper()
	return pair{private, jose.JSONWebKey{Key: private.Public(), KeyID: id, Use: "sig"}}
}

func elliptical(t *testing.T, id string) pair {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return newPair(t, id, key)
}

func edwards(t *testing.T, id string) pair {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return newPair(t, id, key)
}

func rivest(t *testing.T, id string, bits int) pair {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return newPair(t, id, key)
}

// berth is a replica with the clock, the database and the client's server of its test.
type berth struct {
	*assertion.Verifier
	*double.Clock
	t      *testing.T
	db     *used
	server *server
	client authorization.Client
	key    pair
}

// newBerth makes a replica, and a client with a key at its address.
func newBerth(t *testing.T) *berth {
	t.Helper()
	b := &berth{t: t, Clock: double.NewClock(time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)), db: &used{until: map[string]time.Time{}}, server: &server{}, key: elliptical(t, "k1")}
	b.server.publishes(t, b.key.public)
	b.client = authorization.Client{ID: clientID, Methods: []string{authorization.MethodAssertion}, KeysURL: keysURL, Document: true}
	b.Verifier = assertion.New(assertion.Options{Store: b.db, Fetcher: b.server, Now: b.Now, Log: slog.New(slog.DiscardHandler)})
	return b
}

func (b *berth) another() *berth {
	other := *b
	other.Verifier = assertion.New(b.Options)
	return &other
}

// claims are those of a good assertion with some changed; nil takes one away.
func (b *berth) claims(changed map[string]any) map[string]any {
	all := map[string]any{"iss": clientID, "sub": clientID, "aud": endpoint, "jti": rand.Text(), "iat": b.Now().Unix(), "exp": b.Now().Add(time.Minute).Unix()}
	maps.Copy(all, changed)
	for name, value := range all {
		if value == nil {
			delete(all, name)
		}
	}
	return all
}

// signed makes a JWT.
func (b *berth) signed(key pair, algorithm jose.SignatureAlgorithm, claims any, header map[jose.HeaderKey]any) string {
	b.t.Helper()
	options := &jose.SignerOptions{ExtraHeaders: header}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: key.private, KeyID: key.public.KeyID}}, options)
	if err != nil {
		b.t.Fatal(err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		b.t.Fatal(err)
	}
	jws, err := signer.Sign(payload)
	if err != nil {
		b.t.Fatal(err)
	}
	text, err := jws.CompactSerialize()
	if err != nil {
		b.t.Fatal(err)
	}
	return text
}

// good makes an assertion that is in order, but for what is changed.
func (b *berth) good(changed map[string]any) string {
	return b.signed(b.key, jose.ES256, b.claims(changed), map[jose.HeaderKey]any{"typ": "JWT"})
}

// verify verifies an assertion as the token endpoint does.
func (b *berth) verify(text string) error {
	return b.Verify(b.t.Context(), b.client, text, []string{issuer, endpoint})
}

// refuses expects that an assertion is refused with these words.
func (b *berth) refuses(name, text, words string) {
	b.t.Helper()
	if err := b.verify(text); !platform.IsCode(err, platform.CodeUnauthenticated) || !strings.Contains(err.Error(), words) {
		b.t.Errorf("%s: %v, want %q", name, err, words)
	}
}

func base64url(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
