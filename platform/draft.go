package platform

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// Draft is what an author edits: the only mutable description of an app. The zero value of a field is its default, and is
// left out where a draft is written as JSON. A draft has at least one tool. Its tags are the one form of a draft (package
// form): that of what authors send, of what the API shows and of what models write.
type Draft struct {
	Name         string  `json:"name,omitempty" jsonschema:"required,minLength=1,maxLength=100" lines:"1"`
	Description  string  `json:"description,omitempty" jsonschema:"maxLength=2000"`
	Slug         string  `json:"mcpSlug,omitempty" jsonschema:"pattern=^[a-z0-9]([a-z0-9-]{0\\,61}[a-z0-9])?$" zero:"null" doc:"The address, from the next publish on."` // "" until one is chosen or derived at the first publish
	Theme        Theme   `json:"themeVariables,omitzero" zero:"{}" doc:"Replaces the whole theme."`
	Access       Access  `json:"access,omitempty" jsonschema:"enum=public,enum=mixed,enum=person" zero:"\"public\"" doc:"Who may call; mixed asks for a person where a tool has scopes. null: public."`
	Allow        Allow   `json:"allow,omitzero" doc:"Who may sign in; empty: everybody."`
	Scopes       []Scope `json:"scopes,omitempty" jsonschema:"maxItems=10" doc:"What a person may allow a client to do."`
	Instructions string  `json:"instructions,omitempty" jsonschema:"maxLength=2000" doc:"Of the MCP server; empty: systemPrompt, unless a tool is of kind llm."`
	SystemPrompt string  `json:"systemPrompt,omitempty" jsonschema:"maxLength=8000" doc:"What the model of llm tools is told. In an app without such tools, published as the MCP server's instructions where these are empty."`
	// Tools replace each other as a whole.
	Tools       []ToolDraft `json:"tools" jsonschema:"minItems=1,maxItems=20" doc:"Replaces all of them; null: one tool, as in a fresh draft."`
	ExampleData *bool       `json:"exampleData,omitempty" zero:"false" doc:"Whether the data were invented; false as soon as data are sent without it."` // nil = they are where a tool shows callers its layout's sample
}

// Invented reports whether what callers see was made up: as the author says, else where a tool shows them its layout's sample.
func (d Draft) Invented() bool {
	if d.ExampleData != nil {
		return *d.ExampleData
	}
	return slices.ContainsFunc(d.Tools, func(t ToolDraft) bool {
		return t.MockData == nil && t.Layout != "" && (t.Mode == ModeMock || t.Kind() == DefaultKind)
	})
}

// Own returns the draft with data of its author's own: it is not Invented.
func (d Draft) Own() Draft {
	if d.ExampleData = nil; d.Invented() { // a tool still shows its layout's sample
		d.ExampleData = new(bool)
	}
	return d
}

// ToolDraft is one tool as its author describes it.
type ToolDraft struct {
	Name         string          `json:"name,omitempty" jsonschema:"pattern=^[a-zA-Z0-9_-]{0\\,64}$"`
	Title        string          `json:"title,omitempty" jsonschema:"maxLength=100" lines:"1" doc:"What people read; empty: made from the names."`
	Description  string          `json:"description,omitempty" jsonschema:"maxLength=1024"`
	Input        json.RawMessage `json:"input,omitempty" jsonschema:"type=object" zero:"null" doc:"JSON Schema of the arguments; null: made from the handler."`
	Handler      json.RawMessage `json:"handler,omitempty" jsonschema:"type=object" zero:"{\"kind\":\"mock\"}" doc:"An object with kind, whose other fields depend on it; null: {\"kind\":\"mock\"}."`
	Mode         Mode            `json:"mode,omitempty" jsonschema:"enum=live,enum=mock,enum=live-or-mock" zero:"\"live\"" doc:"Where answers come from; null: live."`
	Layout       string          `json:"layoutTemplate,omitempty" zero:"null" doc:"The widget, a name of GET /layouts; null: none. The first tool has cards where it is absent."`
	MockData     json.RawMessage `json:"mockData,omitempty" jsonschema:"type=object" zero:"null" doc:"At most 256 KiB, and 1 MiB of all tools; must fit the layout's dataSchema when the app is published. null: the layout's sample."` // else compact JSON of an object or array
	ResponseText string          `json:"responseText,omitempty" jsonschema:"maxLength=64000" doc:"What the model reads; empty: a sentence made from the data."`
	Hints        *HintsDraft     `json:"hints,omitempty" zero:"null" doc:"What is null is derived from the handler."`
	Example      json.RawMessage `json:"example,omitempty" jsonschema:"type=object" zero:"null" doc:"Arguments to try the tool with."`
	Scopes       []string        `json:"scopes,omitempty" jsonschema:"maxItems=10" doc:"Names of the app's scopes, all of which a caller needs."`
	Visibility   []Visibility    `json:"visibility,omitempty" jsonschema:"maxItems=2" zero:"[\"model\",\"app\"]" doc:"Who may call it: model, app; null: both."`
	OpensFrom    []EntryPoint    `json:"opensFrom,omitempty" jsonschema:"maxItems=2" zero:"[]" doc:"Where in ChatGPT people open the widget without asking for it: global, thread. The tool has a widget, takes no arguments and changes nothing."`
}

// DefaultKind is the kind of a handler that names none: data in the release.
const DefaultKind = "mock"

// Kind returns the kind of the tool's handler, "" for a handler that names none.
func (t ToolDraft) Kind() string {
	if len(t.Handler) == 0 {
		return DefaultKind
	}
	var h struct {
		Kind string `json:"kind"`
	}
	if json.Unmarshal(t.Handler, &h) != nil {
		return ""
	}
	return h.Kind
}

