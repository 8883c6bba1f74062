package mcpedge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"berth/platform"
	"berth/platform/mcpedge/memory"
	"berth/platform/schema"
)

// Heap in bytes: of an app with its entry in the catalog but without its texts and answers, and of each tool or view that
// does not fit into the app itself.
const (
	appOverhead  = 512
	specOverhead = 128
)

// app is one live release as it is served: what nearly all requests need, and its encoded manifest. It is immutable except
// for what it computes on demand, and safe for concurrent use. A process may hold very many, so that an app consists of few
// allocations and holds few pointers: the garbage collector follows each pointer.
type app struct {
	edge      *Edge
	workspace platform.WorkspaceID
	id        platform.AppID
	slug      string
	origin    platform.Origin
	version   int
	access    platform.Access
	allow     *platform.Allow // nil = everybody
	logging   bool            // sends log notifications
	sampled   bool            // calls may be kept for the author
	manifest  string          // as JSON, but for what tools and views hold; see release
	views     []view
	tools     []tool

	bytes   atomic.Int64
	recent  atomic.Pointer[[]platform.BuiltView] // of recent releases, nil until a request asks for one
	mu      sync.RWMutex
	answers []*answer             // few, so that searching them is fast
	last    weak.Pointer[release] // decoded

	room struct { // backs the slices above while they are short
		tools   [1]tool
		views   [1]view
		answers [2]*answer
	}
}

// view is a widget with its two URIs.
type view struct {
	document string // digest
	uri      string // text/html+skybridge
	appURI   string // text/html;profile=mcp-app, holds the digest so that hosts never show a stale widget
	sample   json.RawMessage
	more     *platform.Supplement // nil for most
}

// tool is one tool with what its calls need.
type tool struct {
	name string
	// The result of a fixed tool depends only on the release. A tool with headers has arguments that are bound to headers
	// (x-mcp-header). A lenient tool validates its arguments itself (platform.ToolSpec.OwnValidation).
	// A guarded tool asks for a person who has allowed its scopes (platform.ToolSpec.Scopes). Calls of a long one may outlive their request.
	fixed, headers, lenient, guarded, long bool

	place  int32 // in the app's tools, which are in the order of the manifest
	view   int32 // in the app's views, -1 = none
	input  *memory.Input
	output json.RawMessage
	config json.RawMessage
	data   json.RawMessage // structuredContent of a fixed tool, a part of config
}

// newApp prepares a live release. Texts that it shares with other apps, or contains twice, are kept once.
func newApp(e *Edge, served *platform.Served) (*app, error) {
	m := served.Manifest
	m.Tools, m.Views = slices.Clone(m.Tools), slices.Clone(m.Views)
	e.point(&m)
	a := &app{edge: e, workspace: served.Workspace, id: served.App, slug: served.Slug, origin: served.Origin, version: served.Version,
		access: m.Access, logging: m.Logging, sampled: platform.MaySample(served.Origin, m)}
	if allow := served.Allow; !allow.IsZero() {
		a.allow = &allow
	}
	a.tools, a.views, a.answers = memory.Within(a.room.tools[:], len(m.Tools)), memory.Within(a.room.views[:], len(m.Views)), a.room.answers[:0]
	size := int64(appOverhead + specOverhead*(max(0, len(m.Tools)-1)+max(0, len(m.Views)-1)))
	for _, list := range [][]string{served.Allow.Emails, served.Allow.Domains} {
		for _, entry := range list {
			size += int64(len(entry)) + 16
		}
	}
	own := texts{(*string)(&a.workspace), (*string)(&a.id), &a.slug, (*string)(&a.origin)}
	var fixed []byte
	for i := range m.Tools {
		spec, t := &m.Tools[i], &a.tools[i]
		*t = tool{name: spec.Name, headers: len(headerBindings(spec)) > 0, lenient: spec.OwnValidation, guarded: len(spec.Scopes) > 0, long: e.long(served, spec),
			place: int32(i), input: e.interned.Input(spec.Input), output: e.interned.Text(spec.Output), config: spec.Handler.Config}
		t.view = int32(slices.IndexFunc(m.Views, func(v platform.ViewSpec) bool { return v.Name == spec.View }))
		if t.data, t.fixed = e.Runtime.Fixed(spec); t.fixed {
			fixed = t.data
		}
		if t.fixed && spec.Mode == platform.ModeMock {
			size += int64(len(t.data)) // of what stands in
		}
		size += int64(len(t.config))
		spec.Input, spec.Output, spec.Handler.Config = nil, nil, nil
		own.add(&t.name)
	}
	for i := range m.Views {
		spec, v := &m.Views[i], &a.views[i]
		v.uri, v.sample, v.more = strings.ReplaceAll(spec.URI, "{slug}", a.slug), spec.Sample, e.Supplement(spec.Layout)
		if bytes.Equal(v.sample, fixed) {
			v.sample = fixed
		} else {
			size += int64(len(v.sample))
		}
		for _, built := range served.Views {
			if built.Name == spec.Name {
				v.document = built.Document
			}
		}
		v.appURI = "ui://" + a.slug + "/" + spec.Name + "@" + short(v.document) + ".html"
		spec.URI, spec.Theme, spec.Sample = "", platform.Theme{}, nil // the view has what they say
		own.add(&v.document, &v.uri, &v.appURI)
	}
	encoded, err := json.Marshal(&m)
	if err != nil {
		return nil, fmt.Errorf("encode manifest of %s: %w", a.slug, err)
	}
	// The manifest is not packed with the other texts: a limit may remember the id of an app long after the app has gone.
	a.manifest = string(encoded)
	size += int64(own.pack() + len(a.manifest))
	a.bytes.Store(size)
	a.restore(&m)
	return a, nil
}

