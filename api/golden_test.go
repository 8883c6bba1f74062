package api

import (
	"flag"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/go-cmp/cmp"

	httpkind "berth/platform/executor/http"
	"berth/platform/executor/llm"
	"berth/platform/executor/mock"
	"berth/platform/executor/table"
	"berth/platform/identity"
	"berth/platform/schema/form"
)

var update = flag.Bool("update", false, "rewrite openapi.json and routes.golden")

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs; if that is meant, run go test ./api -update (-committed +now):\n%s", file, diff)
	}
}

// bare is the API without anything behind it.
func bare(t *testing.T) (*API, *chi.Mux) {
	t.Helper()
	handlers := map[string]form.Schema{}
	for _, kind := range append(table.New(table.Options{}), mock.Executor{}, httpkind.New(httpkind.Options{}), llm.New(llm.Options{})) { // every kind of package main; a test there compares
		handlers[kind.Kind()] = kind.Form().Schema()
	}
	a := New(Options{PublicURL: "http://127.0.0.1:3001", Version: "1", Handlers: handlers, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	r := chi.NewRouter()
	a.Mount(r)
	return a, r
}

func TestOpenAPIIsTheCommittedOne(t *testing.T) {
	t.Parallel()
	a, _ := bare(t)
	golden(t, "openapi.json", string(a.spec()))
}

// Every route is listed with who may call it; a route that says nothing is UNDECLARED, and one that is declared but
// mounted past register shows in TestGuardedRoutesRefuseAnonymous.
func TestRoutesAreTheCommittedOnes(t *testing.T) {
	t.Parallel()
	a, r := bare(t)
	var lines []string
	err := chi.Walk(r, func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		who, ok := a.access[method+" "+route]
		if !ok {
			who = "UNDECLARED"
		}
		lines = append(lines, method+" "+route+" "+string(who))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(lines)
	golden(t, "routes.golden", strings.Join(lines, "\n")+"\n")
}

// Programs that read the audit trail find every value in the document.
func TestAuditActionsAreDocumented(t *testing.T) {
	t.Parallel()
	field, _ := reflect.TypeFor[auditBody]().FieldByName("Action")
	want := "What was done. One of: " + strings.Join(identity.AuditActions(), ", ") + ". Later versions may know more."
	if diff := cmp.Diff(want, field.Tag.Get("doc")); diff != "" {
		t.Error(diff)
	}
	if !slices.IsSorted(identity.AuditActions()) {
		t.Error("the actions are in no order")
	}
}
