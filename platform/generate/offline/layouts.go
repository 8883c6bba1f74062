package offline

import (
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/pasted"
	"berth/platform/generate/words"
)

// namedLayout returns the layout that the description names.
func (p *plan) namedLayout() (layout string, named bool) {
	text := strings.ToLower(p.lang.English(p.words))
	for _, not := range p.NotLayouts {
		text = strings.ReplaceAll(text, not, " ")
	}
	for _, phrase := range p.Phrases {
		if said, layout, _ := strings.Cut(phrase, ":"); strings.Contains(" "+text+" ", " "+said+" ") {
			return layout, true
		}
	}
	for _, l := range p.LayoutWords {
		for w := range strings.FieldsSeq(l[1]) {
			for i, x := range p.words {
				mine := p.roles[i] == asked || p.roles[i] == subject && p.kinds[0].Value != "list" && p.kinds[0].Value != "show"
				if !mine && (x.Root == strings.ReplaceAll(w, "_", " ") || x.English == w || x.Known && strings.HasSuffix(x.Root, " "+w)) && strings.Contains(" "+text+" ", " "+x.English+" ") {
					return l[0], true
				}
			}
		}
	}
	return "", false
}

// layOut chooses the layout where the description names none: by what the data are.
func (p *plan) layOut(found []pasted.Table) {
	if p.kind != catalogue || p.named {
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
	if strings.Contains(p.roots, " opening hours ") {
		p.layout = "table"
	}
	if len(found) == 0 {
		if p.words != nil && p.words[0].English == "where" && len(p.fields) < 2 {
			p.layout = "map"
		}
		return
	}
	switch form := found[0].Form; {
	case form == pasted.Positions:
		p.layout = "map"
	case form == pasted.Hours || form == pasted.Grid && p.layout != "timeline":
		p.layout = "table"
	case form == pasted.Questions || form == pasted.Pairs || form == pasted.Sections || form == pasted.Names:
		p.layout = "list"
	}
}
