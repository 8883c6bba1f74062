package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// The two eras of the protocol that are measured.
const (
	modern = "2026-07-28"
	legacy = "2025-11-25"
)

// ask is one MCP request of a scenario.
type ask struct {
	method string
	name   string // tool name or resource URI: Mcp-Name
	params string // members of params, without _meta
	token  string // bearer
}

const clientMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"},` +
	`"io.modelcontextprotocol/clientCapabilities":{"elicitation":{},"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}}`

// body returns the JSON-RPC request; the id is always written with idWidth digits.
func (a ask) body(era string, id int) string {
	params := a.params
	if era == modern {
		params = strings.Trim(params+","+clientMeta, ",")
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s}}`, id, a.method, params)
}

func (a ask) headers(era string) [][2]string {
	h := [][2]string{{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}, {"MCP-Protocol-Version", era}}
	if a.token != "" {
		h = append(h, [2]string{"Authorization", "Bearer " + a.token})
	}
	if era == modern {
		h = append(h, [2]string{"Mcp-Method", a.method})
		if a.name != "" {
			h = append(h, [2]string{"Mcp-Name", a.name})
		}
	}
	return h
}

// shot returns the whole HTTP request to path on addr.
func (a ask) shot(addr, path, era string, check checkFunc) *shot {
	body := a.body(era, firstID)
	var b bytes.Buffer
	fmt.Fprintf(&b, "POST %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: bench\r\nContent-Length: %d\r\n", path, addr, len(body))
	for _, h := range a.headers(era) {
		fmt.Fprintf(&b, "%s: %s\r\n", h[0], h[1])
	}
	b.WriteString("\r\n")
	s := &shot{id: b.Len() + len(`{"jsonrpc":"2.0","id":`), check: check}
	b.WriteString(body)
	s.raw = b.Bytes()
	return s
}

// response is a JSON-RPC response.
type response struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// result returns the result of one whole, decoded answer, or an error that says why it is none.
func result(body []byte) (json.RawMessage, error) {
	var r response
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("decode answer: %w: %.200s", err, body)
	}
	var failed struct {
		IsError bool `json:"isError"`
	}
	if err := json.Unmarshal(r.Result, &failed); err != nil || r.Error != nil || failed.IsError || r.ID < firstID {
		return nil, fmt.Errorf("not a result: %.300s", body)
	}
	return r.Result, nil
}

// once makes one request with a client that is not measured and returns the body after checking all of it.
func (a ask) once(ctx context.Context, url, era string) ([]byte, json.RawMessage, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(a.body(era, firstID)))
	if err != nil {
		return nil, nil, err
	}
	for _, h := range a.headers(era) {
		request.Header.Set(h[0], h[1])
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("%s %s: %s: %.300s", a.method, era, answer.Status, body)
	}
	got, err := result(body)
	return body, got, err
}

var resultFollows = []byte(`,"result":{`)

// answers returns a check that an answer is a result for the request's id without an error that names the slug, if any,
// and no other one; it decodes every 64th as a whole. With want, each answer must also equal want byte for byte, except for the id.
func answers(want []byte) checkFunc {
	const head = len(`{"jsonrpc":"2.0","id":`)
	return func(body, id []byte, slug string, nth int) error {
		switch {
		case len(body) < head+idWidth || !bytes.Equal(body[head:head+idWidth], id):
			return fmt.Errorf("not the answer to %s: %.200s", id, body)
		case !bytes.HasPrefix(body[head+idWidth:], resultFollows):
			return fmt.Errorf("not a result: %.300s", body)
		case want != nil && !bytes.Equal(body[head+idWidth:], want[head+idWidth:]):
			return fmt.Errorf("not the answer of before: %.300s", body)
		case want == nil && bytes.Contains(body, []byte(`"isError":true`)):
			return fmt.Errorf("the tool failed: %.300s", body)
		case slug != "" && !(bytes.Contains(body, []byte(slug)) && bytes.Count(body, []byte(slug)) == bytes.Count(body, []byte(tenantPrefix))):
			return fmt.Errorf("not the answer of %s alone: %.300s", slug, body)
		case nth%64 == 0:
			_, err := result(body)
			return err
		}
		return nil
	}
}

// fixed returns a check of the floor's answer.
func fixed(size int) checkFunc {
	return func(body, _ []byte, _ string, _ int) error {
		if len(body) != size || body[0] != 'x' || body[size-1] != 'x' {
			return fmt.Errorf("not the floor's %d bytes: %.60s", size, body)
		}
		return nil
	}
}
