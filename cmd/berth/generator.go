package main

import (
	"fmt"
	"net/url"

	"berth/platform/generate"
	"berth/platform/generate/offline"
	"berth/platform/mapping"
	"berth/platform/openai"
	"berth/platform/rows"
	"berth/platform/view"
)

// wireGenerator makes the generator of drafts: one that follows rules, or a model when the settings name one.
func (p *parts) wireGenerator(layouts *view.Set) error {
	shapes := map[string]*mapping.Shape{}
	for _, l := range p.publish.AuthorLayouts() {
		shape, err := mapping.NewShape(l.Name, l.List, l.DataSchema)
		if err != nil {
			return err
		}
		shapes[l.Name] = shape
	}
	rules, err := offline.New(offline.Options{Layouts: shapes})
	if err != nil {
		return err
	}
	s := p.settings
	o := generate.Options{Rules: rules, Layouts: p.publish.AuthorLayouts(), Check: p.publish.CheckDraft, CheckTables: rows.CheckTables, Readable: layouts.Readable,
		Limiter: p.budgets.generate, Timeout: s.LLMTimeout, Log: p.log}
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
