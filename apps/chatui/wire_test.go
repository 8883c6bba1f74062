package chatui_test

import (
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/apps/chatui"
	"berth/platform/appkit/transcript"
	"berth/platform/schema"
	"berth/platform/store/storetest"
	"berth/test/served"
	"berth/test/shipped"
)

var update = flag.Bool("update", false, "write the responses into the transcripts")

func serve(t *testing.T) *served.Server {
	t.Helper()
	s := storetest.Open(t)
	return served.App(t, served.Options{App: chatui.New(), Store: s, Owner: storetest.Person(t, s, "ada@example.com")})
}

func TestTranscripts(t *testing.T) {
	t.Parallel()
	transcript.Run(t, "testdata/*.txtar", *update, func(t *testing.T) transcript.Options {
		s := serve(t)
		return transcript.Options{Send: s.Send, Vars: s.Documents, Times: []string{"timestamp", "generatedAt"}}
	})
}

// TestWidgetsAreRead reads all nine in both eras: each is a document of the host's kind with the _meta of the document.
func TestWidgetsAreRead(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, v := range chatui.New().Manifest().Views {
		for _, era := range []string{"2025-11-25", "2026-07-28"} {
			message := `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"` + v.URI + `","_meta":{` +
				`"io.modelcontextprotocol/protocolVersion":"` + era + `","io.modelcontextprotocol/clientCapabilities":{}}}}`
			status, body := s.Send(t, []byte(message), map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
				"MCP-Protocol-Version": era, "Mcp-Method": "resources/read", "Mcp-Name": v.URI})
			var answer struct {
				Result struct {
					Contents []struct {
						URI, MIMEType, Text string
						Meta                map[string]any `json:"_meta"`
					}
				}
			}
			if err := json.Unmarshal(body, &answer); err != nil || status != http.StatusOK || len(answer.Result.Contents) != 1 {
				t.Fatalf("%s in %s: %d, %v, %.300s", v.URI, era, status, err, body)
			}
			page := answer.Result.Contents[0]
			if page.URI != v.URI || page.MIMEType != "text/html+skybridge" || !strings.HasPrefix(page.Text, "<!doctype html>") {
				t.Errorf("%s in %s: %s, %s, %.100s", v.URI, era, page.URI, page.MIMEType, page.Text)
			}
			delete(page.Meta, "ui") // of MCP Apps, which the transcript resources shows
			delete(page.Meta, "openai/ui")
			want := map[string]any{"openai/widgetPrefersBorder": true, "openai/widgetDescription": v.Description, "openai/widgetCSP": map[string]any{
				"connect_domains": []any{}, "resource_domains": []any{"web-sandbox.oaiusercontent.com"}}}
			if diff := cmp.Diff(want, page.Meta); diff != "" || v.Description == "" {
				t.Errorf("_meta of %s in %s (-want +got):\n%s", v.URI, era, diff)
			}
		}
	}
}

// TestPagesWithoutAHost: each widget has a page with data that its layout can show and that its tool could return.
func TestPagesWithoutAHost(t *testing.T) {
	t.Parallel()
	s, m := serve(t), chatui.New().Manifest()
	layouts := shipped.Layouts(t)
	for _, v := range m.Views {
		layout, _ := layouts.Layout(v.Layout)
		schemas := map[string]json.RawMessage{"layout " + layout.Name: layout.DataSchema}
		for _, tool := range m.Tools {
			if tool.View == v.Name {
				schemas["tool "+tool.Name] = tool.Output
			}
		}
		for name, raw := range schemas {
			fits, err := schema.Compile(raw)
			if err != nil {
				t.Fatal(err)
			}
			if problems := fits.Validate(v.Sample); len(problems) > 0 {
				t.Errorf("the sample of %s is nothing for %s: %v", v.Name, name, problems)
			}
		}
		status, page := get(t, s.URL+"/ui/"+v.Layout+".html")
		_, config, _ := strings.Cut(page, `<script type="application/json" id="app-config">`)
		config, _, _ = strings.Cut(config, "</script>")
		var shown struct{ Data any }
		var want any
		if err := json.Unmarshal([]byte(config), &shown); err != nil || status != http.StatusOK {
			t.Fatalf("%s: %d, %v, %q", v.Name, status, err, config)
		}
		if err := json.Unmarshal(v.Sample, &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, shown.Data); diff != "" {
			t.Errorf("the page of %s (-sample +shown):\n%s", v.Name, diff)
		}
	}
	if status, _ := get(t, s.URL+"/ui/pizzaz-table.html"); status != http.StatusNotFound {
		t.Errorf("a page by the view's name: %d, want 404", status)
	}
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }() // what was read is judged
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(raw)
}
