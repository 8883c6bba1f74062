package mcpedge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/intake"
	"berth/platform/mcpedge/wire"
)

// Limits of a batch: its messages, the bytes of its answers, and the time for all of them.
const (
	maxBatch       = 50
	maxBatchAnswer = 256 << 10 // the message that exceeds it is still sent
	batchTimeout   = 30 * time.Second
)

// ServeMCP serves the MCP endpoint of the app with that slug.
func (e *Edge) ServeMCP(w http.ResponseWriter, r *http.Request, slug string) {
	if !e.allowOrigin(w, r) {
		return
	}
	switch r.Method {
	case http.MethodPost:
		if a, ok := e.lookup(w, r, slug); ok {
			e.servePost(w, r, a)
		}
	case http.MethodGet, http.MethodHead:
		if wantsHTML(r) {
			e.serveConnect(w, r, slug)
			return
		}
		fallthrough
	default:
		e.serveNoMethod(w, r, slug)
	}
}

// serveNoMethod answers methods that the endpoint does not have. An app that asks who calls does so before: clients also look for its
// challenge with GET, with which earlier versions of the protocol open a stream.
func (e *Edge) serveNoMethod(w http.ResponseWriter, r *http.Request, slug string) {
	a, ok := e.lookup(w, r, slug)
	if !ok {
		return
	}
	if r.Method != http.MethodOptions {
		if _, d := e.authenticate(requestID(w), r, a); d != nil {
			e.deny(w, r, a, d, nil)
			return
		}
	}
	w.Header().Set("Allow", "POST")
	WriteError(w, http.StatusMethodNotAllowed, platform.CodeMethodNotAllowed,
		"This MCP endpoint is stateless: send JSON-RPC messages with POST.")
}

// allowOrigin lets allowed origins read the answer. It answers preflights and requests of other origins itself and then
// returns false.
func (e *Edge) allowOrigin(w http.ResponseWriter, r *http.Request) bool {
	if _, crossOrigin := r.Header["Origin"]; !crossOrigin {
		return true
	}
	if !e.Guard.OriginAllowed(r) {
		WriteError(w, http.StatusForbidden, platform.CodeForbidden, "Calls from this origin are not allowed.")
		return false
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
	h.Add("Vary", "Origin")
	h.Set("Access-Control-Expose-Headers", "WWW-Authenticate, Retry-After, X-Request-Id")
	if r.Method != http.MethodOptions {
		return true
	}
	h.Set("Access-Control-Allow-Methods", "POST, GET, OPTIONS")
	if asked := r.Header.Get("Access-Control-Request-Headers"); asked != "" {
		h.Set("Access-Control-Allow-Headers", asked)
	}
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return false
}

func (e *Edge) servePost(w http.ResponseWriter, r *http.Request, a *app) {
	if r.ContentLength > maxBody {
		tooLarge(w)
		return
	}
	kind := get(r.Header, "Content-Type")
	asJSON := kind == "application/json" || isJSON(kind)
	principal, denied := e.authenticate(requestID(w), r, a)
	switch {
	case denied != nil && (denied.challenge == "" || !asJSON): // nothing in the body makes a difference
		e.deny(w, r, a, denied, nil)
		return
	case !asJSON:
		WriteError(w, http.StatusUnsupportedMediaType, platform.CodeUnsupportedMedia, "Send the message as application/json.")
		return
	}
	s := scratches.Get().(*scratch)
	body, done, ok := e.readBody(w, r, s.body)
	if !ok {
		return
	}
	defer done()
	turn, err := e.Bodies.Turn(r.Context(), len(body))
	if err != nil {
		busy(w)
		return
	}
	defer turn.End()
	if denied != nil {
		e.deny(w, r, a, denied, body)
		return
	}
	x := &s.exchange
	*x = exchange{edge: e, app: a, w: w, r: r, id: requestID(w), principal: principal, start: e.Now(), message: &s.message, turn: turn}
	if wire.First(body) == '[' && x.batchAllowed() {
		x.serveBatch(body)
		return
	}
	x.serve(body)
	if x.forgotten {
		s.reuse(body)
	}
}

// scratch is the memory of one request. The next request reuses it if nothing can still refer to it, that is, if the answer
// was compiled and no handler has seen the request.
type scratch struct {
	exchange exchange
	message  wire.Message
	body     []byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (s *scratch) reuse(body []byte) {
	*s = scratch{}
	if cap(body) <= intake.Small {
		s.body = body[:0]
	}
	scratches.Put(s)
}

func isJSON(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && kind == "application/json"
}

func tooLarge(w http.ResponseWriter) {
	w.Header().Set("Connection", "close")
	WriteError(w, http.StatusRequestEntityTooLarge, platform.CodeTooLarge, "The body is larger than 1 MiB ("+strconv.Itoa(maxBody)+" bytes).")
}

func busy(w http.ResponseWriter) {
	w.Header().Set("Connection", "close")
	w.Header().Set("Retry-After", "2")
	WriteError(w, http.StatusServiceUnavailable, platform.CodeUnavailable, intake.ErrBusy.Msg)
}

// readBody reads the body, into room if it fits. When reading fails it answers the request itself. Call done once nothing
// refers to the body any more.
func (e *Edge) readBody(w http.ResponseWriter, r *http.Request, room []byte) (body []byte, done func(), ok bool) {
	body, done, err := e.Bodies.Read(r.Context(), intake.Source{Reader: r.Body, Length: r.ContentLength, Max: maxBody, Hurry: func() {
		_ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0)) // only writers of tests have no deadlines
	}}, room)
	switch {
	case err == nil:
		_ = r.Body.Close() // else net/http reads more of it before it answers
		return body, done, true
	case errors.Is(err, intake.ErrTooLarge):
		tooLarge(w)
	case errors.Is(err, intake.ErrBusy):
		busy(w)
	default:
		w.Header().Set("Connection", "close")
		WriteError(w, http.StatusBadRequest, platform.CodeBadRequest, "The body did not arrive whole.")
	}
	return nil, nil, false
}

