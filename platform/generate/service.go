// Package generate makes drafts of apps from descriptions in plain words: by rules, or by a model where the operator has
// configured one. A draft that it returns is complete: it could be published as it is. It must not know which model that is
// or how it is reached, and stores nothing.
package generate

import (
	"context"
	"encoding/json"
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
	Draft(prompt string, now time.Time) platform.Draft
	// Refine returns a draft changed as a further sentence asks.
	Refine(former platform.Draft, prompt string, now time.Time) platform.Draft
	// Illustrate gives data of a layout its pictures: those of former data, which may be nil, else drawn ones.
	Illustrate(layout string, data, former json.RawMessage, about string) json.RawMessage
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
	// Check returns everything for which publishing a draft would be refused.
	Check func(platform.Draft) []platform.Problem
	// Readable returns a theme that people can read.
	Readable func(platform.Theme) platform.Theme
	Limiter  Limiter
	Now      func() time.Time
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
	Former *platform.Draft // nil: a new app
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
func (s *Service) Generate(ctx context.Context, by platform.Actor, r Request) (platform.Draft, error) {
	if problems := r.check(); len(problems) > 0 {
		return platform.Draft{}, platform.Invalid(problems)
	}
	if err := s.Limiter.Allow(by.User); err != nil {
		return platform.Draft{}, err
	}
	draft, err := s.byRules(r)
	if err != nil || s.Model == nil {
		return draft, err
	}
	return s.byModel(ctx, r, draft)
}

// byRules returns the draft that the rules make. They keep what a former draft had, which may be unfit to publish; in
// that case the unfit fields are made again.
func (s *Service) byRules(r Request) (platform.Draft, error) {
	var draft platform.Draft
	if r.Former == nil {
		draft = s.Rules.Draft(r.Prompt, s.Now())
	} else {
		draft = s.Rules.Refine(*r.Former, r.Prompt, s.Now())
	}
	draft.Theme = s.Readable(draft.Theme)
	problems := s.Check(draft)
	if len(problems) > 0 && r.Former != nil {
		former := without(*r.Former, problems)
		draft = s.Rules.Refine(former, r.Prompt, s.Now())
		draft.Theme = s.Readable(draft.Theme)
		problems = s.Check(draft)
	}
	if len(problems) > 0 {
		return platform.Draft{}, fmt.Errorf("make a draft by rules: %w", &platform.Error{Code: platform.CodeInternal,
			Msg: "Something went wrong on our side.", Err: platform.Invalid(problems)})
	}
	return draft, nil
}

// without returns a draft without the fields that the problems are about.
func without(d platform.Draft, problems []platform.Problem) platform.Draft {
	d.Tools = slices.Clone(d.Tools)
	t := &d.Tools[0]
	for _, p := range problems {
		field, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(p.Location, "body."), "tools[0]."), ".")
		field, _, _ = strings.Cut(field, "[")
		ofTool := strings.HasPrefix(p.Location, "body.tools[0].")
		switch {
		case field == "name" && ofTool:
			t.Name = ""
		case field == "description" && ofTool:
			t.Description = ""
		case field == "name":
			d.Name = ""
		case field == "description":
			d.Description = ""
		case field == "layoutTemplate":
			t.Layout = ""
		case field == "themeVariables":
			d.Theme = platform.Theme{}
		case field == "responseText":
			t.ResponseText = ""
		default:
			t.MockData = nil
		}
	}
	return d
}
