package mcpedge

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"berth/platform"
	"berth/platform/schema"
)

// The heap of an app besides its texts and answers, its place in the catalog included, and of each tool or view that the app
// itself has no room for.
const (
	appOverhead  = 1280
	specOverhead = 512
)

// app is one live release as it is served. It is immutable but for what it learns lazily; safe for concurrent use.
// There may be very many, so it is made of few allocations: the garbage collector looks at each.
type app struct {
	edge     *Edge
	id       platform.AppID
	slug     string
	origin   platform.Origin
	version  int
	manifest platform.Manifest
	views    []view
	tools    []tool

	// server is rebuilt when it has been collected: most requests never need it.
	server atomic.Pointer[weak.Pointer[server.MCPServer]]

	info atomic.Pointer[json.RawMessage] // serverInfo

	mu      sync.RWMutex
	answers []*answer // few
	bytes   atomic.Int64

	room struct { // what the slices above lie in while they are short
		tools     [1]tool
		toolSpecs [1]platform.ToolSpec
		views     [1]view
		viewSpecs [1]platform.ViewSpec
		answers   [2]*answer
	}
}

// within answers room for n elements: a part of the room that is there, when that is enough.
func within[T any](room []T, n int) []T {
	if n <= len(room) {
		return room[:n:n]
	}
	return make([]T, n)
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
	a := &app{edge: e, id: served.App, slug: served.Slug, origin: served.Origin, version: served.Release.Version, manifest: served.Release.Manifest}
	m := &a.manifest
	m.Tools, m.Views = within(a.room.toolSpecs[:], len(m.Tools)), within(a.room.viewSpecs[:], len(m.Views))
	copy(m.Tools, served.Release.Manifest.Tools)
	copy(m.Views, served.Release.Manifest.Views)
	a.answers = a.room.answers[:0]
	short := make(texts, 0, 64)
	short.add((*string)(&a.id), &a.slug, (*string)(&a.origin), &m.Name, &m.Description, &m.ServerName, &m.ServerVersion, &m.Instructions, (*string)(&m.Access))
	size := int64(appOverhead + specOverhead*(max(0, len(m.Tools)-1)+max(0, len(m.Views)-1)))
	var fixed []byte
	a.tools = within(a.room.tools[:], len(m.Tools))
	for i := range m.Tools {
		spec := &m.Tools[i]
		short.add(&spec.Name, &spec.Title, &spec.Description, &spec.View, &spec.Handler.Kind, &spec.Handler.Ref)
		spec.Input, spec.Output = e.interned.text(spec.Input), e.interned.text(spec.Output)
		t := &a.tools[i]
		t.spec, t.fixed, t.headers = spec, spec.Handler.Kind == "mock", len(headerBindings(spec)) > 0
		if t.fixed && json.Valid(spec.Handler.Config) && spec.Handler.Config[0] == '{' {
			members(spec.Handler.Config, func(key string, value []byte) {
				if key == "data" {
					t.data, fixed = value, value
				}
			})
		}
		size += int64(len(spec.Handler.Config))
	}
	a.views = within(a.room.views[:], len(m.Views))
	for i := range m.Views {
		spec, v := &m.Views[i], &a.views[i]
		if bytes.Equal(spec.Sample, fixed) {
			spec.Sample = fixed
		} else {
			size += int64(len(spec.Sample))
		}
		v.spec, v.uri = spec, strings.ReplaceAll(spec.URI, "{slug}", a.slug)
		for _, built := range served.Release.Views {
			if built.Name == spec.Name {
				v.document = built.Document
			}
		}
		v.appURI = appURIPrefix(a.slug, spec.Name) + v.document[:min(16, len(v.document))] + ".html"
		spec.URI, spec.Theme = "", platform.Theme{} // the view has what they say
		short.add(&spec.Name, &spec.Layout, &spec.Title, &spec.Description, &v.document, &v.uri, &v.appURI)
	}
	size += int64(short.pack())
	a.bytes.Store(size)
	return a
}

// texts are strings that belong together.
type texts []*string

func (t *texts) add(all ...*string) { *t = append(*t, all...) }

// pack moves the strings into one allocation and answers its size in bytes.
func (t texts) pack() int {
	n := 0
	for _, s := range t {
		n += len(*s)
	}
	var b strings.Builder
	b.Grow(n)
	for _, s := range t {
		b.WriteString(*s)
	}
	packed := b.String()
	for _, s := range t {
		*s, packed = packed[:len(*s)], packed[len(*s):]
	}
	return n
}

// appURIPrefix is what all versions of one widget's content-hashed URI start with.
func appURIPrefix(slug, view string) string { return "ui://" + slug + "/" + view + "@" }

// Bytes is the heap that the app takes, roughly, without its documents.
func (a *app) Bytes() int64 { return a.bytes.Load() }

func (a *app) private() bool { return a.manifest.Access == platform.AccessPerson }

// tool answers the tool of that name, nil when there is none.
func (a *app) tool(name string) *tool {
	for i := range a.tools {
		if a.tools[i].spec.Name == name {
			return &a.tools[i]
		}
	}
	return nil
}

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
