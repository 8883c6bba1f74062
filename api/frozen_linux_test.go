package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// TestActionsWithTimesOfTheirOwnDoNotWaitForTheDatabase: whatever asks a model or a tool, imports, takes an import back, or deletes a table, ends like any other action
// when the database does not respond.
func TestActionsWithTimesOfTheirOwnDoNotWaitForTheDatabase(t *testing.T) {
	t.Parallel()
	address, freeze, thaw := pgtest.Private(t)
	s := storetest.OpenWith(t, store.Options{DatabaseURL: address})
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := setupOn(t, s)
	ann, workspace, _ := w.person("ann@example.com")
	table := ann.breads()
	app, _, _ := strings.Cut(table, "/tables/")
	ann.do("POST", app+"/publish", nil).is(200)
	key, _ := ann.key(workspace, map[string]any{"role": "editor"})
	key.do("GET", app, nil).is(200) // the key is known from now on
	const document = `{"url":"https://api.example.com/v1/openapi.json"`
	type call struct{ method, path, media, body string }
	calls := map[string][]call{
		"import-rows":        {{"POST", table + "/import", "text/csv", "name\nRye\n"}},
		"undo-import":        {{"POST", table + "/undo", "", ""}},
		"delete-table":       {{"DELETE", table, "", ""}},
		"export-rows":        {{"GET", table + "/export", "", ""}},
		"test-app":           {{"POST", app + "/test", "", `{"arguments":{}}`}, {"POST", app + "/test", "", `{"arguments":{},"release":"live"}`}},
		"import-openapi":     {{"POST", app + "/openapi", "", document + "}"}},
		"add-openapi-tools":  {{"POST", app + "/openapi/tools", "", document + `,"operations":["x"]}`}},
		"check-drift":        {{"POST", app + "/drift", "", ""}},
		"run-connect-doctor": {{"POST", app + "/doctor", "", ""}},
		"probe-tool":         {{"POST", app + "/tools/search_products/probe", "", `{"arguments":{}}`}},
		"generate-app":       {{"POST", "/api/v1/apps/generate", "", `{"prompt":"A list of breads"}`}},
	}
	w.api.Timeout = 300 * time.Millisecond
	freeze()
	for _, id := range w.api.OwnTimes() {
		if calls[id] == nil {
			t.Errorf("%s has a time of its own, and nobody looks how long it waits for the database", id)
		}
		for _, c := range calls[id] {
			const forever = 5 * time.Second
			ctx, cancel := context.WithTimeout(t.Context(), forever)
			r := httptest.NewRequestWithContext(ctx, c.method, c.path, strings.NewReader(c.body))
			r.Header.Set("Authorization", "Bearer "+key.bearer)
			r.Header.Set("Content-Type", "application/json")
			if c.media != "" {
				r.Header.Set("Content-Type", c.media)
			}
			got, start := httptest.NewRecorder(), time.Now()
			w.handler.ServeHTTP(got, r)
			took := time.Since(start)
			cancel()
			want, code, waited := http.StatusGatewayTimeout, `"code":"TIMEOUT"`, took >= forever
			if id == "generate-app" { // which asks the database nothing, and takes as long as the processor does
				want, code, waited = http.StatusOK, `"tools":`, false
			}
			if got.Code != want || !strings.Contains(got.Body.String(), code) || waited {
				t.Errorf("%s: %d after %s: %.300s", id, got.Code, took, got.Body)
			}
		}
		delete(calls, id)
	}
	if len(calls) > 0 {
		t.Errorf("no times of their own: %v", calls)
	}
	thaw() // for what is written when the test ends
}
