package platform

import (
	"bytes"
	"encoding/json"
	"time"
)

// Release is an immutable, published state of an app.
type Release struct {
	ID          ReleaseID
	App         AppID
	Version     int    // 1, 2, 3… within the app
	Digest      string // hex SHA-256 over the manifest and its documents
	Manifest    Manifest
	Views       []BuiltView
	DraftDigest string    // Draft.Digest of the draft that it was made from
	PublishedAt time.Time // UTC
	PublishedBy string    // e-mail of the person, "berth" for seeded apps
}

// BuiltView is a view of a release that has been rendered: Document is the digest under which its HTML is kept.
type BuiltView struct {
	Name     string `json:"name"` // ViewSpec.Name
	Document string `json:"document"`
}

// Document is one self-contained HTML page, kept once for all releases that share it. The page is Head, then a JSON
// configuration, then Tail; see Page and PageWith.
type Document struct {
	Digest      string // hex SHA-256 over the page with an empty configuration
	Layout      string
	Head, Tail  []byte
	ScriptHash  string   // CSP source of the one inline script: sha256-…
	StyleHashes []string // CSP sources of the inline styles
}

// Page returns the whole document with config in its configuration slot; nil config means {}. config must come from
// encoding/json with HTML escaping on, so that it cannot close the element that contains it.
func (d Document) Page(config json.RawMessage) []byte {
	if config == nil {
		config = json.RawMessage("{}")
	}
	page := make([]byte, 0, len(d.Head)+len(config)+len(d.Tail))
	page = append(page, d.Head...)
	page = append(page, config...)
	return append(page, d.Tail...)
}

// PageWith returns the whole document with data, which is valid JSON, for a reader who has no host to send the data, and with
// what the widgets of its layout need besides, if anything. Whatever their strings say, neither can close the element that
// contains them. Empty data makes an empty configuration.
func (d Document) PageWith(data json.RawMessage, more *Supplement) []byte {
	if len(data) == 0 {
		return d.Page(nil)
	}
	var config bytes.Buffer
	config.WriteString(`{"data":`)
	json.HTMLEscape(&config, data)
	if meta, err := json.Marshal(more.Beside(data)); err == nil && string(meta) != "null" {
		config.WriteString(`,"meta":`)
		json.HTMLEscape(&config, meta)
	}
	config.WriteByte('}')
	return d.Page(config.Bytes())
}

// Served is what the MCP edge needs of an app's release. The workspace is needed to find what belongs to it, such as
// secrets and budgets; callers never see it.
type Served struct {
	Workspace WorkspaceID
	App       AppID
	Slug      string
	Origin    Origin
	Version   int
	Allow     Allow // the app's at present, whatever the release
	Manifest  Manifest
	Views     []BuiltView
}

// ReleaseInfo is a line of an app's release history.
type ReleaseInfo struct {
	Version     int
	Digest      string
	PublishedAt time.Time
	PublishedBy string
	Live        bool
	Thinned     bool // its content is no longer kept: it can be neither read nor served
}
