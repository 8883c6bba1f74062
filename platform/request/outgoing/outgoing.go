// Package outgoing makes HTTP requests of templates: an author's words with placeholders, each value encoded for its place, so
// that none changes method, host, path or headers. It sends nothing.
package outgoing

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/request"
)

// Request is the template of one HTTP request, {method, url, query, headers, body}. It is immutable and safe for concurrent use.
type Request struct {
	method       string
	origin       string         // https://api.example.com
	path         []request.Text // its steps, between the slashes
	query        []pair
	headers      []pair
	body         *request.Template // nil = none
	placeholders []request.Placeholder
}

type pair struct {
	name  string
	value *request.Template
}

// Filled is a request that can be sent.
type Filled struct {
	Method  string
	URL     string
	Headers map[string]string // by canonical name; Content-Type where there is a body
	Body    []byte            // nil = none
}

func methods() []string { return []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} }

// Parse reads a template. Every problem is returned, located relative to it ("url", "headers.X-Key", "body.a[0]"); with one
// there is no request. allowed are the sources of its placeholders. Scheme, host and port are the author's own words, and a
// secret is refused in the address.
func Parse(raw json.RawMessage, allowed ...request.Source) (*Request, []platform.Problem) {
	var file struct {
		Method  string                     `json:"method"`
		URL     string                     `json:"url"`
		Query   map[string]json.RawMessage `json:"query"`
		Headers map[string]json.RawMessage `json:"headers"`
		Body    json.RawMessage            `json:"body"`
	}
	if err := decode(raw, &file); err != nil {
		return nil, []platform.Problem{{Message: "must be an object {method, url, query, headers, body}: " + err.Error()}}
	}
	p := parser{allowed: allowed}
	r := &Request{method: strings.ToUpper(file.Method)}
	if r.method == "" {
		r.method = "GET"
	}
	if !slices.Contains(methods(), r.method) {
		p.report("method", "must be one of "+strings.Join(methods(), ", "))
	}
	r.origin, r.path, r.query = p.address(file.URL)
	r.query = append(r.query, p.pairs("query", file.Query)...)
	r.headers = p.pairs("headers", file.Headers)
	p.checkHeaders(r.headers, file.Headers)
	if len(file.Body) > 0 && string(file.Body) != "null" {
		if r.method == "GET" || r.method == "HEAD" {
			p.report("body", "must be left out: a "+r.method+" has none")
		}
		r.body = p.template(file.Body, "body")
	}
	if len(p.problems) > 0 {
		return nil, p.problems
	}
	r.placeholders = p.found
	return r, nil
}

// Host returns the host that the request is sent to, with its port where the address names one.
func (r *Request) Host() string {
	_, host, _ := strings.Cut(r.origin, "://")
	return host
}

// Origin returns the scheme and the host that the request is sent to: "https://api.example.com".
func (r *Request) Origin() string { return r.origin }

// Method returns the method.
func (r *Request) Method() string { return r.method }

// Placeholders lists what the request asks for, the address first.
func (r *Request) Placeholders() []request.Placeholder { return slices.Clone(r.placeholders) }

// Fill returns the request with its values. Where a value cannot stand in its place, the error is INVALID_INPUT and names it;
// TOO_LARGE says that the values are too long.
func (r *Request) Fill(v request.Values) (Filled, error) {
	path, err := fillPath(r.path, v)
	if err != nil {
		return Filled{}, err
	}
	query, err := fillQuery(r.query, v)
	if err != nil {
		return Filled{}, err
	}
	out := Filled{Method: r.method, URL: r.origin + path + query}
	if len(out.URL) > maxURL {
		return Filled{}, platform.Errorf(platform.CodeTooLarge, "The address would be too long with these arguments: at most %d bytes. Nothing was sent.", maxURL)
	}
	if out.Headers, err = fillHeaders(r.headers, v); err != nil || r.body == nil {
		return out, err
	}
	body, ok, err := r.body.Fill(v)
	if ok && err == nil {
		out.Body, err = encode(body, out.Headers)
	}
	return out, err
}

type parser struct {
	allowed  []request.Source
	found    []request.Placeholder
	problems []platform.Problem
}

func (p *parser) report(location, message string) {
	p.problems = append(p.problems, platform.Problem{Location: location, Message: message})
}

// template reads the JSON at a location.
func (p *parser) template(raw json.RawMessage, at string) *request.Template {
	t, problems := request.Parse(raw, p.allowed...)
	for _, problem := range problems {
		p.report(inside(at, problem.Location), problem.Message)
	}
	if t == nil {
		return nil
	}
	for _, found := range t.Placeholders() {
		found.Location = inside(at, found.Location)
		p.found = append(p.found, found)
	}
	return t
}

// text reads a text at a location.
func (p *parser) text(s, at string) request.Text {
	t, problems := request.ParseText(s, p.allowed...)
	for _, problem := range problems {
		p.report(at, problem.Message)
	}
	for _, found := range t.Placeholders() {
		found.Location = at
		p.found = append(p.found, found)
	}
	return t
}

func inside(parent, location string) string {
	if location == "" || location[0] == '[' {
		return parent + location
	}
	return parent + "." + location
}

// decode refuses unknown fields and text behind the value.
func decode(raw json.RawMessage, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) && kind.Field != "" {
			return errors.New(kind.Field + " has the wrong type")
		}
		if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
			return errors.New("there is no field " + name)
		}
		return errors.New("it is none")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is text after its end")
	}
	return nil
}
