package mcpedge

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"berth/platform/mcpedge/wire"
)

// request is one request of the corpus.
type request struct {
	slug, body string
	headers    []string
}

// corpus holds valid and invalid requests of both eras for every method.
func corpus() []request {
	var out []request
	add := func(slug, body string, headers []string) { out = append(out, request{slug, body, headers}) }
	both := func(slug, id, method, name, params string) {
		body, headers := modern(id, method, name, params)
		add(slug, body, headers)
		body, headers = legacy(id, method, params)
		add(slug, body, headers)
	}
	ids := []string{`1`, `"a"`, `"<é\u0001"`, `9007199254740993`, `-0.5e3`, `0`}
	for _, slug := range []string{"cards", "fixture", "shop"} {
		for _, id := range ids {
			both(slug, id, "tools/list", "", "")
		}
		for _, method := range []string{"server/discover", "resources/list", "resources/templates/list", "prompts/list", "ping", "initialize", "logging/setLevel", "nope", "completion/complete", "resources/subscribe", "tasks/list"} {
			both(slug, "1", method, "", "")
			both(slug, "1", method, "", `"cursor":"x"`)
			both(slug, "1", method, "", `"level":"info","name":5`)
		}
		both(slug, "2", "tools/list", "", `"cursor":null`)
		both(slug, "2", "tools/list", "", `"extra":{"deep":[1,2,{"a":null}]}`)
		both(slug, "2", "resources/read", "ui://nope", `"uri":"ui://nope"`)
		both(slug, "2", "resources/read", "x", `"uri":7`)
		both(slug, "2", "prompts/get", "greet", `"name":"greet","arguments":{"who":"<me>"}`)
		both(slug, "2", "prompts/get", "greet", `"name":"greet"`)
		both(slug, "2", "prompts/get", "nope", `"name":"nope"`)
		both(slug, "2", "tools/call", "nope", `"name":"nope","arguments":{}`)
		both(slug, "2", "tools/call", "", `"arguments":{}`)
		both(slug, "2", "tools/call", "show_cards", `"name":"show_cards","arguments":[]`)
	}
	for _, args := range []string{`{"message":"hi"}`, `{"message":"hi","context":{"a":[1,"x"]}}`, `{"message":5}`, `{}`, `{"message":"hi","context":3,"other":1}`, `{"message":"\ud800"}`, `{"mess\u0061ge":"hi"}`, ` {"message" : "hi" } `} {
		both("cards", "3", "tools/call", "show_cards", `"name":"show_cards","arguments":`+args)
	}
	for _, tool := range []string{"show_cards", "cakes", "hours", "stock", "price", "orders"} {
		for _, args := range []string{`{"message":"hi"}`, `{}`, `{"vegan":true}`, `{"vegan":"yes","colour":1}`} {
			both("shop", "3", "tools/call", tool, `"name":"`+tool+`","arguments":`+args)
		}
	}
	for _, uri := range []string{"ui://widget/shop.html", "ui://widget/shop/cakes.html", "ui://shop/tool.cakes@abababababababab.html", "ui://shop/tool.cakes@0000000000000000.html"} {
		both("shop", "4", "resources/read", uri, fmt.Sprintf(`"uri":%q`, uri))
	}
	both("cards", "3", "tools/call", "show_cards", `"name":"show_cards"`)
	both("cards", "3", "tools/call", "show_cards", `"name":"show\u005fcards","arguments":{"message":"x"}`)
	both("cards", "3", "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":"x"},"task":{}`)
	both("cards", "3", "tools/call", "other", `"name":"show_cards","arguments":{"message":"x"}`)
	both("cards", "3", "tools/call", "=?base64?c2hvd19jYXJkcw==?=", `"name":"show_cards","arguments":{"message":"x"}`)
	for _, uri := range []string{"ui://widget/cards.html", "ui://cards/widget@abababababababab.html", "ui://cards/widget@0000000000000000.html", "ui://cards/widget@x"} {
		both("cards", "4", "resources/read", uri, fmt.Sprintf(`"uri":%q`, uri))
	}
	for _, args := range []string{`{"text":"hi"}`, `{"text":"<&>\u2028"}`, `{"text":"toolong"}`, `{"n":1.5}`, `{"text":"a","n":9007199254740993}`} {
		both("fixture", "5", "tools/call", "echo", `"name":"echo","arguments":`+args)
	}
	for _, name := range []string{"panics", "fails", "ask", "sampling", "header", "whoami"} {
		both("fixture", "6", "tools/call", name, fmt.Sprintf(`"name":%q,"arguments":{}`, name))
		both("fixture", "6", "tools/call", name, fmt.Sprintf(`"name":%q`, name))
	}
	for _, raw := range []string{``, `{`, `[]`, `null`, `"x"`, `{"jsonrpc":"1.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1}`, `{"jsonrpc":"2.0","id":1,"method":5}`, `{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, `{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1,"method":"ping","extra":1}`, `{"jsonrpc":"2.0","id":1,"METHOD":"tools/list","method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_cards","Name":"other","arguments":{"message":"x"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_META":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"param\u017f\":{\"x\":1}}",
		`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":5}}`, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_cards","arguments":` + strings.Repeat(`{"a":`, 200) + `1` + strings.Repeat(`}`, 200) + `}}`} {
		add("cards", raw, nil)
		add("cards", raw, []string{"MCP-Protocol-Version", "2025-11-25"})
		add("cards", raw, []string{"MCP-Protocol-Version", "2026-07-28"})
		add("cards", raw, []string{"MCP-Protocol-Version", "2027-01-01"})
		add("cards", raw, []string{"MCP-Protocol-Version", "1999-01-01"})
	}
	return out
}

func (b *bundle) serve(q request) (int, string) {
	r := httptest.NewRequest("POST", "http://127.0.0.1:3001/servers/"+q.slug+"/mcp", strings.NewReader(q.body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i+1 < len(q.headers); i += 2 {
		r.Header.Set(q.headers[i], q.headers[i+1])
	}
	w := httptest.NewRecorder()
	router := chi.NewRouter()
	b.edge.Routes(router)
	router.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// TestCompiledAnswersEqualMCPGo sends every request twice, with and without compiled answers: both must agree to the byte.
func TestCompiledAnswersEqualMCPGo(t *testing.T) {
	t.Parallel()
	fast, slow := setup(t), setup(t)
	slow.edge.compiling = false
	compiled := 0
	for _, q := range corpus() {
		for range 2 { // the second time from what the first one compiled
			code, body := fast.serve(q)
			wantCode, want := slow.serve(q)
			if strings.HasPrefix(body, "{") && !json.Valid([]byte(body)) {
				t.Errorf("%s %s\nis answered with what is not JSON: %.300s", q.slug, q.body, body)
			}
			if q.sealed() {
				continue // a sealed state differs by its nonce
			}
			if code != wantCode || body != want {
				t.Errorf("%s %v\n%s\ncompiled %d %s\n  mcp-go %d %s", q.slug, q.headers, q.body, code, body, wantCode, want)
			}
		}
	}
	for _, a := range []string{"cards", "fixture", "shop"} {
		app, err := fast.edge.catalog.Lookup(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		compiled += len(app.answers)
	}
	if compiled < 25 {
		t.Errorf("only %d answers were compiled: the comparison compares nothing", compiled)
	}
}

func (q request) sealed() bool { return strings.Contains(q.body, `"name":"ask"`) }

// FuzzCompiledAnswersEqualMCPGo looks for a body on which both paths differ.
func FuzzCompiledAnswersEqualMCPGo(f *testing.F) {
	for _, q := range corpus() {
		f.Add(q.slug == "cards", len(q.headers) > 0 && q.headers[1] == "2026-07-28", q.body)
	}
	f.Fuzz(func(t *testing.T, onCards, isModern bool, body string) {
		q := request{slug: "fixture", body: body, headers: []string{"MCP-Protocol-Version", "2025-11-25"}}
		if onCards {
			q.slug = "cards"
		}
		if isModern {
			m, _ := wire.ParseMessage([]byte(body))
			name := m.Name
			if m.URI != "" {
				name = m.URI
			}
			if strings.ContainsAny(m.Method+name, "\r\n\x00") {
				return
			}
			q.headers = []string{"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", m.Method, "Mcp-Name", name}
		}
		if strings.Contains(body, "wait") || strings.Contains(body, "ask") || strings.Contains(body, "progress") {
			return
		}
		fast, slow := setup(t), setup(t)
		slow.edge.compiling = false
		for range 2 {
			code, got := fast.serve(q)
			wantCode, want := slow.serve(q)
			if code != wantCode || got != want {
				t.Fatalf("compiled %d %s\nmcp-go %d %s", code, got, wantCode, want)
			}
		}
	})
}
