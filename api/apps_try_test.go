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
		// In the newest version the request says itself that it is the builder's: whoever sends it again still tries the app out.
		if diff := cmp.Diff([]string{"2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "2026-07-28"}, calls); diff != "" {
			t.Errorf("calls:\n%s", diff)
		}
	})
}

func TestTryOutADraft(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Try Me")
	ann.do("POST", app+"/test", `{"arguments":{"message":"hi"},"release":"live"}`).fails(409, "CONFLICT")
	ann.do("POST", app+"/test", `{"arguments":"hi"}`).fails(422, "INVALID_CONFIG")
	ann.do("POST", app+"/test", `{}`).fails(422, "INVALID_CONFIG")
	got := ann.do("POST", app+"/test", `{"arguments":{"message":"hi","context":{"n":12345678901234567890.10}}}`).is(200)
	if !strings.Contains(got.body, "12345678901234567890.10") {
		t.Errorf("the arguments lost digits: %s", got.body)
	}
	if got.text("request", "method") != "POST" || got.text("request", "body", "method") != "tools/call" || got.at("response", "result", "structuredContent") == nil {
		t.Errorf("exchange: %s", got.body)
	}
	wrong := ann.do("POST", app+"/test", `{"arguments":{"message":5}}`).is(200)
	if wrong.at("response", "result", "isError") != true || !strings.Contains(wrong.body, "must be a string, not a number") {
		t.Errorf("wrong arguments: %s", wrong.body)
	}
	w.call("try-me", "search_products").is(404)
	ann.do("POST", app+"/publish", nil).is(200)
	ann.do("POST", app+"/test", `{"arguments":{"message":"hi"},"release":"live"}`).is(200)
	w.call("try-me", "search_products").is(200)

	w.served.flush(t)
	calls := ann.do("GET", app+"/calls", nil).is(200).lacks("hi", "12345678901234567890")
	if diff := cmp.Diff([]string{"builder", "builder", "builder"}, calls.column("client")[1:]); diff != "" {
		t.Errorf("clients (-want +got):\n%s\n%s", diff, calls.body)
	}
	if diff := cmp.Diff([]string{"ok", "ok", "invalid", "ok"}, calls.column("outcome")); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}