// release is what only few requests need. It is decoded again after it has been garbage-collected.
type release struct {
	platform.Manifest

	info   json.RawMessage // serverInfo
	server func() *server.MCPServer
}

// release returns the decoded manifest with what is made of it.
func (a *app) release() *release {
	a.mu.RLock()
	r := a.last.Value()
	a.mu.RUnlock()
	if r != nil {
		return r
	}
	var m platform.Manifest
	if err := json.Unmarshal([]byte(a.manifest), &m); err != nil {
		panic(fmt.Errorf("decode the manifest of %s, which has been encoded here: %w", a.slug, err))
	}
	return a.restore(&m)
}

// restore makes the release from a manifest. The app holds what the manifest's tools and views lack.
func (a *app) restore(m *platform.Manifest) *release {
	for i := range a.tools {
		t, spec := &a.tools[i], &m.Tools[i]
		spec.Input, spec.Output, spec.Handler.Config = t.input.Text, t.output, t.config
	}
	for i := range a.views {
		m.Views[i].Sample = a.views[i].sample
		m.Views[i].Allow(a.views[i].more.Loads()...)
	}
	r := &release{Manifest: *m, info: a.identity(m)}
	r.server = sync.OnceValue(func() *server.MCPServer { return a.build(&r.Manifest) })
	a.mu.Lock()
	a.last = weak.Make(r)
	a.mu.Unlock()
	return r
}

// short returns the beginning of a digest, which tells documents apart where a whole digest would be too long.
func short(digest string) string { return digest[:min(shortDigest, len(digest))] }

const shortDigest = 16

// texts are strings that are kept or dropped together.
type texts []*string

func (t *texts) add(all ...*string) { *t = append(*t, all...) }

// pack moves the strings into one allocation and returns its size in bytes.
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

// private reports whether every request needs a person.
func (a *app) private() bool { return a.access == platform.AccessPerson }

// guarded reports whether a tool of the app asks for scopes.
func (a *app) guarded() bool {
	return slices.ContainsFunc(a.tools, func(t tool) bool { return t.guarded })
}

// Slug implements runtime.Live.
func (a *app) Slug() string { return a.slug }

// Bytes returns roughly how much heap the app takes, without its documents.
func (a *app) Bytes() int64 { return a.bytes.Load() }

// tool returns the tool of that name, nil when there is none.
func (a *app) tool(name string) *tool {
	for i := range a.tools {
		if a.tools[i].name == name {
			return &a.tools[i]
		}
	}
	return nil
}

// problems validates the arguments and returns what is wrong with them. If the app validates them itself, problems checks
// only the number of values. It calls rest, unless that is nil, every now and then.
func (t *tool) problems(raw []byte, rest func()) []platform.Problem {
	if t.lenient {
		return schema.Oversized(raw)
	}
	if err := t.input.Compile(); err != nil {
		return []platform.Problem{{Location: "arguments", Message: "this tool's input schema cannot be used"}}
	}
	if t.input.Flat.Accepts(raw) {
		return nil
	}
	return t.input.Schema.ValidateInStints(raw, rest)
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
	}, &mcp.Tool{RawInputSchema: t.input.Text}, params)
}
