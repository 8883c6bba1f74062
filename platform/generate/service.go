// Package generate makes drafts of apps from descriptions in plain words: by rules, or by a model where the operator has
// configured one. A draft that it returns is complete: it could be published as it is. It must not know which model that is
// or how it is reached, and stores nothing.
package generate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/view"
)

// MaxPrompt is how long a description may be, in characters.
const MaxPrompt = 4_000

// Rules make a draft without a model.
type Rules interface {
	// Draft returns a draft for a description.
	Draft(prompt string) platform.Proposal
	// Refine returns a draft changed as a further sentence asks.
	Refine(former platform.Proposal, prompt string) platform.Proposal
	// Show returns a draft whose first tool shows its data in another layout.
	Show(p platform.Proposal, layout string) platform.Proposal
}

// Limiter limits how often a person may ask, with any key or browser; it returns RATE_LIMITED above the limit.
type Limiter interface {
	Allow(person platform.UserID) error
}

// Options are the parts of a Service; all fields but Model are required.
type Options struct {
	Rules Rules
	Model Model // nil = the rules only
	// Timeout limits the model's work on one request, for both tries together.
	Timeout time.Duration
	Layouts []view.Layout // the layouts that a model may choose
	// Check returns everything for which publishing a draft of an app with those tables would be refused.
	Check func(platform.Draft, ...platform.Table) []platform.Problem
	// Readable returns a theme that people can read.
	Readable func(platform.Theme) platform.Theme
	Limiter  Limiter
}

// Service makes drafts. Safe for concurrent use.
type Service struct {
	Options
	brief brief
}

// New makes a Service. It fails when a layout's schema is no JSON.
func New(o Options) (*Service, error) {
	b, err := newBrief(o.Layouts)
	if err != nil {
		return nil, err
	}
	return &Service{Options: o, brief: b}, nil
}

// Request is a description of an app, or a further sentence about an existing draft.
type Request struct {
	Prompt string
	Former *platform.Proposal // nil: a new app
	// Problems are those found while decoding; they are reported together with those of the prompt.
	Problems []platform.Problem
}

// check returns everything that is wrong with the request, with locations in its body.
func (r Request) check() []platform.Problem {
	problems := slices.Clip(r.Problems)
	if slices.ContainsFunc(problems, func(p platform.Problem) bool { return p.Location == "body" || p.Location == "body.prompt" }) {
		return problems
	}
	if n := utf8.RuneCountInString(r.Prompt); n > MaxPrompt {
		problems = append(problems, platform.Problem{Location: "body.prompt", Message: fmt.Sprintf("must have at most %d characters, not %d", MaxPrompt, n)})
	}
	if strings.TrimSpace(r.Prompt) == "" {
		problems = append(problems, platform.Problem{Location: "body.prompt", Message: "must not be empty: say in a sentence what the app shows"})
	}
	return problems
}

// Generate returns a complete draft that is not stored. Above the actor's limit the error is RATE_LIMITED; a model that
// returns no usable draft is LLM_ERROR, one that does not answer in time TIMEOUT.
func (s *Service) Generate(ctx context.Context, by platform.Actor, r Request) (platform.Proposal, error) {
	if problems := r.check(); len(problems) > 0 {
		return platform.Proposal{}, platform.Invalid(problems)
	}
	if err := s.Limiter.Allow(by.User); err != nil {
		return platform.Proposal{}, err
	}
	p, err := s.byRules(r)
	if err != nil || s.Model == nil {
		return p, err
	}
	return s.byModel(ctx, r, p)
}

// byRules returns the draft that the rules make. They keep what a former draft had, which may be unfit to publish; in
// that case the unfit fields are made again.
func (s *Service) byRules(r Request) (platform.Proposal, error) {
	if r.Former == nil {
		p := s.Rules.Draft(r.Prompt)
		p.Theme = s.Readable(p.Theme)
		return s.fit(p, s.problems(p))
	}
	p := s.Rules.Refine(*r.Former, r.Prompt)
	p.Theme = s.Readable(p.Theme)
	problems := s.problems(p)
	if len(problems) > 0 {
		p = s.Rules.Refine(without(*r.Former, problems), r.Prompt)
		p.Theme = s.Readable(p.Theme)
		problems = s.problems(p)
	}
	return s.fit(p, problems)
}

// problems returns everything for which publishing a proposal would be refused.
func (s *Service) problems(p platform.Proposal) []platform.Problem {
	tables := make([]platform.Table, len(p.Tables))
	for i, t := range p.Tables {
		tables[i] = t.Table()
	}
	return s.Check(p.Draft, tables...)
}

// fit returns the draft of the rules when it can be published: all that they make can.
func (s *Service) fit(p platform.Proposal, problems []platform.Problem) (platform.Proposal, error) {
	if len(problems) == 0 {
		p.MadeBy = platform.MadeByRules
		return p, nil
	}
	return platform.Proposal{}, fmt.Errorf("make a draft by rules: %w", &platform.Error{Code: platform.CodeInternal,
		Msg: "Something went wrong on our side.", Err: platform.Invalid(problems)})
}

// without returns a draft without the fields that the problems are about. A further tool that is unfit is left out.
func without(p platform.Proposal, problems []platform.Problem) platform.Proposal {
	p.Tools = slices.Clone(p.Tools)
	unfit := map[int]bool{}
	for _, problem := range problems {
		field, rest, _ := strings.Cut(strings.TrimPrefix(problem.Location, "body."), ".")
		switch field {
		case "name":
			p.Name = ""
		case "description":
			p.Description = ""
		case "themeVariables":
			p.Theme = platform.Theme{}
		default:
			at := 0
			if _, err := fmt.Sscanf(field, "tools[%d]", &at); err == nil && at > 0 {
				unfit[at] = true
				continue
			}
			field, _, _ = strings.Cut(rest, ".")
			field, _, _ = strings.Cut(field, "[")
			bare(&p.Tools[0], field)
		}
	}
	kept := p.Tools[:0:0]
	for i, t := range p.Tools {
		if !unfit[i] {
			kept = append(kept, t)
		}
	}
	p.Tools = kept
	return p
}

// bare empties a field of a tool; a problem with any field that is not named here may be one of the data.
func bare(t *platform.ToolDraft, field string) {
	switch field {
	case "name":
		t.Name = ""
	case "description":
		t.Description = ""
	case "layoutTemplate":
		t.Layout = ""
	case "responseText":
		t.ResponseText = ""
	default:
		t.MockData = nil
	}
}
