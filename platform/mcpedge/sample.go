package mcpedge

import (
	"bytes"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/mcpedge/wire"
)

// sampling reports whether the arguments and the result of this call are kept. The live release must permit it, whichever
// release was live when sampling was turned on.
func (x *exchange) sampling() bool {
	s, a := x.edge.Samples, x.app
	return s != nil && s.Wanted(a.id) && a.sampled && x.message != nil && x.message.Method == string(mcp.MethodToolsCall)
}

// keep copies the answer of a call that is sampled, since the body belongs to a buffer that is used again.
func (x *exchange) keep(body []byte) {
	part := body
	wire.Members(body, func(key string, value []byte) {
		if key == "result" || key == "error" {
			part = value
		}
	})
	x.kept, x.keptBytes = textOf(part, platform.MaxSampleResult), len(part)
}

// sample hands a call that was kept to the sampler.
func (x *exchange) sample(r platform.CallRecord) {
	arguments := bytes.TrimSpace(x.message.Object())
	x.edge.Samples.Sample(platform.CallSample{CallRecord: r, Arguments: textOf(arguments, platform.MaxSampleArguments), ArgumentsBytes: len(arguments),
		Result: x.kept, ResultBytes: x.keptBytes})
}

// textOf returns a copy of text, cut to limit bytes of valid UTF-8.
func textOf(text []byte, limit int) string {
	return strings.ToValidUTF8(string(text[:min(len(text), limit)]), "")
}