// batchAllowed reports whether the request may be a JSON-RPC batch, which only protocol version 2025-03-26 has; a
// request without the header is of that version.
func (x *exchange) batchAllowed() bool {
	v := get(x.r.Header, mcp.HeaderProtocolVersion)
	return v == "" || v == mcp.ProtocolVersion20250326
}

// tooMany is the error message for params with more values than platform.MaxValues.
var tooMany = "they hold more than " + strconv.Itoa(platform.MaxValues) + " values, keys included."

func (x *exchange) serveBatch(body []byte) {
	if platform.TooManyValues(body, platform.MaxValues) {
		x.fail(nil, wire.InvalidRequest("Invalid request: its messages are too large: "+tooMany))
		return
	}
	var items []json.RawMessage
	if err := json.Unmarshal(body, &items); err != nil {
		x.fail(nil, wire.Malformed())
		return
	}
	if len(items) == 0 || len(items) > maxBatch {
		x.fail(nil, wire.InvalidRequest("Invalid request: a batch holds 1 to "+strconv.Itoa(maxBatch)+" messages."))
		return
	}
	if x.app.guarded() {
		if d := x.lacksForAny(items); d != nil {
			x.edge.deny(x.w, x.r, x.app, d, body)
			return
		}
	}
	x.turn.End() // each message has its own
	ctx, cancel := context.WithTimeout(x.context(), batchTimeout)
	defer cancel()
	x.outlast()
	sent := 0
	for _, item := range items {
		w := newRecorder()
		one := &exchange{edge: x.edge, app: x.app, w: w, r: x.r.WithContext(ctx), id: x.id, principal: x.principal, start: x.edge.Now(), batched: true}
		var late error
		if one.turn, late = x.edge.Bodies.Turn(ctx, len(item)); late != nil || sent > maxBatchAnswer || ctx.Err() != nil {
			one.message, _ = wire.ParseMessage(item)
			if one.message.ID != nil {
				one.fail(one.message.ID, wire.InvalidRequest("Invalid request: the batch asks for too much at once. Send this message by itself."))
			}
		} else {
			one.serve(item)
		}
		if late == nil {
			one.turn.End()
		}
		out := bytes.TrimSpace(w.body.Bytes())
		if len(out) == 0 {
			continue
		}
		// Each answer is sent as it is made, so that a batch of small messages cannot fill the memory.
		separator := ","
		if sent == 0 {
			separator = "["
			x.w.Header().Set("Content-Type", "application/json")
			x.w.Header().Set("Cache-Control", "no-store")
		}
		sent += len(out)
		if _, err := x.w.Write(append([]byte(separator), out...)); err != nil {
			return // the client has gone
		}
	}
	if sent == 0 {
		x.w.WriteHeader(http.StatusAccepted)
		return
	}
	_, _ = x.w.Write([]byte("]")) // the client may have gone
}

