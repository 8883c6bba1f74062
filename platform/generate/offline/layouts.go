package offline

import (
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/pasted"
	"berth/platform/generate/words"
)

// layOut chooses the layout where the description names none: by what the data are.
func (p *plan) layOut(found []pasted.Table) {
	wide := p.to > p.from && strings.HasSuffix(p.words[p.to-1].Root, "list") && len(found) > 0 && len(found[0].Header) > 3 // what a "member list" is called
	if p.kind != catalogue || p.named && !wide {
		return
	}
	p.layout = "cards"
	if p.entry == "event" || p.entry == "stop" || p.entry == "step" {
		p.layout = "timeline"
	} else if p.entry != "" && p.entry != "product" && p.entry != "person" {
		p.layout = "list"
	} else if p.entry == "person" || len(p.fields) > 5 {
		p.layout = "table"
	}
	dated := slices.ContainsFunc(p.fields, func(f field) bool { return f.kind == platform.ColumnDate })
	if dated && slices.ContainsFunc(p.words, func(w words.Word) bool { return p.Topics[w.Root] == "event" }) {
		p.layout = "timeline"
	}
	weekly := slices.ContainsFunc(p.fields, func(f field) bool { return f.kind == platform.ColumnText && p.lang.Means(f.heading, "day", "weekday") })
	if strings.Contains(p.roots, " opening hours ") || weekly && !dated {
		p.layout = "table"
	}
	switch {
	case len(found) == 0:
		if p.words != nil && p.words[0].English == "where" && len(p.fields) < 2 {
			p.layout = "map"
		}
	case found[0].Form == pasted.Positions:
		p.layout = "map"
	case found[0].Form == pasted.Hours || found[0].Form == pasted.Grid && p.layout != "timeline":
		p.layout = "table"
	case found[0].Form != pasted.Grid:
		p.layout = "list"
	}
}
