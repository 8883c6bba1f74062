package sql_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// Constructs that one of the two engines does not know, or silently understands in another way. (The others fail on the
// first run of the store's tests.)
var forbidden = map[string]string{
	`::`: "SQLite reads $1::text as a parameter of that name; write CAST($1 AS text)",
	`(?i)\bAS\s+(uuid|jsonb?|numeric|date|timestamptz?)\b`:                                       "SQLite casts to types that it does not know by making a number of the value",
	`(?i)\b(now|gen_random_uuid|date_trunc)\s*\(|\bCURRENT_(TIMESTAMP|DATE|TIME)\b|\bINTERVAL\b`: "times and ids come from Go",
	`(?i)=\s*(ANY|ALL)\b|\bILIKE\b|\bSIMILAR TO\b`:                                               "PostgreSQL alone has it",
	`(?i)\b(jsonb?|numeric|decimal|uuid|serial|bigserial)\b`:                                     "SQLite gives such columns a numeric affinity or does not know them; use text",
	`(?i)\bpg_\w+`: "PostgreSQL's own functions stand in package store, not in queries",
	`(?i)\bFOR\s+(KEY|UPDATE)\b|\b(SKIP LOCKED|NOWAIT)\b`:           "the forms of lock are FOR NO KEY UPDATE and FOR SHARE: FOR UPDATE blocks inserts that refer to the row, and the adapter knows no other",
	`(?i)\bWITH\b[^;]*\b(INSERT|UPDATE|DELETE)\b[^;]*\bRETURNING\b`: "SQLite has no data-modifying CTE",
	`(?i)\b(AUTOINCREMENT|IFNULL|datetime|strftime|GLOB)\b`:         "SQLite alone has it",
}

func TestQueriesArePortable(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{"queries/*.sql", "migrations/*.sql"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		files = append(files, found...)
	}
	comment := regexp.MustCompile(`--[^\n]*`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for pattern, reason := range forbidden {
			if hit := regexp.MustCompile(pattern).Find(comment.ReplaceAll(text, nil)); hit != nil {
				t.Errorf("%s: %q: %s", file, hit, reason)
			}
		}
	}
}

// A migration never goes back, since older replicas still run and data would be lost.
func TestMigrationsGoForward(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`(?i)\+goose\s+Down`).Match(text) {
			t.Errorf("%s has a way back", file)
		}
	}
}
