package mcpedge

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/intake"
	"berth/platform/mcpedge/wire"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func (x *exchange) limited(err error) *wire.Error {
	e := platform.AsError(err)
	x.w.Header().Set("Retry-After", strconv.Itoa(e.RetrySeconds()))
	return &wire.Error{Status: http.StatusTooManyRequests, Code: mcp.INVALID_REQUEST, Message: e.Msg, Data: map[string]any{"code": e.Code}}
}

func internal() *wire.Error {
	return &wire.Error{Status: http.StatusOK, Code: mcp.INTERNAL_ERROR, Message: "Something went wrong on our side. Please try again."}
}

// writeAnswer writes compiled bytes around the request's own id.
func (x *exchange) writeAnswer(a *answer) {
	if a.method != readView {
		x.writeResult(a.Parts, nil, nil)
		return
	}
	page, err := x.edge.documents.Get(x.r.Context(), x.app.views[a.of/2].document)
	if err != nil {
		x.edge.Log.ErrorContext(x.context(), "widget document not loaded", "error", err)
		x.fail(x.message.ID, internal())
		return
	}
	x.writeResult(a.Parts[:a.Before], page.Quoted, a.Parts[a.Before:])
}

// writeCallResult writes the result of a tool.
func (x *exchange) writeCallResult(r appkit.Result) {
	buf := buffers.Get().(*bytes.Buffer)
	defer reuse(buf)
	x.begin(buf)
	buf.Write(appendResult(buf.AvailableBuffer(), x.release().info, r, x.modern))
	buf.WriteByte('}')
	x.write(cmp.Or(x.status, http.StatusOK), buf.Bytes())
}

// begin writes what comes before the result in a JSON-RPC response.
func (x *exchange) begin(buf *bytes.Buffer) {
	buf.WriteString(`{"jsonrpc":"2.0","id":`)
	buf.Write(x.message.ID)
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
	x.write(cmp.Or(x.status, http.StatusOK), buf.Bytes())
}

// reuse keeps a small buffer for the next answer.
func reuse(buf *bytes.Buffer) {
	if buf.Cap() <= 64<<10 {
		buf.Reset()
		buffers.Put(buf)
	}
}

// fail writes a JSON-RPC error.
func (x *exchange) fail(id []byte, e *wire.Error) {
	asked := id != nil // else a notification, which has no answer
	if !asked {
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
	out.Error.Code, out.Error.Message, out.Error.Data = e.Code, e.Message, e.Data
	body, err := wire.Encode(out)
	if err != nil {
		x.edge.Log.ErrorContext(x.context(), "error not encoded", "error", err)
		body = []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Something went wrong on our side."}}`)
	}
	if status := e.Status; !x.modern && e.Code == mcp.INVALID_PARAMS && asked {
		// Legacy clients read a JSON-RPC error only from an answer with status 200.
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

// translate turns a JSON-RPC error of mcp-go into one of ours, with its HTTP status and without repetitions or internal
// details.
func (x *exchange) translate(e mcp.JSONRPCError) *wire.Error {
	out := &wire.Error{Status: http.StatusOK, Code: e.Error.Code, Message: safeMessage(e.Error.Message), Data: e.Error.Data}
	if out.Message == badShape {
		out.Code = mcp.INVALID_PARAMS // mcp-go returns "invalid request" for params that it cannot decode
	}
	if out.Code == mcp.INTERNAL_ERROR {
		x.edge.Log.ErrorContext(x.context(), "MCP server failed", "method", platform.Clip(x.message.Method, 64), "error", e.Error.Message)
		return internal()
	}
	if x.message.Method == string(mcp.MethodResourcesRead) && (out.Code == mcp.RESOURCE_NOT_FOUND || out.Code == mcp.INVALID_PARAMS) {
		return x.resourceNotFound()
	}
	if x.modern {
		switch out.Code {
		case mcp.METHOD_NOT_FOUND:
			out.Status = http.StatusNotFound
		case mcp.INVALID_REQUEST, mcp.INVALID_PARAMS, mcp.PARSE_ERROR, mcp.HEADER_MISMATCH, mcp.UNSUPPORTED_PROTOCOL_VERSION:
			out.Status = http.StatusBadRequest
		}
	}
	return out
}

// packed refuses a body that cannot be read because it is compressed.
func (x *exchange) packed() bool {
	err := intake.Packed(get(x.r.Header, "Content-Encoding"))
	if err != nil {
		WriteError(x.w, http.StatusUnsupportedMediaType, platform.CodeUnsupportedMedia, platform.AsError(err).Msg)
	}
	return err != nil
}

func requestID(w http.ResponseWriter) string { return get(w.Header(), "X-Request-Id") }
