package http

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"strings"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/executor"
	"berth/platform/mapping"
	"berth/platform/mapping/jq"
	"berth/platform/request"
	"berth/platform/schema"
	"berth/platform/view"
)

type layouts = func(name string) (view.Layout, bool)

// shaper makes the data of a tool of an answer: JSON, as a platform.Encoded or decoded, or a text. The error is one that may be shown.
type shaper interface {
	shape(ctx context.Context, answer any) (outcome, error)
}

// outcome is the data of a tool.
type outcome struct {
	data    platform.Encoded
	list    string // of the layout, "" = none
	count   int    // entries that were found
	omitted int    // entries that are not shown
}

// plain is an answer without a widget: objects as they are, a list as {items}, anything else as {text}.
type plain struct{}

func (plain) shape(_ context.Context, answer any) (outcome, error) {
	o := outcome{count: 1}
	answer = valueOf(answer)
	switch v := answer.(type) {
	case map[string]any:
	case []any:
		answer, o.count = map[string]any{"items": v}, len(v)
	case nil:
		answer, o.count = map[string]any{}, 0
	default:
		answer = map[string]any{"text": request.Plain(answer)}
	}
	o.data = platform.Encoded(encode(answer))
	return o, nil
}

// mapped is an answer that a field map turns into data.
type mapped struct {
	plan *mapping.Plan
	list string // of the layout, "" = none
}

func (m mapped) shape(_ context.Context, answer any) (outcome, error) {
	got, err := m.plan.Apply(answer)
	if err != nil {
		return outcome{}, err
	}
	return counted(got, m.list), nil
}

// programmed is an answer of which a jq program makes the data of a layout.
type programmed struct {
	plan *jq.Plan
	list string // of the layout, "" = none
}

func (p programmed) shape(ctx context.Context, answer any) (outcome, error) {
	got, err := p.plan.Apply(ctx, valueOf(answer))
	if err != nil {
		return outcome{}, err
	}
	return counted(got, p.list), nil
}

// free is what a jq program makes where there is no layout.
type free struct{ program *jq.Program }

func (f free) shape(ctx context.Context, answer any) (outcome, error) {
	made, err := f.program.Run(ctx, valueOf(answer))
	if err != nil {
		return outcome{}, err
	}
	return plain{}.shape(ctx, made)
}

func counted(got mapping.Outcome, list string) outcome {
	return outcome{data: got.Data, list: list, count: got.Count, omitted: got.Omitted}
}

// asItIs is an answer that has to be what the layout shows; a list becomes the layout's.
type asItIs struct {
	layout, list string
	fits         *schema.Schema
}

func (a asItIs) shape(_ context.Context, answer any) (outcome, error) {
	o := outcome{list: a.list, count: 1}
	answer = valueOf(answer)
	data, ok := answer.(map[string]any)
	if list, isList := answer.([]any); isList && a.list != "" {
		data, ok = map[string]any{a.list: list}, true
	}
	if !ok {
		return o, platform.Errorf(platform.CodeExecution, "The answer is not what the layout %s shows: a result has to say which value goes where.", a.layout)
	}
	if list, ok := data[a.list].([]any); ok {
		o.count = len(list)
	}
	if problems := a.fits.ValidateValue(data); len(problems) > 0 {
		return o, &platform.Error{Code: platform.CodeExecution, Msg: "The answer does not fit the layout " + a.layout + ".", Fields: problems}
	}
	o.data = platform.Encoded(encode(data))
	return o, nil
}

// openShape takes whatever a field map makes where there is no layout.
func openShape(m *mapping.Map) *mapping.Shape {
	list := ""
	if m.Entries() {
		list = "items"
	}
	s, err := mapping.NewShape("", list, json.RawMessage(`{"type":"object","properties":{"items":{"type":"array","items":{"type":"object"}}}}`))
	if err != nil {
		panic("http: a schema of ours that cannot be read: " + err.Error())
	}
	return s
}

// valueOf decodes an answer that is JSON.
func valueOf(answer any) any {
	if raw, is := answer.(platform.Encoded); is {
		return raw.Value()
	}
	return answer
}

// read returns what was answered: JSON, which is decoded by whoever looks into all of it, or a text. fault says why it is neither; it
// has no subject. Of damaged JSON the value is what could be read, which is good for nothing but an error.
func read(a Answer) (value any, fault string) {
	if len(a.Body) == 0 {
		return nil, ""
	}
	if encoded := a.Headers["Content-Encoding"]; len(encoded) > 0 && encoded[0] != "identity" {
		return nil, "answered in an encoding that nobody asked for: " + platform.Clip(encoded[0], 40)
	}
	kind, isJSON := kindOf(a)
	switch {
	case isJSON:
		if raw, ok := schema.Compact(a.Body); ok {
			return raw, ""
		}
		v, problems := schema.Decode(a.Body)
		return v, "answered JSON that cannot be read: " + cmp.Or(problems[0].Location, "it") + " " + problems[0].Message
	case kind == "" || strings.HasPrefix(kind, "text/") || kind == "application/xml" || strings.HasSuffix(kind, "+xml") || kind == "application/yaml":
		if !utf8.Valid(a.Body) {
			return nil, "answered a text that is not UTF-8"
		}
		return string(a.Body), ""
	}
	return nil, "answered " + platform.Clip(kind, 60) + "; only JSON and text can be read"
}

// kindOf returns the type of an answer, and whether it is JSON: by what its server says, or, where that says nothing of use or names a
// text, as PHP names everything text/html, by how it looks.
func kindOf(a Answer) (kind string, isJSON bool) {
	if all := a.Headers["Content-Type"]; len(all) > 0 {
		kind, _, _ = mime.ParseMediaType(all[0]) // "" where it cannot be read
	}
	if kind == "application/json" || strings.HasSuffix(kind, "+json") {
		return kind, true
	}
	if kind == "" || strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "/octet-stream") {
		first := strings.TrimLeft(string(a.Body[:min(len(a.Body), 64)]), " \t\r\n")
		isJSON = (strings.HasPrefix(first, "{") || strings.HasPrefix(first, "[")) && json.Valid(a.Body)
	}
	return kind, isJSON
}

// words is what the model reads.
func (t *tool) words(args map[string]any, o outcome) string {
	if t.Text != "" {
		if words, ok, err := t.text.Fill(request.Values{Args: args, Data: o.data.Value(), Count: &o.count}); ok && err == nil {
			return words
		}
	}
	if t.Layout == "" {
		if text, ok := textAlone(o.data); ok {
			return platform.Clip(text, executor.MaxRepeated)
		}
		if len(o.data) <= executor.MaxRepeated {
			return string(o.data)
		}
		return "Here is the answer, as structured content."
	}
	said := executor.SentenceOf(o.data, o.list)
	if o.omitted > 0 {
		said = fmt.Sprintf("%s %d more cannot be shown here.", said, o.omitted)
	}
	return said
}

// textAlone returns the text of data that have nothing else.
func textAlone(data platform.Encoded) (text string, alone bool) {
	platform.EachMember(data, func(name, value []byte) bool {
		alone = string(name) == "text" && value[0] == '"' && len(value)+len(`{"text":}`) == len(data)
		text = platform.Unquote(value)
		return false
	})
	return text, alone
}
