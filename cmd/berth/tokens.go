package main

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/authorization"
)

// wireTokens has access tokens known beside API keys, and both forgotten when the rights of their people change.
func (p *parts) wireTokens() {
	p.tokens = authorization.NewTokens(p.store, p.outbox != nil, time.Now, p.log)
	p.store.OnStanding(p.forget)
}

// authenticate says who calls an app: with an access token of that app, or with an API key.
func (p *parts) authenticate(ctx context.Context, bearer string, at platform.Resource) (platform.Principal, error) {
	if authorization.IsAccessToken(bearer) {
		return p.tokens.Authenticate(ctx, bearer, at)
	}
	return p.identity.Authenticate(ctx, bearer, at)
}

// forget drops what is remembered of callers with these ids, of all without ids.
func (p *parts) forget(ids ...string) {
	p.identity.Forget(ids...)
	p.tokens.Forget(ids...)
}
