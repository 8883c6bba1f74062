package openapi

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/request"
	"berth/platform/request/outgoing"
	"berth/platform/schema"
)

// Operation is one operation of a document, as a tool.
type Operation struct {
	ID          string // its operationId where the document has it once, else "get /pets/{id}"
	Method      string // in capitals
	Path        string
	Summary     string
	Score       int  // 0 to 100: how well it suits somebody who asks an app
	Recommended bool // one of the few to begin with
	Tool        *platform.ToolDraft
	Problems    []platform.Problem // located by JSON pointers into the document; why there is no tool is first, the others are warnings

	resource string // what it works on: the first words of its path

	verb     string
	name     string // of the tool
	lists    bool
	needs    int // arguments that are required
	takes    int // arguments
	obsolete bool
}

var methods = []string{"get", "post", "put", "patch", "delete", "head"}

// Sources of the placeholders of a request.
var sources = []request.Source{request.Args, request.Secret}

// building makes the tool of one operation.
type building struct {
	reading
	*Operation
	at, item  part // the operation, and what is said of all operations of its path
	props     object
	required  []string
	examples  object
	query     object
	headers   map[string]string
	body      any
	address   string
	fault     string // why there is no tool; "" = there may be one
	faultAt   string
	levels    int
	dropped   int
	argsOnly  []string // names that are not required, the less important last
	bodyNames map[string]bool
}

// build reads an operation and makes its tool.
func (d *Document) build(op *Operation, at, item part) {
	for _, levels := range []int{maxLevel, 3, 1} {
		b := &building{reading: reading{Document: d}, Operation: op, at: at, item: item, levels: levels}
		b.read()
		op.Problems, op.Tool = b.problems, nil
		op.needs, op.takes = len(b.required), len(b.props)
		if b.fault == "" {
			faults := schema.Arguments(b.input())
			if len(faults) > 0 && levels > 1 {
				continue
			}
			for len(faults) > 0 && b.forget() {
				faults = schema.Arguments(b.input())
			}
			if len(faults) > 0 {
				b.refuse(at.at, "takes arguments that no tool can have: the schema of them "+strings.TrimSpace(faults[0].Location+" "+faults[0].Message))
			}
		}
		if b.fault == "" {
			b.tool()
		}
		if op.Problems = append([]platform.Problem{}, b.problems...); b.fault != "" {
			op.Tool = nil
			op.Problems = append([]platform.Problem{{Location: b.faultAt, Message: b.fault}}, b.problems...)
		}
		return
	}
}

func (b *building) refuse(at, why string) {
	if b.fault == "" {
		b.faultAt, b.fault = at, why
	}
}

// read collects the arguments and the request.
func (b *building) read() {
	b.props, b.examples, b.query, b.headers, b.bodyNames = object{}, object{}, object{}, map[string]string{}, map[string]bool{}
	server, fault := b.server(b.at, b.item, part{b.root, "#"})
	if fault != "" {
		b.refuse("#/servers", fault)
	} else if why := b.refusal(server + "/"); why != "" {
		server = b.instead(server, why)
	}
	path := b.Path
	for _, p := range b.parameters() {
		path = b.parameter(p, path)
	}
	for _, name := range variables.FindAllString(path, -1) {
		if !strings.HasPrefix(name, "{{") && !strings.Contains(path, "{"+name+"}") {
			place := b.add(part{object{"type": "string"}, b.at.at}, strings.Trim(name, "{}"), "path", true)
			path = strings.ReplaceAll(path, name, "{{args."+place+"}}")
			b.say(b.at.at, "does not describe "+name+" of its path, which is taken as a text")
		}
	}
	b.address = server + path
	b.security()
	if body := b.follow(b.at.in("requestBody")); body.object() != nil {
		b.requestBody(body)
	}
}

// instead returns the address of a server that may not be asked as its document has it: by https, where that is what it lacks.
func (b *building) instead(server, why string) string {
	if rest, plain := strings.CutPrefix(server, "http://"); plain && b.refusal("https://"+rest+"/") == "" {
		b.say("#/servers", "names "+platform.Clip(server, 100)+", which is asked by https")
		return "https://" + rest
	}
	b.say("#/servers", "names "+platform.Clip(server, 100)+", which cannot be asked: the address "+why)
	return server
}

// input is the schema of the arguments.
func (b *building) input() json.RawMessage {
	s := object{"type": "object", "properties": b.props, "additionalProperties": false}
	if len(b.required) > 0 {
		s["required"] = b.required
	}
	return encode(s)
}

// forget leaves out the argument that matters least, and reports whether there was one.
func (b *building) forget() bool {
	if len(b.argsOnly) == 0 {
		return false
	}
	name := b.argsOnly[len(b.argsOnly)-1]
	b.argsOnly = b.argsOnly[:len(b.argsOnly)-1]
	delete(b.props, name)
	delete(b.examples, name)
	placeholder := "{{args." + name + "}}"
	for _, pairs := range []object{b.query, asObject(b.body)} {
		maps.DeleteFunc(pairs, func(_ string, v any) bool { return v == placeholder })
	}
	if b.body == placeholder {
		b.body = nil
	}
	b.dropped++
	return true
}

func asObject(v any) object { o, _ := v.(object); return o }

// asking are verbs of what only reads, by whatever method.
var asking = strings.Fields("search query find list lookup get calculate estimate validate check")

// tool makes the tool.
func (b *building) tool() {
	if b.dropped > 0 {
		b.say(b.at.at, platform.Count(b.dropped, "argument")+" that may be left out are too many for one tool, and were left out")
	}
	ask := object{"method": b.Method, "url": b.address}
	if len(b.query) > 0 {
		ask["query"] = b.query
	}
	if len(b.headers) > 0 {
		ask["headers"] = b.headers
	}
	if b.body != nil {
		ask["body"] = b.body
	}
	if _, faults := outgoing.Parse(encode(ask), sources...); len(faults) > 0 {
		b.refuse(b.at.at, "makes a request that cannot be sent: "+strings.TrimSpace(faults[0].Location+" "+faults[0].Message))
		return
	}
	shown := b.answer()
	handler := object{"kind": "http", "request": ask}
	if shown.result != nil {
		handler["result"] = shown.result
	}
	title := platform.Shorten(platform.Unhidden(cmp.Or(b.Summary, humanized(b.Path))), 100)
	t := &platform.ToolDraft{Title: title, Description: b.describe(), Input: b.input(), Handler: encode(handler), Mode: platform.ModeMock, Layout: shown.layout, MockData: shown.mock}
	b.lists = shown.lists
	if strings.EqualFold(b.Method, "post") && slices.Contains(asking, b.verb) {
		reads := true
		t.Hints = &platform.HintsDraft{ReadOnly: &reads}
	}
	if s, err := schema.Compile(t.Input); err == nil && len(b.examples) > 0 {
		if e := encode(b.examples); len(e) <= maxExample && len(s.Validate(e)) == 0 {
			t.Example = e
		} else {
			maps.DeleteFunc(b.examples, func(name string, _ any) bool { return !slices.Contains(b.required, name) })
			if e := encode(b.examples); len(e) <= maxExample && len(s.Validate(e)) == 0 && len(b.examples) > 0 {
				t.Example = e
			}
		}
	}
	b.Tool = t
}

// encode writes values of the document as JSON.
func encode(v any) json.RawMessage {
	text, err := platform.PlainJSON(v)
	if err != nil {
		panic("openapi: a value that cannot be encoded: " + err.Error())
	}
	return json.RawMessage(text)
}
