package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store/db"
)

const noGrant = "There is no such connection."

func toGrant(r db.OauthGrant) (authorization.Grant, error) {
	scopes, err := readTexts(r.Scopes)
	return authorization.Grant{ID: platform.GrantID(r.ID), User: platform.UserID(r.UserID), App: platform.AppID(r.AppID),
		Client: r.Client, ClientName: r.ClientName, ClientHost: r.ClientHost, Resource: r.Resource, Scopes: scopes, Generation: int(r.Generation),
		CreatedAt: r.CreatedAt.UTC(), LastUsedAt: value(r.LastUsedAt).UTC(), ExpiresAt: r.ExpiresAt.UTC()}, err
}

// Consent implements authorization.GrantStore.
func (s *Store) Consent(ctx context.Context, user platform.UserID, app platform.AppID, client string) ([]string, error) {
	return tx{Queries: s.q}.consent(ctx, user, app, client)
}

func (t tx) consent(ctx context.Context, user platform.UserID, app platform.AppID, client string) ([]string, error) {
	stored, err := t.OAuthConsent(ctx, string(user), string(app), client)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, wrap("load consent", err)
	}
	scopes, err := readTexts(stored)
	if len(scopes) == 0 { // withdrawn
		return nil, err
	}
	return scopes, err
}

// Resources implements authorization.GrantStore.
func (s *Store) Resources(ctx context.Context, client string) ([]string, error) {
	apps, err := s.q.OAuthClientApps(ctx, client)
	if err != nil {
		return nil, wrap("list apps of client", err)
	}
	var resources []string
	for _, app := range slices.Compact([]string{apps.FirstApp, apps.LastApp}) {
		if app == "" {
			continue
		}
		resource, err := s.q.OAuthConsentResource(ctx, client, app)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) { // deleted meanwhile
			return nil, wrap("load consent", err)
		}
		if err == nil {
			resources = append(resources, resource)
		}
	}
	return resources, nil
}

// Start implements authorization.GrantStore. An app that is not served is APP_NOT_FOUND, a public one CONFLICT; an API key or a token
// cannot let anybody in: FORBIDDEN. The person is by's own, whatever the grant says.
func (s *Store) Start(ctx context.Context, by platform.Actor, c authorization.Code) error {
	return wrap("start grant", s.changeSelf(ctx, by, func(t tx, self db.User) error {
		if self.ReviewsApp != nil && *self.ReviewsApp != string(c.Grant.App) {
			return reviewersOnly()
		}
		if by.Kind != platform.KindSession {
			return platform.Errorf(platform.CodeForbidden, "Only somebody who is signed in with a browser can let a client use an app.")
		}
		if err := t.mayGrant(ctx, c.Grant.App); err != nil {
			return err
		}
		g := c.Grant
		before, err := t.consent(ctx, by.User, g.App, g.Client)
		if err != nil {
			return err
		}
		agreed := slices.Concat(before, g.Scopes)
		slices.Sort(agreed)
		consent, err := texts(slices.Compact(agreed))
		if err != nil {
			return err
		}
		scopes, err := texts(g.Scopes)
		if err != nil {
			return err
		}
		err = t.SetOAuthConsent(ctx, db.SetOAuthConsentParams{UserID: string(by.User), AppID: string(g.App), Client: g.Client, Resource: g.Resource, Scopes: consent, AgreedAt: t.now})
		if sqlState(err) == foreignKey { // deleted at the same time
			return notServed()
		}
		if err != nil {
			return wrap("store consent", err)
		}
		err = t.InsertOAuthGrant(ctx, db.InsertOAuthGrantParams{ID: string(g.ID), UserID: string(by.User), AppID: string(g.App), Client: g.Client,
			ClientName: clean(g.ClientName, 500), ClientHost: clean(g.ClientHost, 500), Resource: g.Resource, Scopes: scopes, CreatedAt: g.CreatedAt, ExpiresAt: c.ExpiresAt})
		if err != nil {
			return wrap("insert grant", err)
		}
		if err := s.trimGrants(ctx, t, by.User); err != nil {
			return err
		}
		err = t.InsertOAuthCode(ctx, db.InsertOAuthCodeParams{Hash: c.Hash, GrantID: string(g.ID), Redirect: c.Redirect, Challenge: c.Challenge, ExpiresAt: c.ExpiresAt})
		if err != nil {
			return wrap("insert code", err)
		}
		return t.audit(ctx, by, change{"", "grant.create", string(g.ID), nil, grantFields(g)})
	}))
}

// maxGrants bounds the grants of one person, since some clients ask for a new one at each start, and maxConsents what is known of those
// of before.
const (
	maxGrants   = 200
	maxConsents = 1000
)

