package mcpedge

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"io"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/identity"
	"berth/platform/store/storetest"
)

// credentials are an API key and an access token of one person, and who knows them.
type credentials struct {
	key, token string
	identity   *identity.Service
	tokens     *authorization.Tokens
}

func newCredentials(b *testing.B, app platform.AppID) credentials {
	b.Helper()
	s := storetest.Open(b)
	by := storetest.Person(b, s, "ann@example.com")
	log := slog.New(slog.DiscardHandler)
	c := credentials{identity: identity.New(identity.Options{Store: s, Log: log, Now: time.Now, Limits: identity.Limits{Keys: 10, Members: 10, SignInPerMinute: 10}}), token: token()}
	var err error
	if _, c.key, err = c.identity.CreateKey(b.Context(), by, identity.NewKey{Name: "bench"}); err != nil {
		b.Fatal(err)
	}
	c.tokens = authorization.NewTokens(given{authorization.HashOf(c.token), authorization.Grant{ID: platform.GrantID(uuid.NewString()), User: by.User, App: app, LastUsedAt: time.Now().Add(time.Hour)}}, false, time.Now, log)
	return c
}

func token() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw)
	return "bta_" + base64.RawURLEncoding.EncodeToString(raw)
}

// given knows one token.
type given struct {
	hash  []byte
	grant authorization.Grant
}

func (g given) Token(_ context.Context, hash []byte) (authorization.Grant, authorization.AccessToken, authorization.Person, error) {
	if !bytes.Equal(hash, g.hash) {
		return authorization.Grant{}, authorization.AccessToken{}, authorization.Person{}, platform.Errorf(platform.CodeNotFound, "no")
	}
	return g.grant, authorization.AccessToken{Scopes: []string{"app:read"}, ExpiresAt: time.Now().Add(time.Hour)}, authorization.Person{ID: g.grant.User}, nil
}

func (given) TouchGrant(context.Context, platform.GrantID, time.Time) error { return nil }

// BenchmarkCredentials measures one call of a tool inside the process, by a key and by a token that are remembered.
func BenchmarkCredentials(b *testing.B) {
	for _, by := range []string{"key", "token"} {
		b.Run(by, func(b *testing.B) {
			bundle := setup(b)
			app := bundle.source.live["private"].App
			c := newCredentials(b, app)
			bundle.edge.Authenticate = func(ctx context.Context, bearer string, at platform.Resource) (platform.Principal, error) {
				if authorization.IsAccessToken(bearer) {
					return c.tokens.Authenticate(ctx, bearer, at)
				}
				return c.identity.Authenticate(ctx, bearer, at)
			}
			router := chi.NewRouter()
			bundle.edge.Routes(router)
			body, headers := modern("1", "tools/call", "echo", `"name":"echo","arguments":{"text":"hi"}`)
			headers = append(headers, "Authorization", "Bearer "+map[string]string{"key": c.key, "token": c.token}[by])
			raw := []byte(body)
			b.ReportAllocs()
			for b.Loop() {
				r, _ := http.NewRequest("POST", "http://127.0.0.1:3001/servers/private/mcp", io.NopCloser(bytes.NewReader(raw)))
				r.ContentLength = int64(len(raw))
				r.Header.Set("Content-Type", "application/json")
				for i := 0; i+1 < len(headers); i += 2 {
					r.Header.Set(headers[i], headers[i+1])
				}
				router.ServeHTTP(&discard{http.Header{}}, r)
			}
		})
	}
}
