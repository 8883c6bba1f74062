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

// parameters lists the parameters of the operation and of its path, those of the path and those that are required first.
func (b *building) parameters() []part {
	byName := map[string]part{}
	for _, list := range []part{b.item.in("parameters"), b.at.in("parameters")} {
		for _, p := range list.list() {
			if p = b.follow(p); text(p.object()["name"]) != "" {
				byName[text(p.object()["in"])+" "+text(p.object()["name"])] = p
			}
		}
	}
	all := make([]part, 0, len(byName))
	for _, key := range slices.Sorted(maps.Keys(byName)) {
		all = append(all, byName[key])
	}
	rank := func(p part) int {
		switch {
		case text(p.object()["in"]) == "path":
			return 0
		case yes(p.object()["required"]):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(all, func(a, b part) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}

// parameter adds a parameter, and returns the path with its placeholder.
func (b *building) parameter(p part, path string) string {
	o := p.object()
	name, required := text(o["name"]), yes(o["required"])
	s := p.in("schema")
	if s.value == nil {
		s = part{object{"type": "string"}, p.at}
		if child(o, "content") != nil {
			b.say(p.at+"/content", "is JSON within a parameter, which is taken as a text")
		}
	}
	s = described(s, o)
	switch text(o["in"]) {
	case "path":
		if strings.Contains(path, "{"+name+"}") && name != "" {
			path = strings.ReplaceAll(path, "{"+name+"}", "{{args."+b.add(s, name, "path", true)+"}}")
		}
	case "query":
		b.inQuery(p, s, name, required)
	case "header":
		b.inHeader(p, s, name, required)
	case "cookie":
		if required {
			b.say(p.at, "is a cookie, which tools do not send")
		}
	}
	return path
}

// described is a schema with what its parameter says of it.
func described(s part, parameter object) part {
	own := object{}
	for name, value := range s.object() {
		own[name] = value
	}
	if own["description"] == nil {
		own["description"] = parameter["description"]
	}
	if parameter["example"] != nil {
		own["example"] = parameter["example"]
	}
	for _, name := range slices.Sorted(maps.Keys(child(parameter, "examples"))) {
		if e := child(child(parameter, "examples"), name); e["value"] != nil && own["example"] == nil {
			own["example"] = e["value"]
		}
	}
	return part{own, s.at}
}

func (b *building) inQuery(p, s part, name string, required bool) {
	o := p.object()
	n := b.schema(s, nil)
	style, explode := cmp.Or(text(o["style"]), "form"), o["explode"] == nil || yes(o["explode"])
	switch {
	case slices.Contains(n.types, "object") && len(n.props) > 0 && (style == "deepObject" || explode):
		for _, inner := range slices.Sorted(maps.Keys(n.props)) {
			key := inner
			if style == "deepObject" {
				key = name + "[" + inner + "]"
			}
			b.query[key] = "{{args." + b.add(n.props[inner], key, "query", required && n.required[inner]) + "}}"
		}
	case slices.Contains(n.types, "object"):
		b.say(p.at, "is an object in the query, which is left out")
	case slices.Contains(n.types, "array") && (!explode || style != "form"):
		separator := map[string]string{"spaceDelimited": "spaces", "pipeDelimited": "|"}[style]
		hint := strings.TrimSpace(line(n.keywords["description"], 200) + " Several are separated by " + cmp.Or(separator, "commas") + ".")
		joined := part{object{"type": "string", "description": hint}, s.at}
		b.query[name] = "{{args." + b.add(joined, name, "query", required) + "}}"
	default:
		b.query[name] = "{{args." + b.add(s, name, "query", required) + "}}"
	}
}

// inHeader gives a header its one value; it is nobody's to choose who calls.
func (b *building) inHeader(p, s part, name string, required bool) {
	if slices.Contains([]string{"accept", "content-type", "authorization"}, strings.ToLower(name)) {
		return // as OpenAPI says
	}
	n := b.schema(s, nil)
	value := n.keywords["default"]
	if enum, ok := n.keywords["enum"].([]any); ok && len(enum) == 1 {
		value = enum[0]
	}
	if value == nil && required {
		value = n.keywords["example"]
	}
	switch {
	case value != nil && scalar(value):
		b.headers[name] = request.Plain(value)
	case required:
		b.headers[name] = "{{secret." + secretName(name) + "}}"
		b.say(p.at, "is a header that is always sent: set the secret "+secretName(name))
	}
}

// add gives an argument a name that no other has, and returns it.
func (b *building) add(s part, name, place string, required bool) string {
	clean := argumentName(name)
	if _, taken := b.props[clean]; taken {
		other := clean
		if clean = argumentName(place + "_" + clean); b.props[clean] != nil {
			clean = Unused(clean, func(name string) bool { return b.props[name] != nil })
		}
		b.say(s.at, "has the name of another argument, "+other+": that of the "+place+" is called "+clean)
	}
	b.props[clean] = b.argument(s, nil, 1, b.levels)
	if required {
		b.required = append(b.required, clean)
	} else {
		b.argsOnly = append(b.argsOnly, clean)
	}
	if e := b.exampleOf(s, nil, clean, 0); e != nil && (required || b.schema(s, nil).keywords["example"] != nil) {
		b.examples[clean] = e
	}
	return clean
}

// media returns the part of a content map that is JSON, else a form or a text.
func media(content part) (found part, kind string) {
	rank := func(name string) int {
		name, _, _ = strings.Cut(strings.ToLower(name), ";")
		switch {
		case name == "application/json":
			return 0
		case strings.HasSuffix(name, "+json") || name == "*/*" || name == "application/*":
			return 1
		case name == "application/x-www-form-urlencoded":
			return 2
		case name == "text/plain":
			return 3
		}
		return 9
	}
	names := slices.Sorted(maps.Keys(content.object()))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	if len(names) == 0 {
		return part{}, ""
	}
	kinds := map[int]string{0: "json", 1: "json", 2: "form", 3: "text"}
	return content.in(names[0]), cmp.Or(kinds[rank(names[0])], names[0])
}

// requestBody adds what the body holds.
func (b *building) requestBody(body part) {
	m, kind := media(body.in("content"))
	required := yes(body.object()["required"])
	switch kind {
	case "":
		return
	case "json", "form":
	case "text":
		b.headers["Content-Type"] = "text/plain"
		b.body = "{{args." + b.add(part{object{"type": "string", "description": body.object()["description"]}, m.at}, "body", "body", required) + "}}"
		return
	default:
		if required {
			b.refuse(m.at, "takes a body of "+platform.Clip(kind, 60)+"; tools send JSON, forms and texts")
		} else {
			b.say(m.at, "is a body of "+platform.Clip(kind, 60)+", which is left out")
		}
		return
	}
	if kind == "form" {
		b.headers["Content-Type"] = "application/x-www-form-urlencoded"
	}
	s := m.in("schema")
	n := b.schema(s, nil)
	if len(n.types) != 1 || n.types[0] != "object" || len(n.props) == 0 || n.null {
		s = described(s, object{"description": body.object()["description"], "example": m.object()["example"], "examples": m.object()["examples"]})
		b.body = "{{args." + b.add(s, "body", "body", required) + "}}"
		return
	}
	given, _ := b.given(m).(object)
	fields := object{}
	for _, name := range inOrder(n) {
		prop := n.props[name]
		if yes(b.schema(prop, n.refs).keywords["readOnly"]) {
			continue
		}
		if e := given[name]; e != nil {
			prop = described(prop, object{"example": e})
		}
		fields[name] = "{{args." + b.add(prop, name, "body", required && n.required[name]) + "}}"
	}
	b.body = fields
}

// inOrder lists the properties of an object, those that are required first.
func inOrder(n node) []string {
	names := slices.Sorted(maps.Keys(n.props))
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(map[bool]int{true: 0, false: 1}[n.required[a]], map[bool]int{true: 0, false: 1}[n.required[b]])
	})
	return names
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
	t := &platform.ToolDraft{Title: platform.Shorten(cmp.Or(b.Summary, humanized(b.Path)), 100), Description: b.describe(), Input: b.input(), Handler: encode(handler),
		Mode: platform.ModeMock, Layout: shown.layout, MockData: shown.mock}
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