// trimGrants ends the grants of a person that were not used for longest, beyond maxGrants, and forgets their oldest consents.
func (s *Store) trimGrants(ctx context.Context, t tx, user platform.UserID) error {
	if err := t.TrimOAuthConsents(ctx, string(user), maxConsents, pruneBatch); err != nil {
		return wrap("trim consents", err)
	}
	ended, err := t.TrimOAuthGrants(ctx, string(user), maxGrants, pruneBatch)
	if err != nil || len(ended) == 0 {
		return wrap("trim grants", err)
	}
	return s.standing(ctx, t, ended...)
}

// grantFields are what the audit trail says of a grant.
func grantFields(g authorization.Grant) fields {
	return fields{"app": g.App, "client": g.Client, "scopes": g.Scopes}
}

// mayGrant refuses an app at which nobody signs in.
func (t tx) mayGrant(ctx context.Context, app platform.AppID) error {
	if !validID(string(app)) {
		return notServed()
	}
	row, err := t.GrantableApp(ctx, string(app))
	if err != nil {
		return missing("load app", err, platform.CodeAppNotFound, notServed().Msg)
	}
	if row.Suspended {
		return platform.Suspended()
	}
	var m struct {
		Access platform.Access `json:"access"`
	}
	if err := json.Unmarshal([]byte(row.Manifest), &m); err != nil {
		return fmt.Errorf("decode manifest of %s: %w", app, err)
	}
	if m.Access != platform.AccessMixed && m.Access != platform.AccessPerson {
		return platform.Errorf(platform.CodeConflict, "Nobody signs in at this app: it is public.")
	}
	return nil
}

// Grants implements authorization.GrantStore.
func (s *Store) Grants(ctx context.Context, user platform.UserID) ([]authorization.Grant, error) {
	rows, err := s.q.OAuthGrants(ctx, string(user), s.now())
	if err != nil {
		return nil, wrap("list grants", err)
	}
	grants := make([]authorization.Grant, len(rows))
	for i, r := range rows {
		if grants[i], err = toGrant(r.OauthGrant); err != nil {
			return nil, err
		}
		grants[i].AppName = r.AppName
	}
	return grants, nil
}

// TouchGrant implements authorization.GrantStore. An earlier time than the one that is stored changes nothing.
func (s *Store) TouchGrant(ctx context.Context, id platform.GrantID, at time.Time) error {
	return wrap("touch grant", s.q.TouchOAuthGrant(ctx, &at, string(id)))
}

// Revoke implements authorization.GrantStore. What the person has agreed to is forgotten with it: the client asks again.
func (s *Store) Revoke(ctx context.Context, by platform.Actor, id platform.GrantID) error {
	if !validID(string(id)) {
		return platform.Errorf(platform.CodeNotFound, noGrant)
	}
	row, err := s.q.OAuthGrant(ctx, string(id)) // what is read here never changes
	if err != nil {
		return missing("load grant", err, platform.CodeNotFound, noGrant)
	}
	g, err := toGrant(row.OauthGrant)
	if err != nil {
		return err
	}
	end := func(t tx, ws platform.WorkspaceID, action string) error {
		if err := t.WithdrawOAuthConsent(ctx, string(g.User), string(g.App), g.Client); err != nil {
			return wrap("withdraw consent", err)
		}
		return s.endGrant(ctx, t, g, by, change{workspace: ws, action: action})
	}
	if by.User == g.User && by.Kind != platform.KindSystem {
		err = s.resign(ctx, by, func(t tx, _ db.User) error { return end(t, "", "grant.revoke") })
	} else {
		err = s.changeIn(ctx, by, func(t tx) error {
			if by.Workspace != platform.WorkspaceID(row.WorkspaceID) {
				return platform.Errorf(platform.CodeNotFound, noGrant)
			}
			return end(t, by.Workspace, "app.revoke")
		})
	}
	return wrap("revoke grant", err)
}

// endGrant deletes a grant with its tokens, tells every replica and writes the line of the audit trail. One that is gone is NOT_FOUND.
func (s *Store) endGrant(ctx context.Context, t tx, g authorization.Grant, by platform.Actor, c change) error {
	n, err := t.DeleteOAuthGrant(ctx, string(g.ID))
	if err != nil {
		return wrap("delete grant", err)
	}
	if n == 0 {
		return platform.Errorf(platform.CodeNotFound, noGrant)
	}
	if err := s.standing(ctx, t, string(g.ID)); err != nil {
		return err
	}
	c.target, c.before = string(g.ID), grantFields(g)
	if c.workspace != "" { // the trail of a workspace is about its apps
		c.target, c.before = string(g.App), fields{"client": g.Client, "person": platform.PersonID(g.App, g.User)}
	}
	return t.audit(ctx, by, c)
}
