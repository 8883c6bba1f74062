package chatui

import (
	"embed"
	"encoding/json"
)

//go:embed samples/*.json
var samples embed.FS

// sample returns what the view shows where there is no host: invented data, in the shape of its tool's answer if it has a
// tool.
func sample(view string) json.RawMessage {
	raw, err := samples.ReadFile("samples/" + view + ".json")
	if err != nil {
		panic("chatui: " + err.Error()) // a file of this folder, seen by every test
	}
	return raw
}
