package mcpedge

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"berth/platform/mcpedge/wire"
)

func TestBatch(t *testing.T) {
	t.Parallel()
	b := setup(t)
	batch := `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":"b","method":"nope"}]`
	status, answer, _ := b.post(t, "cards", batch, "MCP-Protocol-Version", "2025-03-26")
	var got []struct{ ID any }
	if err := json.Unmarshal([]byte(answer), &got); err != nil || status != 200 || len(got) != 2 {
		t.Errorf("%d %s", status, answer)
	}
	if status, _, _ := b.post(t, "cards", batch, "MCP-Protocol-Version", "2025-06-18"); status != 400 {
		t.Errorf("a batch of a later version: %d", status)
	}
}

func FuzzParseMessage(f *testing.F) {
	for _, q := range corpus() {
		f.Add([]byte(q.body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m, problem := wire.ParseMessage(body)
		malformed := problem != nil && problem.Code == -32700
		if valid := json.Valid(body) && utf8.Valid(body); valid == malformed && !strings.Contains(fmt.Sprint(problem), "nested") {
			t.Fatalf("valid JSON: %v, answer: %+v", valid, problem)
		}
		if problem == nil && !m.Reply && !json.Valid(m.Canonical()) {
			t.Fatalf("not canonical: %s", m.Canonical())
		}
		if m.ID != nil && !json.Valid(m.ID) {
			t.Fatalf("not an id: %q", m.ID)
		}
	})
}

// TestNoTwoReadersDisagree sends members that mcp-go would take in another case than ours.
func TestNoTwoReadersDisagree(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","Name":"panics","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":1,"METHOD":"tools/call","method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_META":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"whoami\",\"argument\u017f\":{}}}",
	} {
		if _, answer, _ := b.post(t, "fixture", body); !strings.Contains(answer, "must be written") {
			t.Errorf("%s\n%s", body, answer)
		}
	}
}

// TestBatchIsBounded asks for a large answer many times in one small request.
func TestBatchIsBounded(t *testing.T) {
	t.Parallel()
	const bound = 512 << 10 // about 90 times what was asked, and less than two of the largest answers by themselves
	b := setup(t)
	large := cards("large", 1)
	large.Manifest.Tools[0].Handler.Config = json.RawMessage(`{"data":{"items":["` + strings.Repeat("x", 43<<10) + `"]},"text":"x"}`)
	b.source.live["large"] = large
	one := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_cards","arguments":{"message":"x"}}}`
	status, answer, _ := b.post(t, "large", "["+strings.Repeat(one+",", maxBatch-1)+one+"]")
	var got []json.RawMessage
	if err := json.Unmarshal([]byte(answer), &got); err != nil || status != 200 || len(got) != maxBatch {
		t.Fatalf("%d, %d answers: %v", status, len(got), err)
	}
	if len(answer) > bound || !strings.Contains(answer, "too much at once") {
		t.Errorf("%d bytes", len(answer))
	}
}

// What clients of 2025-03-26 send when they connect fits in one batch.
func TestABatchOfAConnectingClient(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var batch []string
	for i, m := range []string{`"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`, `"tools/list"`, `"resources/list"`,
		`"resources/templates/list"`, `"prompts/list"`, `"resources/read","params":{"uri":"ui://widget/cards.html"}`, `"tools/call","params":{"name":"show_cards","arguments":{"message":"x"}}`} {
		batch = append(batch, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%s}`, i, m))
	}
	status, answer, _ := b.post(t, "cards", "["+strings.Join(batch, ",")+"]")
	var got []struct{ Result json.RawMessage }
	if err := json.Unmarshal([]byte(answer), &got); err != nil || status != 200 || len(got) != len(batch) {
		t.Fatalf("%d, %d answers: %v", status, len(got), err)
	}
	for i, g := range got {
		if len(g.Result) == 0 {
			t.Errorf("%s has no result: %.300s", batch[i], answer)
		}
	}
}
