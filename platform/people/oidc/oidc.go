// Package oidc lets people sign in at the one OpenID provider that the operator names (OpenID Connect Core 1.0), by go-oidc. It keeps
// nothing, and must not know who gets an account.
package oidc

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/outbound"
)

// Options name the provider; all are required.
type Options struct {
	Issuer       string // its URL, exactly as it calls itself
	ClientID     string
	ClientSecret string
	Name         string // what people call it
	Redirect     string // our own address, to which it sends browsers back
}

// Provider implements identity.Provider. It is safe for concurrent use.
type Provider struct {
	Options
	guarded func(context.Context) context.Context // has requests go through outbound

	mu    sync.Mutex
	found *oidc.Provider // nil until it was reached for the first time
}

var _ identity.Provider = (*Provider)(nil)

const (
	patience = 10 * time.Second // for one request to the provider
	maxBytes = 1 << 20
)

// New makes a Provider. Nothing is asked of it before somebody signs in, so that a server starts while it is away. The operator has named its
// address, so it may be a private one.
func New(o Options) (*Provider, error) {
	u, err := url.Parse(o.Issuer)
	if err != nil {
		return nil, fmt.Errorf("read issuer: %w", err)
	}
	client := outbound.New(outbound.Options{Named: []*url.URL{u}, Timeout: patience, MaxBytes: maxBytes})
	return &Provider{Options: o, guarded: func(ctx context.Context) context.Context { return oidc.ClientContext(ctx, client) }}, nil
}

// Label implements identity.Provider.
func (p *Provider) Label() string { return p.Name }

// ceremony is what an answer is judged by.
type ceremony struct{ State, Nonce, Verifier string }

// Begin implements identity.Provider.
func (p *Provider) Begin(ctx context.Context) (address string, kept []byte, err error) {
	config, _, err := p.configure(ctx)
	if err != nil {
		return "", nil, err
	}
	c := ceremony{State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier()}
	kept, err = json.Marshal(c)
	if err != nil {
		return "", nil, fmt.Errorf("encode ceremony: %w", err)
	}
	return config.AuthCodeURL(c.State, oidc.Nonce(c.Nonce), oauth2.S256ChallengeOption(c.Verifier)), kept, nil
}

// Finish implements identity.Provider.
func (p *Provider) Finish(ctx context.Context, kept []byte, answer url.Values) (identity.ExternalIdentity, error) {
	var c ceremony
	if err := json.Unmarshal(kept, &c); err != nil {
		return identity.ExternalIdentity{}, fmt.Errorf("decode ceremony: %w", err)
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(answer.Get("state")), []byte(c.State)) != 1:
		return identity.ExternalIdentity{}, p.refused(errors.New("the state is another one"))
	case answer.Has("iss") && answer.Get("iss") != p.Issuer: // RFC 9207
		return identity.ExternalIdentity{}, p.refused(errors.New("another issuer has answered"))
	case answer.Get("error") == "access_denied":
		return identity.ExternalIdentity{}, platform.Errorf(platform.CodeUnauthenticated, "You have not signed in with %s.", p.Name)
	case answer.Get("code") == "":
		return identity.ExternalIdentity{}, p.refused(fmt.Errorf("no code: %s", platform.Clip(answer.Get("error"), 100)))
	}
	config, provider, err := p.configure(ctx)
	if err != nil {
		return identity.ExternalIdentity{}, err
	}
	ctx = p.guarded(ctx)
	token, err := config.Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(c.Verifier))
	if failed := (*oauth2.RetrieveError)(nil); errors.As(err, &failed) && failed.Response.StatusCode < http.StatusInternalServerError {
		return identity.ExternalIdentity{}, p.refused(fmt.Errorf("exchange code: status %d, %s", failed.Response.StatusCode, platform.Clip(failed.ErrorCode, 100)))
	} else if err != nil {
		return identity.ExternalIdentity{}, p.away(err)
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := provider.Verifier(&oidc.Config{ClientID: p.ClientID}).Verify(ctx, raw)
	if err != nil {
		return identity.ExternalIdentity{}, p.refused(err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(c.Nonce)) != 1 {
		return identity.ExternalIdentity{}, p.refused(errors.New("the nonce is another one"))
	}
	var claims struct {
		Email    string `json:"email"`
		Verified bool   `json:"email_verified"`
		Name     string `json:"name"`
	}
	if err := id.Claims(&claims); err != nil {
		return identity.ExternalIdentity{}, p.refused(err)
	}
	return identity.ExternalIdentity{Issuer: id.Issuer, Subject: id.Subject, Email: claims.Email, EmailVerified: claims.Verified, Name: claims.Name}, nil
}

// configure reads what the provider says of itself, once.
func (p *Provider) configure(ctx context.Context) (oauth2.Config, *oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found == nil {
		// Its keys are fetched long after this request.
		found, err := oidc.NewProvider(p.guarded(context.WithoutCancel(ctx)), p.Issuer)
		if err != nil {
			return oauth2.Config{}, nil, p.away(err)
		}
		p.found = found
	}
	return oauth2.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: p.found.Endpoint(), RedirectURL: p.Redirect,
		Scopes: []string{oidc.ScopeOpenID, "email", "profile"}}, p.found, nil
}

func (p *Provider) away(err error) error {
	return &platform.Error{Code: platform.CodeUnavailable, Msg: p.Name + " cannot be reached right now. Try again shortly, or sign in another way.", Err: err}
}

func (p *Provider) refused(err error) error {
	return &platform.Error{Code: platform.CodeUnauthenticated, Msg: "Signing in with " + p.Name + " did not work. Try again, or sign in another way.", Err: err}
}
