package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/identity"
)

// away is Identity without its database.
type away struct{ Identity }

func (away) Invitation(context.Context, string) (identity.Invitation, error) {
	return identity.Invitation{}, errAway
}

func (away) UseSignInLink(context.Context, platform.Actor, string) (identity.SignedIn, error) {
	return identity.SignedIn{}, errAway
}

func (away) SignIn(context.Context, platform.Actor, string, string) (identity.SignedIn, error) {
	return identity.SignedIn{}, errAway
}

var errAway = platform.Errorf(platform.CodeUnavailable, "The database cannot be reached right now.")

// While the database is away, people get a page and programs a problem; both learn when to ask again.
func TestWhenTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	h := chi.NewRouter()
	New(Options{Identity: away{}, PublicURL: "http://127.0.0.1:3001", Version: "1", Log: slog.New(slog.DiscardHandler), Now: time.Now}).Mount(h)
	for _, c := range []struct{ method, path, contentType, body, answer, want string }{
		{"GET", "/invite/some-token", "", "", "text/html; charset=utf-8", "<h1>Not available right now</h1>"},
		{"POST", "/invite/some-token", "application/x-www-form-urlencoded", "do=signin", "text/html; charset=utf-8", "<h1>Not available right now</h1>"},
		{"POST", "/signin/some-token", "application/x-www-form-urlencoded", "", "text/html; charset=utf-8", "Try again shortly."},
		{"POST", "/api/v1/auth/login", "application/json", `{"email":"a@example.com","password":"0123456789"}`, "application/problem+json", `"code":"UNAVAILABLE"`},
	} {
		r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.contentType)
		r.Header.Set("Accept", "text/html,*/*;q=0.8")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "2" || w.Header().Get("Content-Type") != c.answer || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s answers %d %v %s", c.method, c.path, w.Code, w.Header(), w.Body)
		}
	}
}
