package mcpedge

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/mcpedge/wire"
)

// errHandled tells mcp-go that the exchange already knows how to answer.
var errHandled = errors.New("answered by the exchange")

// callTool is the handler of every tool of every app.
func (a *app) callTool(t *tool) server.ToolHandlerFunc {
	return func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		x := exchangeFrom(ctx)
		result, outcome := x.call(t)
		defer x.recordAfter(t, outcome)
		if x.problem != nil || x.task != nil {
			return nil, errHandled
		}
		return toolResult(result), nil
	}
}

// templateKey is the member of _meta that names a tool's widget for ChatGPT.
const templateKey = "openai/outputTemplate"

// withTemplate names the widget in a result's _meta, where ChatGPT looks for it, and adds what the widget needs besides the data.
func (a *app) withTemplate(t *tool, result appkit.Result) appkit.Result {
	if t.view < 0 || result.IsError || needsMore(result) {
		return result
	}
	meta := map[string]any{templateKey: a.views[t.view].uri}
	if more := a.views[t.view].more; more != nil {
		if data, err := structuredContent(result.Structured); err == nil {
			maps.Copy(meta, more.Beside(data))
			result.Structured = platform.Encoded(data) // once is enough
		}
	}
	maps.Copy(meta, result.Meta)
	result.Meta = meta
	return result
}

// recordAfter records the call once its answer has been written.
func (x *exchange) recordAfter(t *tool, outcome string) {
	x.after = func() { x.record(t, outcome) }
}

// inputCapability names the client capability that each kind of input request needs.
var inputCapability = map[string]string{
	string(mcp.MethodElicitationCreate): "elicitation", string(mcp.MethodSamplingCreateMessage): "sampling", string(mcp.MethodListRoots): "roots",
}

// requireInput checks that the client can answer what the tool asks, and seals the tool's state.
func (x *exchange) requireInput(tool string, result appkit.Result) appkit.Result {
	if result.MissingCapability != "" {
		return x.missing(result.MissingCapability)
	}
	if !x.modern {
		return appkit.Result{IsError: true, Content: appkit.Text("This tool asks questions while it runs, which needs a client that speaks MCP 2026-07-28 or later.")}
	}
	if capability := undeclared(result.InputRequests, x.client().Capabilities); capability != "" {
		return x.missing(capability)
	}
	if result.RequestState != "" {
		result.RequestState = x.edge.sealer.seal(x.stateBinding(tool), result.RequestState)
	}
	return result
}

// undeclared returns a capability that the client needs to answer what it is asked, and has not; "" = none.
func undeclared(requests map[string]appkit.InputRequest, declared map[string]json.RawMessage) string {
	for _, request := range requests {
		capability := inputCapability[request.Method]
		if _, ok := declared[capability]; !ok {
			return capability
		}
	}
	return ""
}

// missing makes the exchange answer with error -32021. A legacy client gets a tool result that says it in words.
func (x *exchange) missing(capability string) appkit.Result {
	if !x.modern {
		return appkit.Result{IsError: true, Content: appkit.Text("This tool needs a client with the capability " + capability + " and MCP 2026-07-28 or later.")}
	}
	x.problem = missingCapability(capability)
	return appkit.Result{}
}

// missingCapability is error -32021. A capability with a slash in its name is an extension.
func missingCapability(name string) *wire.Error {
	required := map[string]any{name: struct{}{}}
	if strings.Contains(name, "/") {
		required = map[string]any{"extensions": required}
	}
	return &wire.Error{Status: 400, Code: mcp.MISSING_REQUIRED_CLIENT_CAPABILITY,
		Message: "Missing required client capability: " + strconv.Quote(name), Data: map[string]any{"requiredCapabilities": required}}
}

// resumed reads what a client sends when it retries with answers. It refuses state that was not sealed for this caller and
// this call.
func (x *exchange) resumed(name string) (state string, responses map[string]json.RawMessage, problem *wire.Error) {
	if x.message.Known { // holds neither inputResponses nor requestState
		return "", nil, nil
	}
	var p struct {
		InputResponses map[string]json.RawMessage `json:"inputResponses"`
		RequestState   string                     `json:"requestState"`
	}
	if json.Unmarshal(x.message.Params, &p) != nil {
		return "", nil, wire.InvalidParams("Invalid params: inputResponses must be an object and requestState a string.")
	}
	if p.RequestState != "" {
		var ok bool
		if state, ok = x.edge.sealer.open(x.stateBinding(name), p.RequestState); !ok {
			return "", nil, wire.InvalidParams("Invalid params: requestState is not one that this server made for this call, or it has expired.")
		}
	}
	return state, p.InputResponses, nil
}

// stateBinding returns what a sealed state belongs to: app, method, name, arguments and caller.
func (x *exchange) stateBinding(name string) string {
	m := x.message
	return strings.Join([]string{string(x.app.id), x.app.slug, m.Method, name, string(m.Object()), x.caller()}, "\x00")
}

func base64Of(b []byte) string { return base64.StdEncoding.EncodeToString(b) }

// nativeApp returns the Go app behind a handler.
func (a *app) nativeApp(ref platform.HandlerRef) (app appkit.App, name string, ok bool) {
	slug, name, found := strings.Cut(ref.Ref, "/")
	if !found {
		return nil, "", false
	}
	app, ok = a.edge.Apps(slug)
	return app, name, ok
}

