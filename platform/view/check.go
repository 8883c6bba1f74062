package view

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"berth/platform"
)

// WCAG 2.2 AA: 1.4.3 asks 4.5 of text, 1.4.11 asks 3 of what must be seen to operate a control.
const (
	textRatio   = 4.5
	accentRatio = 3
)

const themeAt = "body.themeVariables."

// CheckTheme returns every value of the theme that is not allowed: colours that are not #rrggbb, numbers out of range,
// unknown words. What is empty is not checked.
func (s *Set) CheckTheme(t platform.Theme) []platform.Problem {
	problems := checkForm(t)
	if _, ok := s.presets[t.Preset]; t.Preset != "" && !ok {
		names := slices.Sorted(maps.Keys(s.presets))
		problems = append(problems, platform.Problem{
			Location: themeAt + "preset", Message: "must be one of " + strings.Join(names, ", "),
		})
	}
	return problems
}

func checkForm(t platform.Theme) []platform.Problem {
	var problems []platform.Problem
	report := func(field, message string) {
		problems = append(problems, platform.Problem{Location: themeAt + field, Message: message})
	}
	for _, m := range []struct {
		name    string
		palette *platform.Palette
	}{{"light", t.Light}, {"dark", t.Dark}} {
		if m.palette == nil {
			continue
		}
		for _, c := range []struct{ name, value string }{
			{"accent", m.palette.Accent}, {"surface", m.palette.Surface}, {"text", m.palette.Text}, {"muted", m.palette.Muted},
		} {
			if _, ok := parseColor(c.value); c.value != "" && !ok {
				report(m.name+"."+c.name, "must be a colour of the form #rrggbb")
			}
		}
	}
	if t.Radius != nil && (*t.Radius < 0 || *t.Radius > 24) {
		report("radius", "must be between 0 and 24")
	}
	if t.Density != "" && !slices.Contains([]string{"compact", "regular", "relaxed"}, t.Density) {
		report("density", "must be one of compact, regular, relaxed")
	}
	if t.Scale != nil && !(*t.Scale >= 0.875 && *t.Scale <= 1.25) { // NaN is out of range too
		report("scale", "must be between 0.875 and 1.25")
	}
	if t.Font != "" && !slices.Contains([]string{"system", "serif", "mono"}, t.Font) {
		report("font", "must be one of system, serif, mono")
	}
	return problems
}

// CheckContrast returns the colours of the theme, completed by its preset, that people could not read (WCAG 2.2 AA):
// text and muted text against the surface, and the accent against the surface, in both modes. Each message has the
// ratio and the nearest colour that passes. Labels on the accent need no check: the better of black and white always
// passes. A theme that CheckTheme refuses has no contrast: the result is empty.
func (s *Set) CheckContrast(t platform.Theme) []platform.Problem {
	p, malformed := s.resolve(t)
	if len(malformed) > 0 {
		return nil
	}
	var problems []platform.Problem
	for _, m := range []struct {
		name string
		mode mode
	}{{"light", p.light}, {"dark", p.dark}} {
		for _, c := range []struct {
			name  string
			color rgb
			ratio float64
		}{{"accent", m.mode.accent, accentRatio}, {"text", m.mode.text, textRatio}, {"muted", m.mode.muted, textRatio}} {
			got := contrast(c.color, m.mode.surface)
			if got >= c.ratio {
				continue
			}
			problems = append(problems, platform.Problem{
				Location: themeAt + m.name + "." + c.name,
				Message: fmt.Sprintf("%s on the surface %s has a contrast of %.2f; %g is needed. The nearest colour that passes is %s.",
					c.color, m.mode.surface, math.Floor(got*100)/100, c.ratio, nearest(c.color, m.mode.surface, c.ratio)),
			})
		}
	}
	return problems
}

// Readable returns the theme with every colour that CheckContrast refuses replaced by the nearest one that passes. A theme
// that CheckTheme refuses is returned as it is.
func (s *Set) Readable(t platform.Theme) platform.Theme {
	p, malformed := s.resolve(t)
	if len(malformed) > 0 {
		return t
	}
	t.Light, t.Dark = mend(t.Light, p.light), mend(t.Dark, p.dark)
	return t
}

// mend returns a palette with the colours that are needed to read the mode it makes.
func mend(palette *platform.Palette, m mode) *platform.Palette {
	var mended platform.Palette
	if palette != nil {
		mended = *palette
	}
	changed := false
	for _, c := range []struct {
		color rgb
		ratio float64
		value *string
	}{{m.accent, accentRatio, &mended.Accent}, {m.text, textRatio, &mended.Text}, {m.muted, textRatio, &mended.Muted}} {
		if contrast(c.color, m.surface) < c.ratio {
			*c.value, changed = nearest(c.color, m.surface, c.ratio).String(), true
		}
	}
	if !changed {
		return palette
	}
	return &mended
}
