package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// mirror is an app as Berth serves it, taken from its own answers, so that mcp-go serves the same tools, results and
// resources.
type mirror struct {
	Name, Version string
	Tools         []mirrorTool
	Resources     []mirrorResource
}

type mirrorTool struct {
	Name         string             `json:"name"`
	Title        string             `json:"title"`
	Description  string             `json:"description"`
	InputSchema  json.RawMessage    `json:"inputSchema"`
	OutputSchema json.RawMessage    `json:"outputSchema"`
	Annotations  mcp.ToolAnnotation `json:"annotations"`
	Meta         map[string]any     `json:"_meta"`
	Result       *mirrorResult      `json:"result,omitempty"` // nil = never called here
}

type mirrorResult struct {
	Content []struct {
		Text string `json:"text"`
	} `json:"content"`
	StructuredContent map[string]any `json:"structuredContent"`
	Meta              map[string]any `json:"_meta"`
}

type mirrorResource struct {
	URI         string         `json:"uri"`
	Name        string         `json:"name"`
	Title       string         `json:"title"`
	Description string         `json:"description"`
	MIMEType    string         `json:"mimeType"`
	Meta        map[string]any `json:"_meta"`
	Text        string         `json:"text,omitempty"`
}

// serveMCPGo serves the mirrors of file, by slug under /{slug}, as mcp-go's documentation shows it: one stateless
// StreamableHTTPServer per app, structuredContent as a map.
func serveMCPGo(addr, file string) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var mirrors map[string]mirror
	if err := json.Unmarshal(raw, &mirrors); err != nil {
		return fmt.Errorf("read mirrors: %w", err)
	}
	mux := http.NewServeMux()
	for slug, m := range mirrors {
		mux.Handle("/"+slug, server.NewStreamableHTTPServer(m.server(), server.WithStateLess(true)))
	}
	s := &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	return s.ListenAndServe()
}

func (m mirror) server() *server.MCPServer {
	s := server.NewMCPServer(m.Name, m.Version, server.WithToolCapabilities(false), server.WithResourceCapabilities(false, false))
	for _, t := range m.Tools {
		tool := mcp.Tool{
			Name: t.Name, Title: t.Title, Description: t.Description, RawInputSchema: t.InputSchema, RawOutputSchema: t.OutputSchema,
			Annotations: t.Annotations,
		}
		if t.Meta != nil {
			tool.Meta = mcp.NewMetaFromMap(t.Meta)
		}
		s.AddTool(tool, func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if t.Result == nil {
				return mcp.NewToolResultError("not mirrored"), nil
			}
			return t.Result.result(), nil
		})
	}
	for _, r := range m.Resources {
		resource := mcp.Resource{URI: r.URI, Name: r.Name, Title: r.Title, Description: r.Description, MIMEType: r.MIMEType}
		if r.Meta != nil {
			resource.Meta = mcp.NewMetaFromMap(r.Meta)
		}
		s.AddResource(resource, func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.URI, MIMEType: r.MIMEType, Text: r.Text, Meta: r.Meta}}, nil
		})
	}
	return s
}

func (r *mirrorResult) result() *mcp.CallToolResult {
	out := &mcp.CallToolResult{StructuredContent: r.StructuredContent}
	for _, c := range r.Content {
		out.Content = append(out.Content, mcp.NewTextContent(c.Text))
	}
	if r.Meta != nil {
		out.Meta = mcp.NewMetaFromMap(r.Meta)
	}
	return out
}

// mirrors reads both apps as a client of the legacy era sees them, whose results hold nothing that mcp-go adds itself.
func (s *berth) mirrors(ctx context.Context, scenarios []scenario) (map[string]mirror, error) {
	out := map[string]mirror{}
	for _, slug := range []string{"gifts", "todo"} {
		m := mirror{Name: slug, Version: "1"}
		get := func(a ask, into any) error {
			if a.token == "" {
				a.token = adminKey // todo refuses calls without one
			}
			_, got, err := a.once(ctx, s.mcpURL(slug), legacy)
			if err != nil {
				return err
			}
			return json.Unmarshal(got, into)
		}
		if err := errors.Join(get(ask{method: "tools/list"}, &m), get(ask{method: "resources/list"}, &m)); err != nil {
			return nil, err
		}
		for i := range m.Resources {
			var read struct{ Contents []mirrorResource }
			if err := get(ask{method: "resources/read", params: fmt.Sprintf(`"uri":%q`, m.Resources[i].URI)}, &read); err != nil {
				return nil, err
			}
			m.Resources[i].Text = read.Contents[0].Text
		}
		for _, sc := range scenarios {
			for i := range m.Tools {
				if t := &m.Tools[i]; sc.slug == slug && sc.ask.name == t.Name && t.Result == nil {
					if err := get(sc.ask, &t.Result); err != nil {
						return nil, err
					}
				}
			}
		}
		out[slug] = m
	}
	return out, nil
}
