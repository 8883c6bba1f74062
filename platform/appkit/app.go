// Package appkit is the contract that an app written in Go implements. It knows tools, prompts and resources, and
// nothing of HTTP, MCP libraries or databases.
package appkit

import (
	"context"
	"encoding/json"
	"time"

	"berth/platform"
)

// App is one app. Handlers, and those of the optional interfaces below, are keyed by the part of HandlerRef.Ref after
// "slug/". All of them may run concurrently.
type App interface {
	Slug() string
	Manifest() platform.Manifest
	Handlers() map[string]ToolFunc
}

// Prompter is an App that renders prompts itself.
type Prompter interface {
	Prompts() map[string]PromptFunc
}

// Resourcer is an App that has resources besides its widgets.
type Resourcer interface {
	Resources() map[string]ResourceFunc
}

// Completer is an App that completes prompt arguments: at most 100 values that start with typed.
type Completer interface {
	Complete(ctx context.Context, prompt, argument, typed string) ([]string, error)
}

// Pictured is an App whose answers hold SVG pictures of its own. It names all of them as data: URLs of URL-encoded SVG, and the server serves
// each at the address that view.PictureAt returns, for hosts that refuse data: URLs.
type Pictured interface {
	Pictures() []string
}

// Templater is an App that authors may start from: an app that runs Go code cannot be copied, so it says which draft shows
// the same with data alone. The draft names a layout that authors may choose, has data in that layout's schema, a tool
// name of the form of platform.ValidToolName, a description of the tool and of the app, and best a text for the model; it
// has no slug, which the copy gets at its first publish. It must be fit to publish as it is: package publish refuses to
// start otherwise. It is shown to everybody by GET /api/v1/templates, so it holds nobody's data.
//
//	func (a *app) Template() platform.Draft {
//		return platform.Draft{Name: "Shopping list", Description: "…", Tools: []platform.ToolDraft{{Name: "show_shopping_list",
//			Description: "Show the …", Layout: "list", MockData: json.RawMessage(`{"title":"…","items":[…]}`), ResponseText: "Here is …"}}}
//	}
//
// Tests of the app need no more than appkit.App; publish.New checks the draft wherever the app is wired.
type Templater interface {
	Template() platform.Draft
}

// ToolFunc runs a tool. What the model can mend is a Result with IsError; a returned error is a fault of the app: the
// caller sees a neutral text and the log sees the error.
type ToolFunc func(ctx context.Context, call Call) (Result, error)

// PromptFunc renders a prompt with the given arguments.
type PromptFunc func(ctx context.Context, call Call, arguments map[string]string) (Prompt, error)

// ResourceFunc reads a resource; uri is the concrete URI, also for templates. An unknown uri is platform.CodeNotFound.
type ResourceFunc func(ctx context.Context, call Call, uri string) ([]ResourceContents, error)

// Call is one invocation.
type Call struct {
	Workspace platform.WorkspaceID // whose app it is
	App       platform.AppID
	Slug      string
	Tool      string
	Arguments json.RawMessage // an object that fits the tool's input schema, unless ToolSpec.OwnValidation; "{}" when absent
	Config    json.RawMessage // HandlerRef.Config
	Principal platform.Principal
	Client    Client
	Now       time.Time // UTC
	RequestID string
	Address   string // the client's, without port; "" when there is none
	UserAgent string // as the client sent it, cut after 300 bytes

	// Progress reports work done so far; it never blocks and does nothing when the client did not ask.
	// Values must increase.
	Progress func(progress, total float64, message string)
	// Log sends a log notification of an MCP level (debug … emergency); it does nothing when the client did not ask.
	Log func(level string, data any)

	// InputResponses and RequestState are what the client sent after a Result that asked for input
	// (specification 2026-07-28, multi round-trip requests). RequestState has been authenticated.
	InputResponses map[string]json.RawMessage
	RequestState   string
}

// Actor is who makes the call and from where, for the audit trail.
func (c Call) Actor() platform.Actor {
	return platform.Actor{Principal: c.Principal, RequestID: c.RequestID, Address: c.Address, UserAgent: c.UserAgent}
}

// Client is what the caller says of itself: hints, never authority.
type Client struct {
	Name, Version   string // clientInfo
	ProtocolVersion string
	Modern          bool                       // 2026-07-28 or later
	Capabilities    map[string]json.RawMessage // declared client capabilities
	Meta            map[string]json.RawMessage // the request's _meta, for example "openai/locale"
}

// Hint reads a value of the request's _meta, the zero value when it is absent or of another type. Hints are what the client says
// of itself: shown, never trusted.
func Hint[T any](call Call, key string) (value T) {
	if raw, ok := call.Client.Meta[key]; ok && json.Unmarshal(raw, &value) != nil {
		var none T
		return none
	}
	return value
}

// Result is what a tool returns.
type Result struct {
	Content    []Content      // what the model reads; empty = Structured as JSON text
	Structured any            // structuredContent: nil or something that encodes as a JSON object
	Meta       map[string]any // the result's _meta, which only the widget sees
	IsError    bool

	// InputRequests asks the client for more before the tool can finish; the call then comes again with the answers.
	InputRequests map[string]InputRequest
	RequestState  string
	// MissingCapability names a client capability without which the tool cannot run ("sampling"): error -32021.
	MissingCapability string
}

// InputRequest is one thing asked of the client: elicitation/create, sampling/createMessage or roots/list.
type InputRequest struct {
	Method string
	Params json.RawMessage
}

// Content is one block of a result. Exactly one of Text, Data with MIMEType, or Resource is meant, by Type.
type Content struct {
	Type     string // text | image | audio | resource
	Text     string
	Data     []byte // image and audio
	MIMEType string
	Resource *ResourceContents
}

// ResourceContents is the content of one resource: Text, or Blob when it is binary.
type ResourceContents struct {
	URI, MIMEType, Text string
	Blob                []byte
}

// Prompt is a rendered prompt. InputRequests and RequestState are as in Result.
type Prompt struct {
	Description   string
	Messages      []Message
	InputRequests map[string]InputRequest
	RequestState  string
}

// Message is one message of a prompt; Role is "user" or "assistant".
type Message struct {
	Role    string
	Content Content
}

// Text makes the one text block that most results have.
func Text(s string) []Content { return []Content{{Type: "text", Text: s}} }
