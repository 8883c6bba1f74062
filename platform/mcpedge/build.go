package mcpedge

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"berth/platform"
	"berth/platform/mcpedge/wire"
)

const (
	mimeSkybridge = "text/html+skybridge"
	mimeApp       = "text/html;profile=mcp-app"
	uiExtension   = "io.modelcontextprotocol/ui"
)

// TrialBuild builds the MCP server of a release as it would be served and asks it for its lists, so that a release that
// cannot be served is refused before it is published. mcp-go panics on some bad definitions.
func (e *Edge) TrialBuild(s platform.Served) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("build MCP server: %v", v)
		}
	}()
	a, err := newApp(e, &s)
	if err != nil {
		return err
	}
	for i := range a.tools {
		if err := a.tools[i].input.Compile(); err != nil {
			return fmt.Errorf("input schema of tool %s: %w", a.tools[i].name, err)
		}
	}
	for _, method := range []mcp.MCPMethod{mcp.MethodServerDiscover, mcp.MethodToolsList, mcp.MethodResourcesList, mcp.MethodPromptsList} {
		if _, err := a.release().ask(context.Background(), method, nil, true); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
	}
	return nil
}

// nameAndVersion returns the name and version of serverInfo.
func (a *app) nameAndVersion(m *platform.Manifest) (name, version string) {
	name, version = m.ServerName, m.ServerVersion
	if name == "" {
		name = a.slug
	}
	if version == "" {
		version = strconv.Itoa(a.version)
	}
	return name, version
}

// identity returns serverInfo as the MCP server encodes it. Every modern result carries it.
func (a *app) identity(m *platform.Manifest) json.RawMessage {
	name, version := a.nameAndVersion(m)
	info, _ := wire.Encode(mcp.Implementation{Name: name, Version: version, Title: m.Name, Description: m.Description}) // plain strings
	return info
}

// build makes the release's own MCP server.
func (a *app) build(m *platform.Manifest) *server.MCPServer {
	name, version := a.nameAndVersion(m)
	scope := mcp.CacheScopePublic
	if a.private() {
		scope = mcp.CacheScopePrivate
	}
	options := []server.ServerOption{
		server.WithTitle(m.Name), server.WithDescription(m.Description), server.WithInstructions(m.Instructions),
		server.WithToolCapabilities(false), server.WithResourceCapabilities(false, false), server.WithPromptCapabilities(false),
		server.WithCacheHints(0, scope),
	}
	extensions := map[string]any{}
	if len(a.views) > 0 {
		extensions[uiExtension] = map[string]any{"mimeTypes": []string{mimeApp}}
	}
	if a.hasTasks() {
		extensions[tasksExtension] = struct{}{}
	}
	if len(extensions) > 0 {
		options = append(options, server.WithExtensions(extensions))
	}
	if m.Logging {
		options = append(options, server.WithLogging())
	}
	if m.Completions {
		options = append(options, server.WithCompletions(), server.WithPromptCompletionProvider(completer{a, m.Prompts}))
	}
	s := server.NewMCPServer(name, version, options...)
	for i := range a.tools {
		s.AddTool(a.toolFor(&a.tools[i], &m.Tools[i]), a.callTool(&a.tools[i]))
	}
	for i := range a.views {
		a.addView(s, &a.views[i], m, &m.Views[i])
	}
	for i := range m.Prompts {
		a.addPrompt(s, &m.Prompts[i])
	}
	for i := range m.Resources {
		a.addResource(s, &m.Resources[i])
	}
	return s
}

func (a *app) toolFor(t *tool, spec *platform.ToolSpec) mcp.Tool {
	hints := spec.Hints
	out := mcp.Tool{
		Name: spec.Name, Title: spec.Title, Description: spec.Description,
		RawInputSchema: spec.Input, RawOutputSchema: spec.Output,
		Annotations: mcp.ToolAnnotation{
			Title: spec.Title, ReadOnlyHint: &hints.ReadOnly, DestructiveHint: &hints.Destructive,
			IdempotentHint: &hints.Idempotent, OpenWorldHint: &hints.OpenWorld,
		},
	}
	meta := map[string]any{}
	for k, v := range spec.Meta {
		meta[k] = v
	}
	if t.view >= 0 {
		v := &a.views[t.view]
		ui := map[string]any{"resourceUri": v.appURI}
		if own, ok := spec.Meta["ui"]; ok { // an app may add visibility; the URI is ours
			var more map[string]any
			if json.Unmarshal(own, &more) == nil {
				maps.Copy(more, ui)
				ui = more
			}
		}
		meta["ui"] = ui
		meta["ui/resourceUri"] = v.appURI // the flat alias that older MCP Apps hosts read
		meta[templateKey] = v.uri
	}
	if len(meta) > 0 {
		out.Meta = mcp.NewMetaFromMap(meta)
	}
	return out
}

// viewMeta returns the _meta of a widget resource with the names of both vocabularies.
func viewMeta(spec *platform.ViewSpec) *mcp.Meta {
	connect, resource := orEmpty(spec.CSP.Connect), orEmpty(spec.CSP.Resource)
	openai := map[string]any{"connect_domains": connect, "resource_domains": resource}
	if spec.OpenAICSP != nil {
		openai = map[string]any{"connect_domains": orEmpty(spec.OpenAICSP.Connect), "resource_domains": orEmpty(spec.OpenAICSP.Resource)}
	}
	meta := map[string]any{
		"ui": map[string]any{
			"csp":           map[string]any{"connectDomains": connect, "resourceDomains": resource},
			"prefersBorder": spec.PrefersBorder,
		},
		"openai/widgetPrefersBorder": spec.PrefersBorder,
		"openai/widgetCSP":           openai,
		// Every widget is made for both. Where a host knows both and is told no preference, it would take the full screen.
		platform.OpenAIUI: map[string]any{"availableDisplayModes": []string{"inline", "fullscreen"}, "preferredDisplayMode": "inline"},
	}
	if spec.Description != "" {
		meta["openai/widgetDescription"] = spec.Description
		meta["ui"].(map[string]any)["description"] = spec.Description
	}
	return mcp.NewMetaFromMap(meta)
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func (a *app) addView(s *server.MCPServer, v *view, m *platform.Manifest, spec *platform.ViewSpec) {
	title := spec.Title
	if title == "" {
		title = m.Name
	}
	for _, r := range []struct{ uri, mime, suffix string }{{v.uri, mimeSkybridge, "skybridge"}, {v.appURI, mimeApp, "mcp-app"}} {
		if r.uri == "" {
			continue
		}
		resource := mcp.Resource{URI: r.uri, Name: spec.Name + " (" + r.suffix + ")", Title: title, Description: spec.Description, MIMEType: r.mime}
		resource.Meta = viewMeta(spec)
		s.AddResource(resource, func(ctx context.Context, _ mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			page, err := a.edge.documents.Get(ctx, v.document)
			if err != nil {
				return nil, err
			}
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.uri, MIMEType: r.mime, Text: string(page.Page(nil)), Meta: viewMeta(spec).AdditionalFields}}, nil
		})
	}
}
