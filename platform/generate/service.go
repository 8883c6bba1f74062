// Package generate makes drafts of apps from descriptions in plain words: by rules, or by a model where the operator has
// configured one. A draft that it returns is complete: it could be published as it is, but for faults of a former draft that only its
// author can mend. It must not know which model that is or how it is reached, and stores nothing.
package generate

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/llm"
	"berth/platform/mapping"
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
	Model llm.Model // nil = the rules only
	// Timeout limits the model's work on one request, for both tries together.
	Timeout time.Duration
	Layouts []view.Layout // the layouts that a model may choose
	// Check returns everything for which publishing a draft of an app with those tables would be refused.
	Check func(platform.Draft, ...platform.Table) []platform.Problem
	// CheckTables returns everything for which an app with those tables would not be made.
	CheckTables func([]platform.TableDraft) []platform.Problem
	// Readable returns a theme that people can read.
	Readable func(platform.Theme) platform.Theme
	Limiter  Limiter
	Log      *slog.Logger // told of drafts of the rules that do not fit
}

// Service makes drafts. Safe for concurrent use.
type Service struct {
	Options
	brief  brief
	shapes map[string]*mapping.Shape // of the layouts
}

// New makes a Service. It fails when a layout's schema is no JSON.
func New(o Options) (*Service, error) {
	b, err := newBrief(o.Layouts)
	if err != nil {
		return nil, err
	}
	s := &Service{Options: o, brief: b, shapes: map[string]*mapping.Shape{}}
	for _, l := range o.Layouts {
		if s.shapes[l.Name], err = mapping.NewShape(l.Name, l.List, l.DataSchema); err != nil {
			return nil, fmt.Errorf("read layouts: %w", err)
		}
	}
	return s, nil
}

// Request is a description of an app, or a further sentence about an existing draft.
type Request struct {
	Prompt string
	Layout string             // in which the former draft's first tool is to be shown, in place of a prompt; "" = as the prompt says
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
	if strings.TrimSpace(r.Prompt) == "" && r.Layout == "" {
		problems = append(problems, platform.Problem{Location: "body.prompt", Message: "must not be empty: say in a sentence what the app shows"})
	}
	return problems
}

// Generate returns a complete draft that is not stored; where a layout is asked for, the former draft in it, whatever else is amiss
// in that. Above the actor's limit the error is RATE_LIMITED; a model that
// returns no usable draft is LLM_ERROR, one that does not answer in time TIMEOUT.
func (s *Service) Generate(ctx context.Context, by platform.Actor, r Request) (platform.Proposal, error) {
	if problems := r.check(); len(problems) > 0 {
		return platform.Proposal{}, platform.Invalid(problems)
	}
	if r.Layout != "" {
		return s.inLayout(r)
	}
	if err := s.Limiter.Allow(by.User); err != nil {
		return platform.Proposal{}, err
	}
	p, err := s.byRules(ctx, r)
	if err != nil || s.Model == nil {
		return p, err
	}
	return s.byModel(ctx, r, p)
}

// byRules returns the draft that the rules make. What is unfit in it is made again; where that is no use, the draft is one of less,
// and a further sentence changes nothing.
func (s *Service) byRules(ctx context.Context, r Request) (platform.Proposal, error) {
	if r.Former != nil {
		return s.refined(ctx, *r.Former, r.Prompt), nil
	}
	line, _, _ := strings.Cut(strings.TrimSpace(r.Prompt), "\n")
	var problems []platform.Problem
	for _, prompt := range []string{r.Prompt, line, ""} { // the topic without its data, then no topic, which is asked for
		p := s.readable(s.Rules.Draft(prompt))
		if problems = s.problems(p); len(problems) > 0 {
			s.report(ctx, problems)
			p = s.readable(s.Rules.Refine(without(p, problems), ""))
			problems = s.problems(p)
		}
		if len(problems) == 0 {
			return p, nil
		}
	}
	return platform.Proposal{}, fmt.Errorf("make a draft by rules: not even one of nothing fits: %+v", problems)
}

// refined returns a former draft as the rules change it. It may have been unfit to publish: what the rules can fill is made again,
// and all else is its author's to mend.
func (s *Service) refined(ctx context.Context, former platform.Proposal, prompt string) platform.Proposal {
	p := s.readable(s.Rules.Refine(former, prompt))
	if problems := s.problems(p); len(problems) > 0 {
		p = s.readable(s.Rules.Refine(without(former, problems), prompt))
	}
	if problems := s.added(p, &former); len(problems) > 0 {
		s.report(ctx, problems)
		former.MadeBy = platform.MadeByRules
		return former
	}
	return p
}

// readable returns a draft of the rules in colours that people can read.
func (s *Service) readable(p platform.Proposal) platform.Proposal {
	p.Theme, p.MadeBy = s.Readable(p.Theme), platform.MadeByRules
	return p
}

// report tells the operator that the rules made what does not fit.
func (s *Service) report(ctx context.Context, problems []platform.Problem) {
	s.Log.WarnContext(ctx, "the rules made a draft that cannot be published", "problems", problems)
}

// problems returns everything for which making an app of a proposal, or publishing it, would be refused.
func (s *Service) problems(p platform.Proposal) []platform.Problem {
	tables := make([]platform.Table, len(p.Tables))
	for i, t := range p.Tables {
		tables[i] = t.Table()
	}
	return append(s.CheckTables(p.Tables), s.Check(p.Draft, tables...)...)
}

// added returns the problems of a proposal that the former draft, if there was one, had not.
func (s *Service) added(p platform.Proposal, former *platform.Proposal) []platform.Problem {
	problems := s.problems(p)
	if former == nil || len(problems) == 0 {
		return problems
	}
	known := s.problems(*former)
	return slices.DeleteFunc(problems, func(problem platform.Problem) bool { return slices.Contains(known, problem) })
}

// without returns a draft without the fields of the app and of its first tool that the problems are about.
func without(p platform.Proposal, problems []platform.Problem) platform.Proposal {
	p.Tools = slices.Clone(p.Tools)
	for _, problem := range problems {
		switch field, _, _ := strings.Cut(strings.TrimPrefix(problem.Location, "body."), "."); field {
		case "name":
			p.Name = ""
		case "description":
			p.Description = ""
		case "themeVariables":
			p.Theme = platform.Theme{}
		default:
			if _, rest, ok := strings.Cut(problem.Location, "tools[0]."); ok {
				field, _, _ = strings.Cut(rest, ".")
				field, _, _ = strings.Cut(field, "[")
				bare(&p.Tools[0], field)
			}
		}
	}
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
