package authorization

import (
	"context"
	"net/url"

	"berth/platform"
)

// RevokeToken answers the revocation endpoint (RFC 7009): what the client gives back ends, a refresh token with all that it gave. What is no token of
// the client's is no error.
func (s *Service) RevokeToken(ctx context.Context, form url.Values) error {
	token := form.Get("token")
	if token == "" {
		return refuse(InvalidRequest, "token is missing: send the token that is to end.")
	}
	if !isSecret(accessPrefix, token) && !isSecret(refreshPrefix, token) {
		return nil
	}
	return s.Store.RevokeToken(ctx, HashOf(token), form.Get("client_id"))
}

// Connections returns what a person lets clients use, the newest first.
func (s *Service) Connections(ctx context.Context, by platform.Principal) ([]Connection, error) {
	grants, err := s.Store.Grants(ctx, by.User)
	if err != nil {
		return nil, err
	}
	all := make([]Connection, len(grants))
	for i, g := range grants {
		app, _ := s.Apps.AppAt(ctx, g.Resource) // one that is not live describes no scopes: their names stand for them
		all[i] = Connection{g, permissions(g.Scopes, app.Scopes)}
	}
	return all, nil
}

// Disconnect ends what a person lets a client use; NOT_FOUND for what is not theirs.
func (s *Service) Disconnect(ctx context.Context, by platform.Actor, id platform.GrantID) error {
	return s.Store.Revoke(ctx, by, id)
}

// Attempts returns the last attempts of clients to use an app, the newest first.
func (s *Service) Attempts(ctx context.Context, by platform.Actor, app platform.AppID) ([]Attempt, error) {
	return s.Store.Attempts(ctx, by, app)
}
