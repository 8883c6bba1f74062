package store_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// linked is a world in which Ann has an app at which people sign in, and Bob, of another workspace, another one.
type linked struct {
	*told
	ann, bob platform.Actor
	app      platform.App // Ann's
	other    platform.App // Bob's
}

func eachLinked(t *testing.T, test func(t *testing.T, w *linked)) {
	t.Helper()
	eachTold(t, func(t *testing.T, w *told) {
		s := w.replicas[0]
		l := &linked{told: w, ann: storetest.Person(t, s, "ann@example.com"), bob: storetest.Person(t, s, "bob@example.com")}
		l.app, l.other = signedIn(t, s, l.ann, "One"), signedIn(t, s, l.bob, "Other")
		test(t, l)
	})
}

// signedIn publishes an app at which people sign in.
func signedIn(t *testing.T, s *store.Store, by platform.Actor, name string) platform.App {
	t.Helper()
	app := createApp(t, s, by, draft(name))
	p := publication(app)
	p.Release.Manifest.Access = platform.AccessPerson
	p.Release.Digest = digestOf(p.Release.Manifest)
	p.Documents, p.Release.Views = nil, nil
	app, err := s.Publish(t.Context(), by, p)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

func hashed(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

const claude = "https://claude.ai/oauth/client.json"

// code is one that a person is about to let a client have. Its secret is its grant's id.
func (w *linked) code(by platform.Actor, app platform.App, client string) authorization.Code {
	id := platform.GrantID(newID())
	now := micro(w.Now())
	return authorization.Code{Hash: hashed(string(id)), Redirect: "https://claude.ai/callback?a=<é>", Challenge: "challenge", ExpiresAt: now.Add(time.Minute),
		Grant: authorization.Grant{ID: id, User: by.User, App: app.ID, Client: client, ClientName: "Claude <é>", ClientHost: "claude.ai",
			Resource: "https://berth.example/servers/" + app.ServedSlug + "/mcp", Scopes: []string{"app:read", "offline_access"}, CreatedAt: now, ExpiresAt: now.Add(time.Minute)}}
}

// start lets a client use an app.
func (w *linked) start(t *testing.T, by platform.Actor, app platform.App, client string) authorization.Code {
	t.Helper()
	c := w.code(by, app, client)
	if err := w.replicas[0].Start(t.Context(), by, c); err != nil {
		t.Fatal(err)
	}
	return c
}

func accepts[T any](T) error { return nil }

func accessText(g platform.GrantID, n string) string { return "access " + string(g) + n }
func refreshText(g platform.GrantID, generation int) string {
	return "refresh " + string(g) + strconv.Itoa(generation)
}

// issued is what the service makes of a grant: an access token for an hour, the refresh token of the generation for 90 days.
func (w *linked) issued(g platform.GrantID, n string, generation int) authorization.Issued {
	now := micro(w.Now())
	return authorization.Issued{Access: authorization.AccessToken{Hash: hashed(accessText(g, n)), Scopes: []string{"app:read"}, ExpiresAt: now.Add(time.Hour)},
		Refresh: &authorization.RefreshToken{Hash: hashed(refreshText(g, generation)), Generation: generation, ExpiresAt: now.Add(90 * 24 * time.Hour)}}
}

// redeem exchanges a code for the access token "" and the first refresh token.
func (w *linked) redeem(t *testing.T, replica int, c authorization.Code) error {
	t.Helper()
	_, err := w.replicas[replica].Redeem(t.Context(), c.Hash, micro(w.Now()), accepts, func(c authorization.Code) authorization.Issued {
		return w.issued(c.Grant.ID, "", 1)
	})
	return err
}

// grant lets a client use an app and gives it its tokens.
func (w *linked) grant(t *testing.T, by platform.Actor, app platform.App, client string) authorization.Grant {
	t.Helper()
	c := w.start(t, by, app, client)
	if err := w.redeem(t, 0, c); err != nil {
		t.Fatal(err)
	}
	return c.Grant
}

// rotate exchanges the refresh token of a generation for its successor and the access token n.
func (w *linked) rotate(t *testing.T, replica int, g platform.GrantID, generation int, n string) error {
	t.Helper()
	_, err := w.replicas[replica].Rotate(t.Context(), hashed(refreshText(g, generation)), micro(w.Now()), time.Minute, accepts,
		func(g authorization.Grant, generation int) authorization.Issued { return w.issued(g.ID, n, generation) })
	return err
}

// opens reports what the access token n of a grant is told.
func (w *linked) opens(t *testing.T, g platform.GrantID, n string) platform.Code {
	t.Helper()
	got, token, _, err := w.replicas[1].Token(t.Context(), hashed(accessText(g, n)))
	if err == nil && (got.ID != g || !bytes.Equal(token.Hash, hashed(accessText(g, n)))) {
		t.Errorf("another token: %+v %+v", got, token)
	}
	return codeOf(err)
}

// rowsOf counts the rows of a table.
func rowsOf(t *testing.T, s *store.Store, table string) int {
	t.Helper()
	var n int64
	if err := s.QueryRow(t.Context(), "SELECT COUNT(*) FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return int(n)
}

// owns returns the actor of an access token.
func owns(by platform.Actor, g authorization.Grant) platform.Actor {
	return platform.Actor{Principal: platform.Principal{Kind: platform.KindToken, User: by.User, Email: by.Email, App: g.App, Scopes: []string{"app:read"}, Client: g.Client, Grant: g.ID}}
}

var keys = json.RawMessage(`{"keys":[{"kty":"EC","x":"é"}]}`)
