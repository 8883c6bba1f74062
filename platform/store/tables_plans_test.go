package store_test

import (
	"os"
	"strings"
	"testing"

	"berth/platform/store"
	"berth/platform/store/storetest"
)

// What an import has just written is in no statistics yet: PostgreSQL takes it for a row or two. No statement may depend on that by comparing
// each row of the table with each that the import has touched, which takes minutes for ten thousand.
func TestTouchedRowsAreFoundByTheirKeys(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("db/tables.sql.go")
	if err != nil {
		t.Fatal(err)
	}
	queries := map[string]string{}
	for _, m := range generated.FindAllStringSubmatch(string(source), -1) {
		queries[m[1]] = m[2]
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		plan, err := s.Plan(t.Context(), queries["DeleteTouchedDataRows"])
		if err != nil || plan == "" {
			t.Fatalf("%q, %v", plan, err)
		}
		for _, all := range []string{"Join Filter", "Seq Scan", "SCAN"} {
			if strings.Contains(plan, all) {
				t.Errorf("compares all with all (%s):\n%s", all, plan)
			}
		}
	})
}
