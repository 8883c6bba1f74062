package mcpedge

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime/debug"
	"slices"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/intake"
	"berth/platform/mcpedge/wire"
	"berth/platform/runs"
)

// exchange is one request while it is being answered. It belongs to one goroutine, except for the stream, to which handlers
// may write from any goroutine.
type exchange struct {
	edge      *Edge
	app       *app
	w         http.ResponseWriter
	r         *http.Request
	id        string // of the request; do not read the writer's headers once a stream may be open
	principal platform.Principal
	start     time.Time
	message   *wire.Message
	turn      *intake.Turn // that of the body; it ends when the body has been parsed
	modern    bool
	version   string
	batched   bool // notifications have no stream in a batch

	decoded *release // set on first use
	stream  *stream
	problem *wire.Error // set by a handler that wants a JSON-RPC error
	task    *runs.Run   // set by a call that goes on as a task
	after   func()      // runs when the answer has been written
	sent    int         // bytes of the answer
	status  int         // of the answer, 0 = 200

	forgotten bool // nobody holds the request any more

	kept      string // the answer of a call that is sampled, and its bytes before it was cut
	keptBytes int
}

// answer answers a request: with compiled bytes if possible, else through mcp-go.
func (x *exchange) answer() {
	if x.compiled() {
		return
	}
	m := x.message
	if m.Values > platform.MaxValues { // mcp-go would decode them all, more than once
		x.fail(m.ID, wire.InvalidParams("Invalid params: "+tooMany))
		return
	}
	if m.ArgumentsLost {
		x.fail(m.ID, wire.InvalidParams("Invalid params: arguments must be an object."))
		return
	}
	if lacks := m.Lacks(); lacks != "" {
		x.fail(m.ID, wire.InvalidParams("Invalid params: "+lacks+"."))
		return
	}
	if !x.modern && m.Method == string(mcp.MethodInitialize) && !x.supportsAsked() {
		// A client that asks for an unknown version gets our newest legacy one, as mcp-go would also answer.
		x.message.Params = withVersion(m.Params, mcp.LATEST_LEGACY_PROTOCOL_VERSION)
	}
	if m.Method == string(mcp.MethodToolsCall) && x.modern {
		if t := x.app.tool(m.Name); t != nil && t.headers {
			if err := t.checkParamHeaders(x.r.Header, m.Params); err != nil {
				x.fail(m.ID, headerMismatch(err.Error()))
				return
			}
		}
	}
	if x.readOldView() {
		return
	}
	if x.serveTask() {
		return
	}
	x.outlast()
	if m.Method != string(mcp.MethodToolsCall) { // a call of a tool ends the turn when the tool runs
		x.turn.End()
	}
	response := x.handle()
	defer func() {
		if x.after != nil {
			x.after()
		}
	}()
	if x.problem != nil {
		x.fail(m.ID, x.problem)
		return
	}
	if x.task != nil {
		x.writeTask(x.task)
		return
	}
	switch response := response.(type) {
	case mcp.JSONRPCResponse:
		result, err := wire.Encode(response.Result)
		if err != nil {
			x.edge.Log.ErrorContext(x.context(), "answer not encoded", "method", platform.Clip(m.Method, 64), "error", err)
			x.fail(m.ID, internal())
			return
		}
		if m.Method == string(mcp.MethodToolsList) {
			result = x.app.withSchemes(x.release(), result, x.asksAlways())
		}
		x.writeResult(nil, result, nil)
	case mcp.JSONRPCError:
		x.fail(m.ID, x.translate(response))
	default:
		x.edge.Log.ErrorContext(x.context(), "no answer from the MCP server", "method", platform.Clip(m.Method, 64))
		x.fail(m.ID, internal())
	}
}

