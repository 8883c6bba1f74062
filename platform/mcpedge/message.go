package mcpedge

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"
)

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

// The members that mcp-go reads. It takes them in any case, as encoding/json does; we take one spelling, so that nobody
// between us and the client can be made to read another message than we do.
var (
	envelopeNames = []string{"jsonrpc", "id", "method", "params", "result", "error"}
	paramsNames   = []string{"name", "arguments", "_meta", "uri", "cursor", "task", "inputResponses", "requestState", "level", "protocolVersion",
		"capabilities", "clientInfo", "ref", "argument", "context", "notifications", "requestId", "reason"}
)

// parser takes a message apart in one pass.
type parser struct {
	scanner
	m       *message
	version []byte // jsonrpc
	method  []byte
	hasID   bool
	result  bool
	where   string // of the problem: "", "params" or "_meta"
}

// parseMessage takes one message apart. The body must be one JSON object in UTF-8; a member may occur once, so that
// no two readers of the same message can disagree about it. The id is set in the message even when an error comes
// with it, so that the error can name it.
func parseMessage(body []byte) (*message, *rpcError) {
	m := &message{}
	return m, m.parse(body)
}

// parse fills the message with what is in body.
func (m *message) parse(body []byte) *rpcError {
	*m = message{known: true}
	if !utf8.Valid(body) {
		return malformed()
	}
	p := parser{scanner: scanner{b: body}, m: m}
	isObject := p.space() == '{'
	ok := isObject && p.object(envelopeNames, p.envelope) || !isObject && p.value()
	if !ok && !p.tooDeep {
		*m = message{}
		return malformed()
	}
	if p.space(); p.i < len(p.b) {
		*m = message{}
		return malformed()
	}
	return p.verdict(isObject)
}

func malformed() *rpcError {
	return &rpcError{status: 400, code: mcp.PARSE_ERROR, message: "Parse error: the body is not valid JSON in UTF-8."}
}

func (p *parser) verdict(isObject bool) *rpcError {
	m := p.m
	if p.hasID && !validID(m.id) {
		m.id = nil
		return invalidRequest("Invalid request: id must be a string or a number.")
	}
	var ok bool
	switch {
	case !isObject:
		return invalidRequest("Invalid request: the body must be one JSON-RPC object.")
	case p.problem != "" && p.where == "params":
		return invalidParams("Invalid params: " + p.problem + ".")
	case p.problem != "" && p.where == "_meta":
		return invalidParams("Invalid params: _meta: " + p.problem + ".")
	case p.problem != "":
		return invalidRequest("Invalid request: " + p.problem + ".")
	case string(p.version) != `"2.0"`:
		return invalidRequest(`Invalid request: jsonrpc must be "2.0".`)
	case p.method == nil && p.result:
		m.reply = true
		return nil
	}
	if m.method, ok = commonText(p.method); !ok || m.method == "" {
		return invalidRequest("Invalid request: method must be a string.")
	}
	if m.params != nil && m.params[0] != '{' {
		m.params = nil
		return invalidParams("Invalid params: params must be an object.")
	}
	if m.meta.raw != nil && m.meta.raw[0] != '{' {
		return invalidParams("Invalid params: _meta must be an object.")
	}
	return nil
}

// take consumes the value at i and answers it.
func (p *parser) take() ([]byte, bool) {
	start := p.i
	ok := p.value()
	return p.b[start:p.i], ok
}

// within walks an object and notes where its problem is.
func (p *parser) within(where string, names []string, visit func([]byte, byte) bool) ([]byte, bool) {
	start, before := p.i, p.problem
	p.depth++
	ok := p.object(names, visit)
	p.depth--
	if before == "" && p.problem != "" && p.where == "" {
		p.where = where
	}
	return p.b[start:p.i], ok
}

func (p *parser) envelope(key []byte, first byte) (ok bool) {
	m := p.m
	switch string(key) {
	case "jsonrpc":
		p.version, ok = p.take()
	case "id":
		p.hasID = true
		m.id, ok = p.take()
	case "method":
		p.method, ok = p.take()
	case "params":
		if first == '{' {
			m.params, ok = p.within("params", paramsNames, p.param)
		} else {
			m.params, ok = p.take()
		}
	case "result", "error":
		p.result = true
		ok = p.value()
	default:
		m.known = false
		ok = p.value()
	}
	return ok
}

func (p *parser) param(key []byte, first byte) (ok bool) {
	m := p.m
	switch string(key) {
	case "name":
		m.name, ok = p.text()
	case "uri":
		m.uri, ok = p.text()
	case "arguments":
		var raw []byte
		raw, ok = p.take()
		if first == '{' {
			m.arguments = raw
		} else if string(raw) != "null" {
			m.argumentsLost, m.known = true, false
		}
	case "_meta":
		if first == '{' {
			m.meta.raw, ok = p.within("_meta", nil, p.metaMember)
		} else {
			m.meta.raw, ok = p.take()
		}
	default:
		m.known = false
		ok = p.value()
	}
	return ok
}

// text consumes the value at i; one that is no string makes the message one that the compiled path leaves alone.
func (p *parser) text() (string, bool) {
	raw, ok := p.take()
	s, isString := text(raw)
	p.m.known = p.m.known && isString
	return s, ok
}

func (p *parser) metaMember(key []byte, _ byte) bool {
	raw, ok := p.take()
	if !ok {
		return false
	}
	t := &p.m.meta
	switch string(key) {
	case mcp.MetaKeyProtocolVersion:
		t.version, _ = commonText(raw)
	case mcp.MetaKeyClientCapabilities:
		t.capabilities = raw
	case mcp.MetaKeyClientInfo:
		t.clientInfo = raw
	case mcp.MetaKeyLogLevel:
		t.logLevel, _ = text(raw)
	case "progressToken":
		if validID(raw) {
			t.progressToken = raw
		}
	case "openai/subject":
		t.subject, _ = text(raw)
	}
	return true
}

// common are raw strings that most messages hold, decoded.
var common = func() map[string]string {
	all := map[string]string{}
	for _, s := range append([]string{string(mcp.MethodToolsCall), string(mcp.MethodToolsList), string(mcp.MethodResourcesList),
		string(mcp.MethodResourcesRead), string(mcp.MethodServerDiscover), string(mcp.MethodInitialize), string(mcp.MethodPing)}, versions...) {
		all[strconv.Quote(s)] = s
	}
	return all
}()

// commonText is text that makes no copy of what is common.
func commonText(raw []byte) (string, bool) {
	if s, ok := common[string(raw)]; ok {
		return s, true
	}
	return text(raw)
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
