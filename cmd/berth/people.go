package main

import (
	"errors"
	"fmt"

	"berth/platform/identity"
	"berth/platform/people"
	"berth/platform/people/oidc"
	"berth/platform/people/passkey"
)

// waysIn are how people sign in besides a password; the zero value is none.
type waysIn struct {
	post     func(identity.Letter)
	passkeys identity.Passkeys
	provider identity.Provider
}

// oidcCallback is where the OpenID provider sends browsers back to.
const oidcCallback = "/oauth/callback"

// waysIn makes those that the settings allow.
func (p *parts) waysIn() (waysIn, error) {
	by, s := waysIn{post: p.post()}, p.settings
	switch keys, err := passkey.New(s.PublicURL); {
	case err == nil:
		by.passkeys = keys
	case !errors.Is(err, passkey.ErrNotOffered):
		return by, fmt.Errorf("BERTH_PUBLIC_URL: %w", err)
	}
	if s.OIDCIssuer == "" {
		return by, nil
	}
	provider, err := oidc.New(oidc.Options{Issuer: s.OIDCIssuer, ClientID: s.OIDCClientID, ClientSecret: s.OIDCClientSecret.Reveal(), Name: s.OIDCName,
		Redirect: s.PublicURL + oidcCallback})
	if err != nil {
		return by, fmt.Errorf("BERTH_OIDC_ISSUER: %w", err)
	}
	by.provider = provider
	return by, nil
}

// checkOIDC returns what is wrong with the settings of the OpenID provider.
func (s *settings) checkOIDC() error {
	if s.OIDCIssuer == "" {
		if s.OIDCClientID != "" || s.OIDCClientSecret != "" {
			return errors.New("BERTH_OIDC_CLIENT_ID: wants a provider beside it, BERTH_OIDC_ISSUER")
		}
		return nil
	}
	if !baseAddress(s.OIDCIssuer) {
		return errors.New("BERTH_OIDC_ISSUER: want the provider's URL, exactly as it calls itself, such as https://id.example.com")
	}
	if s.OIDCClientID == "" || s.OIDCClientSecret == "" {
		return errors.New("BERTH_OIDC_CLIENT_ID, BERTH_OIDC_CLIENT_SECRET: BERTH_OIDC_ISSUER wants both beside it")
	}
	return nil
}

// wireMail makes what sends mails, if there is a server of them.
func (p *parts) wireMail() error {
	if p.settings.SMTPURL == "" {
		return nil
	}
	sender, err := p.settings.mailer()
	if err != nil {
		return fmt.Errorf("BERTH_SMTP_URL: %w", err)
	}
	p.outbox = people.NewOutbox(people.Options{Send: sender.Send, Home: p.settings.PublicURL, Log: p.log})
	return nil
}

// post returns the function that takes letters, nil where nothing mails them.
func (p *parts) post() func(identity.Letter) {
	if p.outbox == nil {
		return nil
	}
	return p.outbox.Post
}