// handle passes the request to the release's own MCP server. Prompts, resources and completions of apps in Go run inside
// this call; if one panics, the client still gets an answer.
func (x *exchange) handle() mcp.JSONRPCMessage {
	defer func() {
		if v := recover(); v != nil {
			x.edge.Log.ErrorContext(x.context(), "MCP server panicked", "method", platform.Clip(x.message.Method, 64), "panic", v, "stack", string(debug.Stack()))
			x.problem = internal()
		}
	}()
	session := newSession()
	defer session.drain(x)
	return x.release().handle(context.WithValue(x.context(), exchangeKey{}, x), x.message.Canonical(), session)
}

// context returns the request's context, for everything that may write to the log.
func (x *exchange) context() context.Context { return x.edge.context(x.id, x.r) }

type exchangeKey struct{}

func exchangeFrom(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// outlast lifts the server's read deadline, which was for the body: the call has its own. Not every writer has deadlines.
func (x *exchange) outlast() { _ = http.NewResponseController(x.w).SetReadDeadline(time.Time{}) }

// release returns the app's release and keeps it until the exchange is over.
func (x *exchange) release() *release {
	if x.decoded == nil {
		x.decoded = x.app.release()
	}
	return x.decoded
}

// spec returns the tool from the manifest.
func (x *exchange) spec(t *tool) *platform.ToolSpec { return &x.release().Tools[t.place] }

// handle passes a request to the release's own MCP server.
func (r *release) handle(ctx context.Context, request json.RawMessage, session *session) mcp.JSONRPCMessage {
	s := r.server()
	ctx = server.WithSupportedProtocolVersions(ctx, wire.Versions)
	return s.HandleMessage(s.WithContext(ctx, session), request)
}

// supportsAsked reports whether the version that initialize asks for is one of ours.
func (x *exchange) supportsAsked() bool {
	var p struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	return json.Unmarshal(x.message.Params, &p) != nil || p.ProtocolVersion == "" || slices.Contains(wire.Versions, p.ProtocolVersion)
}

func withVersion(params []byte, version string) []byte {
	var p map[string]json.RawMessage
	if json.Unmarshal(params, &p) != nil {
		return params
	}
	p["protocolVersion"], _ = json.Marshal(version) // strings always encode
	out, err := json.Marshal(p)
	if err != nil {
		return params
	}
	return out
}

// call admits, validates and runs one call of a tool.
func (x *exchange) call(t *tool) (appkit.Result, string) {
	if result, outcome, refused := x.refusal(t); refused {
		return result, outcome
	}
	return x.run(t)
}

// refusal returns the result of a call that is not run because it exceeds a limit or its arguments are wrong.
func (x *exchange) refusal(t *tool) (result appkit.Result, outcome string, refused bool) {
	if err := x.edge.Runtime.Admit(x.app.id, x.caller()); err != nil {
		x.problem = x.limited(err)
		return appkit.Result{}, platform.OutcomeRateLimited, true
	}
	if d := x.lacks(t); d != nil {
		x.status = d.status
		x.w.Header().Set(challengeHeader, d.challenge)
		return d.result(x.app), platform.OutcomeError, true
	}
	x.turn.Rest()
	if problems := t.problems(x.message.Object(), x.rest()); len(problems) > 0 {
		return x.edge.Runtime.Invalid(x.spec(t), problems), platform.OutcomeInvalid, true
	}
	return appkit.Result{}, "", false
}

// rest returns what work on a large body is to call every now and then, nil for a small one.
func (x *exchange) rest() func() {
	if x.turn == nil {
		return nil
	}
	return x.turn.Rest
}

// run runs a call that is within the limits and whose arguments are valid.
func (x *exchange) run(t *tool) (appkit.Result, string) {
	state, responses, problem := x.resumed(t.name)
	if problem != nil {
		x.problem = problem
		return appkit.Result{}, platform.OutcomeInvalid
	}
	call := x.invocation(t.name)
	call.InputResponses, call.RequestState = responses, state
	ctx := x.context()
	if x.stream != nil {
		ctx, x.stream.cancel = context.WithCancel(ctx)
		defer x.stream.cancel()
	}
	x.turn.End()
	var result appkit.Result
	var outcome string
	if t.long && !x.batched && !builder(ctx) {
		result, outcome = x.runLong(ctx, t, call)
	} else {
		result, outcome = x.edge.Runtime.Invoke(ctx, x.spec(t), call)
	}
	x.stream.finish()
	if x.task != nil {
		return result, outcome
	}
	if needsMore(result) || result.MissingCapability != "" {
		return x.requireInput(t.name, result), outcome
	}
	return x.app.withTemplate(t, result), outcome
}

// invocation returns the call of a tool, prompt or resource as the app sees it.
func (x *exchange) invocation(name string) appkit.Call {
	return appkit.Call{
		Workspace: x.app.workspace, App: x.app.id, Slug: x.app.slug, Tool: name, Arguments: x.message.Object(), Principal: x.principal,
		Client: x.client(), Now: x.start, RequestID: x.id, Address: x.edge.ClientAddress(x.r), UserAgent: platform.Clip(x.r.UserAgent(), 300),
		Progress: x.progress(), Log: x.logger(),
	}
}

// caller returns the name by which limits count: a person, a bearer token, or the subject that ChatGPT names; "" is
// unknown.
func (x *exchange) caller() string {
	if x.principal.Person() {
		return "user:" + string(x.principal.User)
	}
	if token, ok := bearer(x.r); ok {
		return "token:" + platform.Clip(token, 128)
	}
	if s := x.message.Meta.Subject; s != "" {
		return "subject:" + platform.Clip(s, 128)
	}
	return ""
}

func (x *exchange) client() appkit.Client {
	c := appkit.Client{ProtocolVersion: x.version, Modern: x.modern}
	c.Name, c.Version = clientInfo(x.message.Meta.ClientInfo)
	c.Meta, c.Capabilities = rawMembers(x.message.Meta.Raw), rawMembers(x.message.Meta.Capabilities)
	return c
}

// rawMembers returns the members of a raw JSON object, nil when raw is not an object.
func rawMembers(object []byte) map[string]json.RawMessage {
	if len(object) == 0 || object[0] != '{' {
		return nil
	}
	all := make(map[string]json.RawMessage, 8)
	wire.Members(object, func(key string, value []byte) { all[key] = value })
	return all
}

func clientInfo(raw []byte) (name, version string) {
	if len(raw) == 0 || raw[0] != '{' {
		return "", ""
	}
	wire.Members(raw, func(key string, value []byte) {
		switch key {
		case "name":
			name, _ = wire.Text(value)
		case "version":
			version, _ = wire.Text(value)
		}
	})
	return platform.Clip(name, 100), platform.Clip(version, 100)
}

// builderName is the client name of calls that the builder makes, in the call log and in the requests that it shows.
const builderName = "builder"

// record writes the call log and the metrics, after the answer has been sent.
func (x *exchange) record(t *tool, outcome string) {
	took := x.edge.Now().Sub(x.start)
	x.edge.Metrics.CallDone(x.app.origin, outcome, took)
	if x.app.id == "" {
		return // an app of a test that is in no database
	}
	name := x.edge.learned.client(x.message.Meta.ClientInfo)
	if builder(x.r.Context()) {
		name = builderName
	} else if name == "" {
		name = platform.Clip(x.r.UserAgent(), 100)
	}
	id := x.id
	if id == "" || x.batched { // one request with a batch makes many calls
		id = x.edge.NewID()
	}
	r := platform.CallRecord{
		ID: id, App: x.app.id, At: x.start, Tool: t.name, Outcome: outcome, Duration: took,
		Client: name, ProtocolVersion: x.version, Bytes: x.sent,
	}
	x.edge.Calls.Record(r)
	if x.keptBytes > 0 {
		x.sample(r)
	}
}
