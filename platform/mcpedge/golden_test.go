package mcpedge

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"berth/platform"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// What hosts read of an app, to the letter, in both eras: its tools with where people open them, its widgets with how they may
// be shown, and results with and without a text of their own. A change of it is a change of what hosts see.
func TestGolden(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := cards("cards", 1)
	tool := s.Manifest.Tools[0]
	s.Manifest.Tools[0].Meta = map[string]json.RawMessage{platform.OpenAIUI: json.RawMessage(`{"entrypoints":[{"type":"global"},{"type":"thread"}]}`)}
	tool.Name, tool.Handler.Config = "repeats", json.RawMessage(`{"data":{"items":[]},"text":"{\"items\":[]}"}`)
	s.Manifest.Tools = append(s.Manifest.Tools, tool)
	tool.Name, tool.View, tool.Handler.Config = "almost", "", json.RawMessage(`{"data":{"items":[]},"text":"{\"items\": []}"}`)
	s.Manifest.Tools = append(s.Manifest.Tools, tool)
	b.source.live["cards"] = s
	var got bytes.Buffer
	for _, c := range []struct{ slug, method, name, params string }{
		{"cards", "tools/list", "", ""},
		{"cards", "resources/list", "", ""},
		{"cards", "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":"x"}`},
		{"cards", "tools/call", "repeats", `"name":"repeats","arguments":{"message":"x"}`},
		{"cards", "tools/call", "almost", `"name":"almost","arguments":{"message":"x"}`},
		{"fixture", "tools/call", "echo", `"name":"echo","arguments":{"text":"a"}`},
	} {
		for _, era := range []string{"modern", "legacy"} {
			body, headers := modern("1", c.method, c.name, c.params)
			if era == "legacy" {
				body, headers = legacy("1", c.method, c.params)
			}
			status, answer, _ := b.post(t, c.slug, body, headers...)
			var result struct{ Result json.RawMessage }
			if err := json.Unmarshal([]byte(answer), &result); err != nil || status != 200 {
				t.Fatalf("%s %s: %d %s", era, c.method, status, answer)
			}
			fmt.Fprintf(&got, "-- %s --\n", strings.TrimSpace(era+" "+c.slug+" "+c.method+" "+c.name))
			if err := json.Indent(&got, result.Result, "", " "); err != nil {
				t.Fatal(err)
			}
			got.WriteByte('\n')
		}
	}
	const file = "testdata/hosts.golden"
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(want, got.Bytes()) {
		t.Errorf("the answers are not those of %s (-update rewrites it): %v\n%s", file, err, got.Bytes())
	}
}
