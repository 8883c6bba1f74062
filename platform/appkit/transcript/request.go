package transcript

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// era is a family of protocol versions: modern ones (2026-07-28 and later) are stateless.
type era string

const (
	legacy era = "legacy"
	modern era = "modern"
)

var eras = [...]era{legacy, modern}

func (e era) version() string {
	if e == modern {
		return "2026-07-28"
	}
	return "2025-11-25"
}

// session is one playing of a transcript in one era.
type session struct {
	Options
	era
	id int

	numbers  map[string]string // name → number met
	names    map[string]string // key's name and number → name
	count    map[string]int    // by key's name
	literals map[string]bool   // numbers that requests hold as such
}

func newSession(o Options, e era) *session {
	return &session{Options: o, era: e, numbers: map[string]string{}, names: map[string]string{}, count: map[string]int{}, literals: map[string]bool{}}
}

// message is a request in the neutral form of transcripts.
type message struct {
	Method string         `json:"method"`
	Params map[string]any `json:"params"`
}

// play sends the step's request and returns the response in the neutral form.
func (s *session) play(t *testing.T, step step) string {
	t.Helper()
	m, headers, err := s.compose(string(step.request.Data), step.request.Name)
	if err != nil {
		t.Fatalf("%s: %v", step.request.Name, err)
	}
	s.id++
	wire, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": s.id, "method": m.Method, "params": m.Params})
	if err != nil {
		t.Fatalf("%s: %v", step.request.Name, err)
	}
	status, body := s.Send(t, wire, headers)
	return s.neutral(status, body)
}

// compose makes the message of a section: its name says what and as whom, its data the rest.
func (s *session) compose(data, name string) (message, map[string]string, error) {
	what, person, named := strings.Cut(name, " as ")
	kind, tool, _ := strings.Cut(what, " ")
	given, err := decode(data)
	if err != nil {
		return message{}, nil, err
	}
	if given, err = s.fill(given); err != nil {
		return message{}, nil, err
	}
	object, ok := given.(map[string]any)
	if !ok {
		return message{}, nil, fmt.Errorf("the request is no JSON object")
	}
	m := message{Method: "tools/call", Params: map[string]any{"name": tool, "arguments": object}}
	if kind == "request" {
		method, _ := object["method"].(string)
		params, _ := object["params"].(map[string]any)
		m = message{method, maps.Clone(params)}
	}
	if m.Params == nil {
		m.Params = map[string]any{}
	}
	headers := map[string]string{}
	if named {
		if headers, ok = s.As[person]; !ok {
			return message{}, nil, fmt.Errorf("nobody is called %q", person)
		}
		headers = maps.Clone(headers)
	}
	s.dress(&m, headers)
	return m, headers, nil
}

// dress adds what the era requires in _meta and headers (specification 2026-07-28, basic/transports).
func (s *session) dress(m *message, headers map[string]string) {
	headers["Content-Type"] = "application/json"
	headers["Accept"] = "application/json, text/event-stream"
	headers["MCP-Protocol-Version"] = s.version()
	if s.era == legacy {
		return
	}
	meta := map[string]any{
		"io.modelcontextprotocol/protocolVersion":    s.version(),
		"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "transcript", "version": "1"},
		"io.modelcontextprotocol/clientCapabilities": map[string]any{},
	}
	if own, ok := m.Params["_meta"].(map[string]any); ok {
		maps.Copy(meta, own)
	}
	m.Params["_meta"] = meta
	headers["Mcp-Method"] = m.Method
	switch m.Method {
	case "tools/call", "prompts/get":
		headers["Mcp-Name"] = headerValue(m.Params["name"])
	case "resources/read":
		headers["Mcp-Name"] = headerValue(m.Params["uri"])
	}
}

// headerValue encodes what does not go into a header as it is.
func headerValue(v any) string {
	s, _ := v.(string)
	for _, r := range s {
		if r < ' ' || r > '~' {
			return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(s)) + "?="
		}
	}
	return s
}

var (
	placeholder = regexp.MustCompile(`\$\{([^}]+)\}`)
	repetition  = regexp.MustCompile(`^(.+)\*(\d+)$`)
)

// fill replaces the placeholders of a request. A number met before stays one when it is all of the string.
func (s *session) fill(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			if v[k], err = s.fill(v[k]); err != nil {
				return nil, err
			}
		}
	case []any:
		for i := range v {
			if v[i], err = s.fill(v[i]); err != nil {
				return nil, err
			}
		}
	case json.Number:
		s.literals[string(v)] = true
	case string:
		if m := placeholder.FindStringSubmatch(v); m != nil && m[0] == v {
			if n, ok := s.numbers[m[1]]; ok {
				return json.Number(n), nil
			}
		}
		filled := placeholder.ReplaceAllStringFunc(v, func(p string) string {
			name := p[2 : len(p)-1]
			if value, ok := s.Vars[name]; ok {
				return value
			}
			if r := repetition.FindStringSubmatch(name); r != nil {
				if n, _ := strconv.Atoi(r[2]); n <= 1<<20 {
					return strings.Repeat(r[1], n)
				}
			}
			err = fmt.Errorf("%s stands for nothing yet", p)
			return p
		})
		return filled, err
	}
	return v, nil
}