// Mode says where a tool's answers come from.
type Mode string

// A live tool is run by its handler. A mock one shows its MockData, and so does a live-or-mock one where its handler fails.
const (
	ModeLive       Mode = "live"
	ModeMock       Mode = "mock"
	ModeLiveOrMock Mode = "live-or-mock"
)

// Visibility says who may call a tool (MCP Apps, _meta.ui.visibility).
type Visibility string

// No visibility at all means both.
const (
	VisibleToModel Visibility = "model"
	VisibleToApp   Visibility = "app"
)

// EntryPoint is a place in ChatGPT from which people open a tool's widget themselves (_meta["openai/ui"].entrypoints).
type EntryPoint string

// From anywhere, and from within a conversation.
const (
	EntryGlobal EntryPoint = "global"
	EntryThread EntryPoint = "thread"
)

// HintsDraft is what an author says of MCP's four tool annotations; the kind of the handler derives those that are nil.
type HintsDraft struct {
	ReadOnly    *bool `json:"readOnly,omitempty"`
	Destructive *bool `json:"destructive,omitempty"`
	Idempotent  *bool `json:"idempotent,omitempty"`
	OpenWorld   *bool `json:"openWorld,omitempty"`
}

// Allow says who may sign in to an app: people with one of these e-mail addresses, or one at one of these domains. Both
// empty means everybody.
type Allow struct {
	Emails  []string `json:"emails,omitempty" jsonschema:"maxItems=500"`
	Domains []string `json:"domains,omitempty" jsonschema:"maxItems=500"`
}

// IsZero reports whether everybody may sign in.
func (a Allow) IsZero() bool { return len(a.Emails)+len(a.Domains) == 0 }

// Admits reports whether somebody with that e-mail address may sign in. Case makes no difference; domains are compared whole.
func (a Allow) Admits(email string) bool {
	_, domain, _ := strings.Cut(email, "@")
	same := func(to string) func(string) bool { return func(s string) bool { return strings.EqualFold(s, to) } }
	return a.IsZero() || slices.ContainsFunc(a.Emails, same(email)) || domain != "" && slices.ContainsFunc(a.Domains, same(domain))
}

// AdmitsPerson reports whether the principal may sign in to the app whose list this is: lists of addresses are for those whose address
// counts as theirs. A reviewer's account is let in by its own app, whatever the list says, and by no other.
func (a Allow) AdmitsPerson(p Principal, app AppID) bool {
	if p.Reviews != "" {
		return p.Reviews == app
	}
	return a.IsZero() || p.EmailVerified && a.Admits(p.Email)
}

// Scope is something that a person may allow a client to do with an app.
type Scope struct {
	Name        string   `json:"name" jsonschema:"required,pattern=^[a-z][a-z0-9_.:-]{0\\,63}$"`
	Description string   `json:"description,omitempty" jsonschema:"maxLength=2000"`
	Implies     []string `json:"implies,omitempty" jsonschema:"maxItems=10" doc:"Names of the app's scopes that come with it."`
}

// flatDraft is a draft as it was before an app could have several tools.
type flatDraft struct {
	Name            string          `json:"name"`
	Description     string          `json:"description"`
	Slug            string          `json:"mcpSlug"`
	ToolName        string          `json:"toolName"`
	ToolDescription string          `json:"toolDescription"`
	Layout          string          `json:"layoutTemplate"`
	Theme           Theme           `json:"themeVariables"`
	MockData        json.RawMessage `json:"mockData"`
	ResponseText    string          `json:"responseText"`
	SystemPrompt    string          `json:"systemPrompt"`
}

// FlatFields are the fields of an app's first tool by the names that they have in the app itself, where they stood when every app had one tool.
func FlatFields() map[string]string {
	return map[string]string{"toolName": "name", "toolDescription": "description", "layoutTemplate": "layoutTemplate", "mockData": "mockData",
		"responseText": "responseText"}
}

// flat returns the draft in its former form; ok is false when it says more than that form can.
func (d Draft) flat() (f flatDraft, ok bool) {
	if len(d.Tools) != 1 {
		return f, false
	}
	t := d.Tools[0]
	f = flatDraft{Name: d.Name, Description: d.Description, Slug: d.Slug, ToolName: t.Name, ToolDescription: t.Description, Layout: t.Layout,
		Theme: d.Theme, MockData: t.MockData, ResponseText: t.ResponseText, SystemPrompt: d.SystemPrompt}
	again := Draft{Name: d.Name, Description: d.Description, Slug: d.Slug, Theme: d.Theme, SystemPrompt: d.SystemPrompt,
		Tools: []ToolDraft{{Name: t.Name, Description: t.Description, Layout: t.Layout, MockData: t.MockData, ResponseText: t.ResponseText}}}
	return f, equalJSON(d, again)
}

// Flat reports whether the draft has one tool, of which nothing is said that an app could not say before it could have
// several: its name, description, layout, data and text.
func (d Draft) Flat() bool {
	_, ok := Draft{Tools: d.Tools}.flat()
	return ok
}

// Digest identifies what the draft says of a release: equal drafts have equal digests. JSON in it is compared as compact JSON. What
// could be said before an app could have several tools has the digest that it had then, since releases remember it.
func (d Draft) Digest() string {
	d.Allow = Allow{} // which is no part of a release
	var content any = d
	if f, ok := d.flat(); ok {
		content = f
	}
	raw, err := json.Marshal(content) // compacts what is JSON already
	if err != nil {
		return "" // a draft with a part that is not JSON is equal to no other
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

func equalJSON(a, b any) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return cmp.Or(err, err2) == nil && bytes.Equal(x, y)
}
