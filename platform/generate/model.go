package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/lint"
)

// Model is a language model.
type Model interface {
	// Complete returns the text with which the model continues a conversation: JSON that fits schema if the model keeps
	// to it. turns alternate between user and model; the user has the first and the last one. When the model takes too
	// long the error is context.DeadlineExceeded.
	Complete(ctx context.Context, system string, turns []string, schema json.RawMessage) (string, error)
}

const (
	maxFormer = 64 << 10 // maximum bytes of a former draft that a model is shown
	goodScore = 80       // score of lint below which a model is asked to improve a tool's texts
)

// byModel returns the model's draft, completed and checked like an author's draft. The model starts from the draft of the
// rules. It gets one chance to correct its answer.
func (s *Service) byModel(ctx context.Context, r Request, rules platform.Proposal) (platform.Proposal, error) {
	task, err := s.task(r, rules)
	if err != nil {
		return platform.Proposal{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	turns := []string{task}
	for {
		text, err := s.Model.Complete(ctx, s.brief.system, turns, s.brief.schema)
		if err != nil {
			return platform.Proposal{}, modelError(ctx, err)
		}
		draft, problems, unfit := s.judge(text, r, rules)
		if len(problems) == 0 || !unfit && len(turns) > 1 {
			return draft, nil
		}
		if len(turns) > 1 {
			return platform.Proposal{}, &platform.Error{Code: platform.CodeLLM, Msg: "The model made no usable draft, not even at the second try. Describe the app in other words.",
				Err: fmt.Errorf("%d problems remain", len(problems))}
		}
		turns = append(turns, text, mending(problems))
	}
}

// modelError says what went wrong, without the text that the model's server sent.
func modelError(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil:
		return &platform.Error{Code: platform.CodeTimeout, Msg: "The model did not answer in time. Try again.", Err: err}
	}
	return &platform.Error{Code: platform.CodeLLM, Msg: "The model gave no usable answer. Try again.", Err: err}
}

// mending asks the model for an answer without the problems of the last one.
func mending(problems []platform.Problem) string {
	var b strings.Builder
	b.WriteString("This answer cannot be used. Answer again with the whole object, and mend this:\n")
	for _, p := range problems[:min(len(problems), 40)] {
		fmt.Fprintf(&b, "- %s: %s\n", strings.TrimPrefix(p.Location, "body."), p.Message)
	}
	return b.String()
}

// judge reads the model's answer and returns what is wrong with it. unfit is false when the draft could be published
// nevertheless. Rows are those of the rules, which read what was pasted to the digit and make nothing up; a model words and
// shows them. Where the rules have no rows, the data are the model's, and are examples.
func (s *Service) judge(text string, r Request, rules platform.Proposal) (p platform.Proposal, problems []platform.Problem, unfit bool) {
	var a struct {
		answer
		ThemeVariables json.RawMessage `json:"themeVariables"` // a fault in it is one problem among others
	}
	if err := json.Unmarshal([]byte(unfenced(text)), &a); err != nil {
		return p, []platform.Problem{{Location: "body", Message: "must be one JSON object of the given schema and nothing else"}}, true
	}
	p = rules
	if p.MadeBy = platform.MadeByModel; len(rules.Tables) > 0 {
		p = s.Rules.Show(p, a.Widget.LayoutTemplate)
	}
	p.Tools = slices.Clone(p.Tools)
	p.Name, p.Description, p.Theme = strings.TrimSpace(a.Name), a.Description, platform.Theme{}
	t := &p.Tools[0]
	t.Name, t.Description, t.ResponseText = a.ToolName, strings.TrimSpace(a.ToolDescription), a.ResponseText
	if len(a.ThemeVariables) > 0 {
		decoder := json.NewDecoder(bytes.NewReader(a.ThemeVariables))
		decoder.DisallowUnknownFields()
		if decoder.Decode(&p.Theme) != nil {
			p.Theme = platform.Theme{}
			problems = append(problems, platform.Problem{Location: "body.themeVariables", Message: "must be an object of the given schema"})
		}
	}
	p.Theme = s.Readable(p.Theme)
	var former json.RawMessage
	if r.Former != nil {
		former = r.Former.Tools[0].MockData
	}
	switch {
	case len(rules.Tables) > 0:
	case len(a.Widget.MockData) == 0 || string(a.Widget.MockData) == "null":
		problems = append(problems, platform.Problem{Location: "body.widget.mockData", Message: "is required"})
	default:
		t.Layout, t.MockData = a.Widget.LayoutTemplate, repictured(a.Widget.MockData, former)
		p.ExampleData = r.Former == nil || r.Former.ExampleData
	}
	for _, problem := range s.added(p, r.Former) {
		problem.Location = asked(problem.Location)
		problems = append(problems, problem)
	}
	if unfit = len(problems) > 0; unfit {
		return p, problems, true
	}
	if report := lint.Tool(t.Name, t.Description); report.Score < goodScore {
		for _, f := range report.Findings {
			field, _, _ := strings.Cut(f.Rule, ".")
			location := map[string]string{"name": "body.toolName", "description": "body.toolDescription"}[field]
			problems = append(problems, platform.Problem{Location: location, Message: f.Message + " " + f.Suggestion})
		}
	}
	return p, problems, false
}

// asked returns where in the answer a field of the draft is.
func asked(location string) string {
	for field, name := range map[string]string{"name": "toolName", "description": "toolDescription", "responseText": "responseText",
		"layoutTemplate": "widget.layoutTemplate", "mockData": "widget.mockData"} {
		if at := "body.tools[0]." + field; platform.Within(location, at) {
			return "body." + name + strings.TrimPrefix(location, at)
		}
	}
	return location
}

// unfenced removes the code fence that models like to put around JSON.
func unfenced(text string) string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "```"); ok {
		_, rest, _ = strings.Cut(rest, "\n")
		text = strings.TrimSuffix(strings.TrimSpace(rest), "```")
	}
	return text
}
