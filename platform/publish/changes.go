package publish

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/executor"
)

// Effect says when clients that are connected already notice a change.
type Effect string

// EffectCall: with their next call. EffectRefresh: when they next read the lists of tools and widgets.
const (
	EffectCall    Effect = "call"
	EffectRefresh Effect = "refresh"
)

// Change is one difference between two states of an app, in words. Field is that of the App where it is one.
type Change struct {
	Field  string
	Title  string
	Text   string
	Effect Effect
}

// Differences returns what differs between two manifests of an app, in the order in which an author reads it.
func (s *Service) Differences(from, to platform.Manifest) []Change {
	d := differences{kinds: s.kinds}
	d.text("name", "Name", from.Name, to.Name, EffectRefresh)
	d.text("description", "Description", from.Description, to.Description, EffectRefresh)
	d.text("systemPrompt", "Instructions", from.Instructions, to.Instructions, EffectRefresh)
	d.text("access", "Access", string(from.Access), string(to.Access), EffectRefresh)
	d.scopes(from.Scopes, to.Scopes)
	d.tools(from.Tools, to.Tools)
	d.shown(from, to)
	d.views(from.Views, to.Views)
	return d.found
}

type differences struct {
	kinds map[string]executor.Kind
	found []Change
}

func (d *differences) add(field, title, text string, effect Effect) {
	d.found = append(d.found, Change{Field: field, Title: title, Text: text, Effect: effect})
}

func (d *differences) text(field, title, from, to string, effect Effect) {
	if words := executor.TextInWords(from, to); words != "" {
		d.add(field, title, words, effect)
	}
}

func (d *differences) tools(from, to []platform.ToolSpec) {
	if len(from) == 1 && len(to) == 1 {
		d.text("toolName", "Tool name", from[0].Name, to[0].Name, EffectRefresh)
		d.tool("", from[0], to[0])
		return
	}
	find := func(tools []platform.ToolSpec, name string) int {
		return slices.IndexFunc(tools, func(t platform.ToolSpec) bool { return t.Name == name })
	}
	for _, t := range to {
		if at := find(from, t.Name); at >= 0 {
			d.tool(t.Name+": ", from[at], t)
		} else {
			d.add("tools", "Tool added", t.Name, EffectRefresh)
		}
	}
	for _, t := range from {
		if find(to, t.Name) < 0 {
			d.add("tools", "Tool removed", t.Name, EffectRefresh)
		}
	}
}

// scopes compares what people may allow.
func (d *differences) scopes(from, to []platform.Scope) {
	names := func(all []platform.Scope) string {
		var list []string
		for _, s := range all {
			list = append(list, s.Name)
		}
		return strings.Join(list, ", ")
	}
	d.text("scopes", "Scopes", names(from), names(to), EffectRefresh)
	for _, s := range to {
		at := slices.IndexFunc(from, func(f platform.Scope) bool { return f.Name == s.Name })
		if at < 0 {
			continue
		}
		d.text("scopes", s.Name+": Description", from[at].Description, s.Description, EffectRefresh)
		d.text("scopes", s.Name+": Implies", strings.Join(from[at].Implies, ", "), strings.Join(s.Implies, ", "), EffectRefresh)
	}
}

// shown compares what people see of tools, and who may call them. A title that is the app's name changes with it.
func (d *differences) shown(from, to platform.Manifest) {
	for _, t := range to.Tools {
		at := slices.IndexFunc(from.Tools, func(f platform.ToolSpec) bool { return f.Name == t.Name })
		if at < 0 {
			continue
		}
		was, prefix := from.Tools[at], ""
		if len(to.Tools) > 1 {
			prefix = t.Name + ": "
		}
		if was.Title != from.Name || t.Title != to.Name {
			d.text("tools", prefix+"Title", was.Title, t.Title, EffectRefresh)
		}
		if !platform.SameJSON(was.Meta["ui"], t.Meta["ui"]) {
			d.add("tools", prefix+"Visibility", "The tool may be called by others than before.", EffectRefresh)
		}
		if !platform.SameJSON(was.Meta[platform.OpenAIUI], t.Meta[platform.OpenAIUI]) {
			d.add("tools", prefix+"Entry points", "People open the widget from other places of ChatGPT than before.", EffectRefresh)
		}
	}
}

