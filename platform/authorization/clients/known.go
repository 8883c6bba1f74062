package clients

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// KnownHost is where a maker of clients publishes their documents.
type KnownHost struct {
	Documents string `json:"documents"` // how the addresses of the documents begin
	Maker     string `json:"maker"`
	Clients   string `json:"clients"` // which those are
}

//go:embed known.json
var knownHosts []byte

// KnownHosts returns the committed list of hosts whose documents are known to be those of their makers.
func KnownHosts() []KnownHost {
	var hosts []KnownHost
	if err := json.Unmarshal(knownHosts, &hosts); err != nil {
		panic("clients: known.json: " + err.Error()) // a test reads it
	}
	return hosts
}

// Known returns who publishes the document of that address, ok = somebody who is known. It says nothing about registered clients,
// which can call themselves what they want.
func Known(id string) (maker string, ok bool) {
	for _, h := range KnownHosts() {
		if rest, is := strings.CutPrefix(id, h.Documents); is && rest != "" {
			return h.Maker, true
		}
	}
	return "", false
}
