package main

import (
	"time"

	"berth/platform"
	"berth/platform/executor"
	llmtools "berth/platform/executor/llm"
	"berth/platform/executor/table"
	"berth/platform/rows"
	"berth/platform/tables/hot"
	"berth/platform/view"
)

// wireTables makes what keeps tables and changes them, and the kinds of tools that run on them.
func (p *parts) wireTables(layouts *view.Set) []executor.Kind {
	s := p.settings
	p.tables = hot.NewTables(p.store, s.CacheMiB<<20/4, time.Now, p.log)
	p.store.OnGone(func(tables ...platform.TableRef) {
		for _, t := range tables {
			p.tables.Changed(t.App, t.Name)
		}
	})
	p.rows = rows.New(rows.Options{Store: p.store, Hot: p.tables, Limits: rows.Limits{Rows: s.LimitRows, Bytes: s.LimitWorkspaceMiB << 20}, Uses: tableUses,
		Changed: func(slugs ...string) { p.edge.Invalidate(slugs...) }})
	return table.New(table.Options{Reader: p.tables, Writer: p.rows, Layout: layouts.Layout})
}

// tableUses lists what the tools of a draft and of what is live use of the app's tables.
func tableUses(draft platform.Draft, live *platform.Manifest) (uses []rows.Use) {
	for _, t := range draft.Tools {
		for _, used := range []func(platform.ToolDraft) (platform.Use, bool){table.Used, llmtools.Used} {
			if use, ok := used(t); ok {
				uses = append(uses, rows.Use{Tool: t.Name, Use: use})
			}
		}
	}
	if live == nil {
		return uses
	}
	for _, t := range live.Tools {
		for _, use := range t.Uses {
			uses = append(uses, rows.Use{Tool: t.Name, Live: true, Use: use})
		}
	}
	return uses
}
