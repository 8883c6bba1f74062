package mcpedge

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// readOldView answers resources/read of a widget URI from an earlier release with the present widget, so that a host
// that still holds the old list shows no blank frame.
func (x *exchange) readOldView() (done bool) {
	m := x.message
	if m.method != string(mcp.MethodResourcesRead) || !m.known || !strings.HasSuffix(m.uri, ".html") {
		return false
	}
	for _, v := range x.app.views {
		if !strings.HasPrefix(m.uri, appURIPrefix(x.app.slug, v.spec.Name)) || m.uri == v.appURI || len(m.uri) > 512 {
			continue
		}
		got, err := x.compiledAnswer(answerKey{method: m.method, name: v.appURI, modern: x.modern})
		if err != nil {
			return false
		}
		now, err := json.Marshal(v.appURI)
		if err != nil {
			return false
		}
		asked, err := json.Marshal(m.uri)
		if err != nil {
			return false
		}
		// The URI stands before the document, maybe across parts.
		head := bytes.Replace(bytes.Join(got.parts[:got.before], nil), now, asked, 1)
		x.writeAnswer(&answer{document: got.document, before: 1, parts: append([][]byte{head}, got.parts[got.before:]...)})
		return true
	}
	return false
}

func (x *exchange) resourceNotFound() *rpcError {
	status, code := 400, mcp.INVALID_PARAMS
	if !x.modern {
		status, code = 200, mcp.RESOURCE_NOT_FOUND
	}
	return &rpcError{status: status, code: code, message: "Resource not found: " + clip(x.message.uri, 200), data: map[string]any{"uri": x.message.uri}}
}

// serverInfo is the identity that every modern result carries, as mcp-go encodes it.
func (a *app) serverInfo() json.RawMessage {
	if info := a.info.Load(); info != nil {
		return *info
	}
	info := a.identity()
	a.info.Store(&info)
	return info
}
