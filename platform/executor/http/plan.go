package http

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
	"berth/platform/executor"
	"berth/platform/mapping"
	"berth/platform/request"
	"berth/platform/schema"
)

// config is what a release holds of a tool.
type config struct {
	handler
	Layout string `json:"layout,omitempty"`
	Text   string `json:"text,omitempty"`  // with placeholders, "" = a sentence made from the data
	Reads  bool   `json:"reads,omitempty"` // it changes nothing
	Takes  string `json:"takes,omitempty"` // its arguments, in words
}

// Plan implements executor.Kind.
func (e *Executor) Plan(tool platform.ToolDraft, in executor.Around) (executor.Plan, []platform.Problem) {
	p, problems := e.form.Read(tool.Handler)
	if p.request == nil {
		return executor.Plan{}, problems
	}
	if e.Refusal != nil {
		if why := e.Refusal(p.request.Origin() + "/"); why != "" {
			problems = append(problems, platform.Problem{Location: "handler.request.url", Message: why})
		}
	}
	problems = append(problems, schema.Under("handler.request", p.request.Unsendable())...)
	_, found := e.shaped(tool.Layout, p.result, in.Layout)
	problems = append(problems, found...)
	if p.result.fields != nil {
		problems = append(problems, schema.Under("handler.result", p.result.fields.Unfilled())...)
	}
	problems = append(problems, missing(p, tool.Input)...)
	_, found = executor.ParseText(tool.ResponseText)
	problems = append(problems, found...)
	plan := executor.Plan{Input: input(p), Hints: hints(p.request.Method()), Readable: p.request.Method() == "POST",
		Personal: slices.ContainsFunc(p.request.Placeholders(), func(one request.Placeholder) bool { return one.Source == request.User })}
	c := config{handler: p, Layout: tool.Layout, Text: tool.ResponseText, Reads: plan.Hints.ReadOnly, Takes: takes(tool.Input, plan.Input)}
	if h := tool.Hints; h != nil && h.ReadOnly != nil && *h.ReadOnly && plan.Readable {
		c.Reads = true
	}
	plan.Config = encode(c)
	return plan, problems
}

// hints derives the annotations from a method (RFC 9110 §9.2): what POST does is for its author to say.
func hints(method string) platform.Hints {
	h := platform.Hints{OpenWorld: true}
	switch method {
	case "GET", "HEAD":
		h.ReadOnly, h.Idempotent = true, true
	case "PUT", "DELETE":
		h.Destructive, h.Idempotent = true, true
	case "PATCH":
		h.Destructive = true
	}
	return h
}

// idempotent reports whether a request may be sent twice.
func idempotent(method string) bool { return hints(method).Idempotent }

// missing returns the arguments that the request names and an input of the author's own has not.
func missing(p handler, input json.RawMessage) (problems []platform.Problem) {
	own, ok := executor.Properties(input)
	if !ok {
		return nil
	}
	for _, one := range p.request.Placeholders() {
		if _, ok := own[pathOf(one)]; one.Source == request.Args && !ok {
			problems = append(problems, platform.Problem{Location: "handler.request." + one.Location,
				Message: fmt.Sprintf("names %s, which is no property of the tool's input", one)})
		}
	}
	return problems
}

func pathOf(one request.Placeholder) string {
	if len(one.Path) == 0 {
		return ""
	}
	return one.Path[0]
}

// node is an argument, or a part of one, that placeholders name.
type node struct {
	names []string // of its parts, in the order in which they are asked for
	parts map[string]*node
}

func (n *node) add(path []string) {
	if len(path) == 0 {
		return
	}
	part, ok := n.parts[path[0]]
	if !ok {
		if n.parts == nil {
			n.parts = map[string]*node{}
		}
		part = &node{}
		n.parts[path[0]], n.names = part, append(n.names, path[0])
	}
	part.add(path[1:])
}

// schema is the JSON Schema of the part: a text where nothing of it is named, a list where its parts are numbers.
func (n *node) schema() string {
	switch {
	case len(n.names) == 0:
		return `{"type":"string"}`
	case !slices.ContainsFunc(n.names, func(name string) bool { _, err := strconv.ParseUint(name, 10, 16); return err != nil }):
		return `{"type":"array","items":` + n.parts[n.names[0]].schema() + `}`
	}
	return n.object()
}

func (n *node) object() string {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{`)
	for i, name := range n.names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(string(encode(name)) + ":" + n.parts[name].schema())
	}
	b.WriteByte('}')
	if len(n.names) > 0 {
		b.WriteString(`,"required":` + string(encode(n.names)))
	}
	return b.String() + `,"additionalProperties":false}`
}

// input is the schema of the arguments that the placeholders name: texts, all of which are required.
func input(p handler) json.RawMessage {
	root := &node{}
	for _, one := range p.request.Placeholders() {
		if one.Source == request.Args {
			root.add(one.Path)
		}
	}
	return json.RawMessage(root.object())
}

// takes says in words what a tool takes, for whoever has to mend arguments.
func takes(own, made json.RawMessage) string {
	var input struct {
		Properties map[string]struct {
			Type any   `json:"type"`
			Enum []any `json:"enum"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	if len(own) == 0 {
		own = made
	}
	if json.Unmarshal(own, &input) != nil {
		return ""
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(input.Properties)) {
		one := input.Properties[name]
		about, _ := one.Type.(string)
		if len(one.Enum) > 0 {
			about = "one of " + request.Plain(one.Enum)
		}
		if slices.Contains(input.Required, name) {
			about = strings.TrimPrefix(about+", required", ", ")
		}
		if about != "" {
			name += " (" + about + ")"
		}
		words = append(words, name)
	}
	return platform.Shorten(strings.Join(words, ", "), 500)
}

// shaped makes what turns an answer into the data of a tool.
func (e *Executor) shaped(layout string, r result, layouts layouts) (shaper, []platform.Problem) {
	if layout == "" {
		switch {
		case r.program != nil:
			return free{r.program}, nil
		case r.fields == nil:
			return plain{}, nil
		}
		plan, problems := mapping.Compile(r.fields, openShape(r.fields), nil)
		return mapped{plan: plan}, schema.Under("handler.result", problems)
	}
	l, ok := layouts(layout)
	if !ok {
		return nil, nil // said where the layout stands
	}
	unfit := []platform.Problem{{Location: "layoutTemplate", Message: "names a layout that cannot show answers"}}
	if r.program != nil {
		plan, err := r.program.For(l.Name, l.List, l.DataSchema)
		if err != nil {
			return nil, unfit
		}
		return programmed{plan, l.List}, nil
	}
	if r.fields == nil {
		fits, err := schema.Compile(l.DataSchema)
		if err != nil {
			return nil, unfit
		}
		return asItIs{layout: l.Name, list: l.List, fits: fits}, nil
	}
	shape, err := mapping.NewShape(l.Name, l.List, l.DataSchema)
	if err != nil {
		return nil, unfit
	}
	plan, problems := mapping.Compile(r.fields, shape, nil)
	return mapped{plan: plan, list: l.List}, schema.Under("handler.result", problems)
}

// endpoint returns the host of an origin with its port.
func endpoint(origin string) string {
	u, err := url.Parse(origin)
	if err != nil {
		return origin
	}
	if u.Port() != "" {
		return u.Host
	}
	return u.Host + map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
}

// encode returns v, which is of texts and JSON, as JSON.
func encode(v any) json.RawMessage {
	text, err := platform.PlainJSON(v)
	if err != nil {
		panic("http: a value that cannot be encoded: " + err.Error())
	}
	return json.RawMessage(text)
}
