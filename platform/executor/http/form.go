package http

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"berth/platform"
	"berth/platform/executor"
	"berth/platform/mapping"
	"berth/platform/request"
	"berth/platform/request/outgoing"
	"berth/platform/schema"
)

const (
	maxCache       = 86_400 // seconds
	maxTimeout     = 45     // seconds
	defaultTimeout = 10     // seconds
)

// handler is the author's part of a tool.
type handler struct {
	Request        json.RawMessage `json:"request"`
	Result         json.RawMessage `json:"result,omitempty"`
	CacheSeconds   int             `json:"cacheSeconds,omitempty"`
	Shared         bool            `json:"shared,omitempty"`
	TimeoutSeconds int             `json:"timeoutSeconds,omitempty"`
}

func fields() []string {
	return []string{"request", "result", "cacheSeconds", "shared", "timeoutSeconds"}
}

// sources are the placeholders of a request.
func sources() []request.Source {
	return []request.Source{request.Args, request.Secret, request.User, request.App, request.Now}
}

// parsed is a handler that has been read.
type parsed struct {
	handler
	request *outgoing.Request
	result  result
}

// form collects what is wrong with a handler.
type form struct {
	problems []platform.Problem
	fields   map[string]json.RawMessage
}

func (f *form) add(at, format string, args ...any) {
	f.problems = append(f.problems, platform.Problem{Location: "handler." + at, Message: fmt.Sprintf(format, args...)})
}

// field decodes a field, and reports whether it is there and what it should be.
func (f *form) field(name string, into any, what string) bool {
	raw, ok := f.fields[name]
	if !ok || string(raw) == "null" {
		return false
	}
	if json.Unmarshal(raw, into) != nil {
		f.add(name, "must be %s", what)
		return false
	}
	return true
}

// read reads a handler and says everything that is wrong with it, whatever else the app has.
func read(raw json.RawMessage) (parsed, []platform.Problem) {
	var p parsed
	f := form{problems: executor.Fields(raw, fields())}
	if json.Unmarshal(raw, &f.fields) != nil {
		return p, f.problems
	}
	if asked, ok := f.fields["request"]; !ok || string(asked) == "null" {
		f.add("request", `is required: {"method":"GET","url":"https://api.example.com/items/{{args.id}}"}`)
	} else {
		var found []platform.Problem
		p.Request = bytes.Clone(asked)
		p.request, found = outgoing.Parse(asked, sources()...)
		f.problems = append(f.problems, schema.Under("handler.request", found)...)
	}
	if raw, ok := f.fields["result"]; ok && string(raw) != "null" {
		var found []platform.Problem
		p.Result = bytes.Clone(raw)
		p.result, found = readResult(raw)
		f.problems = append(f.problems, schema.Under("handler.result", found)...)
	}
	if f.field("cacheSeconds", &p.CacheSeconds, "a whole number of seconds") && (p.CacheSeconds < 0 || p.CacheSeconds > maxCache) {
		f.add("cacheSeconds", "must be from 0 to %d", maxCache)
	}
	if p.CacheSeconds > 0 && p.request != nil && p.request.Method() != "GET" {
		f.add("cacheSeconds", "must be 0: only what GET answers is kept, not %s", p.request.Method())
	}
	if f.field("shared", &p.Shared, "true or false") && p.Shared && p.request != nil {
		if slices.ContainsFunc(p.request.Placeholders(), func(one request.Placeholder) bool { return one.Source == request.User }) {
			f.add("shared", "must be false: the request says who calls, so that its answers are for one person alone")
		}
	}
	if f.field("timeoutSeconds", &p.TimeoutSeconds, "a whole number of seconds") && (p.TimeoutSeconds < 1 || p.TimeoutSeconds > maxTimeout) {
		f.add("timeoutSeconds", "must be from 1 to %d", maxTimeout)
	}
	return p, f.problems
}

// result is what an author says of the answer: at most one of its fields is set.
type result struct{ fields *mapping.Map }

// readResult reads a field map.
func readResult(raw json.RawMessage) (result, []platform.Problem) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) == nil && members["jq"] != nil {
		return result{}, []platform.Problem{{Location: "jq", Message: "cannot be used here yet: write a field map {each, where, take, item, data}"}}
	}
	m, problems := mapping.Parse(raw)
	return result{fields: m}, problems
}