// serve answers one message.
func (x *exchange) serve(body []byte) {
	if x.message == nil {
		x.message = &wire.Message{}
	}
	m, malformed := x.message, x.message.Parse(body, x.rest())
	problem := x.detectEra()
	if malformed != nil { // which is answered as its era asks for, too
		problem = malformed
	}
	switch {
	case malformed != nil && x.packed():
	case problem != nil:
		x.fail(m.ID, problem)
	case m.ID == nil || m.Reply:
		// Notifications need no work here. Over HTTP a client cancels by closing the stream; an id in the body could just as well
		// be that of somebody else's request.
		if m.Reply && x.modern {
			x.fail(nil, wire.InvalidRequest("Invalid request: the server sends no requests, so it takes no responses."))
			return
		}
		x.w.WriteHeader(http.StatusAccepted)
	default:
		x.answer()
	}
}

// detectEra finds the protocol version and checks the headers against the body.
func (x *exchange) detectEra() *wire.Error {
	header, m := get(x.r.Header, mcp.HeaderProtocolVersion), x.message
	x.modern = mcp.IsModernProtocol(m.Meta.Version) || mcp.IsModernProtocol(header)
	if !x.modern {
		if header != "" && !slices.Contains(wire.Versions, header) {
			return &wire.Error{Status: 400, Code: mcp.INVALID_REQUEST,
				Message: "Unsupported protocol version " + strconv.Quote(platform.Clip(header, 64)) + "; supported: " + strings.Join(wire.Versions, ", ") + "."}
		}
		if x.version = header; header == "" {
			x.version = mcp.ProtocolVersion20250326
		}
		return nil
	}
	if m.Reply || m.ID == nil && header == "" {
		return nil
	}
	switch {
	case header == "":
		return headerMismatch(mcp.HeaderProtocolVersion + " header is required")
	case m.Meta.Version == "" && m.ID == nil:
		return nil
	case m.Meta.Version == "":
		return wire.InvalidParams("missing or invalid _meta field " + mcp.MetaKeyProtocolVersion)
	case header != m.Meta.Version:
		return headerMismatch(mcp.HeaderProtocolVersion + " header " + strconv.Quote(platform.Clip(header, 64)) + " does not match _meta " +
			strconv.Quote(platform.Clip(m.Meta.Version, 64)))
	case !slices.Contains(wire.Versions, m.Meta.Version):
		return &wire.Error{Status: 400, Code: mcp.UNSUPPORTED_PROTOCOL_VERSION,
			Message: "Unsupported protocol version " + strconv.Quote(platform.Clip(m.Meta.Version, 64)),
			Data:    mcp.UnsupportedProtocolVersionData{Supported: wire.Versions, Requested: m.Meta.Version}}
	}
	x.version = m.Meta.Version
	if m.ID == nil {
		return nil
	}
	if !x.edge.learned.capabilities(m.Meta.Capabilities) {
		return wire.InvalidParams("missing or invalid _meta field " + mcp.MetaKeyClientCapabilities)
	}
	return x.checkHeaders()
}

// checkHeaders compares Mcp-Method and Mcp-Name with the body (SEP-2243).
func (x *exchange) checkHeaders() *wire.Error {
	m, h := x.message, x.r.Header
	named := m.Name
	if m.Method == string(mcp.MethodResourcesRead) {
		named = m.URI
	}
	if get(h, "Mcp-Method") == m.Method && m.Known &&
		(!mcp.MethodRequiresNameHeader(mcp.MCPMethod(m.Method)) || named != "" && get(h, "Mcp-Name") == named && !strings.HasPrefix(named, "=?")) {
		return nil
	}
	if err := mcp.ValidateStandardHeaders(h.Get, m.Meta.Version, mcp.MCPMethod(m.Method), m.Params); err != nil {
		return headerMismatch(err.Error())
	}
	return nil
}

func headerMismatch(msg string) *wire.Error {
	return &wire.Error{Status: 400, Code: mcp.HEADER_MISMATCH, Message: "Header mismatch: " + platform.Clip(strings.TrimPrefix(msg, "header mismatch: "), 400) + "."}
}

// get reads a header whose name is in canonical form.
func get(h http.Header, canonical string) string {
	if v := h[canonical]; len(v) == 1 {
		return v[0]
	}
	return ""
}

// wantsHTML reports whether a person asks. Only programs ask for metadata, whatever they accept.
func wantsHTML(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && strings.Contains(r.Header.Get("Accept"), "text/html") &&
		!strings.HasPrefix(r.URL.Path, "/.well-known/")
}

// recorder keeps an answer in memory.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func newRecorder() *recorder { return &recorder{header: http.Header{}} }

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}
