package api

import (
	"fmt"
	"net/http"
	"sort"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// docs is the OpenAPI document in the form that people read.
type docs struct {
	Intro, Base, Version string
	Groups               []docsGroup
	Schemas              []docsFields
}

type docsGroup struct {
	Name  string
	Calls []docsCall
}

type docsCall struct {
	ID, Method, Path, Summary, Description, Access string
	Parameters                                     *docsFields
	Body, Answer                                   *docsType
	Status                                         int
}

// docsFields is a table of parameters, or of the properties of the schema Name.
type docsFields struct {
	Name, Kind string
	Fields     []docsField
}

type docsField struct {
	Name, Rules, Doc string
	Required         bool
	Type             docsType
}

// docsType describes a type in words; Ref names a schema on the page.
type docsType struct {
	Prefix, Ref, Text string
	Nullable          bool
}

func (a *API) showDocs(w http.ResponseWriter, r *http.Request) {
	a.page(w, r, http.StatusOK, "docs.html", a.docs)
}

func (a *API) newDocs() docs {
	spec := a.huma.OpenAPI()
	d := docs{Intro: spec.Info.Description, Version: spec.Info.Version, Base: strings.TrimSuffix(a.PublicURL, "/") + "/api/v1"}
	at := map[string]int{}
	for _, act := range a.order {
		if _, ok := at[act.Tag]; !ok {
			at[act.Tag] = len(d.Groups)
			d.Groups = append(d.Groups, docsGroup{Name: act.Tag})
		}
		g := &d.Groups[at[act.Tag]]
		g.Calls = append(g.Calls, docsCallOf(act, operation(spec.Paths[act.Path], act.Method)))
	}
	for name, s := range spec.Components.Schemas.Map() {
		d.Schemas = append(d.Schemas, docsProperties(name, s))
	}
	sort.Slice(d.Schemas, func(i, j int) bool { return d.Schemas[i].Name < d.Schemas[j].Name })
	return d
}

func operation(p *huma.PathItem, method string) *huma.Operation {
	switch method {
	case http.MethodGet:
		return p.Get
	case http.MethodPost:
		return p.Post
	case http.MethodPatch:
		return p.Patch
	case http.MethodPut:
		return p.Put
	}
	return p.Delete
}

func docsCallOf(act action, op *huma.Operation) docsCall {
	c := docsCall{ID: act.ID, Method: act.Method, Path: act.Path, Summary: act.Summary, Description: act.Description,
		Access: act.Access.words(), Status: op.DefaultStatus}
	for _, p := range op.Parameters {
		if c.Parameters == nil {
			c.Parameters = &docsFields{Kind: "Parameter"}
		}
		c.Parameters.Fields = append(c.Parameters.Fields, docsField{Name: p.Name, Doc: p.Description, Required: p.Required,
			Rules: rules(p.Schema), Type: typeOf(p.Schema)})
	}
	if op.RequestBody != nil {
		c.Body = contentType(op.RequestBody.Content)
	}
	if answer := op.Responses[strconv.Itoa(op.DefaultStatus)]; answer != nil {
		c.Answer = contentType(answer.Content)
	}
	return c
}

func contentType(content map[string]*huma.MediaType) *docsType {
	for name, m := range content {
		t := docsType{Text: name}
		if m.Schema != nil {
			t = typeOf(m.Schema)
		}
		return &t
	}
	return nil
}

func docsProperties(name string, s *huma.Schema) docsFields {
	d := docsFields{Name: name, Kind: "Field"}
	required := map[string]bool{}
	for _, r := range s.Required {
		required[r] = true
	}
	for field, p := range s.Properties {
		d.Fields = append(d.Fields, docsField{Name: field, Doc: p.Description, Required: required[field], Rules: rules(p), Type: typeOf(p)})
	}
	sort.Slice(d.Fields, func(i, j int) bool { return d.Fields[i].Name < d.Fields[j].Name })
	return d
}

func typeOf(s *huma.Schema) docsType {
	t := docsType{Nullable: s.Nullable}
	switch {
	case s.Ref != "":
		t.Ref = s.Ref[strings.LastIndex(s.Ref, "/")+1:]
	case len(s.Enum) > 0:
		t.Prefix = "one of"
		t.Text = strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Enum), " ", ", "), "[]")
	case s.Type == huma.TypeArray:
		item := typeOf(s.Items)
		t.Prefix, t.Ref, t.Text = strings.TrimSpace("list of "+item.Prefix), item.Ref, item.Text
	case s.Type == "":
		t.Text = "any JSON"
	case s.Format == "date-time":
		t.Text = "time (RFC 3339, UTC)"
	default:
		t.Text = s.Type
	}
	return t
}

func rules(s *huma.Schema) string {
	var r []string
	add := func(format string, v any) { r = append(r, fmt.Sprintf(format, v)) }
	if s.MinLength != nil && *s.MinLength > 1 {
		add("at least %d characters", *s.MinLength)
	}
	if s.MaxLength != nil {
		add("at most %d characters", *s.MaxLength)
	}
	if s.Minimum != nil {
		add("from %v", *s.Minimum)
	}
	if s.Maximum != nil {
		add("to %v", *s.Maximum)
	}
	if s.Pattern != "" {
		add("matches %s", s.Pattern)
	}
	if s.Default != nil {
		add("default %v", s.Default)
	}
	return strings.Join(r, ", ")
}
