package offline

import (
	"regexp"
	"strings"

	"berth/platform"
	"berth/platform/generate/words"
)

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

// dress changes a theme as the words ask, and reports whether they ask for anything. Colours are set before they are darkened.
func (r *reading) dress(t *platform.Theme) (asked bool) {
	for i := range r.words {
		if c := r.HueAt(r.lang, r.words, i); c != nil && !asked {
			tint(t, *c)
			asked = true
		}
	}
	if code := strings.ToLower(hex.FindString(r.text)); code != "" {
		if len(code) == 4 {
			code = "#" + strings.Repeat(code[1:2], 2) + strings.Repeat(code[2:3], 2) + strings.Repeat(code[3:4], 2)
		}
		tint(t, words.Colour{Light: code, Dark: code})
		asked = true
	}
	for i, w := range r.words {
		shade := w.Stop == 0 && i+1 < len(r.words) && r.HueAt(r.lang, r.words, i+1) != nil || i > 0 && r.words[i-1].Stop == 0 && r.lang.Romance() && r.HueAt(r.lang, r.words, i-1) != nil
		mode := w.Folded == "light" && i+1 < len(r.words) && (r.words[i+1].English == "mode" || r.words[i+1].English == "theme")
		if mood := r.Mood(w.Folded); mode || mood != "" && !shade {
			if mode {
				mood = "light"
			}
			wear(t, mood)
			asked = true
		}
	}
	return asked
}

var (
	hex    = regexp.MustCompile(`(?i)#(?:[0-9a-f]{6}|[0-9a-f]{3})\b`)
	quotes = regexp.MustCompile(calls + `["“”«‘']([^"“”»’'\n]{1,80})["“”»’']`)
	names  = regexp.MustCompile(calls + `([^\n.;:!?"]{1,80})`)
	tools  = regexp.MustCompile(`(?i)\btool(?: name)?(?: is| to| as| should be| called| named)*[:=\s]+["'` + "`" + `]?([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)`)
)

// calls matches the ways to say what an app is called.
const calls = `(?i)\b(?:(?:is |app |be )?(?:called|named|titled)|(?:call|name|rename|title) (?:it|this|that|the app|my app|the widget)(?: to| as)?|namens|appelée?|llamada|chamado|chamada|chiamata)[:\s]+`

// readName finds the name for the app, and returns the description without it.
func (g *Generator) readName(prompt string) (name, rest string) {
	for _, pattern := range []*regexp.Regexp{quotes, names} {
		m := pattern.FindStringSubmatchIndex(prompt)
		if m == nil {
			continue
		}
		name := prompt[m[2]:m[3]]
		for _, end := range []string{
			" with ", " that ", " which ", " showing ", " and make ", " and use ", " and show ", " and add ", ", ", " in dark", " for my ", " please",
			" mit ", " avec ", " con ", " com ",
		} {
			name, _, _ = strings.Cut(name, end)
		}
		to := m[2] + len(name)
		if name = strings.Trim(plain(name), " ,;:–-"); name != "" {
			return clip(name, 60), prompt[:m[0]] + " " + strings.TrimLeft(prompt[to:], `"“”»’'`)
		}
	}
	return "", prompt
}

// readTool finds a tool's name that is written in the form of one.
func (g *Generator) readTool(prompt string) string {
	if m := tools.FindStringSubmatch(prompt); m != nil && platform.ValidToolName(m[1]) {
		return m[1]
	}
	return ""
}
