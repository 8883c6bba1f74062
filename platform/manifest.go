package platform

import "encoding/json"

// Access says who may call an app's endpoint.
type Access string

// AccessPublic lets anybody call; AccessPerson asks for a bearer token that stands for a person; AccessMixed asks for one
// where a tool has scopes.
const (
	AccessPublic Access = "public"
	AccessMixed  Access = "mixed"
	AccessPerson Access = "person"
)

// Manifest describes everything that an app offers over MCP. It is immutable once it is part of a release. It holds
// no slug: the slug belongs to the app, and "{slug}" in a view's URI is replaced by it when the release is served.
type Manifest struct {
	Name          string         `json:"name"` // serverInfo.title
	Description   string         `json:"description,omitempty"`
	ServerName    string         `json:"serverName,omitempty"`    // serverInfo.name when it is not the slug
	ServerVersion string         `json:"serverVersion,omitempty"` // serverInfo.version when it is not the release's number
	Instructions  string         `json:"instructions,omitempty"`
	Access        Access         `json:"access"`
	Scopes        []Scope        `json:"scopes,omitempty"`      // what a person may allow a client to do; none where Access is public
	Example       bool           `json:"exampleData,omitempty"` // what it shows was invented
	Tools         []ToolSpec     `json:"tools"`
	Views         []ViewSpec     `json:"views,omitempty"`
	Prompts       []PromptSpec   `json:"prompts,omitempty"`
	Resources     []ResourceSpec `json:"resources,omitempty"`
	Completions   bool           `json:"completions,omitempty"` // the app completes prompt arguments
	Logging       bool           `json:"logging,omitempty"`     // the app sends log notifications
}

// Hints are MCP's four tool annotations. All four are always published.
type Hints struct {
	ReadOnly    bool `json:"readOnly"`
	Destructive bool `json:"destructive"`
	Idempotent  bool `json:"idempotent"`
	OpenWorld   bool `json:"openWorld"`
}

// ToolSpec is one tool. Input and Output are JSON Schemas (dialect 2020-12) whose root is of type object.
type ToolSpec struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"input"`
	Output      json.RawMessage `json:"output,omitempty"`
	Hints       Hints           `json:"hints"`
	// OwnValidation leaves the validation of arguments to the handler, for a tool whose document words each refusal
	// itself or accepts some invalid values. Input is still published. The handler gets any JSON object.
	OwnValidation bool `json:"ownValidation,omitempty"`
	// Long says that calls may take longer than a client waits, as those of kinds that ask other servers may.
	Long    bool                       `json:"long,omitempty"`
	Example json.RawMessage            `json:"example,omitempty"` // arguments that fit Input, for people who try the tool; clients do not see it
	View    string                     `json:"view,omitempty"`    // ViewSpec.Name of the widget that shows the result
	Meta    map[string]json.RawMessage `json:"meta,omitempty"`    // further keys of the tool's _meta
	Handler HandlerRef                 `json:"handler"`
	Mode    Mode                       `json:"mode,omitempty"`   // "" = live
	Mock    json.RawMessage            `json:"mock,omitempty"`   // configuration of the handler of DefaultKind that stands in for Handler
	Scopes  []string                   `json:"scopes,omitempty"` // what a caller's token must have, all of them
	// Personal says that the tool does something else for a person than for somebody unknown, as one does that keeps rows of their own.
	Personal bool  `json:"personal,omitempty"`
	Uses     []Use `json:"uses,omitempty"` // of the app's tables
}

// HandlerRef says which executor runs a tool. Kind selects the executor, Ref names the handler within it
// ("todo/add_task" for native tools), Config is the executor's own data.
type HandlerRef struct {
	Kind   string          `json:"kind"`
	Ref    string          `json:"ref,omitempty"`
	Config json.RawMessage `json:"config,omitempty"`
}

// OpenAIUI is the member of _meta in which ChatGPT reads, of a tool, where people open its widget, and, of a widget, how it may be
// shown (github.com/openai/mcp-extensions, docs/spec.md).
const OpenAIUI = "openai/ui"

// ViewSpec is one widget: a layout with a theme. URI is the resource that "openai/outputTemplate" names; the widget
// is also published under a content-hashed URI for MCP Apps hosts.
type ViewSpec struct {
	Name          string `json:"name"`
	URI           string `json:"uri"` // "ui://widget/{slug}.html"
	Layout        string `json:"layout"`
	Title         string `json:"title,omitempty"`
	Description   string `json:"description,omitempty"` // openai/widgetDescription
	PrefersBorder bool   `json:"prefersBorder"`
	Theme         Theme  `json:"theme"`
	CSP           CSP    `json:"csp"`
	OpenAICSP     *CSP   `json:"openaiCSP,omitempty"` // openai/widgetCSP where it differs from CSP
	// Sample is shown by the standalone page /servers/{slug}/ui/{layout}.html, where there is no host.
	Sample json.RawMessage `json:"sample,omitempty"`
}

// CSP lists the origins, each with a scheme, that a widget may load from or connect to.
type CSP struct {
	Connect  []string `json:"connect,omitempty"`
	Resource []string `json:"resource,omitempty"`
}

// PromptSpec is one MCP prompt. With a Handler the app renders it; else Messages are templates in which "{argument}"
// is replaced by the argument's value.
type PromptSpec struct {
	Name        string           `json:"name"`
	Title       string           `json:"title,omitempty"`
	Description string           `json:"description,omitempty"`
	Arguments   []PromptArgument `json:"arguments,omitempty"`
	Messages    []PromptMessage  `json:"messages,omitempty"`
	Handler     HandlerRef       `json:"handler,omitzero"`
}

// PromptArgument is one named string argument of a prompt.
type PromptArgument struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Required    bool   `json:"required,omitempty"`
}

// PromptMessage is one message template; Role is "user" or "assistant".
type PromptMessage struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// ResourceSpec is one resource that is not a widget, or, when Template is set, a family of them (RFC 6570).
type ResourceSpec struct {
	URI         string     `json:"uri,omitempty"`
	Template    string     `json:"template,omitempty"`
	Name        string     `json:"name"`
	Description string     `json:"description,omitempty"`
	MIMEType    string     `json:"mimeType,omitempty"`
	Handler     HandlerRef `json:"handler"`
}
