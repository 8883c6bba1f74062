package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
	"berth/test/double"
)

// What an import has just written is in no statistics yet: PostgreSQL takes it for a row or two. No statement may depend on that by comparing
// each row of a table with each that the import has touched, or each that is copied, which takes minutes for ten thousand.
func TestRowsAreFoundByTheirKeys(t *testing.T) {
	t.Parallel()
	queries := generatedQueries(t, "db/tables.sql.go")
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, name := range []string{"DeleteTouchedDataRows", "CopyDataKeys"} {
			plan, err := s.Plan(t.Context(), queries[name])
			if err != nil || plan == "" {
				t.Fatalf("%s: %q, %v", name, plan, err)
			}
			if all := comparesAll(plan); all != "" {
				t.Errorf("%s compares all with all (%s):\n%s", name, all, plan)
			}
		}
		byNoKey := strings.Replace(queries["DeleteTouchedDataRows"], "touched.id = data_rows.id", "touched.rev = data_rows.rev", 1)
		byNoKey = strings.Replace(byNoKey, "touched.app_id = data_rows.app_id AND touched.table_name = data_rows.table_name AND ", "", 1)
		if plan, err := s.Plan(t.Context(), byNoKey); err != nil || comparesAll(plan) == "" {
			t.Errorf("nothing is said of a plan that scans for each row: %v\n%s", err, plan)
		}
	})
}

// What an import has webhooks told of waits in a table that held little when PostgreSQL made its plan, which a connection keeps. Whatever that
// is, each delivery is read a few times, and not once for each other one: for ten thousand that took minutes, of every replica at once.
func TestDeliveriesOfAnImportAreReadOnce(t *testing.T) {
	t.Parallel()
	w := &told{Clock: double.NewClock(time.Now().UTC()), answer: func(message) (int, string) { return 200, "" }, vault: vaultOf(t)}
	s, ctx := storetest.OpenWith(t, store.Options{DatabaseURL: pgtest.URL(t) + "&pool_max_conns=1", Now: w.Now}), t.Context()
	w.replicas = [2]*store.Store{s, s}
	ann := storetest.Person(t, s, "ann@example.com")
	app := createApp(t, s, ann, draft("One"))
	at, hook := breads(t, s, ann, app.ID, false), w.hook(t, ann, app.ID, "https://a.example")
	insert(t, s, ann, at, named("few", 20)...)
	w.deliver(t, 0)
	if err := s.Fill(ctx, "webhook_deliveries", []string{"webhook_id"}, nil); err != nil { // which has PostgreSQL count them
		t.Fatal(err)
	}
	for range 10 { // after five it keeps the plan
		if due, _, err := s.DeliveriesRead(ctx, hook.ID); err != nil || due != 0 {
			t.Fatal(due, err)
		}
	}
	const many = 1000
	insert(t, s, ann, at, named("many", many)...)
	if due, reads, err := s.DeliveriesRead(ctx, hook.ID); err != nil || due != 4 || reads > 4*many {
		t.Errorf("%d due; %d deliveries are read %d times, %v", due, many, reads, err)
	}
}

// comparesAll returns what of a plan reads a whole table for each row of another, "" for nothing.
func comparesAll(plan string) string {
	for _, all := range []string{"Join Filter", "Nested Loop", "SCAN"} {
		if strings.Contains(plan, all) {
			return all
		}
	}
	if _, each, _ := strings.Cut(plan, "SubPlan"); strings.Contains(each, "Seq Scan") { // what stands before is read once
		return "Seq Scan"
	}
	return ""
}

// A connection of PostgreSQL keeps the plan by which it looks for what refers to a deleted row. One that was made while there were a few keys
// reads them all, for each of thousands of rows; so plans are made anew before there are many.
func TestPlansOfFewRowsAreNotKeptForMany(t *testing.T) {
	t.Parallel()
	for name, deed := range map[string]func(t *testing.T, s *store.Store, ann, bob platform.Actor, at rows.Scope){
		"import": func(t *testing.T, s *store.Store, ann, _ platform.Actor, at rows.Scope) {
			importInto(t, s, ann, at, rows.Import{New: named("many", 2000)})
		},
		"copy": func(t *testing.T, s *store.Store, ann, _ platform.Actor, at rows.Scope) {
			insert(t, s, ann, at, named("many", 2000)...)
			copied := publish.Original{App: at.App, MaxApps: 100, MaxBytes: 1 << 30}
			if _, err := s.CopyApp(t.Context(), ann, platform.App{Origin: platform.OriginAuthored, Draft: draft("Copy")}, copied); err != nil {
				t.Fatal(err)
			}
		},
		"leave": func(t *testing.T, s *store.Store, ann, bob platform.Actor, at rows.Scope) {
			insert(t, s, ann, at, named("many", 2000)...)
			at.Tool, at.Owner = true, platform.PersonID(at.App, bob.User)
			insert(t, s, bob, at, put("Bob's"))
			if err := s.DeleteUser(t.Context(), bob); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, ctx := storetest.OpenWith(t, store.Options{DatabaseURL: pgtest.URL(t) + "&pool_max_conns=1"}), t.Context()
			ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
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
			deed(t, s, ann, bob, at)
			if reads, err := s.WholeReads(ctx, at.TableRef, few[0].ID); err != nil || reads != 0 {
				t.Errorf("all keys are read %d times for one row, %v", reads, err)
			}
		})
	}
}

func named(name string, n int) (puts []rows.Put) {
	for i := range n {
		puts = append(puts, put(fmt.Sprintf("%s %d", name, i)))
	}
	return puts
}
