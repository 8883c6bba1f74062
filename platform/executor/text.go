package executor

import (
	"berth/platform"
	"berth/platform/request"
	"berth/platform/schema"
)

// MaxRepeated bounds data that a tool repeats as text, for clients that read no structured content, in bytes.
const MaxRepeated = 64 << 10

// ParseText reads a tool's text for the model, and returns what is wrong with its placeholders, located at "responseText". They stand
// for arguments, the data of the answer, and how many entries it has.
func ParseText(responseText string) (request.Text, []platform.Problem) {
	text, found := request.ParseText(responseText, request.Args, request.Data, request.Count)
	return text, schema.Under("responseText", found)
}
