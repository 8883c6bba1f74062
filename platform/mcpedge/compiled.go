package mcpedge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/appkit"
)

// answerKey names an answer that depends on the release alone.
type answerKey struct {
	method compiledMethod
	of     int32 // the tool that is called or the URI that is read, by its place in the app
	modern bool
}

// compiledMethod is a method whose answers may be compiled.
type compiledMethod uint8

const (
	notCompiled compiledMethod = iota
	discover
	ping
	listTools
	listResources
	listTemplates
	listPrompts
	readView
	callFixed
)

var methodNames = [...]mcp.MCPMethod{discover: mcp.MethodServerDiscover, ping: mcp.MethodPing, listTools: mcp.MethodToolsList,
	listResources: mcp.MethodResourcesList, listTemplates: mcp.MethodResourcesTemplatesList, listPrompts: mcp.MethodPromptsList,
	readView: mcp.MethodResourcesRead, callFixed: mcp.MethodToolsCall}

func compiledMethodOf(name string) compiledMethod {
	return compiledMethod(max(0, slices.Index(methodNames[:], mcp.MCPMethod(name))))
}

// compiled answers the message without mcp-go if the release alone decides it. done false means that the message has
// to take the other path; valid arguments are part of what is decided here.
func (x *exchange) compiled() (done bool) {
	m := x.message
	if !m.known || !x.edge.compiling {
		return false
	}
	key := answerKey{method: compiledMethodOf(m.method), modern: x.modern}
	switch key.method {
	case notCompiled:
		return false
	case discover:
		if !x.modern {
			return false
		}
	case ping:
		if x.modern {
			return false
		}
	case readView:
		if key.of = x.app.uri(m.uri); key.of < 0 {
			return false
		}
	case callFixed:
		return x.compiledCall()
	}
	got, err := x.compiledAnswer(key)
	if err != nil {
		return false // the other path words the error
	}
	x.writeAnswer(got)
	x.forgotten = true
	return true
}

// compiledCall answers a call of a tool whose result is fixed, or runs or refuses it without decoding the message again:
// mcp-go would decode it several times more, to have the same schema judge it.
func (x *exchange) compiledCall() (done bool) {
	m := x.message
	t := x.app.tool(m.name)
	if t == nil || t.headers {
		return false
	}
	result, outcome, refused := x.refusal(t)
	if t.fixed && !refused {
		if got, err := x.compiledAnswer(answerKey{method: callFixed, of: t.place, modern: x.modern}); err == nil {
			x.writeAnswer(got)
			x.record(t, platform.OutcomeOK)
			x.forgotten = true
			return true
		}
	}
	if !refused {
		x.outlast()
		result, outcome = x.run(t)
	}
	if x.problem != nil {
		x.fail(m.id, x.problem)
	} else {
		x.writeCallResult(result)
	}
	x.record(t, outcome)
	return true
}

// object is the call's arguments; none are an empty object.
func (m *message) object() []byte {
	if m.arguments == nil {
		return []byte("{}")
	}
	return m.arguments
}

// A view has two URIs, which are counted over all views.
func uriOf(view int) int32    { return int32(2 * view) }
func appURIOf(view int) int32 { return uriOf(view) + 1 }

// uri answers the place of a widget's URI, -1 when the app has none of that name.
func (a *app) uri(uri string) int32 {
	for i := range a.views {
		switch uri {
		case a.views[i].uri:
			return uriOf(i)
		case a.views[i].appURI:
			return appURIOf(i)
		}
	}
	return -1
}

// compiledAnswer finds a compiled answer, or compiles it by asking the release's own MCP server.
func (x *exchange) compiledAnswer(key answerKey) (*answer, error) {
	a := x.app
	a.mu.RLock()
	got := a.known(key)
	a.mu.RUnlock()
	if got != nil {
		return got, nil
	}
	got, err := a.compile(x.context(), key)
	if err != nil {
		return nil, err
	}
	got.answerKey = key
	a.mu.Lock()
	if a.known(key) == nil {
		a.answers = append(a.answers, got)
		a.bytes.Add(got.bytes())
	}
	a.mu.Unlock()
	a.edge.catalog.Resize(a.slug)
	return got, nil
}

// known answers the compiled answer, nil when there is none. a.mu is held.
func (a *app) known(key answerKey) *answer {
	for _, got := range a.answers {
		if got.answerKey == key {
			return got
		}
	}
	return nil
}