func (d *differences) tool(prefix string, from, to platform.ToolSpec) {
	d.text("toolDescription", prefix+"Tool description", from.Description, to.Description, EffectRefresh)
	if !platform.SameJSON(from.Input, to.Input) {
		d.add("tools", prefix+"Input", "The tool takes other arguments.", EffectRefresh)
	}
	if !platform.SameJSON(from.Output, to.Output) {
		d.add("tools", prefix+"Output", "The tool declares another form of answer.", EffectRefresh)
	}
	if from.Hints != to.Hints {
		d.add("tools", prefix+"Hints", "The tool says something else about what it changes.", EffectRefresh)
	}
	d.text("tools", prefix+"Scopes", strings.Join(from.Scopes, ", "), strings.Join(to.Scopes, ", "), EffectRefresh)
	d.text("tools", prefix+"Kind", from.Handler.Kind, to.Handler.Kind, EffectCall)
	d.text("tools", prefix+"Mode", string(from.Mode), string(to.Mode), EffectCall)
	if kind, ok := d.kinds[to.Handler.Kind]; ok && from.Handler.Kind == to.Handler.Kind {
		for _, found := range kind.Differences(from, to) {
			d.add(found.Field, prefix+found.Title, found.Text, EffectCall)
		}
	}
}

func (d *differences) views(from, to []platform.ViewSpec) {
	for _, v := range to {
		at := slices.IndexFunc(from, func(f platform.ViewSpec) bool { return f.Name == v.Name })
		if at < 0 {
			d.add("views", "Widget added", v.Name, EffectRefresh)
			continue
		}
		prefix := ""
		if len(to) > 1 {
			prefix = v.Name + ": "
		}
		d.text("layoutTemplate", prefix+"Layout", from[at].Layout, v.Layout, EffectRefresh)
		d.theme(prefix, from[at].Theme, v.Theme)
		if !slices.Equal(from[at].CSP.Resource, v.CSP.Resource) || !slices.Equal(from[at].CSP.Connect, v.CSP.Connect) {
			d.add("mockData", prefix+"Addresses", "The widget loads from other hosts: "+hosts(v.CSP), EffectRefresh)
		}
	}
	for _, v := range from {
		if !slices.ContainsFunc(to, func(t platform.ViewSpec) bool { return t.Name == v.Name }) {
			d.add("views", "Widget removed", v.Name, EffectRefresh)
		}
	}
}

func hosts(csp platform.CSP) string {
	all := slices.Concat(csp.Resource, csp.Connect)
	if len(all) == 0 {
		return "none."
	}
	return strings.Join(all, ", ") + "."
}

func (d *differences) theme(prefix string, from, to platform.Theme) {
	value := func(name, was, is string) {
		if was == is {
			return
		}
		d.add("themeVariables."+name, prefix+"Theme, "+strings.ReplaceAll(name, ".", " "), "From "+cmp.Or(was, "the default")+" to "+cmp.Or(is, "the default"), EffectRefresh)
	}
	value("preset", from.Preset, to.Preset)
	for _, m := range []struct {
		name    string
		was, is *platform.Palette
	}{{"light", from.Light, to.Light}, {"dark", from.Dark, to.Dark}} {
		was, is := orEmpty(m.was), orEmpty(m.is)
		value(m.name+".accent", was.Accent, is.Accent)
		value(m.name+".surface", was.Surface, is.Surface)
		value(m.name+".text", was.Text, is.Text)
		value(m.name+".muted", was.Muted, is.Muted)
	}
	value("radius", number(from.Radius), number(to.Radius))
	value("density", from.Density, to.Density)
	value("scale", number(from.Scale), number(to.Scale))
	value("font", from.Font, to.Font)
}

func orEmpty(p *platform.Palette) platform.Palette {
	if p == nil {
		return platform.Palette{}
	}
	return *p
}

func number[T int | float64](n *T) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}
