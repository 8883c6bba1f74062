package mcpedge

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"
)

// maxDepth bounds how deeply a message may nest.
const maxDepth = 128

// message is one JSON-RPC message, taken apart once. The slices point into the body.
type message struct {
	id     []byte // raw JSON, nil for a notification
	method string
	params []byte // raw JSON object, nil when absent
	reply  bool   // a response to a request of ours, which a stateless server never makes

	name, uri     string // params.name, params.uri
	arguments     []byte // params.arguments, a raw object, nil when absent
	argumentsLost bool   // params.arguments is there but is not an object
	meta          meta
	// known reports that params holds nothing but name, uri, arguments and _meta: the compiled path may answer it.
	known bool
}

// meta is what the platform reads of a request's _meta.
type meta struct {
	raw           []byte
	version       string // io.modelcontextprotocol/protocolVersion, "" when absent or no string
	capabilities  []byte
	clientInfo    []byte
	logLevel      string
	progressToken []byte
	subject       string // openai/subject
}

// rpcError is a JSON-RPC error with the HTTP status that carries it.
type rpcError struct {
	status  int
	code    int
	message string
	data    any
}

func invalidRequest(msg string) *rpcError {
	return &rpcError{status: 400, code: mcp.INVALID_REQUEST, message: msg}
}

func invalidParams(msg string) *rpcError {
	return &rpcError{status: 400, code: mcp.INVALID_PARAMS, message: msg}
}

// parseMessage takes one message apart. The body must be one JSON object in UTF-8; a member may occur once, so that
// no two readers of the same message can disagree about it. The id is set in the message even when an error comes
// with it, so that the error can name it.
func parseMessage(body []byte) (*message, *rpcError) {
	m := &message{known: true}
	if !utf8.Valid(body) || !json.Valid(body) {
		return m, &rpcError{status: 400, code: mcp.PARSE_ERROR, message: "Parse error: the body is not valid JSON in UTF-8."}
	}
	body = bytes.TrimLeft(body, " \t\r\n")
	if body[0] != '{' {
		return m, invalidRequest("Invalid request: the body must be one JSON-RPC object.")
	}
	var version, method, params []byte
	var hasID, hasResult bool
	problem := members(body, envelopeNames, func(key string, value []byte) {
		switch key {
		case "jsonrpc":
			version = value
		case "id":
			hasID, m.id = true, value
		case "method":
			method = value
		case "params":
			params = value
		case "result", "error":
			hasResult = true
		default:
			m.known = false
		}
	})
	if hasID && !validID(m.id) {
		m.id = nil
		return m, invalidRequest("Invalid request: id must be a string or a number.")
	}
	if problem != "" {
		return m, invalidRequest("Invalid request: " + problem + ".")
	}
	if string(version) != `"2.0"` {
		return m, invalidRequest(`Invalid request: jsonrpc must be "2.0".`)
	}
	if method == nil && hasResult {
		m.reply = true
		return m, nil
	}
	var ok bool
	if m.method, ok = text(method); !ok || m.method == "" {
		return m, invalidRequest("Invalid request: method must be a string.")
	}
	if params == nil {
		return m, nil
	}
	if params[0] != '{' {
		return m, invalidParams("Invalid params: params must be an object.")
	}
	m.params = params
	return m, m.parseParams()
}

func (m *message) parseParams() *rpcError {
	var metaRaw []byte
	problem := members(m.params, paramsNames, func(key string, value []byte) {
		var ok bool
		switch key {
		case "name":
			m.name, ok = text(value)
			m.known = m.known && ok
		case "uri":
			m.uri, ok = text(value)
			m.known = m.known && ok
		case "arguments":
			if value[0] == '{' {
				m.arguments = value
			} else if string(value) != "null" {
				m.argumentsLost, m.known = true, false
			}
		case "_meta":
			metaRaw = value
		default:
			m.known = false
		}
	})
	if problem != "" {
		return invalidParams("Invalid params: " + problem + ".")
	}
	if metaRaw == nil {
		return nil
	}
	if metaRaw[0] != '{' {
		return invalidParams("Invalid params: _meta must be an object.")
	}
	return m.parseMeta(metaRaw)
}

