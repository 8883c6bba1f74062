package mcpedge

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/mcpedge/memory"
	"berth/platform/mcpedge/wire"
)

// readOldView answers resources/read of a widget URI from an earlier release with the present widget, so that a host
// that still holds the old list shows no blank frame.
func (x *exchange) readOldView() (done bool) {
	m := x.message
	if m.Method != string(mcp.MethodResourcesRead) || !m.Known || !strings.HasSuffix(m.URI, ".html") {
		return false
	}
	for i, v := range x.app.views {
		if !strings.HasPrefix(m.URI, v.appURI[:strings.LastIndexByte(v.appURI, '@')+1]) || m.URI == v.appURI || len(m.URI) > 512 {
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
		asked, err := json.Marshal(m.URI)
		if err != nil {
			return false
		}
		// The URI stands before the document, maybe across parts.
		head := bytes.Replace(bytes.Join(got.Parts[:got.Before], nil), now, asked, 1)
		x.writeAnswer(&answer{answerKey: got.answerKey, Answer: memory.Answer{Before: 1, Parts: append([][]byte{head}, got.Parts[got.Before:]...)}})
		return true
	}
	return false
}

func (x *exchange) resourceNotFound() *wire.Error {
	status, code := 400, mcp.INVALID_PARAMS
	if !x.modern {
		status, code = 200, mcp.RESOURCE_NOT_FOUND
	}
	return &wire.Error{Status: status, Code: code, Message: "Resource not found: " + platform.Clip(x.message.URI, 200), Data: map[string]any{"uri": x.message.URI}}
}
