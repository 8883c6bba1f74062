package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store/db"
)

var _ authorization.Store = (*Store)(nil)

const (
	// unusedClients is how long a registered client may be without a token, and keepUnused how many of them there may be at most: anybody
	// may register.
	unusedClients = 90 * 24 * time.Hour
	keepUnused    = 100_000
	// keepDocuments is how long the copy of a client's document is kept, and mostDocuments how many of clients that nobody has agreed to:
	// anybody may name one.
	keepDocuments = 30 * 24 * time.Hour
	mostDocuments = 10_000
)

// registered is how a client's metadata are stored.
type registered struct {
	Name      string          `json:"name"`
	Redirects []string        `json:"redirects"`
	Methods   []string        `json:"methods"`
	Keys      json.RawMessage `json:"keys,omitempty"`
	KeysURL   string          `json:"keysUrl,omitempty"`
}

// Register implements authorization.ClientStore. An id that is known is CONFLICT.
func (s *Store) Register(ctx context.Context, c authorization.Client, address string, at time.Time) error {
	metadata, err := platform.PlainJSON(registered{Name: c.Name, Redirects: c.Redirects, Methods: c.Methods, Keys: c.Keys, KeysURL: c.KeysURL})
	if err != nil {
		return fmt.Errorf("encode client: %w", err)
	}
	err = s.q.InsertOAuthClient(ctx, db.InsertOAuthClientParams{ID: c.ID, Metadata: metadata, Address: clean(address, 100), CreatedAt: at})
	if sqlState(err) == unique {
		return platform.Errorf(platform.CodeConflict, "There is already such a client.")
	}
	return wrap("register client", err)
}

// Registered implements authorization.ClientStore.
func (s *Store) Registered(ctx context.Context, id string) (authorization.Client, error) {
	const none = "There is no such client."
	if clean(id, maxClientID) != id {
		return authorization.Client{}, platform.Errorf(platform.CodeNotFound, none)
	}
	metadata, err := s.q.OAuthClient(ctx, id)
	if err != nil {
		return authorization.Client{}, missing("load client", err, platform.CodeNotFound, none)
	}
	var r registered
	if err := json.Unmarshal([]byte(metadata), &r); err != nil {
		return authorization.Client{}, fmt.Errorf("decode client %s: %w", id, err)
	}
	return authorization.Client{ID: id, Name: r.Name, Redirects: r.Redirects, Methods: r.Methods, Keys: r.Keys, KeysURL: r.KeysURL}, nil
}

// maxClientID bounds the id of a client, in characters.
const maxClientID = 2048

// ClientDocument implements authorization.ClientStore.
func (s *Store) ClientDocument(ctx context.Context, url string) (authorization.Document, error) {
	const none = "There is no copy of the document."
	if clean(url, maxClientID) != url {
		return authorization.Document{}, platform.Errorf(platform.CodeNotFound, none)
	}
	r, err := s.q.OAuthDocument(ctx, url)
	if err != nil {
		return authorization.Document{}, missing("load client's document", err, platform.CodeNotFound, none)
	}
	return authorization.Document{URL: r.Url, Body: r.Body, ETag: r.Etag, FetchedAt: r.FetchedAt.UTC(), FreshUntil: r.FreshUntil.UTC()}, nil
}

// SaveClientDocument implements authorization.ClientStore. A copy that was fetched later stays.
func (s *Store) SaveClientDocument(ctx context.Context, d authorization.Document) error {
	return wrap("store client's document", s.inTransaction(ctx, func(t tx) error {
		row := db.InsertOAuthDocumentParams{Url: d.URL, Body: append([]byte{}, d.Body...), Etag: clean(d.ETag, 256), FetchedAt: d.FetchedAt, FreshUntil: d.FreshUntil}
		fresh, err := t.InsertOAuthDocument(ctx, row)
		if err != nil {
			return err
		}
		if fresh == 0 {
			return t.UpdateOAuthDocument(ctx, db.UpdateOAuthDocumentParams(row))
		}
		_, err = t.TrimOAuthDocuments(ctx, mostDocuments, pruneBatch)
		return err
	}))
}

// SigningKey implements authorization.Store.
func (s *Store) SigningKey(ctx context.Context) ([]byte, error) { return s.Secret(ctx, "oauth") }

// pruneOAuth deletes assertions, codes, tokens and grants that have ended, clients that never had a token, and old documents. A code is kept for a day,
// in which using it again ends its grant. Tokens come before their grants, so that no statement deletes much.
func (s *Store) pruneOAuth(ctx context.Context, now time.Time) error {
	for _, p := range []struct {
		what   string
		delete func(ctx context.Context, before time.Time, most int32) (int64, error)
		before time.Time
	}{
		{"assertions", s.q.PruneAssertions, now},
		{"codes", s.q.PruneOAuthCodes, now.Add(-24 * time.Hour)},
		{"access tokens", s.q.PruneAccessTokens, now},
		{"refresh tokens", s.q.PruneRefreshTokens, now},
		{"grants", s.q.PruneOAuthGrants, now},
		{"clients", s.q.PruneOAuthClients, now.Add(-unusedClients)},
		{"documents of clients", s.q.PruneOAuthDocuments, now.Add(-keepDocuments)},
	} {
		if err := inBatches(func() (int64, error) { return p.delete(ctx, p.before, pruneBatch) }); err != nil {
			return wrap("prune "+p.what, err)
		}
	}
	return wrap("prune clients", inBatches(func() (int64, error) { return s.q.TrimOAuthClients(ctx, keepUnused, pruneBatch) }))
}
