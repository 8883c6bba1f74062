package oauth

import (
	"crypto"
	"crypto/rand"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Host publishes documents of clients, as chatgpt.com and claude.ai do. It is safe for concurrent use.
type Host struct {
	*httptest.Server
	mu        sync.Mutex
	documents map[string][]byte // by path
	asked     map[string]int
}

// NewHost starts a host, which serves until the test ends.
func NewHost(t testing.TB) *Host {
	t.Helper()
	h := &Host{documents: map[string][]byte{}, asked: map[string]int{}}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.asked[r.URL.Path]++
		document, ok := h.documents[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document)
	}))
	t.Cleanup(h.Close)
	return h
}

// At returns the host as BERTH_EGRESS_ALLOW names it.
func (h *Host) At() string { return strings.TrimPrefix(h.URL, "http://") }

// Asked returns how often a path was asked for.
func (h *Host) Asked(path string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.asked[path]
}

// Publish publishes a client's document, whose client_id is filled in unless it is there, and returns its address.
func (h *Host) Publish(t testing.TB, path string, document map[string]any) (id string) {
	t.Helper()
	full := map[string]any{"client_id": h.URL + path}
	maps.Copy(full, document)
	h.put(t, path, full)
	return h.URL + path
}

func (h *Host) put(t testing.TB, path string, document any) {
	t.Helper()
	raw, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.documents[path] = raw
}

// Signer signs assertions (private_key_jwt, RFC 7523) with a key that a host publishes.
type Signer struct {
	t   testing.TB
	key jose.SigningKey
}

// PublishKey publishes the public half of a key, and returns who signs with it and where it is.
func (h *Host) PublishKey(t testing.TB, path string, algorithm jose.SignatureAlgorithm, key crypto.Signer) (s *Signer, address string) {
	t.Helper()
	id := rand.Text()
	h.put(t, path, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: id, Use: "sig", Algorithm: string(algorithm)}}})
	return &Signer{t, jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: key, KeyID: id}}}, h.URL + path
}

// Sign returns an assertion of a client for an authorization server.
func (s *Signer) Sign(client, audience string) string {
	s.t.Helper()
	signer, err := jose.NewSigner(s.key, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		s.t.Fatal(err)
	}
	now := time.Now()
	claims, err := json.Marshal(map[string]any{"iss": client, "sub": client, "aud": audience, "jti": rand.Text(), "iat": now.Unix(), "exp": now.Add(time.Minute).Unix()})
	if err != nil {
		s.t.Fatal(err)
	}
	signed, err := signer.Sign(claims)
	if err != nil {
		s.t.Fatal(err)
	}
	text, err := signed.CompactSerialize()
	if err != nil {
		s.t.Fatal(err)
	}
	return text
}

// Proves returns what Client.Prove wants of a client that signs.
func (s *Signer) Proves(client, audience string) func(form url.Values) {
	return func(form url.Values) {
		form.Set("client_id", client)
		form.Set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
		form.Set("client_assertion", s.Sign(client, audience))
	}
}
