package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/generate"
	"berth/platform/identity"
	"berth/platform/publish"
)

// frozen is Identity whose database does not respond, but for the one key that is known.
type frozen struct{ Identity }

func (frozen) Authenticate(ctx context.Context, key string, _ platform.Resource) (platform.Principal, error) {
	if key == "known" {
		return platform.Principal{Kind: platform.KindKey, User: "u", Workspace: "w", Role: platform.RoleOwner}, nil
	}
	<-ctx.Done()
	return platform.Principal{}, ctx.Err()
}

func (frozen) SignIn(ctx context.Context, _ platform.Actor, _, _ string) (identity.SignedIn, error) {
	<-ctx.Done()
	return identity.SignedIn{}, ctx.Err()
}

func (frozen) Invitation(ctx context.Context, _ string) (identity.Invitation, error) {
	<-ctx.Done()
	return identity.Invitation{}, ctx.Err()
}

type frozenApps struct{ Apps }

func (frozenApps) Get(ctx context.Context, _ platform.WorkspaceID, _ platform.AppID) (platform.App, error) {
	<-ctx.Done()
	return platform.App{}, ctx.Err()
}

func (frozenApps) ReadDescription(json.RawMessage) (publish.Description, []platform.Problem) {
	return publish.Description{Prompt: "x"}, nil
}

// slow takes longer than a request may wait for the database.
type slow struct{}

func (slow) Generate(ctx context.Context, _ platform.Actor, _ generate.Request) (platform.Proposal, error) {
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*timeout)
	defer cancel()
	select {
	case <-own.Done():
		return platform.Proposal{Draft: platform.Draft{Name: "made", Tools: make([]platform.ToolDraft, 1)}}, nil
	case <-ctx.Done():
		return platform.Proposal{}, ctx.Err()
	}
}

// A request waits ten seconds for a database that does not respond, and no longer; what asks a model has its own time.
func TestWaitsForTheDatabaseEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		method, path, key, body string
		status                  int
		want                    string
		took                    time.Duration
	}{
		"who calls":  {"GET", "/api/v1/apps/a", "new", "", 504, `"code":"TIMEOUT"`, timeout},
		"an action":  {"GET", "/api/v1/apps/a", "known", "", 504, `"code":"TIMEOUT"`, timeout},
		"anybody":    {"POST", "/api/v1/auth/login", "", `{"email":"a@example.com","password":"0123456789"}`, 504, `"code":"TIMEOUT"`, timeout},
		"a page":     {"GET", "/invite/some-token", "", "", 504, "<h1>Not available right now</h1>", timeout},
		"a model":    {"POST", "/api/v1/apps/generate", "known", `{"prompt":"x"}`, 200, `"made"`, 5 * timeout},
		"its caller": {"POST", "/api/v1/apps/generate", "new", `{"prompt":"x"}`, 504, `"code":"TIMEOUT"`, timeout},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := chi.NewRouter()
				New(Options{Identity: frozen{}, Apps: frozenApps{}, Generator: slow{}, PublicURL: "http://127.0.0.1:3001", Version: "1",
					Log: slog.New(slog.DiscardHandler), Now: time.Now}).Mount(h)
				r := httptest.NewRequestWithContext(t.Context(), c.method, c.path, strings.NewReader(c.body))
				r.Header.Set("Content-Type", "application/json")
				if c.key != "" {
					r.Header.Set("Authorization", "Bearer "+c.key)
				}
				w := httptest.NewRecorder()
				start := time.Now()
				h.ServeHTTP(w, r)
				if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) || time.Since(start) != c.took {
					t.Errorf("%d after %s: %s", w.Code, time.Since(start), w.Body)
				}
			})
		})
	}
}
