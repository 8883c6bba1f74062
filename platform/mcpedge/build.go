package mcpedge

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"weak"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"berth/platform"
)

const (
	mimeSkybridge = "text/html+skybridge"
	mimeApp       = "text/html;profile=mcp-app"
	uiExtension   = "io.modelcontextprotocol/ui"
)

// mcpServer is the release's own MCP server, built when it is not in memory.
func (a *app) mcpServer() *server.MCPServer {
	if w := a.server.Load(); w != nil {
		if s := w.Value(); s != nil {
			return s
		}
	}
	s := a.build()
	w := weak.Make(s)
	a.server.Store(&w)
	return s
}

// TrialBuild builds the MCP server of a release as it would be served and asks it for its lists, so that a release
// which cannot be served is refused before it is published. mcp-go panics on some bad definitions.
func (e *Edge) TrialBuild(s platform.Served) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("build MCP server: %v", v)
		}
	}()
	a := newApp(e, &s)
	for i := range a.tools {
		t := &a.tools[i]
		if _, err := t.schema(e.interned); err != nil {
			return fmt.Errorf("input schema of tool %s: %w", t.spec.Name, err)
		}
	}
	for _, method := range []mcp.MCPMethod{mcp.MethodServerDiscover, mcp.MethodToolsList, mcp.MethodResourcesList, mcp.MethodPromptsList} {
		if _, err := a.ask(context.Background(), method, nil, true); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
	}
	return nil
}

// nameAndVersion are those of serverInfo.
func (a *app) nameAndVersion() (name, version string) {
	m := &a.manifest
	name, version = m.ServerName, m.ServerVersion
	if name == "" {
		name = a.slug
	}
	if version == "" {
		version = strconv.Itoa(a.version)
	}
	return name, version
}

// identity is serverInfo as the MCP server encodes it.
func (a *app) identity() json.RawMessage {
	m := &a.manifest
	name, version := a.nameAndVersion()
	info, _ := encode(mcp.Implementation{Name: name, Version: version, Title: m.Name, Description: m.Description}) // plain strings
	return info
}

func (a *app) build() *server.MCPServer {
	m := &a.manifest
	name, version := a.nameAndVersion()
	scope := mcp.CacheScopePublic
	if a.private() {
		scope = mcp.CacheScopePrivate
	}
	options := []server.ServerOption{
		server.WithTitle(m.Name), server.WithDescription(m.Description), server.WithInstructions(m.Instructions),
		server.WithToolCapabilities(false), server.WithResourceCapabilities(false, false), server.WithPromptCapabilities(false),
		server.WithCacheHints(0, scope),
	}
	if len(a.views) > 0 {
		options = append(options, server.WithExtensions(map[string]any{uiExtension: map[string]any{"mimeTypes": []string{mimeApp}}}))
	}
	if m.Logging {
		options = append(options, server.WithLogging())
	}
	if m.Completions {
		options = append(options, server.WithCompletions(), server.WithPromptCompletionProvider(completer{a}))
	}
	s := server.NewMCPServer(name, version, options...)
	for i := range m.Tools {
		s.AddTool(a.toolFor(&m.Tools[i]), a.callTool(&m.Tools[i]))
	}
	for _, v := range a.views {
		a.addView(s, v)
	}
	for i := range m.Prompts {
		a.addPrompt(s, &m.Prompts[i])
	}
	for i := range m.Resources {
		a.addResource(s, &m.Resources[i])
	}
	return s
}

func (a *app) toolFor(spec *platform.ToolSpec) mcp.Tool {
	hints := spec.Hints
	t := mcp.Tool{
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
	if v, ok := a.view(spec.View); ok {
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
		t.Meta = mcp.NewMetaFromMap(meta)
	}
	return t
}

// viewMeta is the _meta of a widget resource in both vocabularies.
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

func (a *app) addView(s *server.MCPServer, v view) {
	title := v.spec.Title
	if title == "" {
		title = a.manifest.Name
	}
	for _, r := range []struct{ uri, mime, suffix string }{{v.uri, mimeSkybridge, "skybridge"}, {v.appURI, mimeApp, "mcp-app"}} {
		if r.uri == "" {
			continue
		}
		resource := mcp.Resource{URI: r.uri, Name: v.spec.Name + " (" + r.suffix + ")", Title: title, Description: v.spec.Description, MIMEType: r.mime}
		resource.Meta = viewMeta(v.spec)
		s.AddResource(resource, func(ctx context.Context, _ mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			page, err := a.edge.documents.get(ctx, v.document)
			if err != nil {
				return nil, err
			}
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.uri, MIMEType: r.mime, Text: string(page.doc.Page(nil)), Meta: viewMeta(v.spec).AdditionalFields}}, nil
		})
	}
}
