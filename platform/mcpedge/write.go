package mcpedge

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/appkit"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func (x *exchange) limited(err error) *rpcError {
	e := platform.AsError(err)
	x.w.Header().Set("Retry-After", strconv.Itoa(int(e.RetryAfter/time.Second)+1))
	return &rpcError{status: http.StatusTooManyRequests, code: mcp.INVALID_REQUEST, message: e.Msg, data: map[string]any{"code": e.Code}}
}

func internal() *rpcError {
	return &rpcError{status: http.StatusOK, code: mcp.INTERNAL_ERROR, message: "Something went wrong on our side. Please try again."}
}

// writeAnswer writes compiled bytes around the request's own id.
func (x *exchange) writeAnswer(a *answer) {
	if a.method != readView {
		x.writeResult(a.parts, nil, nil)
		return
	}
	page, err := x.edge.documents.get(x.r.Context(), x.app.views[a.of/2].document)
	if err != nil {
		x.edge.Log.ErrorContext(x.context(), "widget document not loaded", "error", err)
		x.fail(x.message.id, internal())
		return
	}
	x.writeResult(a.parts[:a.before], page.quoted, a.parts[a.before:])
}

// writeCallResult writes what a tool answered.
func (x *exchange) writeCallResult(r appkit.Result) {
	buf := buffers.Get().(*bytes.Buffer)
	defer reuse(buf)
	x.begin(buf)
	buf.Write(appendResult(buf.AvailableBuffer(), x.release().info, r, x.modern))
	buf.WriteByte('}')
	x.write(http.StatusOK, buf.Bytes())
}

// begin writes what stands before the result of a JSON-RPC response.
func (x *exchange) begin(buf *bytes.Buffer) {
	buf.WriteString(`{"jsonrpc":"2.0","id":`)
	buf.Write(x.message.id)
	buf.WriteString(`,"result":`)
}

// writeResult writes a JSON-RPC response whose result is the parts, one after the other.
func (x *exchange) writeResult(head [][]byte, middle []byte, tail [][]byte) {
	buf := buffers.Get().(*bytes.Buffer)
	defer reuse(buf)
	x.begin(buf)
	for _, p := range head {
		buf.Write(p)
	}
	buf.Write(middle)
	for _, p := range tail {
		buf.Write(p)
	}
	buf.WriteByte('}')
	x.write(http.StatusOK, buf.Bytes())
}

// reuse keeps small buffers for the next answer.
func reuse(buf *bytes.Buffer) {
	if buf.Cap() <= 64<<10 {
		buf.Reset()
		buffers.Put(buf)
	}
}

// fail writes a JSON-RPC error.
func (x *exchange) fail(id []byte, e *rpcError) {
	if id == nil {
		id = []byte("null")
	}
	var out struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
			Data    any    `json:"data,omitempty"`
		} `json:"error"`
	}
	out.JSONRPC, out.ID = "2.0", id
	out.Error.Code, out.Error.Message, out.Error.Data = e.code, e.message, e.data
	body, err := encode(out)
	if err != nil {
		x.edge.Log.ErrorContext(x.context(), "error not encoded", "error", err)
		body = []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Something went wrong on our side."}}`)
	}
	if status := e.status; !x.modern && e.code == mcp.INVALID_PARAMS {
		// Legacy clients read a JSON-RPC error only from a successful answer.
		x.write(http.StatusOK, body)
	} else {
		x.write(status, body)
	}
}

// write sends the last message of the exchange, on the stream if one has been opened.
func (x *exchange) write(status int, body []byte) {
	x.sent = len(body)
	if x.sampling() {
		x.keep(body)
	}
	if x.stream.opened() {
		x.stream.close(body)
		return
	}
	h := x.w.Header()
	h["Content-Type"] = jsonType
	h["Cache-Control"] = noStore
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	x.w.WriteHeader(status)
	_, _ = x.w.Write(body) // the client may have gone
}

var (
	jsonType = []string{"application/json"}
	noStore  = []string{"no-store"}
)

// translate makes a JSON-RPC error of mcp-go one of ours: its own status, no repetition, nothing of our insides.
func (x *exchange) translate(e mcp.JSONRPCError) *rpcError {
	out := &rpcError{status: http.StatusOK, code: e.Error.Code, message: safeMessage(e.Error.Message), data: e.Error.Data}
	if out.message == badShape {
		out.code = mcp.INVALID_PARAMS // mcp-go says "invalid request" of params that it cannot decode
	}
	if out.code == mcp.INTERNAL_ERROR {
		x.edge.Log.ErrorContext(x.context(), "MCP server failed", "method", platform.Clip(x.message.method, 64), "error", e.Error.Message)
		return internal()
	}
	if x.message.method == string(mcp.MethodResourcesRead) && (out.code == mcp.RESOURCE_NOT_FOUND || out.code == mcp.INVALID_PARAMS) {
		return x.resourceNotFound()
	}
	if x.modern {
		switch out.code {
		case mcp.METHOD_NOT_FOUND:
			out.status = http.StatusNotFound
		case mcp.INVALID_REQUEST, mcp.INVALID_PARAMS, mcp.PARSE_ERROR, mcp.HEADER_MISMATCH, mcp.UNSUPPORTED_PROTOCOL_VERSION:
			out.status = http.StatusBadRequest
		}
	}
	return out
}

func requestID(w http.ResponseWriter) string { return get(w.Header(), "X-Request-Id") }
