package mcpedge

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
)

// readOldView answers resources/read of a widget URI from an earlier release with the present widget, so that a host
// that still holds the old list shows no blank frame.
func (x *exchange) readOldView() (done bool) {
	m := x.message
	if m.method != string(mcp.MethodResourcesRead) || !m.known || !strings.HasSuffix(m.uri, ".html") {
		return false
	}
	for i, v := range x.app.views {
		if !strings.HasPrefix(m.uri, v.appURI[:strings.LastIndexByte(v.appURI, '@')+1]) || m.uri == v.appURI || len(m.uri) > 512 {
			continue
		}
		got, err := x.compiledAnswer(answerKey{method: readView, of: appURIOf(i), modern: x.modern})
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
		x.writeAnswer(&answer{answerKey: got.answerKey, before: 1, parts: append([][]byte{head}, got.parts[got.before:]...)})
		return true
	}
	return false
}

func (x *exchange) resourceNotFound() *rpcError {
	status, code := 400, mcp.INVALID_PARAMS
	if !x.modern {
		status, code = 200, mcp.RESOURCE_NOT_FOUND
	}
	return &rpcError{status: status, code: code, message: "Resource not found: " + platform.Clip(x.message.uri, 200), data: map[string]any{"uri": x.message.uri}}
}
