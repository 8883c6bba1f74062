package store_test

import (
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// manyGrants is how many grants there are where the hot path is measured, each of a person of its own, with its tokens.
const manyGrants = 100_000

// nth is the hash of what the i-th grant holds.
func nth(kind byte, i int) []byte {
	return hashed(string(binary.BigEndian.AppendUint64([]byte{kind}, uint64(i))))
}

// servedApp publishes an app at which people sign in, of somebody's.
func servedApp(tb testing.TB, s *store.Store) (platform.Actor, platform.App) {
	tb.Helper()
	by := storetest.Person(tb, s, "ann@example.com")
	app, err := s.CreateApp(tb.Context(), by, platform.App{Origin: platform.OriginAuthored, Draft: draft("Things")}, 0)
	if err != nil {
		tb.Fatal(err)
	}
	p := publication(app)
	p.Release.Manifest.Access, p.Documents, p.Release.Views = platform.AccessPerson, nil, nil
	if _, err := s.Publish(tb.Context(), by, p); err != nil {
		tb.Fatal(err)
	}
	return by, app
}

// fillGrants stores n grants at one app as they are stored, with what their people have agreed to, and returns their ids.
func fillGrants(tb testing.TB, s *store.Store, app platform.AppID, n int, now time.Time) []platform.GrantID {
	tb.Helper()
	ids := make([]platform.GrantID, n)
	users, consents, grants, access, refresh := make([][]any, n), make([][]any, n), make([][]any, n), make([][]any, n), make([][]any, n)
	const resource = "https://berth.example/servers/one/mcp"
	for i := range ids {
		user := newID()
		ids[i] = platform.GrantID(newID())
		users[i] = []any{user, user + "@example.com", user + "@example.com", "Ann", "", now}
		grants[i] = []any{string(ids[i]), user, string(app), claude, "Claude", "claude.ai", resource, `["app:read","offline_access"]`, int64(1), now, now.Add(90 * 24 * time.Hour)}
		consents[i] = []any{user, string(app), claude, resource, `["app:read","offline_access"]`, now}
		access[i] = []any{nth('a', i), string(ids[i]), `["app:read"]`, now.Add(time.Hour)}
		refresh[i] = []any{nth('r', i), string(ids[i]), int64(1), now.Add(90 * 24 * time.Hour)}
	}
	for _, t := range []struct {
		name    string
		columns []string
		rows    [][]any
	}{
		{"users", []string{"id", "email", "email_key", "name", "password_hash", "created_at"}, users},
		{"oauth_consents", []string{"user_id", "app_id", "client", "resource", "scopes", "agreed_at"}, consents},
		{"oauth_grants", []string{"id", "user_id", "app_id", "client", "client_name", "client_host", "resource", "scopes", "generation", "created_at", "expires_at"}, grants},
		{"oauth_access_tokens", []string{"hash", "grant_id", "scopes", "expires_at"}, access},
		{"oauth_refresh_tokens", []string{"hash", "grant_id", "generation", "expires_at"}, refresh},
	} {
		if err := s.Fill(tb.Context(), t.name, t.columns, t.rows); err != nil {
			tb.Fatal(err)
		}
	}
	return ids
}

// BenchmarkManyGrants measures what calls and clients ask of the store where 100,000 people have let a client use an app.
func BenchmarkManyGrants(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *store.Store{"sqlite": storetest.Open, "postgres": storetest.OpenPostgres} {
		b.Run(name, func(b *testing.B) {
			s, now := open(b), micro(time.Now())
			by, app := servedApp(b, s)
			ids := fillGrants(b, s, app.ID, manyGrants, now)
			n := 0
			next := func() int { n = (n + 7919) % manyGrants; return n }
			generations := make([]int, manyGrants)
			for what, do := range map[string]func(i int) error{
				"token": func(i int) error { _, _, _, err := s.Token(b.Context(), nth('a', i)); return err },
				"token-unknown": func(i int) error {
					_, _, _, err := s.Token(b.Context(), nth('x', i))
					return wanted(err, platform.CodeNotFound)
				},
				"touch":     func(i int) error { return s.TouchGrant(b.Context(), ids[i], time.Now()) },
				"consent":   func(int) error { _, err := s.Consent(b.Context(), by.User, app.ID, claude); return err },
				"resources": func(int) error { _, err := s.Resources(b.Context(), claude); return err },
				"people":    func(int) error { _, _, err := s.SignedIn(b.Context(), by.Workspace, app.ID, "", 50); return err },
				"rotate": func(i int) error {
					held := slices.Concat([]byte{'r'}, []byte(ids[i]))
					hash := nth('r', i)
					if generations[i] > 0 {
						hash = hashed(string(binary.BigEndian.AppendUint64(held, uint64(generations[i]))))
					}
					_, err := s.Rotate(b.Context(), hash, micro(time.Now()), time.Minute, accepts, func(g authorization.Grant, generation int) authorization.Issued {
						generations[i]++
						end := micro(time.Now()).Add(time.Hour)
						return authorization.Issued{Access: authorization.AccessToken{Hash: newHash(), Scopes: g.Scopes, ExpiresAt: end}, Refresh: &authorization.RefreshToken{
							Hash: hashed(string(binary.BigEndian.AppendUint64(slices.Clone(held), uint64(generations[i])))), Generation: generation, ExpiresAt: end}}
					})
					return err
				},
				"authorize-and-redeem": func(int) error {
					g := authorization.Grant{ID: platform.GrantID(newID()), App: app.ID, Client: claude, Scopes: []string{"app:read"}, CreatedAt: micro(time.Now())}
					c := authorization.Code{Hash: newHash(), ExpiresAt: g.CreatedAt.Add(time.Minute), Grant: g}
					if err := s.Start(b.Context(), by, c); err != nil {
						return err
					}
					_, err := s.Redeem(b.Context(), c.Hash, micro(time.Now()), accepts, func(authorization.Code) authorization.Issued {
						return authorization.Issued{Access: authorization.AccessToken{Hash: newHash(), Scopes: g.Scopes, ExpiresAt: g.CreatedAt.Add(time.Hour)}}
					})
					return err
				},
			} {
				b.Run(what, func(b *testing.B) {
					var took []time.Duration
					for b.Loop() {
						i, start := next(), time.Now()
						if err := do(i); err != nil {
							b.Fatal(err)
						}
						took = append(took, time.Since(start))
					}
					slices.Sort(took)
					b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
					b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms-slowest")
				})
			}
		})
	}
}

// wanted returns nil for an error with that code.
func wanted(err error, code platform.Code) error {
	if platform.IsCode(err, code) {
		return nil
	}
	return err
}
