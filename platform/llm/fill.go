package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"berth/platform"
)

const (
	maxMending  = 1 << 10 // bytes of what a model is told of its faults
	maxQuestion = 40      // of them
)

// Fill asks for JSON that fits. A model whose answer does not gets one chance to mend it; if that does not fit either, the reason of
// the failure is Schema. fits returns what is wrong with an answer, by its full schema. The answer's Text is the JSON.
func Fill(ctx context.Context, m Model, r Request, fits func(json.RawMessage) []platform.Problem) (Answer, error) {
	a, err := m.Ask(ctx, r)
	if err != nil {
		return a, err
	}
	data, problems := settle(a.Text, fits)
	if len(problems) > 0 {
		r.Turns = append(r.Turns[:len(r.Turns):len(r.Turns)], a.Text, Mending(problems))
		again, err := m.Ask(ctx, r)
		again.Usage = again.Usage.Plus(a.Usage)
		if err != nil {
			return again, err
		}
		a = again
		data, problems = settle(a.Text, fits)
	}
	if len(problems) > 0 {
		return a, Schema.Error(fmt.Errorf("%d problems remain", len(problems)))
	}
	a.Text = string(data)
	return a, nil
}

// settle returns the JSON of an answer. Fields that are null count as absent where the schema does not want them: some providers
// demand every field of a model.
func settle(text string, fits func(json.RawMessage) []platform.Problem) (json.RawMessage, []platform.Problem) {
	text = Unfenced(text)
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil || d.More() {
		return nil, []platform.Problem{{Message: "must be one JSON object of the given schema and nothing else"}}
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(text)); err != nil {
		return nil, []platform.Problem{{Message: "must be valid JSON"}}
	}
	problems := fits(compact.Bytes())
	if len(problems) == 0 {
		return compact.Bytes(), nil
	}
	lean, err := platform.PlainJSON(withoutNulls(v))
	if err != nil || lean == compact.String() {
		return nil, problems
	}
	return json.RawMessage(lean), fits(json.RawMessage(lean))
}

func withoutNulls(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = withoutNulls(v[i])
		}
	case map[string]any:
		for name, inner := range v {
			if inner == nil {
				delete(v, name)
			} else {
				v[name] = withoutNulls(inner)
			}
		}
	}
	return v
}

// Mending asks a model for an answer without the problems of the last one. Locations may begin with "body.".
func Mending(problems []platform.Problem) string {
	var b strings.Builder
	b.WriteString("This answer cannot be used. Answer again with the whole object, and mend this:\n")
	for _, p := range problems[:min(len(problems), maxQuestion)] {
		line := fmt.Sprintf("- %s: %s\n", strings.TrimPrefix(p.Location, "body."), p.Message)
		if b.Len()+len(line) > maxMending && b.Len() > 100 {
			break
		}
		b.WriteString(platform.Clip(line, maxMending))
	}
	return b.String()
}

// Unfenced removes the code fence that models like to put around JSON.
func Unfenced(text string) string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "```"); ok {
		_, rest, _ = strings.Cut(rest, "\n")
		text = strings.TrimSuffix(strings.TrimSpace(rest), "```")
	}
	return text
}
