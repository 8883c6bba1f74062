package platform

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
)

// Origin says where an app comes from.
type Origin string

// Seeded apps ship inside the binary; their content cannot be edited, only published and unpublished.
const (
	OriginAuthored Origin = "authored"
	OriginSeeded   Origin = "seeded"
)

// Status says whether an app answers at its endpoint.
type Status string

// An app is published exactly when it has a live release.
const (
	StatusDraft     Status = "draft"
	StatusPublished Status = "published"
)

// Draft is what an author edits: the only mutable description of an app. The zero value of a field is its default. Its tags
// are the one form of a draft (package form): that of what authors send, of what the API shows and of what models write.
type Draft struct {
	Name            string          `json:"name" jsonschema:"required,minLength=1,maxLength=100"`
	Description     string          `json:"description" jsonschema:"maxLength=2000"`
	Slug            string          `json:"mcpSlug" jsonschema:"pattern=^[a-z0-9]([a-z0-9-]{0\\,61}[a-z0-9])?$" doc:"The address, from the next publish on."` // "" until one is chosen or derived at the first publish
	ToolName        string          `json:"toolName" jsonschema:"pattern=^[a-zA-Z0-9_-]{0\\,64}$"`
	ToolDescription string          `json:"toolDescription" jsonschema:"maxLength=1024"`
	Layout          string          `json:"layoutTemplate" doc:"A name of GET /layouts; null: cards."`
	Theme           Theme           `json:"themeVariables" doc:"Replaces the whole theme."`
	MockData        json.RawMessage `json:"mockData" jsonschema:"type=object" doc:"At most 256 KiB; must fit the layout's dataSchema when the app is published. null: the layout's sample."` // nil = that sample; else compact JSON of an object or array
	ResponseText    string          `json:"responseText" jsonschema:"maxLength=64000" doc:"What the model reads; empty: a sentence made from the data."`
	SystemPrompt    string          `json:"systemPrompt" jsonschema:"maxLength=8000" doc:"Published as the MCP server's instructions."`
}

// Digest identifies the content of the draft: equal drafts have equal digests. MockData is compared as compact JSON.
func (d Draft) Digest() string {
	if d.MockData != nil {
		var b bytes.Buffer
		if json.Compact(&b, d.MockData) == nil {
			d.MockData = b.Bytes()
		}
	}
	raw, err := json.Marshal(d)
	if err != nil {
		return "" // a draft whose MockData is not JSON is equal to no other
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// App is one app of a workspace with its draft and its place in the publish lifecycle. Times are UTC, to the microsecond.
type App struct {
	ID             AppID
	Workspace      WorkspaceID
	Origin         Origin
	Draft          Draft
	Rev            int64       // counts every change; the ETag
	ServedSlug     string      // slug of the last publish, "" before it; unique over all apps
	PublishVersion int         // counts publishes
	LiveVersion    int         // version served, 0 = unpublished
	LiveLayout     string      // layout of LiveVersion's first widget, "" = unpublished or no widget
	LiveDigest     string      // Draft.Digest of the draft that LiveVersion was made from, "" = unpublished
	PublishedAt    time.Time   // of the last publish, zero before it
	Suspended      *Suspension // the app's own suspension or its workspace's, nil = not suspended
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// Status derives the app's status from its live version.
func (a App) Status() Status {
	if a.LiveVersion > 0 {
		return StatusPublished
	}
	return StatusDraft
}

// DraftAhead reports whether a live app's draft differs from what is served.
func (a App) DraftAhead() bool {
	return a.LiveVersion > 0 && a.Origin == OriginAuthored && a.Draft.Digest() != a.LiveDigest
}
