package main

import (
	"berth/platform/generate"
	"berth/platform/generate/offline"
	"berth/platform/llm/access"
	"berth/platform/mapping"
	"berth/platform/outbound"
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
	o := generate.Options{Rules: rules, Layouts: p.publish.AuthorLayouts(), Check: p.publish.CheckDraft, CheckTables: rows.Refusals, Readable: layouts.Readable,
		Limiter: p.budgets.generate, Timeout: s.LLMTimeout, Log: p.log}
	if operator := s.operatorModel(); operator != nil && operator.Provider != access.Echo { // the rules make better drafts than an echo
		if o.Model, err = makeModel(outbound.Allow{})(*operator, false, false); err != nil {
			return err
		}
	}
	p.generate, err = generate.New(o)
	return err
}
