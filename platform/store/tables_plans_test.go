package store_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// What an import has just written is in no statistics yet: PostgreSQL takes it for a row or two. No statement may depend on that by comparing
// each row of a table with each that the import has touched, or each that is copied, which takes minutes for ten thousand.
func TestRowsAreFoundByTheirKeys(t *testing.T) {
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
		for _, name := range []string{"DeleteTouchedDataRows", "CopyDataKeys"} {
			plan, err := s.Plan(t.Context(), queries[name])
			if err != nil || plan == "" {
				t.Fatalf("%s: %q, %v", name, plan, err)
			}
			for _, all := range []string{"Join Filter", "Nested Loop", "SCAN"} {
				if strings.Contains(plan, all) {
					t.Errorf("%s compares all with all (%s):\n%s", name, all, plan)
				}
			}
		}
	})
}

// A connection of PostgreSQL keeps the plan by which it looks for what refers to a deleted row. One that was made while there were a few keys
// reads them all, for each of thousands of rows; so plans are made anew before there are many.
func TestPlansOfFewRowsAreNotKeptForMany(t *testing.T) {
	t.Parallel()
	s, ctx := storetest.OpenWith(t, store.Options{DatabaseURL: pgtest.URL(t) + "&pool_max_conns=1"}), t.Context()
	ann := storetest.Person(t, s, "ann@example.com")
	at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, false)
	few := insert(t, s, ann, at, named("few", 20)...)
	if err := s.Fill(ctx, "data_keys", []string{"app_id"}, nil); err != nil { // which has PostgreSQL count them
		t.Fatal(err)
	}
	whole := int64(0)
	for _, r := range few[1:] {
		var err error
		if whole, err = s.WholeReads(ctx, at.TableRef, r.ID); err != nil {
			t.Fatal(err)
		}
	}
	if whole == 0 {
		t.Fatal("few keys are not read as a whole: this test tests nothing")
	}
	importInto(t, s, ann, at, rows.Import{New: named("many", 2000)})
	if reads, err := s.WholeReads(ctx, at.TableRef, few[0].ID); err != nil || reads != 0 {
		t.Errorf("all keys are read %d times for one row, %v", reads, err)
	}
}

func named(name string, n int) (puts []rows.Put) {
	for i := range n {
		puts = append(puts, put(fmt.Sprintf("%s %d", name, i)))
	}
	return puts
}
