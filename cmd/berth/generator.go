package main

import (
	"fmt"
	"net/url"
	"time"

	"berth/platform/generate"
	"berth/platform/generate/offline"
	"berth/platform/openai"
	"berth/platform/view"
)

// wireGenerator makes the generator of drafts: one that follows rules, or a model when the settings name one.
func (p *parts) wireGenerator(layouts *view.Set) error {
	rules, err := offline.New()
	if err != nil {
		return err
	}
	s := p.settings
	o := generate.Options{Rules: rules, Layouts: p.publish.AuthorLayouts(), Check: p.publish.CheckDraft, Readable: layouts.Readable,
		Limiter: p.budgets.generate, Timeout: s.LLMTimeout, Now: time.Now}
	if s.LLMBaseURL != "" {
		base, err := url.Parse(s.LLMBaseURL)
		if err != nil {
			return fmt.Errorf("read BERTH_LLM_BASE_URL: %w", err)
		}
		o.Model = openai.NewChat(openai.Options{BaseURL: base, Model: s.LLMModel, Key: s.LLMKey.Reveal(), Timeout: s.LLMTimeout})
	}
	p.generate, err = generate.New(o)
	return err
}
