package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform/store/pgtest"
	"berth/test/conformance"
)

var update = flag.Bool("update", false, "write what was said into the transcripts")

// Without a model, the official client builds a bakery with 40 rows, tries, publishes and calls it, in few calls. What is said is
// testdata/own_bakery.golden, on both engines.
func TestOwnServerBuildsABakery(t *testing.T) {
	t.Parallel()
	kit := conformance.New(t, "../../test/conformance")
	const golden = "testdata/own_bakery.golden"
	for engine, env := range engines(t) {
		if *update && engine != "sqlite" {
			continue
		}
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			p := start(t, env...)
			defer enter(nodes)()
			said := kit.Own(t, p.url, adminKey, "testdata/bakery.json")
			if *update {
				if err := os.WriteFile(golden, []byte(said), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), said); diff != "" {
				t.Errorf("said otherwise (-want +got); -update rewrites it:\n%s", diff)
			}
		})
	}
}

// engines returns the settings of a server on each engine.
func engines(t *testing.T) map[string][]string {
	t.Helper()
	return map[string][]string{"sqlite": {"BERTH_DATA_DIR=" + t.TempDir()}, "postgres": {"BERTH_DATABASE_URL=" + pgtest.Empty(t)}}
}

// said is what a tool of Berth's own server answers.
type said struct {
	status int
	header http.Header
	body   string
	Result struct {
		IsError           bool
		Content           []struct{ Text string }
		StructuredContent map[string]json.RawMessage
		Meta              map[string]json.RawMessage `json:"_meta"`
	}
}

// code returns the code of a failure.
func (s said) code() string {
	var e struct{ Code string }
	_ = json.Unmarshal(s.Result.StructuredContent["error"], &e) // "" when there is none
	return e.Code
}

func (s said) text(name string) (text string) {
	_ = json.Unmarshal(s.Result.StructuredContent[name], &text) // "" when it is none
	return text
}

// own calls a tool of Berth's own server with a bearer token.
func (p *process) own(token, tool, arguments string) (s said) {
	p.t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url+"/mcp", strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("MCP-Protocol-Version", "2025-11-25")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }() // what was read is judged
	s.status, s.header = response.StatusCode, response.Header
	var raw json.RawMessage
	if err := json.NewDecoder(response.Body).Decode(&raw); err != nil {
		p.t.Fatal(err)
	}
	if s.body = string(raw); json.Unmarshal(raw, &s) != nil {
		p.t.Fatalf("%s: %s", tool, raw)
	}
	return s
}
