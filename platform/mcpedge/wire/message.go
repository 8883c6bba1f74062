package wire

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"
)

// Message is one JSON-RPC message, taken apart once. The slices point into the body.
type Message struct {
	ID     []byte // raw JSON, nil for a notification
	Method string
	Params []byte // raw JSON object, nil when absent
	Reply  bool   // a response to a request of ours, which a stateless server never makes

	Name, URI     string // params.name, params.uri
	Arguments     []byte // params.arguments, a raw object, nil when absent
	Values        int    // how many values and keys params holds
	ArgumentsLost bool   // params.arguments is there but is not an object
	Meta          Meta
	// Known reports that params holds only name, uri, arguments and _meta, so that the compiled path may answer it.
	Known bool
}

// Meta is what the platform reads from a request's _meta.
type Meta struct {
	Raw           []byte
	Version       string // io.modelcontextprotocol/protocolVersion, "" when absent or no string
	Capabilities  []byte
	ClientInfo    []byte
	LogLevel      string
	ProgressToken []byte
	Subject       string // openai/subject
}

// Versions are the protocol versions served, newest first.
var Versions = []string{mcp.ProtocolVersion20260728, mcp.ProtocolVersion20251125, mcp.ProtocolVersion20250618, mcp.ProtocolVersion20250326}

// The members that mcp-go reads. It accepts them in any case, as encoding/json does. We accept one spelling, so that no
// program between the client and us can be made to read another message than we do.
var (
	envelopeNames = []string{"jsonrpc", "id", "method", "params", "result", "error"}
	paramsNames   = []string{"name", "arguments", "_meta", "uri", "cursor", "task", "inputResponses", "requestState", "level", "protocolVersion",
		"capabilities", "clientInfo", "ref", "argument", "context", "notifications", "requestId", "reason"}
)

// parser takes a message apart in one pass.
type parser struct {
	scanner
	m       *Message
	version []byte // jsonrpc
	method  []byte
	hasID   bool
	result  bool
	where   string // where the problem is: "", "params" or "_meta"
}

// ParseMessage takes one message apart. The body must be one JSON object in UTF-8; a member may occur once, so that
// no two readers of the same message can disagree about it. The id is set in the message even when an error comes
// with it, so that the error can name it.
func ParseMessage(body []byte) (*Message, *Error) {
	m := &Message{}
	return m, m.Parse(body, nil)
}

// Parse fills the message with what is in body. It calls rest, unless that is nil, after each few kilobytes.
func (m *Message) Parse(body []byte, rest func()) *Error {
	*m = Message{Known: true}
	if !utf8.Valid(body) {
		return Malformed()
	}
	p := parser{scanner: scanner{b: body, rest: rest}, m: m}
	isObject := p.space() == '{'
	ok := isObject && p.object(envelopeNames, p.envelope) || !isObject && p.value()
	if !ok && !p.tooDeep {
		*m = Message{}
		return Malformed()
	}
	if p.space(); p.i < len(p.b) {
		*m = Message{}
		return Malformed()
	}
	return p.verdict(isObject)
}

func (p *parser) verdict(isObject bool) *Error {
	m := p.m
	if p.hasID && !ValidID(m.ID) {
		m.ID = nil
		return InvalidRequest("Invalid request: id must be a string or a number.")
	}
	var ok bool
	switch {
	case !isObject:
		return InvalidRequest("Invalid request: the body must be one JSON-RPC object.")
	case p.problem != "" && p.where == "params":
		return InvalidParams("Invalid params: " + p.problem + ".")
	case p.problem != "" && p.where == "_meta":
		return InvalidParams("Invalid params: _meta: " + p.problem + ".")
	case p.problem != "":
		return InvalidRequest("Invalid request: " + p.problem + ".")
	case string(p.version) != `"2.0"`:
		return InvalidRequest(`Invalid request: jsonrpc must be "2.0".`)
	case p.method == nil && p.result:
		m.Reply = true
		return nil
	}
	if m.Method, ok = commonText(p.method); !ok || m.Method == "" {
		return InvalidRequest("Invalid request: method must be a string.")
	}
	if m.Params != nil && m.Params[0] != '{' {
		m.Params = nil
		return InvalidParams("Invalid params: params must be an object.")
	}
	if m.Meta.Raw != nil && m.Meta.Raw[0] != '{' {
		return InvalidParams("Invalid params: _meta must be an object.")
	}
	return nil
}

