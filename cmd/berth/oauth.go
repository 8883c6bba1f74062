package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/authorization/assertion"
	"berth/platform/authorization/clients"
	"berth/platform/authorization/clients/fetch"
	"berth/platform/authorization/doctor/visit"
	"berth/platform/oauthedge"
	"berth/platform/pages"
	"berth/platform/store"
)

// checkOAuth returns what is wrong with the times of what clients get.
func (s *settings) checkOAuth() error {
	var errs []error
	for _, t := range []struct {
		name       string
		value, min time.Duration
		max        time.Duration
	}{
		{"BERTH_OAUTH_ACCESS_TTL", s.OAuthAccessTTL, time.Minute, 24 * time.Hour},
		{"BERTH_OAUTH_REFRESH_TTL", s.OAuthRefreshTTL, s.OAuthAccessTTL, 366 * 24 * time.Hour},
		{"BERTH_OAUTH_REFRESH_GRACE", s.OAuthRefreshGrace, 0, time.Hour},
		{"BERTH_OAUTH_CODE_TTL", s.OAuthCodeTTL, time.Second, 10 * time.Minute},
	} {
		if t.value < t.min || t.value > t.max {
			errs = append(errs, fmt.Errorf("%s %s: must be from %s to %s", t.name, t.value, t.min, t.max))
		}
	}
	return errors.Join(errs...)
}

// appsOf finds apps for the authorization server.
type appsOf struct {
	store     *store.Store
	addresses platform.Addresses
}

// AppAt implements authorization.Apps.
func (a appsOf) AppAt(ctx context.Context, resource string) (authorization.App, error) {
	slug, ok := a.addresses.Slug(resource)
	if !ok {
		return authorization.App{}, platform.Errorf(platform.CodeAppNotFound, "No app has that address.")
	}
	served, err := a.store.Live(ctx, slug)
	if err != nil {
		return authorization.App{}, err
	}
	var publisher platform.Publisher // nobody publishes the server itself
	if slug != platform.OwnSlug {
		if publisher, err = a.store.Publisher(ctx, served.App); err != nil {
			return authorization.App{}, err
		}
	}
	var scopes []platform.Scope
	for _, name := range served.Manifest.ScopeNames() {
		i := slices.IndexFunc(served.Manifest.Scopes, func(s platform.Scope) bool { return s.Name == name })
		switch {
		case i >= 0:
			scopes = append(scopes, served.Manifest.Scopes[i])
		case name != platform.ScopeRead && name != platform.ScopeWrite: // a tool of an app that ships inside asks for it
			scopes = append(scopes, platform.Scope{Name: name})
		}
	}
	return authorization.App{ID: served.App, Workspace: served.Workspace, Name: served.Manifest.Name, Publisher: publisher.Name,
		Access: served.Manifest.Access, Allow: served.Allow, Scopes: scopes}, nil
}

// wireOAuth builds the authorization server, and the API, which knows who is signed in.
func (p *parts) wireOAuth(ctx context.Context) error {
	s := p.settings
	key, err := p.store.SigningKey(ctx)
	if err != nil {
		return fmt.Errorf("read signing key: %w", err)
	}
	documents := clients.New(clients.Options{Store: p.store, Fetcher: fetch.New(clients.MaxDocument, p.allow, nil), Refusal: p.allow.Refusal, Now: time.Now, Log: p.log})
	assertions := assertion.New(assertion.Options{Store: p.store, Fetcher: fetch.New(assertion.MaxKeys, p.allow, nil), Now: time.Now, Log: p.log})
	p.authorization, err = authorization.New(authorization.Options{
		Issuer: s.PublicURL, Store: p.store, Clients: documents, Assertions: assertions, Known: clients.Known,
		Apps: appsOf{p.store, p.addresses}, Key: key, Now: time.Now, Log: p.log,
		Register: s.OAuthDCR == "on", Introspect: s.OAuthIntrospect == "on",
		Lifetimes: authorization.Lifetimes{Code: s.OAuthCodeTTL, Access: s.OAuthAccessTTL, Refresh: s.OAuthRefreshTTL, Grace: s.OAuthRefreshGrace},
	})
	if err != nil {
		return fmt.Errorf("make authorization server: %w", err)
	}
	if p.visitor, err = visit.New(s.PublicURL); err != nil {
		return fmt.Errorf("make connect doctor: %w", err)
	}
	if p.site, err = pages.NewSite(s.PublicURL, p.log); err != nil {
		return fmt.Errorf("make pages: %w", err)
	}
	p.wireAPI()
	p.oauth, err = oauthedge.New(oauthedge.Options{Service: p.authorization, Site: p.site, PublicURL: s.PublicURL,
		SignedIn: p.api.SignedIn, ClientAddress: p.clientAddress, Authenticate: p.identity.Authenticate, Log: p.log})
	return err
}