func (m *message) parseMeta(raw []byte) *rpcError {
	m.meta.raw = raw
	problem := members(raw, nil, func(key string, value []byte) {
		switch key {
		case mcp.MetaKeyProtocolVersion:
			m.meta.version, _ = text(value)
		case mcp.MetaKeyClientCapabilities:
			m.meta.capabilities = value
		case mcp.MetaKeyClientInfo:
			m.meta.clientInfo = value
		case mcp.MetaKeyLogLevel:
			m.meta.logLevel, _ = text(value)
		case "progressToken":
			if validID(value) {
				m.meta.progressToken = value
			}
		case "openai/subject":
			m.meta.subject, _ = text(value)
		}
	})
	if problem != "" {
		return invalidParams("Invalid params: _meta: " + problem + ".")
	}
	return nil
}

// canonical is the message as mcp-go is asked it: only the members that JSON-RPC knows, and an id that its numbers can
// hold; the answer gets the client's own one. Only a subscription's messages repeat the id.
func (m *message) canonical() []byte {
	id := []byte("0")
	if m.method == string(mcp.MethodSubscriptionsListen) {
		id = m.id
	}
	method, _ := json.Marshal(m.method) // a string always encodes
	out := make([]byte, 0, len(m.params)+len(method)+64)
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	out = append(out, id...)
	out = append(out, `,"method":`...)
	out = append(out, method...)
	if m.params != nil {
		out = append(out, `,"params":`...)
		out = append(out, m.params...)
	}
	return append(out, '}')
}

// validID reports whether raw is a JSON string or number: what MCP allows for ids and progress tokens.
func validID(raw []byte) bool {
	return len(raw) > 0 && (raw[0] == '"' || raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9')
}

// text decodes a raw JSON string.
func text(raw []byte) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1]), true
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

// The members that mcp-go reads. It takes them in any case, as encoding/json does; we take one spelling, so that nobody
// between us and the client can be made to read another message than we do.
var (
	envelopeNames = []string{"jsonrpc", "id", "method", "params", "result", "error"}
	paramsNames   = []string{"name", "uri", "arguments", "_meta", "cursor", "task", "inputResponses", "requestState", "level", "protocolVersion",
		"capabilities", "clientInfo", "ref", "argument", "context", "notifications", "requestId", "reason"}
)

// misspelt finds a member that differs from a known one in nothing but case.
func misspelt(key string, names []string) (name string, found bool) {
	for _, name := range names {
		if key != name && strings.EqualFold(key, name) {
			return name, true
		}
	}
	return "", false
}

// members walks the members of a raw JSON object that is known to be valid, and says what is wrong with it: a member
// that occurs twice, one that differs from one of names in case alone, or too deep a nesting.
func members(object []byte, names []string, visit func(key string, value []byte)) (problem string) {
	var seen [24]string
	keys := seen[:0]
	i := 1
	for {
		i = skipSpace(object, i)
		if object[i] == '}' {
			return ""
		}
		if object[i] == ',' {
			i = skipSpace(object, i+1)
		}
		end := skipString(object, i)
		key, _ := text(object[i:end])
		for _, k := range keys {
			if k == key {
				return "the member " + strconv.Quote(clip(key, 64)) + " occurs twice"
			}
		}
		if name, found := misspelt(key, names); found {
			return "the member " + strconv.Quote(clip(key, 64)) + " must be written " + strconv.Quote(name)
		}
		if len(keys) == 256 {
			return "it has more than 256 members"
		}
		keys = append(keys, key)
		i = skipSpace(object, end) + 1 // the colon
		i = skipSpace(object, i)
		end, ok := skipValue(object, i)
		if !ok {
			return "it is nested more than " + strconv.Itoa(maxDepth) + " levels deep"
		}
		visit(key, object[i:end])
		i = end
	}
}

func skipSpace(b []byte, i int) int {
	for b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r' {
		i++
	}
	return i
}

func skipString(b []byte, i int) int {
	for i++; ; i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

// skipValue answers the index behind the value at i, false when it nests too deeply.
func skipValue(b []byte, i int) (int, bool) {
	depth := 0
	for {
		switch b[i] {
		case '"':
			i = skipString(b, i)
		case '{', '[':
			if depth++; depth > maxDepth {
				return i, false
			}
			i++
			continue
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\t', '\n', '\r':
			i++
			continue
		default: // a number, true, false or null
			for i < len(b) && b[i] != ',' && b[i] != '}' && b[i] != ']' && b[i] != ' ' && b[i] != '\n' && b[i] != '\r' && b[i] != '\t' {
				i++
			}
		}
		if depth == 0 {
			return i, true
		}
	}
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