// take consumes the value at i and returns it.
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
		m.ID, ok = p.take()
	case "method":
		p.method, ok = p.take()
	case "params":
		before := p.values
		if first == '{' {
			m.Params, ok = p.within("params", paramsNames, p.param)
		} else {
			m.Params, ok = p.take()
		}
		m.Values = p.values - before
	case "result", "error":
		p.result = true
		ok = p.value()
	default:
		m.Known = false
		ok = p.value()
	}
	return ok
}

func (p *parser) param(key []byte, first byte) (ok bool) {
	m := p.m
	switch string(key) {
	case "name":
		m.Name, ok = p.text()
	case "uri":
		m.URI, ok = p.text()
	case "arguments":
		var raw []byte
		raw, ok = p.take()
		if first == '{' {
			m.Arguments = raw
		} else if string(raw) != "null" {
			m.ArgumentsLost, m.Known = true, false
		}
	case "_meta":
		if first == '{' {
			m.Meta.Raw, ok = p.within("_meta", nil, p.metaMember)
		} else {
			m.Meta.Raw, ok = p.take()
		}
	default:
		m.Known = false
		ok = p.value()
	}
	return ok
}

// text consumes the value at i. A value that is not a string keeps the message from the compiled path.
func (p *parser) text() (string, bool) {
	raw, ok := p.take()
	s, isString := Text(raw)
	p.m.Known = p.m.Known && isString
	return s, ok
}

func (p *parser) metaMember(key []byte, _ byte) bool {
	raw, ok := p.take()
	if !ok {
		return false
	}
	t := &p.m.Meta
	switch string(key) {
	case mcp.MetaKeyProtocolVersion:
		t.Version, _ = commonText(raw)
	case mcp.MetaKeyClientCapabilities:
		t.Capabilities = raw
	case mcp.MetaKeyClientInfo:
		t.ClientInfo = raw
	case mcp.MetaKeyLogLevel:
		t.LogLevel, _ = Text(raw)
	case "progressToken":
		if ValidID(raw) {
			t.ProgressToken = raw
		}
	case "openai/subject":
		t.Subject, _ = Text(raw)
	}
	return true
}

// common maps raw strings that most messages hold to their decoded texts.
var common = func() map[string]string {
	all := map[string]string{}
	for _, s := range append([]string{string(mcp.MethodToolsCall), string(mcp.MethodToolsList), string(mcp.MethodResourcesList),
		string(mcp.MethodResourcesRead), string(mcp.MethodServerDiscover), string(mcp.MethodInitialize), string(mcp.MethodPing)}, Versions...) {
		all[strconv.Quote(s)] = s
	}
	return all
}()

// commonText is Text, but does not copy common strings.
func commonText(raw []byte) (string, bool) {
	if s, ok := common[string(raw)]; ok {
		return s, true
	}
	return Text(raw)
}

// Canonical returns the message as it is passed to mcp-go: only the members that JSON-RPC knows, and an id that mcp-go's
// numbers can hold; the answer gets the client's own id. Only the messages of a subscription repeat the id.
func (m *Message) Canonical() []byte {
	id := []byte("0")
	if m.Method == string(mcp.MethodSubscriptionsListen) {
		id = m.ID
	}
	method, _ := json.Marshal(m.Method) // a string always encodes
	out := make([]byte, 0, len(m.Params)+len(method)+64)
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	out = append(out, id...)
	out = append(out, `,"method":`...)
	out = append(out, method...)
	if m.Params != nil {
		out = append(out, `,"params":`...)
		out = append(out, m.Params...)
	}
	return append(out, '}')
}

// Lacks says what a request that names something must hold and does not, "" for nothing.
func (m *Message) Lacks() string {
	switch {
	case m.Method == string(mcp.MethodToolsCall) && m.Name == "":
		return "name must be the name of a tool"
	case m.Method == string(mcp.MethodPromptsGet) && m.Name == "":
		return "name must be the name of a prompt"
	case m.Method == string(mcp.MethodResourcesRead) && m.URI == "":
		return "uri must be the URI of a resource"
	}
	return ""
}

// ValidID reports whether raw is a JSON string or number, which is what MCP allows for ids and progress tokens.
func ValidID(raw []byte) bool {
	return len(raw) > 0 && (raw[0] == '"' || raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9')
}

// Object returns the call's arguments, an empty object when there are none.
func (m *Message) Object() []byte {
	if m.Arguments == nil {
		return []byte("{}")
	}
	return m.Arguments
}
