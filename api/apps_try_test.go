package api_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A test call goes out as the clients of each version of MCP send theirs: sent again from elsewhere, it gets the same answer.
func TestTryInEachVersion(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, _, _ := w.person("ann@example.com")
		app := ann.app("Try Me")
		ann.do("POST", app+"/publish", nil).is(200)
		versions := []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"}
		for _, version := range versions {
			got := ann.do("POST", app+"/test", map[string]any{"arguments": map[string]any{"message": "hi"}, "release": "live", "protocolVersion": version}).is(200)
			headers, _ := got.at("request", "headers").(map[string]any)
			params, _ := got.at("request", "body", "params").(map[string]any)
			if _, modern := params["_meta"]; headers["MCP-Protocol-Version"] != version || modern != (version == versions[0]) || got.at("response", "result", "structuredContent") == nil {
				t.Errorf("%s: %s", version, got.body)
			}
			client := w.anonymous()
			for name, value := range headers {
				client.header.Set(name, value.(string))
			}
			url := got.text("request", "url")
			again := client.do("POST", url[strings.Index(url, "/servers/"):], got.at("request", "body")).is(200)
			if diff := cmp.Diff(got.at("response"), again.at()); diff != "" {
				t.Errorf("%s, sent again:\n%s", version, diff)
			}
		}
		ann.do("POST", app+"/test", `{"arguments":{"message":"hi"},"protocolVersion":"2024-11-05"}`).fails(422, "INVALID_CONFIG")
		w.served.flush(t)
		calls := ann.do("GET", app+"/calls?client=builder", nil).is(200).column("protocolVersion")
		if diff := cmp.Diff([]string{"2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}, calls); diff != "" {
			t.Errorf("calls:\n%s", diff)
		}
	})
}
