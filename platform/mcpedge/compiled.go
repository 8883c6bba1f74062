package mcpedge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/mcpedge/memory"
	"berth/platform/mcpedge/wire"
)

// answer is a compiled answer with its key.
type answer struct {
	answerKey
	memory.Answer
}

// answerKey names an answer that depends only on the release.
type answerKey struct {
	method compiledMethod
	of     int32 // the tool that is called or the URI that is read, by its place in the app
	modern bool
	asks   bool // at the address that always asks, where the list of tools says so
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

// compiled answers the message without mcp-go if the answer depends only on the release. It returns false when mcp-go has
// to answer. It validates the arguments of calls.
func (x *exchange) compiled() (done bool) {
	m := x.message
	if !m.Known || !x.edge.compiling {
		return false
	}
	key := answerKey{method: compiledMethodOf(m.Method), modern: x.modern}
	switch key.method {
	case notCompiled:
		return false
	case discover:
		if !x.modern {
			return false
		}
	case listTools:
		key.asks = x.asksAlways()
	case ping:
		if x.modern {
			return false
		}
	case readView:
		if key.of = x.app.uri(m.URI); key.of < 0 {
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

// compiledCall answers a call of a tool whose result is fixed; other calls it runs or refuses without decoding the message
// again. mcp-go would decode it several more times and then check it against the same schema.
func (x *exchange) compiledCall() (done bool) {
	m := x.message
	t := x.app.tool(m.Name)
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
	switch {
	case x.problem != nil:
		x.fail(m.ID, x.problem)
	case x.task != nil:
		x.writeTask(x.task)
	default:
		x.writeCallResult(result)
	}
	x.record(t, outcome)
	return true
}

// A view has two URIs, which are counted over all views.
func uriOf(view int) int32    { return int32(2 * view) }
func appURIOf(view int) int32 { return uriOf(view) + 1 }

// uri returns the index of a widget's URI, -1 when the app has no such URI.
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
	got = &answer{answerKey: key}
	if err := a.compile(x.context(), got); err != nil {
		return nil, err
	}
	a.mu.Lock()
	if a.known(key) == nil {
		a.answers = append(a.answers, got)
		a.bytes.Add(got.Bytes())
	}
	a.mu.Unlock()
	a.edge.catalog.Resize(a.slug)
	return got, nil
}

// known returns the compiled answer, nil when there is none. The caller holds a.mu.
func (a *app) known(key answerKey) *answer {
	for _, got := range a.answers {
		if got.answerKey == key {
			return got
		}
	}
	return nil
}

// compile fills the answer to which its key belongs.
func (a *app) compile(ctx context.Context, out *answer) error {
	r, key := a.release(), out.answerKey
	p := a.pieces(r)
	if key.method == callFixed {
		return a.compileCall(ctx, r, p, out)
	}
	params := map[string]any{}
	var shared [][]byte
	var v *view
	switch key.method {
	case listTools:
		for i := range a.tools {
			shared = append(shared, a.tools[i].output, a.tools[i].input.Text)
		}
	case readView:
		v = &a.views[key.of/2]
		if params["uri"] = v.uri; key.of%2 == 1 {
			params["uri"] = v.appURI
		}
	}
	result, err := r.ask(ctx, methodNames[key.method], params, key.modern)
	if err != nil {
		return err
	}
	if key.method == listTools {
		result = a.withSchemes(r, result, key.asks)
	}
	if v == nil {
		p.Take(shared, result)
		p.Fill(&out.Answer)
		return nil
	}
	page, err := a.edge.documents.Get(ctx, v.document)
	if err != nil {
		return err
	}
	head, tail, ok := bytes.Cut(result, page.Quoted)
	if !ok {
		return errors.New("the document does not stand in the answer")
	}
	p.Take(nil, head)
	out.Before = int32(p.Len())
	p.Take(nil, tail)
	p.Fill(&out.Answer)
	return nil
}

// pieces returns an empty list of pieces for an answer of the app.
func (a *app) pieces(r *release) *memory.Pieces {
	words := []string{a.slug, r.Name, r.Description, r.Instructions}
	for _, s := range r.Scopes {
		words = append(words, s.Name)
	}
	for i := range r.Tools {
		words = append(words, r.Tools[i].Name, r.Tools[i].Title, r.Tools[i].Description)
	}
	for i := range r.Views {
		words = append(words, r.Views[i].Title, r.Views[i].Description, short(a.views[i].document))
		words = append(words, r.Views[i].CSP.Connect...)
		words = append(words, r.Views[i].CSP.Resource...)
	}
	return memory.NewPieces(a.edge.interned, words)
}

// compileCall runs a fixed tool as a native one is run. The result depends neither on the arguments, which have been
// validated, nor on the caller, who may have gone.
func (a *app) compileCall(ctx context.Context, r *release, p *memory.Pieces, out *answer) error {
	t := &a.tools[out.of]
	result, outcome := a.edge.Runtime.Invoke(context.WithoutCancel(ctx), &r.Tools[t.place],
		appkit.Call{Workspace: a.workspace, App: a.id, Slug: a.slug, Tool: t.name, Arguments: []byte("{}")})
	if outcome != platform.OutcomeOK {
		return errors.New("the tool failed")
	}
	p.Take([][]byte{t.data}, appendResult(nil, r.info, a.withTemplate(t, result), out.modern))
	p.Fill(&out.Answer)
	return nil
}

// ask sends a request to the release's own MCP server and returns the encoded result.
func (r *release) ask(ctx context.Context, method mcp.MCPMethod, params map[string]any, modern bool) ([]byte, error) {
	if params == nil {
		params = map[string]any{}
	}
	if modern {
		params["_meta"] = map[string]any{mcp.MetaKeyProtocolVersion: wire.Versions[0], mcp.MetaKeyClientCapabilities: struct{}{}}
	}
	request, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 0, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	switch response := r.handle(ctx, request, newSession()).(type) {
	case mcp.JSONRPCResponse:
		return wire.Encode(response.Result)
	case mcp.JSONRPCError:
		return nil, errors.New(response.Error.Message)
	}
	return nil, errors.New("no answer")
}
