package store_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"berth/platform/store"
	"berth/platform/store/storetest"
)

// hotQueries are what calls with tokens, and clients on their way to them, ask of the database. Each of them looks a row up, or a few.
var hotQueries = []string{
	"AccessToken", "TouchOAuthGrant", "LiveGrant", // a call
	"OAuthClient", "OAuthDocument", "OAuthConsent", "OAuthClientApps", "OAuthConsentResource", "GrantableApp", // authorize
	"SetOAuthConsent", "TrimOAuthConsents", "InsertOAuthGrant", "TrimOAuthGrants", "InsertOAuthCode", "InsertOAuthAttempt", "TrimOAuthAttempts",
	"LockGrantOfCode", "OAuthCode", "UseOAuthCode", "UseOAuthClient", "InsertAccessToken", "InsertRefreshToken", "RaiseOAuthGrant", // token
	"LockGrantOfRefreshToken", "RefreshToken", "UseRefreshToken", "LockGrantOfAccessToken", "DeleteAccessToken", "DeleteOAuthGrant",
}

var (
	generated = regexp.MustCompile("(?s)const [a-zA-Z]+ = `-- name: ([A-Za-z]+) :[a-z]+\n(.*?)`")
	// readsAll is how the plans of SQLite and PostgreSQL say that a table is read from end to end. An app has few attempts, and Berth few clients.
	readsAll = regexp.MustCompile(`(?m)\bSCAN (oauth_\w+|users|apps|old|c)\b.*|Seq Scan on (oauth_\w+|users|apps)\b.*|Sort Key: .*`)
)

// generatedQueries returns the statements of a file that sqlc has made, by name.
func generatedQueries(t *testing.T, file string) map[string]string {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	queries := map[string]string{}
	for _, m := range generated.FindAllStringSubmatch(string(source), -1) {
		queries[m[1]] = m[2]
	}
	return queries
}

// However many grants there are, the queries of the hot path find what they look for by an index.
func TestHotQueriesUseIndexes(t *testing.T) {
	t.Parallel()
	queries := generatedQueries(t, "db/oauth.sql.go")
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const grants = 3000
		_, app := servedApp(t, s)
		fillGrants(t, s, app.ID, grants, micro(time.Now()))
		for _, slow := range []string{"SELECT id FROM oauth_grants WHERE client_host = $1", "SELECT id FROM users WHERE name = $1"} {
			if plan, err := s.Plan(t.Context(), slow); err != nil || !readsAll.MatchString(plan) {
				t.Errorf("%s is not seen to read everything: %s %v", slow, plan, err)
			}
		}
		for _, name := range hotQueries {
			query, ok := queries[name]
			if !ok {
				t.Errorf("there is no query %s", name)
				continue
			}
			plan, err := s.Plan(t.Context(), query)
			if err != nil || plan == "" && !strings.HasPrefix(query, "INSERT") {
				t.Fatalf("%s: %v", name, err)
			}
			found := slices.DeleteFunc(readsAll.FindAllString(plan, -1), func(line string) bool {
				return name == "TrimOAuthGrants" && strings.HasPrefix(line, "Sort Key: ") || strings.HasPrefix(name, "TrimOAuth") && strings.Contains(line, "old.agreed_at") // of one person
			})
			if len(found) > 0 {
				t.Errorf("%s: %s\n%s", name, found, plan)
			}
		}
	})
}
