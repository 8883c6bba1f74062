package mcpedge

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"berth/platform"
	"berth/platform/schema"
)

// appOverhead is the heap of an app besides its texts, measured by the idle-app benchmark.
const appOverhead = 2 << 10

// app is one live release as it is served. It is immutable but for what it learns lazily; safe for concurrent use.
type app struct {
	edge   *Edge
	served *platform.Served
	views  []view
	tools  map[string]*tool

	// server is rebuilt when it has been collected: most requests never need it.
	server atomic.Pointer[weak.Pointer[server.MCPServer]]

	info atomic.Pointer[json.RawMessage] // serverInfo

	mu      sync.RWMutex
	answers map[answerKey]*answer
	bytes   atomic.Int64
}

// view is a widget under its two URIs.
type view struct {
	spec     *platform.ViewSpec
	document string // digest
	uri      string // text/html+skybridge
	appURI   string // text/html;profile=mcp-app, holds the digest so that hosts never show a stale widget
}

// tool is one tool with what its calls need.
type tool struct {
	spec *platform.ToolSpec
	// fixed tools answer from the release alone; headers are bound to arguments (x-mcp-header).
	fixed, headers bool

	once    sync.Once
	input   arguments
	invalid error
	// data is the structuredContent of a fixed tool where it stands in its configuration.
	data []byte
}

// newApp prepares a live release. Texts that it shares with other apps, or has twice, are kept once.
func newApp(e *Edge, served *platform.Served) *app {
	s, release := *served, *served.Release
	release.Manifest.Tools, release.Manifest.Views = slices.Clone(release.Manifest.Tools), slices.Clone(release.Manifest.Views)
	s.Release = &release
	a := &app{edge: e, served: &s, tools: map[string]*tool{}, answers: map[answerKey]*answer{}}
	size := int64(appOverhead + len(s.Release.Manifest.Name) + len(s.Release.Manifest.Description) + len(s.Release.Manifest.Instructions))
	var fixed []byte
	for i := range s.Release.Manifest.Tools {
		spec := &s.Release.Manifest.Tools[i]
		spec.Input, spec.Output = e.interned.text(spec.Input), e.interned.text(spec.Output)
		t := &tool{spec: spec, fixed: spec.Handler.Kind == "mock", headers: len(headerBindings(spec)) > 0}
		if t.fixed && json.Valid(spec.Handler.Config) && spec.Handler.Config[0] == '{' {
			members(spec.Handler.Config, func(key string, value []byte) {
				if key == "data" {
					t.data, fixed = value, value
				}
			})
		}
		a.tools[spec.Name] = t
		size += int64(len(spec.Handler.Config) + len(spec.Description) + 512)
	}
	for i := range s.Release.Manifest.Views {
		spec := &s.Release.Manifest.Views[i]
		if bytes.Equal(spec.Sample, fixed) {
			spec.Sample = fixed
		} else {
			size += int64(len(spec.Sample))
		}
		v := view{spec: spec, uri: strings.ReplaceAll(spec.URI, "{slug}", s.Slug)}
		for _, built := range s.Release.Views {
			if built.Name == spec.Name {
				v.document = built.Document
			}
		}
		v.appURI = appURIPrefix(s.Slug, spec.Name) + v.document[:min(16, len(v.document))] + ".html"
		a.views = append(a.views, v)
		size += int64(len(spec.Description) + 256)
	}
	a.bytes.Store(size)
	return a
}

// appURIPrefix is what all versions of one widget's content-hashed URI start with.
func appURIPrefix(slug, view string) string { return "ui://" + slug + "/" + view + "@" }

// Bytes is the heap that the app takes, roughly, without its documents.
func (a *app) Bytes() int64 { return a.bytes.Load() }

func (a *app) slug() string { return a.served.Slug }

func (a *app) private() bool { return a.served.Release.Manifest.Access == platform.AccessPerson }

func (a *app) view(name string) (view, bool) {
	for _, v := range a.views {
		if v.spec.Name == name {
			return v, true
		}
	}
	return view{}, false
}

// schema compiles the tool's input schema once.
func (t *tool) schema(n *interned) (arguments, error) {
	t.once.Do(func() { t.input, t.invalid = n.schema(t.spec.Input) })
	return t.input, t.invalid
}

// problems are what is wrong with the arguments. An app that judges them itself is spared those of which there are too many.
func (a *app) problems(t *tool, raw []byte) []platform.Problem {
	if t.spec.OwnValidation {
		return schema.Oversized(raw)
	}
	s, err := t.schema(a.edge.interned)
	if err != nil {
		return []platform.Problem{{Location: "arguments", Message: "this tool's input schema cannot be used"}}
	}
	if s.flat.accepts(raw) {
		return nil
	}
	return s.Validate(raw)
}

func headerBindings(spec *platform.ToolSpec) []mcp.ParamHeaderBinding {
	if !strings.Contains(string(spec.Input), "x-mcp-header") {
		return nil
	}
	return mcp.ExtractParamHeaderBindings(&mcp.Tool{RawInputSchema: spec.Input})
}

// checkParamHeaders compares Mcp-Param-… headers with the arguments (SEP-2243).
func (t *tool) checkParamHeaders(h http.Header, params json.RawMessage) error {
	return mcp.ValidateParamHeadersLookup(func(name string) (string, bool) {
		values := h.Values(name)
		if len(values) == 0 {
			return "", false
		}
		return values[0], true
	}, &mcp.Tool{RawInputSchema: t.spec.Input}, params)
}
