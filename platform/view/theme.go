package view

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"berth/platform"
)

// preset is a ready theme: a complete set of values.
type preset struct {
	light, dark mode
	radius      int
	density     string
	scale       float64
	font        string
}

func loadPresets(fsys fs.FS) (map[string]preset, error) {
	raw, err := fs.ReadFile(fsys, "tokens/presets.json")
	if err != nil {
		return nil, fmt.Errorf("read presets: %w", err)
	}
	var file struct {
		Presets []struct {
			Name        string
			Light, Dark *platform.Palette
			Radius      *int
			Density     string
			Scale       *float64
			Font        string
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("read presets: %w", err)
	}
	presets := map[string]preset{}
	for _, p := range file.Presets {
		theme := platform.Theme{Light: p.Light, Dark: p.Dark, Radius: p.Radius, Density: p.Density, Scale: p.Scale, Font: p.Font}
		if !complete(p.Light) || !complete(p.Dark) || p.Radius == nil || p.Scale == nil || p.Density == "" || p.Font == "" {
			return nil, fmt.Errorf("read preset %s: it must be complete", p.Name)
		}
		if problems := checkForm(theme); len(problems) > 0 {
			return nil, fmt.Errorf("read preset %s: %s: %s", p.Name, problems[0].Location, problems[0].Message)
		}
		light := overlay(mode{}, p.Light)
		dark := overlay(mode{}, p.Dark)
		presets[p.Name] = preset{light: light, dark: dark, radius: *p.Radius, density: p.Density, scale: *p.Scale, font: p.Font}
	}
	if _, ok := presets[defaultPreset]; !ok {
		return nil, fmt.Errorf("read presets: there is no preset %s", defaultPreset)
	}
	return presets, nil
}

const defaultPreset = "default"

func complete(p *platform.Palette) bool {
	return p != nil && p.Accent != "" && p.Surface != "" && p.Text != "" && p.Muted != ""
}

// overlay puts the colours that p names over m. What is no colour has been refused before.
func overlay(m mode, p *platform.Palette) mode {
	if p == nil {
		return m
	}
	set := func(target *rgb, value string) {
		if c, ok := parseColor(value); ok {
			*target = c
		}
	}
	set(&m.accent, p.Accent)
	set(&m.surface, p.Surface)
	set(&m.text, p.Text)
	set(&m.muted, p.Muted)
	return m
}

// resolve fills what the theme leaves open from its preset.
func (s *Set) resolve(t platform.Theme) (preset, []platform.Problem) {
	problems := s.CheckTheme(t)
	if len(problems) > 0 {
		return preset{}, problems
	}
	p := s.presets[defaultPreset]
	if t.Preset != "" {
		p = s.presets[t.Preset]
	}
	p.light = overlay(p.light, t.Light)
	p.dark = overlay(p.dark, t.Dark)
	if t.Radius != nil {
		p.radius = *t.Radius
	}
	if t.Density != "" {
		p.density = t.Density
	}
	if t.Scale != nil {
		p.scale = *t.Scale
	}
	if t.Font != "" {
		p.font = t.Font
	}
	return p, nil
}

// followed says what a theme leaves to the host that shows the widget: the default preset looks as its host does, but for
// what the author has chosen. Grounds and texts go together, since each is read on the other.
func followed(t platform.Theme) (f struct{ ground, accent, font bool }) {
	if t.Preset != "" && t.Preset != defaultPreset {
		return f
	}
	f.ground, f.accent, f.font = true, true, t.Font == ""
	for _, p := range []*platform.Palette{t.Light, t.Dark} {
		if p != nil {
			f.ground = f.ground && p.Surface == "" && p.Text == "" && p.Muted == ""
			f.accent = f.accent && p.Accent == ""
		}
	}
	f.accent = f.accent && f.ground
	return f
}

// themeCSS writes the content of the theme slot. Every value in it has been parsed and is written anew; no text of an
// author gets in.
func (s *Set) themeCSS(t platform.Theme) (string, error) {
	p, problems := s.resolve(t)
	if len(problems) > 0 {
		return "", platform.Invalid(problems)
	}
	var b strings.Builder
	b.WriteString(":root{")
	follow := followed(t)
	color := func(name string, host bool, of func(mode) rgb) {
		value := fmt.Sprintf("light-dark(%s,%s)", of(p.light), of(p.dark))
		if host {
			value = "var(--host-" + name + "," + value + ")"
		}
		fmt.Fprintf(&b, "--%s:%s;", name, value)
	}
	color("accent", follow.accent, func(m mode) rgb { return m.accent })
	color("on-accent", follow.accent, func(m mode) rgb { return onColor(m.accent) })
	color("accent-hover", follow.accent, mode.hover)
	color("surface", follow.ground, func(m mode) rgb { return m.surface })
	color("text", follow.ground, func(m mode) rgb { return m.text })
	color("muted", follow.ground, func(m mode) rgb { return m.muted })
	color("soft", follow.ground, mode.soft)
	color("tint", follow.accent, func(m mode) rgb { return m.ground(m.accent, 26) })
	for _, s := range signals {
		color(s.name, false, func(m mode) rgb { return m.ink(s) })
		color(s.name+"-soft", false, func(m mode) rgb { return m.ground(m.hue(s), 30) })
	}
	color("neutral", false, func(m mode) rgb { return m.muted })
	color("neutral-soft", false, mode.soft)
	font := fontStack(p.font)
	if follow.font {
		font = "var(--host-font," + font + ")"
	}
	fmt.Fprintf(&b, "--radius:%dpx;--unit:%s;--scale:%s;--font:%s}", p.radius, unit(p.density), strconv.FormatFloat(p.scale, 'f', 4, 64), font)
	css := b.String()
	if strings.ContainsAny(css, `<\@`) {
		return "", fmt.Errorf("render theme: the style could end its element")
	}
	return css, nil
}

func unit(density string) string {
	switch density {
	case "compact":
		return "3px"
	case "relaxed":
		return "5px"
	}
	return "4px"
}

// fontStack names fonts that systems bring along; nothing is downloaded.
func fontStack(font string) string {
	switch font {
	case "serif":
		return `ui-serif,Georgia,Cambria,"Times New Roman",serif`
	case "mono":
		return `ui-monospace,SFMono-Regular,Menlo,Consolas,monospace`
	}
	return `ui-sans-serif,-apple-system,system-ui,"Segoe UI",Helvetica,Arial,sans-serif`
}
