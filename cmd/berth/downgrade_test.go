package main

import (
	"strings"
	"testing"

	"berth/platform/store/pgtest"
)

// A program that an upgrade has left behind serves, as replicas do until they are replaced, and says what it is.
func TestAnEarlierVersionSaysSo(t *testing.T) {
	t.Parallel()
	database := pgtest.URL(t)
	says := func(where, text, part string, want bool) {
		t.Helper()
		if strings.Contains(text, part) != want {
			t.Errorf("%s: %q: %v, want %v:\n%s", where, part, !want, want, text)
		}
	}
	for _, later := range []bool{false, true} {
		if later {
			execute(t, database, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000000, true)")
		}
		p := start(t, "BERTH_DATABASE_URL="+database)
		says("the log", p.out.String(), "a later version of Berth", later)
		code, out := command(t, "doctor", "--database-url", database, "--addr", strings.TrimPrefix(p.url, "http://"))
		says("the doctor", out, "schema of a later version of Berth", later)
		if code != 0 {
			t.Errorf("the doctor: exit code %d: %s", code, out)
		}
		p.stop()
	}
}