func (a *app) compile(ctx context.Context, key answerKey) (*answer, error) {
	r := a.release()
	p := a.pieces(r)
	if key.method == callFixed {
		return a.compileCall(ctx, r, p, key)
	}
	params := map[string]any{}
	var shared [][]byte
	var v *view
	switch key.method {
	case listTools:
		for i := range a.tools {
			shared = append(shared, a.tools[i].output, a.tools[i].input.text)
		}
	case readView:
		v = &a.views[key.of/2]
		if params["uri"] = v.uri; key.of%2 == 1 {
			params["uri"] = v.appURI
		}
	}
	result, err := r.ask(ctx, methodNames[key.method], params, key.modern)
	if err != nil {
		return nil, err
	}
	if v == nil {
		p.take(shared, result)
		return p.answer(), nil
	}
	page, err := a.edge.documents.get(ctx, v.document)
	if err != nil {
		return nil, err
	}
	head, tail, ok := bytes.Cut(result, page.quoted)
	if !ok {
		return nil, errors.New("the document does not stand in the answer")
	}
	p.take(nil, head)
	before := len(p.parts)
	p.take(nil, tail)
	around := p.answer()
	around.before = int32(before)
	return around, nil
}

// compileCall runs a fixed tool, as a native one is run. The arguments decide nothing: they have been validated. Nor does
// the caller, who may have hung up.
func (a *app) compileCall(ctx context.Context, r *release, p *pieces, key answerKey) (*answer, error) {
	t := &a.tools[key.of]
	result, outcome := a.edge.Runtime.Invoke(context.WithoutCancel(ctx), &r.Tools[t.place],
		appkit.Call{App: a.id, Slug: a.slug, Tool: t.name, Arguments: []byte("{}")})
	if outcome != platform.OutcomeOK {
		return nil, errors.New("the tool failed")
	}
	p.take([][]byte{t.data()}, appendResult(nil, r.info, a.withTemplate(t, result), key.modern))
	return p.answer(), nil
}

// ask puts a request to the release's own MCP server and answers the encoded result.
func (r *release) ask(ctx context.Context, method mcp.MCPMethod, params map[string]any, modern bool) ([]byte, error) {
	if params == nil {
		params = map[string]any{}
	}
	if modern {
		params["_meta"] = map[string]any{mcp.MetaKeyProtocolVersion: versions[0], mcp.MetaKeyClientCapabilities: struct{}{}}
	}
	request, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 0, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	switch response := r.handle(ctx, request, newSession()).(type) {
	case mcp.JSONRPCResponse:
		return encode(response.Result)
	case mcp.JSONRPCError:
		return nil, errors.New(response.Error.Message)
	}
	return nil, errors.New("no answer")
}

// encode is JSON without HTML escapes: widget documents travel a third smaller. mcp-go's own types escape inside, so
// the escapes are taken out afterwards; the text stays the same JSON value.
func encode(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return unescapeHTML(raw), nil
}

// unescapeHTML replaces \u003c, \u003e and \u0026 by the characters, in place.
func unescapeHTML(raw []byte) []byte {
	if !bytes.Contains(raw, []byte(`\u00`)) {
		return raw
	}
	out := raw[:0]
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 >= len(raw) {
			out = append(out, raw[i])
			continue
		}
		if i+5 < len(raw) && raw[i+1] == 'u' && raw[i+2] == '0' && raw[i+3] == '0' {
			c := byte(0)
			switch string(raw[i+4 : i+6]) {
			case "3c":
				c = '<'
			case "3e":
				c = '>'
			case "26":
				c = '&'
			}
			if c != 0 {
				out = append(out, c)
				i += 5
				continue
			}
		}
		out = append(out, raw[i], raw[i+1])
		i++
	}
	return out
}

// learned remembers what a client says of itself, since it says the same with every request: its declarations of
// capabilities that were found well formed, and its name. Safe for concurrent use.
type learned struct {
	mu    sync.RWMutex
	known map[string]struct{}
	names map[string]string // by raw clientInfo
}

// A declaration is remembered up to so many bytes, and so many of them.
const (
	learnedSize  = 4096
	learnedCount = 256
)

func newLearned() *learned {
	return &learned{known: map[string]struct{}{}, names: map[string]string{}}
}

// client answers the name in a raw clientInfo, "" when it has none.
func (l *learned) client(raw []byte) string {
	l.mu.RLock()
	name, ok := l.names[string(raw)]
	l.mu.RUnlock()
	if ok {
		return name
	}
	name, _ = clientInfo(raw)
	if len(raw) <= learnedSize {
		l.mu.Lock()
		if len(l.names) >= learnedCount {
			clear(l.names)
		}
		l.names[string(raw)] = strings.Clone(name)
		l.mu.Unlock()
	}
	return name
}

// capabilities reports whether raw is a well-formed io.modelcontextprotocol/clientCapabilities.
func (l *learned) capabilities(raw []byte) bool {
	if string(raw) == "{}" {
		return true
	}
	if len(raw) == 0 || raw[0] != '{' {
		return false
	}
	l.mu.RLock()
	_, ok := l.known[string(raw)]
	l.mu.RUnlock()
	if ok {
		return true
	}
	var caps mcp.ClientCapabilities
	if json.Unmarshal(raw, &caps) != nil {
		return false
	}
	if len(raw) <= learnedSize {
		l.mu.Lock()
		if len(l.known) >= learnedCount {
			clear(l.known)
		}
		l.known[string(raw)] = struct{}{}
		l.mu.Unlock()
	}
	return true
}