func (a *app) addPrompt(s *server.MCPServer, spec *platform.PromptSpec) {
	prompt := mcp.Prompt{Name: spec.Name, Title: spec.Title, Description: spec.Description}
	for _, arg := range spec.Arguments {
		prompt.Arguments = append(prompt.Arguments, mcp.PromptArgument{Name: arg.Name, Description: arg.Description, Required: arg.Required})
	}
	s.AddPrompt(prompt, func(ctx context.Context, request mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		x := exchangeFrom(ctx)
		for _, arg := range spec.Arguments {
			if _, given := request.Params.Arguments[arg.Name]; arg.Required && !given {
				x.problem = wire.InvalidParams("Invalid params: the prompt needs the argument " + arg.Name + ".")
				return nil, errHandled
			}
		}
		return x.prompt(ctx, spec, request.Params.Arguments)
	})
}

func (x *exchange) prompt(ctx context.Context, spec *platform.PromptSpec, arguments map[string]string) (*mcp.GetPromptResult, error) {
	if spec.Handler.Kind == "" {
		out := &mcp.GetPromptResult{Description: spec.Description}
		for _, m := range spec.Messages {
			text := m.Text
			for _, arg := range spec.Arguments {
				text = strings.ReplaceAll(text, "{"+arg.Name+"}", arguments[arg.Name])
			}
			out.Messages = append(out.Messages, mcp.NewPromptMessage(mcp.Role(m.Role), mcp.NewTextContent(text)))
		}
		return out, nil
	}
	native, name, ok := x.app.nativeApp(spec.Handler)
	prompter, is := native.(appkit.Prompter)
	if !ok || !is || prompter.Prompts()[name] == nil {
		return nil, errors.New("no handler for prompt " + spec.Name)
	}
	state, responses, problem := x.resumed(spec.Name)
	if problem != nil {
		x.problem = problem
		return nil, errHandled
	}
	call := x.invocation(spec.Name)
	call.InputResponses, call.RequestState = responses, state
	p, err := prompter.Prompts()[name](ctx, call, arguments)
	if err != nil {
		return nil, err
	}
	if len(p.InputRequests) > 0 || p.RequestState != "" {
		asked := x.requireInput(spec.Name, appkit.Result{InputRequests: p.InputRequests, RequestState: p.RequestState})
		if x.problem != nil {
			return nil, errHandled
		}
		if asked.IsError {
			return &mcp.GetPromptResult{Messages: []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(asked.Content[0].Text))}}, nil
		}
		requests, err := inputRequests(asked.InputRequests)
		if err != nil {
			return nil, err
		}
		out := &mcp.GetPromptResult{MultiRoundTripResult: mcp.MultiRoundTripResult{InputRequests: requests, RequestState: asked.RequestState}}
		out.ResultType = mcp.ResultTypeInputRequired
		return out, nil
	}
	out := &mcp.GetPromptResult{Description: p.Description}
	for _, m := range p.Messages {
		out.Messages = append(out.Messages, mcp.NewPromptMessage(mcp.Role(m.Role), content(m.Content, nil)))
	}
	return out, nil
}

func (a *app) addResource(s *server.MCPServer, spec *platform.ResourceSpec) {
	read := func(ctx context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		x := exchangeFrom(ctx)
		native, name, ok := a.nativeApp(spec.Handler)
		resourcer, is := native.(appkit.Resourcer)
		if !ok || !is || resourcer.Resources()[name] == nil {
			return nil, errors.New("no handler for resource " + spec.Name)
		}
		contents, err := resourcer.Resources()[name](ctx, x.invocation(spec.Name), request.Params.URI)
		if platform.IsCode(err, platform.CodeNotFound) {
			x.problem = x.resourceNotFound()
			return nil, errHandled
		}
		if err != nil {
			return nil, err
		}
		var out []mcp.ResourceContents
		for _, c := range contents {
			out = append(out, resourceContents(c))
		}
		return out, nil
	}
	if spec.Template != "" {
		template := mcp.NewResourceTemplate(spec.Template, spec.Name, mcp.WithTemplateDescription(spec.Description), mcp.WithTemplateMIMEType(spec.MIMEType))
		s.AddResourceTemplate(template, server.ResourceTemplateHandlerFunc(read))
		return
	}
	s.AddResource(mcp.Resource{URI: spec.URI, Name: spec.Name, Description: spec.Description, MIMEType: spec.MIMEType}, read)
}

// completer asks the app for completions of prompt arguments.
type completer struct {
	app     *app
	prompts []platform.PromptSpec
}

func (c completer) CompletePromptArgument(ctx context.Context, prompt string, argument mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	for _, spec := range c.prompts {
		if spec.Name != prompt {
			continue
		}
		native, _, _ := c.app.nativeApp(spec.Handler)
		if completes, ok := native.(appkit.Completer); ok {
			values, err := completes.Complete(ctx, prompt, argument.Name, argument.Value)
			if err != nil {
				return nil, err
			}
			total := len(values)
			return &mcp.Completion{Values: values[:min(total, 100)], Total: total, HasMore: total > 100}, nil
		}
	}
	return &mcp.Completion{Values: []string{}}, nil
}

const badShape = "Invalid params: the params do not have the shape that this method needs."

// safeMessage removes repetitions and the texts of Go's own errors from an error message of mcp-go.
func safeMessage(msg string) string {
	for _, twice := range []string{": tool not found", ": prompt not found", ": resource not found"} {
		msg = strings.TrimSuffix(msg, twice)
	}
	if strings.Contains(msg, "base64") {
		return "Invalid params: the cursor is not one that this server made."
	}
	if strings.Contains(msg, "json: ") || strings.Contains(msg, "unmarshal") || strings.Contains(msg, "Go ") || strings.Contains(msg, "mcp.") {
		return badShape
	}
	return msg
}
