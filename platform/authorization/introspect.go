package authorization

import (
	"context"
	"strings"

	"berth/platform"
)

// Introspection is what an app's owner may know of a token (RFC 7662 §2.2). Of a token that is not valid it is the zero value.
type Introspection struct {
	Active   bool   `json:"active"`
	Scope    string `json:"scope,omitempty"`
	ClientID string `json:"client_id,omitempty"`
	Subject  string `json:"sub,omitempty"` // as the app's handlers know the person
	Audience string `json:"aud,omitempty"`
	Issuer   string `json:"iss,omitempty"`
	Type     string `json:"token_type,omitempty"`
	Expires  int64  `json:"exp,omitempty"` // seconds since 1970
}

// Inspect tells somebody with an API key about a token of an app in the key's workspace. Any other token is as if it did not exist.
func (s *Service) Inspect(ctx context.Context, by platform.Principal, token string) (Introspection, error) {
	if err := by.Require(platform.RoleViewer); err != nil {
		return Introspection{}, err
	}
	if !IsAccessToken(token) {
		return Introspection{}, nil
	}
	g, access, person, err := s.Store.Token(ctx, HashOf(token))
	if platform.IsCode(err, platform.CodeNotFound) {
		return Introspection{}, nil
	} else if err != nil {
		return Introspection{}, err
	}
	app, err := s.Apps.AppAt(ctx, g.Resource)
	switch {
	case platform.IsCode(err, platform.CodeAppNotFound), platform.IsCode(err, platform.CodeNotFound), platform.IsCode(err, platform.CodeSuspended):
		return Introspection{}, nil
	case err != nil:
		return Introspection{}, err
	case app.ID != g.App || app.Workspace != by.Workspace || person.Suspended != "":
		return Introspection{}, nil
	}
	return Introspection{Active: true, Scope: strings.Join(platform.Implied(app.Scopes, access.Scopes), " "), ClientID: g.Client, Subject: platform.PersonID(g.App, g.User),
		Audience: g.Resource, Issuer: s.Issuer, Type: "Bearer", Expires: access.ExpiresAt.Unix()}, nil
}
