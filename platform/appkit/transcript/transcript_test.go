package transcript_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform/appkit/transcript"
)

var update = flag.Bool("update", false, "write the responses into the transcripts")

// counter is an endpoint that answers in both eras; its numbers start anywhere.
type counter struct {
	next int
	seen []map[string]any
}

func (c *counter) send(t *testing.T, message []byte, headers map[string]string) (int, []byte) {
	var m struct {
		ID     int
		Method string
		Params map[string]any
	}
	if err := json.Unmarshal(message, &m); err != nil {
		t.Fatal(err)
	}
	c.seen = append(c.seen, map[string]any{"params": m.Params, "headers": headers})
	modern := headers["Mcp-Method"] != ""
	switch {
	case m.Method == "plain":
		return 401, []byte(`{"error":{"code":"UNAUTHENTICATED"}}`)
	case m.Params["name"] != "next" && modern:
		return 400, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"error":{"code":-32602,"message":"no <tool>"}}`, m.ID)
	case m.Params["name"] != "next":
		return 200, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"error":{"code":-32602,"message":"no <tool>"}}`, m.ID)
	}
	c.next++
	text, err := json.Marshal(fmt.Sprintf(`{"item_id":%d,"at":"2026-01-02T03:04:05Z"}`, c.next))
	if err != nil {
		t.Fatal(err)
	}
	extra := ""
	if modern {
		extra = `,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"x","version":"1"}}`
	}
	result := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":%s}],"items":[{"item_id":%d},{"item_id":700}],"for":"id-of-ada and ée"%s}}`,
		m.ID, text, c.next, extra)
	if headers["Authorization"] == "" {
		return 200, []byte(result)
	}
	return 200, []byte("event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":1}}\n\n: keep\ndata: " + result + "\n\n")
}

func options(c *counter) transcript.Options {
	return transcript.Options{
		Send: c.send, As: map[string]map[string]string{"ada": {"Authorization": "Bearer a"}},
		Vars: map[string]string{"ada": "id-of-ada"}, Numbers: map[string]string{"item_id": "item"}, Times: []string{"at"},
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	starts := 40
	transcript.Run(t, "testdata/*.txtar", *update, func(*testing.T) transcript.Options {
		starts += 1000
		return options(&counter{next: starts})
	})
}

func TestRequestsOfBothEras(t *testing.T) {
	t.Parallel()
	var played []*counter
	path := copyOf(t, "testdata/counter.txtar")
	t.Run("play", func(t *testing.T) {
		transcript.Run(t, path, false, func(*testing.T) transcript.Options {
			played = append(played, &counter{next: 40})
			return options(played[len(played)-1])
		})
	})
	wantArguments := map[string]any{"who": "id-of-ada", "note": "ééé", "below": 700.0}
	common := map[string]string{"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
	header := func(more ...string) map[string]string {
		h := map[string]string{}
		for k, v := range common {
			h[k] = v
		}
		for i := 0; i < len(more); i += 2 {
			h[more[i]] = more[i+1]
		}
		return h
	}
	if diff := cmp.Diff(map[string]any{
		"params":  map[string]any{"name": "next", "arguments": wantArguments},
		"headers": header("Authorization", "Bearer a", "MCP-Protocol-Version", "2025-11-25"),
	}, played[0].seen[0]); diff != "" {
		t.Errorf("legacy (-want +got):\n%s", diff)
	}
	meta := map[string]any{
		"io.modelcontextprotocol/protocolVersion":    "2026-07-28",
		"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "transcript", "version": "1"},
		"io.modelcontextprotocol/clientCapabilities": map[string]any{},
	}
	if diff := cmp.Diff(map[string]any{
		"params":  map[string]any{"name": "next", "arguments": map[string]any{"item_id": 41.0}, "_meta": meta},
		"headers": header("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "next"),
	}, played[1].seen[1]); diff != "" {
		t.Errorf("modern (-want +got):\n%s", diff)
	}
	if got := played[1].seen[2]["headers"].(map[string]string)["Mcp-Name"]; got != "=?base64?bsOkeHQ=?=" {
		t.Errorf("Mcp-Name of a name that is not ASCII: %q", got)
	}
}

// TestUpdateIsTheRightInverse: what update writes is what a run then accepts, and it repairs a wrong expectation.
func TestUpdateIsTheRightInverse(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "testdata/counter.txtar")
	want := read(t, path)
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(want, "notifications/progress", "wrong")), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Run("update", func(t *testing.T) {
		transcript.Run(t, path, true, func(*testing.T) transcript.Options { return options(&counter{next: 7}) })
	})
	if diff := cmp.Diff(want, read(t, path)); diff != "" {
		t.Errorf("after update (-want +got):\n%s", diff)
	}
}

func copyOf(t *testing.T, path string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), filepath.Base(path))
	if err := os.WriteFile(to, []byte(read(t, path)), 0o600); err != nil {
		t.Fatal(err)
	}
	return to
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
