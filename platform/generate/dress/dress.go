// Package dress changes the theme of an app as words ask for it: colours by name or code, and moods such as dark, round or compact. Whether what comes out
// can be read is for others to say. It must not know what else the words say.
package dress

import (
	"regexp"
	"strings"

	"berth/platform"
	"berth/platform/generate/words"
)

// Theme changes a theme as the words of a text in a language ask, and reports whether they ask for anything. Colours are set before they are darkened.
func Theme(g *words.Grammar, l *words.Language, text string, ws []words.Word, t *platform.Theme) (asked bool) {
	for i := range ws {
		if c := g.HueAt(l, ws, i); c != nil && !asked {
			tint(t, *c)
			asked = true
		}
	}
	if code := strings.ToLower(hex.FindString(text)); code != "" {
		if len(code) == 4 {
			code = "#" + strings.Repeat(code[1:2], 2) + strings.Repeat(code[2:3], 2) + strings.Repeat(code[3:4], 2)
		}
		tint(t, words.Colour{Light: code, Dark: code})
		asked = true
	}
	for i, w := range ws {
		shade := w.Stop == 0 && i+1 < len(ws) && g.HueAt(l, ws, i+1) != nil || i > 0 && ws[i-1].Stop == 0 && l.Romance() && g.HueAt(l, ws, i-1) != nil
		mode := w.Folded == "light" && i+1 < len(ws) && (ws[i+1].English == "mode" || ws[i+1].English == "theme")
		if mood := g.Mood(w.Folded); mode || mood != "" && !shade {
			if mode {
				mood = "light"
			}
			wear(t, mood)
			asked = true
		}
	}
	return asked
}

var hex = regexp.MustCompile(`(?i)#(?:[0-9a-f]{6}|[0-9a-f]{3})\b`)

// wear changes a theme by a mood; those that are nothing else are presets.
func wear(t *platform.Theme, mood string) {
	radius := map[string]int{"round": 20, "sharp": 4}[mood]
	scale := map[string]float64{"larger": 1.125, "smaller": 0.9375}[mood]
	switch mood {
	case "dark":
		ground(t, platform.Palette{Accent: "#eef0f2", Surface: "#16181b", Text: "#eef0f2", Muted: "#a2a9b1"}, t.Dark)
	case "light":
		ground(t, platform.Palette{Accent: "#0d0d0d", Surface: "#ffffff", Text: "#0d0d0d", Muted: "#5d5d5d"}, t.Light)
	case "round", "sharp":
		t.Radius = &radius
	case "compact", "relaxed":
		t.Density = mood
	case "serif", "mono", "system":
		t.Font = mood
	case "larger", "smaller":
		t.Scale = &scale
	default:
		t.Preset = mood
	}
}

// ground gives both modes the same colours, and the accent that one of them had.
func ground(t *platform.Theme, p platform.Palette, had *platform.Palette) {
	if had != nil && had.Accent != "" && (had.Surface == "" || had.Surface == p.Surface) {
		p.Accent = had.Accent
	}
	dark := p
	t.Light, t.Dark = &p, &dark
}

// tint sets the accent of each palette to the colour for its mode.
func tint(t *platform.Theme, c words.Colour) {
	accents := [2]string{c.Light, c.Dark}
	for i, p := range []**platform.Palette{&t.Light, &t.Dark} {
		next := platform.Palette{}
		if *p != nil {
			next = **p // palettes are shared with the draft before
		}
		switch next.Surface {
		case "#16181b":
			next.Accent = accents[1]
		case "#ffffff":
			next.Accent = accents[0]
		default:
			next.Accent = accents[i]
		}
		*p = &next
	}
}
