package openapi

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"berth/platform"
	"berth/platform/view"
)

// Document is a document that has been read. It is immutable and safe for concurrent use.
type Document struct {
	root    object
	base    *url.URL // where it was fetched, nil = it was sent
	layouts func(name string) (view.Layout, bool)
	refusal func(address string) string
}

type object = map[string]any

// Source is what a document is read from.
type Source struct {
	Data    []byte                                // JSON or YAML
	URL     string                                // where it was fetched, "" = it was sent; servers may be told relative to it
	Layouts func(name string) (view.Layout, bool) // those that tools may show
	Refusal func(address string) string           // why tools may not ask a server, "" = they may; nil = they may ask all
}

// Read reads a document. Every problem is returned, with a JSON pointer into the document as location; with one there is none.
func Read(s Source) (*Document, []platform.Problem) {
	v, problems := decode(s.Data)
	if len(problems) > 0 {
		return nil, problems
	}
	root, _ := v.(object)
	version := text(root["openapi"])
	switch {
	case root["swagger"] != nil:
		return nil, []platform.Problem{{Location: "/swagger", Message: "is a document of Swagger 2: convert it to OpenAPI 3 first, for example with editor.swagger.io"}}
	case version == "":
		return nil, []platform.Problem{{Location: "/openapi", Message: `is missing: an OpenAPI document says "openapi": "3.0.3" or "3.1.0"`}}
	case !strings.HasPrefix(version, "3.0") && !strings.HasPrefix(version, "3.1"):
		return nil, []platform.Problem{{Location: "/openapi", Message: fmt.Sprintf("is %.20q; 3.0 and 3.1 can be read", version)}}
	}
	if paths, ok := root["paths"].(object); !ok || len(paths) == 0 {
		return nil, []platform.Problem{{Location: "/paths", Message: "has no operations"}}
	}
	d := &Document{root: root, layouts: s.Layouts, refusal: s.Refusal}
	if d.refusal == nil {
		d.refusal = func(string) string { return "" }
	}
	if base, err := url.Parse(s.URL); err == nil && base.Host != "" {
		d.base = base
	}
	return d, nil
}

// Title returns the document's title, in one line; "" where it has none.
func (d *Document) Title() string { return line(child(d.root, "info")["title"], 100) }

// part is a value of the document with its JSON pointer.
type part struct {
	value any
	at    string
}

func (p part) object() object { o, _ := p.value.(object); return o }

func (p part) in(name string) part { return part{p.object()[name], p.at + "/" + escape(name)} }

func (p part) list() (all []part) {
	list, _ := p.value.([]any)
	for i, v := range list {
		all = append(all, part{v, fmt.Sprintf("%s/%d", p.at, i)})
	}
	return all
}

// A step of a JSON pointer (RFC 6901).
var escaper, unescaper = strings.NewReplacer("~", "~0", "/", "~1"), strings.NewReplacer("~1", "/", "~0", "~")

func escape(name string) string { return escaper.Replace(platform.Clip(name, 200)) }

// maxHops is how many references may follow each other.
const maxHops = 20

// follow returns what a reference leads to, or the part itself. fault says why it leads nowhere.
func (d *Document) follow(p part) (found part, fault string) {
	for range maxHops {
		ref, ok := p.object()["$ref"].(string)
		if !ok {
			return p, ""
		}
		if p, fault = d.find(ref); fault != "" {
			return part{}, fault
		}
	}
	return part{}, "leads in a circle"
}

// find returns what a JSON pointer leads to.
func (d *Document) find(ref string) (part, string) {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local {
		return part{}, fmt.Sprintf("leads to %.100q, another document, which is not loaded: put everything into one", ref)
	}
	if plain, err := url.PathUnescape(pointer); err == nil {
		pointer = plain
	}
	at := part{d.root, "#"}
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		name := unescaper.Replace(step)
		if list := at.list(); list != nil {
			var i int
			if _, err := fmt.Sscanf(name, "%d", &i); err == nil && i >= 0 && i < len(list) {
				at = list[i]
				continue
			}
		}
		if at = at.in(name); at.value == nil {
			return part{}, fmt.Sprintf("leads to %.100q, which is not there", ref)
		}
	}
	return at, ""
}

func child(o object, name string) object { c, _ := o[name].(object); return c }

func text(v any) string { s, _ := v.(string); return s }

func yes(v any) bool { b, _ := v.(bool); return b }

var tags = regexp.MustCompile(`<[a-zA-Z/!][^<>]*>|[*_#]{2,}|` + "`")

// line is a text of the document as one line of at most that many characters, without marks.
func line(v any, characters int) string {
	s := platform.Clip(text(v), 8*characters+200)
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	return platform.Shorten(strings.Join(strings.Fields(tags.ReplaceAllString(s, "")), " "), characters)
}

var variables = regexp.MustCompile(`\{([^{}]*)\}`)

// server returns the address that an operation's path is appended to: of several the first that may be asked, since many documents
// begin with their author's own machine. Variables have their defaults.
func (d *Document) server(from ...part) (address, fault string) {
	for _, p := range from {
		first := ""
		for _, s := range p.in("servers").list() {
			spelled := variables.ReplaceAllStringFunc(text(s.object()["url"]), func(name string) string {
				variable := child(child(s.object(), "variables"), strings.Trim(name, "{}"))
				if fallback, ok := variable["default"]; ok {
					return fmt.Sprint(fallback)
				}
				return name
			})
			u, err := url.Parse(spelled)
			if err != nil || strings.ContainsAny(spelled, "{}") {
				continue
			}
			if d.base != nil {
				u = d.base.ResolveReference(u)
			}
			if u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
				continue
			}
			u.RawQuery, u.Fragment, u.User = "", "", nil
			if address = strings.TrimSuffix(u.String(), "/"); d.refusal(address+"/") == "" {
				return address, ""
			}
			first = cmp.Or(first, address)
		}
		if first != "" {
			return first, ""
		}
	}
	if d.base != nil {
		return d.base.Scheme + "://" + d.base.Host, ""
	}
	return "", "names no server with a whole address, such as https://api.example.com; the document could be fetched by its address instead"
}
