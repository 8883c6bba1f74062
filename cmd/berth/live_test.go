package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"berth/platform"
	"berth/test/conformance"
)

// blocks returns the JSON of a section of docs/live.md.
func blocks(t *testing.T, section string) (found []string) {
	t.Helper()
	raw, err := os.ReadFile("../../docs/live.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(raw), "\n## "+section+"\n")
	if !ok {
		t.Fatalf("docs/live.md has no section %q", section)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	for {
		var block string
		if _, text, ok = strings.Cut(text, "```json\n"); !ok {
			return found
		}
		block, text, _ = strings.Cut(text, "```")
		found = append(found, block)
	}
}

// TestAskYourOwnAPI lives the first example of docs/live.md as it is written, but for the address: published by REST, called by
// the official clients and the Inspector.
func TestAskYourOwnAPI(t *testing.T) {
	t.Parallel()
	example := blocks(t, "Ask your own API")
	queries := make(chan string, 100)
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/stock" || r.Header.Get("Accept-Language") != "en" {
			t.Errorf("asked for %s with %v", r.URL, r.Header)
		}
		queries <- r.URL.RawQuery
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(example[1]))
	}))
	defer upstream.Close()
	host := upstream.Listener.Addr().String()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir(), "BERTH_EGRESS_ALLOW="+host)
	var a app
	body := json.RawMessage(strings.ReplaceAll(example[0], "https://api.example.com", upstream.URL))
	if status := p.rest("POST", "/apps", body, &a); status != http.StatusCreated {
		t.Fatalf("create the app: %d", status)
	}
	if status := p.rest("POST", "/apps/"+a.ID+"/publish", nil, &a); status != http.StatusOK {
		t.Fatalf("publish: %d", status)
	}
	status, answer := p.mcp(a.MCPSlug, "tools/call", "find_stock", `"name":"find_stock","arguments":{"message":"a lamp & more"}`)
	var got struct {
		Result struct {
			Content           []struct{ Text string }
			StructuredContent json.RawMessage
			IsError           bool
		}
	}
	if err := json.Unmarshal([]byte(answer), &got); status != http.StatusOK || err != nil || got.Result.IsError {
		t.Fatalf("%d %v %s", status, err, answer)
	}
	if !platform.SameJSON(sorted(t, got.Result.StructuredContent), sorted(t, []byte(example[2]))) {
		t.Errorf("answered %s, want %s", got.Result.StructuredContent, example[2])
	}
	if want := "1 in stock for “a lamp & more”."; got.Result.Content[0].Text != want {
		t.Errorf("%q, want %q", got.Result.Content[0].Text, want)
	}
	if query := <-queries; query != "limit=20&q=a+lamp+%26+more" {
		t.Errorf("asked for %s", query)
	}
	conformance.New(t, "../../test/conformance").Clients(t, p.url+"/servers/"+a.MCPSlug+"/mcp", "find_stock")
}

// sorted writes JSON with its names in order.
func sorted(t *testing.T, raw []byte) json.RawMessage {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
