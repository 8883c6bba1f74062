package http

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/mapping/jq"
	"berth/platform/redact"
	"berth/platform/schema"
)

// Probe calls a tool of a draft for its author, and returns what was asked and answered, whatever the answer. What is wrong with
// the request is INVALID_CONFIG, with the arguments INVALID_INPUT; where nobody answered, the error is that of a call. What is
// wrong with the result keeps nobody from looking at the answer.
func (e *Executor) Probe(ctx context.Context, p platform.ToolProbe) (platform.Upstream, error) {
	begin := e.Now()
	if p.Tool.Kind() != Kind {
		return platform.Upstream{}, platform.Invalid([]platform.Problem{{Location: "path.tool", Message: "must be a tool of the kind http: no other asks another server"}})
	}
	if problems := e.form.Problems(p.Tool.Handler); len(problems) > 0 {
		return platform.Upstream{}, platform.Invalid(problems)
	}
	plan, found := e.Plan(p.Tool, executor.Around{Layout: e.Layout})
	var faults, problems []platform.Problem
	for _, one := range found {
		if platform.Within(one.Location, "handler.request") {
			faults = append(faults, one)
		} else {
			problems = append(problems, one)
		}
	}
	if len(faults) > 0 {
		return platform.Upstream{}, platform.Invalid(faults)
	}
	if err := fits(p, plan); err != nil {
		return platform.Upstream{}, err
	}
	t, err := e.drafted(plan)
	if err != nil {
		return platform.Upstream{}, err
	}
	a, err := e.ask(ctx, t, appkit.Call{Workspace: p.Workspace, App: p.App, Slug: p.Slug, Tool: p.Tool.Name, Arguments: p.Arguments, Principal: p.Principal, Now: begin.UTC()})
	if err != nil {
		return platform.Upstream{}, err
	}
	a.message.Timed = true
	answer, err := e.exchange(ctx, a)
	if err != nil {
		return platform.Upstream{}, err
	}
	out := platform.Upstream{Status: answer.Status, Response: a.answered(answer), Problems: problems}
	if out.Request, err = a.asked(); err != nil {
		return platform.Upstream{}, err
	}
	shaping := e.Now()
	if len(problems) == 0 {
		out.Data, out.Problems = a.shown(ctx, answer)
	}
	out.Duration = e.Now().Sub(begin)
	if s := answer.Steps; s != (Steps{}) {
		out.Steps = []platform.Step{{Name: "connect", Duration: s.Connect}, {Name: "wait", Duration: s.Wait}, {Name: "read", Duration: s.Read},
			{Name: "shape", Duration: e.Now().Sub(shaping)}}
	}
	return out, nil
}

// fits holds arguments against the input of a tool.
func fits(p platform.ToolProbe, plan executor.Plan) error {
	input := plan.Input
	if p.Tool.Input != nil {
		input = schema.Closed(p.Tool.Input)
	}
	s, err := schema.Compile(input)
	if err != nil {
		return err
	}
	if len(p.Arguments) == 0 {
		p.Arguments = json.RawMessage("{}")
	}
	if problems := s.Validate(p.Arguments); len(problems) > 0 {
		return &platform.Error{Code: platform.CodeInvalidInput, Msg: "The arguments are not valid. Nothing was sent.", Fields: schema.Under("body.arguments", problems)}
	}
	return nil
}

// drafted is the tool of a draft. Its shaper is nil where the result is not in order.
func (e *Executor) drafted(plan executor.Plan) (*tool, error) {
	t := &tool{}
	if err := json.Unmarshal(plan.Config, &t.config); err != nil {
		return nil, err
	}
	_ = t.parse() // the plan has said what is wrong
	t.shaper, _ = e.shaped(t.Layout, t.result, e.Layout)
	t.prepare()
	return t, nil
}

// asked is the request as an author may see it.
func (a *asking) asked() (platform.UpstreamMessage, error) {
	filled, err := a.request.Fill(values(a.call, a.args, func(string) (string, bool) { return redact.Mark, true }))
	if err != nil {
		return platform.UpstreamMessage{}, err
	}
	m := platform.UpstreamMessage{Method: filled.Method, URL: strings.ReplaceAll(a.clean.Text(filled.URL), url.QueryEscape(redact.Mark), redact.Mark),
		Headers: map[string]string{}, Body: a.body(filled.Body)}
	for name, value := range withDefaults(filled.Headers) {
		m.Headers[name] = a.clean.Text(value)
	}
	return m, nil
}

// answered is the answer as an author may see it.
func (a *asking) answered(answer Answer) platform.UpstreamMessage {
	m := platform.UpstreamMessage{Headers: map[string]string{}, Body: a.body(answer.Body)}
	for name, value := range answer.Headers {
		m.Headers[a.clean.Text(name)] = a.clean.Text(strings.ToValidUTF8(strings.Join(value, ", "), "�"))
	}
	return m
}

// body writes a body as JSON: as it is where it is JSON, else as a text.
func (a *asking) body(raw []byte) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	value, problems := schema.Decode(raw)
	if len(problems) > 0 {
		value = strings.ToValidUTF8(string(raw), string(utf8.RuneError))
	}
	return encode(a.clean.Value(value))
}

// shown is what the widget would show of an answer, or why it would show nothing.
func (a *asking) shown(ctx context.Context, answer Answer) (json.RawMessage, []platform.Problem) {
	value, err := a.read(answer)
	at := "response"
	if err == nil && a.shaper != nil {
		var o outcome
		if o, err = a.shape(ctx, value); err == nil {
			return json.RawMessage(o.data), nil
		}
		at = "data"
	}
	e := (*platform.Error)(nil)
	if !errors.As(err, &e) {
		return nil, nil
	}
	if said := (*jq.Failure)(nil); errors.As(err, &said) {
		e = platform.Errorf(e.Code, "%s It said: %s", e.Msg, a.clean.Text(said.Said()))
	}
	return nil, append([]platform.Problem{{Location: at, Message: e.Msg}}, schema.Under("data", e.Fields)...)
}
