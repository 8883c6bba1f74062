package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/lint"
	"berth/platform/llm"
)

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
	ask := llm.Request{System: s.brief.system, Turns: []string{task}, Schema: s.brief.schema}
	for {
		a, err := s.Model.Ask(ctx, ask)
		if err != nil {
			return platform.Proposal{}, err
		}
		draft, problems, unfit := s.judge(a.Text, r, rules)
		if len(problems) == 0 || !unfit && len(ask.Turns) > 1 {
			return draft, nil
		}
		if len(ask.Turns) > 1 {
			failed := llm.Schema.Error(fmt.Errorf("%d problems remain", len(problems)))
			failed.Msg = "The model made no usable draft, not even at the second try. Describe the app in other words."
			return platform.Proposal{}, failed
		}
		ask.Turns = append(ask.Turns, a.Text, llm.Mending(problems))
	}
}

// judge reads the model's answer and returns what is wrong with it. unfit is false when the draft could be published
// nevertheless. Rows are those of the rules, which read what was pasted to the digit and make nothing up; a model words and
// shows them. Where the rules have no rows, the data are the model's, and are examples.
func (s *Service) judge(text string, r Request, rules platform.Proposal) (p platform.Proposal, problems []platform.Problem, unfit bool) {
	var a struct {
		answer
		ThemeVariables json.RawMessage `json:"themeVariables"` // a fault in it is one problem among others
	}
	if err := json.Unmarshal([]byte(llm.Unfenced(text)), &a); err != nil {
		return p, []platform.Problem{{Location: "body", Message: "must be one JSON object of the given schema and nothing else"}}, true
	}
	p = rules
	if p.MadeBy = platform.MadeByModel; len(rules.Tables) > 0 {
		p = s.Rules.Show(p, a.Widget.LayoutTemplate)
	}
	p.Tools = slices.Clone(p.Tools)
	p.Name, p.Description, p.Theme = strings.TrimSpace(platform.Unhidden(a.Name)), a.Description, platform.Theme{}
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
