package oauthedge_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/identity"
	"berth/platform/store/storetest"
)

// Who is suspended, sets a password anew or leaves between allowing and the client's next step gives it nothing more that opens an app.
func TestAPersonGoesMeanwhile(t *testing.T) {
	t.Parallel()
	for name, goes := range map[string]func(t *testing.T, w *world){
		"leaves": func(t *testing.T, w *world) {
			if _, err := w.store.DeleteApp(t.Context(), w.bob, w.apps.apps["other"].ID, 0); err != nil { // or they could not leave
				t.Fatal(err)
			}
			if err := w.store.DeleteUser(t.Context(), w.bob); err != nil {
				t.Fatal(err)
			}
		},
		"sets the password anew": func(t *testing.T, w *world) {
			by := w.bob
			by.Session = ""
			_, err := w.store.Establish(t.Context(), by, w.bob.User, nil, func(u identity.User) (identity.User, identity.Ends, error) { return u, identity.EndSessions, nil })
			if err != nil {
				t.Fatal(err)
			}
		},
		"is suspended": func(t *testing.T, w *world) {
			if _, err := w.store.Suspend(t.Context(), platform.SuspendedUser, w.bob.Email, "Spam"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, w *world) {
				held := w.exchange(w.allow("bob", ask())).tokens()
				pending := w.allow("bob", ask("prompt", "consent"))
				goes(t, w)
				for what, answer := range map[string]*answer{"a code": w.exchange(pending), "a refresh token": w.refresh(held.Refresh)} {
					var got tokens
					if err := json.Unmarshal([]byte(answer.body), &got); err != nil {
						t.Fatal(err)
					}
					if answer.status == 200 && w.lets(got.Access) {
						t.Errorf("%s gives a token that is good: %s", what, answer.body)
					}
				}
				if w.lets(held.Access) {
					t.Error("the token of before is good")
				}
			})
		})
	}
}

// lets reports whether a token may do anything at the shop.
func (w *world) lets(access string) bool {
	w.t.Helper()
	p, err := authorization.NewTokens(w.store, false, w.Now, slog.New(slog.DiscardHandler)).Authenticate(w.t.Context(), access, platform.Resource{App: w.apps.apps["shop"].ID})
	if err != nil && !platform.IsCode(err, platform.CodeUnauthenticated) {
		w.t.Fatal(err)
	}
	return err == nil && p.MayWrite() == nil
}

// What proxies and clients say of the host changes nothing of what Berth says that it is, and no body is too much for an endpoint.
func TestHostsAndBodiesOfStrangers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	addresses := []string{"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration", ask(), ask("prompt", "none"), ask("redirect_uri", "https://evil.example/")}
	for _, at := range addresses {
		want := w.do("", at, nil)
		for _, header := range [][]string{{"X-Forwarded-Host", "evil.example"}, {"X-Forwarded-Proto", "gopher"}, {"Forwarded", "host=evil.example;proto=http"}, {"X-Original-URL", "/evil"}, {"X-Rewrite-URL", "/evil"},
			{"X-Forwarded-Prefix", "/evil"}, {"X-HTTP-Method-Override", "POST"}, {"X-Host", "evil.example"}, {"Referer", "https://evil.example/"}} {
			got := w.do("", at, nil, header...)
			if got.status != want.status || got.header.Get("Location") != want.header.Get("Location") || got.body != want.body || strings.Contains(got.body, "evil") && !strings.Contains(want.body, "evil") {
				t.Errorf("%s with %s: %d %s %s", at, header, got.status, got.header.Get("Location"), got.body)
			}
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://evil.example"+at, nil)
		r.Header.Set("X-Address", "192.0.2.1")
		if got := w.serve(r); got.status != want.status || got.header.Get("Location") != want.header.Get("Location") || got.body != want.body {
			t.Errorf("%s at another host: %d %s %s", at, got.status, got.header.Get("Location"), got.body)
		}
	}
	zipped := &bytes.Buffer{}
	z := gzip.NewWriter(zipped)
	_, _ = z.Write([]byte("grant_type=authorization_code&code=btc_" + strings.Repeat("A", 1<<20)))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ kind, encoding, body string }{
		"much":            {"application/x-www-form-urlencoded", "", "grant_type=refresh_token&refresh_token=" + strings.Repeat("x", 8<<20)},
		"many parameters": {"application/x-www-form-urlencoded", "", strings.Repeat("a=b&", 1<<18)},
		"zipped":          {"application/x-www-form-urlencoded", "gzip", zipped.String()},
		"deep JSON":       {"application/json", "", strings.Repeat("[", 1<<20)},
		"multipart":       {"multipart/form-data; boundary=x", "", "--x\r\nContent-Disposition: form-data; name=\"grant_type\"\r\n\r\nrefresh_token\r\n--x--\r\n"},
		"half escaped":    {"application/x-www-form-urlencoded", "", "grant_type=%zz&%=%%"},
		"no text":         {"application/x-www-form-urlencoded", "", "grant_type=authorization_code&code=\xff\xfe%00&client_id=%ff"},
		"another charset": {"application/x-www-form-urlencoded; charset=utf-16", "", "g\x00r\x00"},
	} {
		for _, at := range []string{"/oauth/token", "/oauth/revoke", "/oauth/register", "/oauth/introspect", "/oauth/authorize"} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, issuer+at, strings.NewReader(c.body))
			r.Header.Set("Content-Type", c.kind)
			r.Header.Set("X-Address", "192.0.2.1")
			if c.encoding != "" {
				r.Header.Set("Content-Encoding", c.encoding)
			}
			got := w.serve(r)
			if got.status < 400 && at != "/oauth/revoke" || got.status >= 500 || at != "/oauth/authorize" && got.body != "" && !json.Valid([]byte(got.body)) || len(got.body) > 4<<10 {
				t.Errorf("%s at %s: %d %.300s", name, at, got.status, got.body)
			}
		}
	}
}
