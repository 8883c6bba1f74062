package offline

import (
	"regexp"
	"slices"
	"strings"

	"berth/platform"
)

// mood returns how a word changes a theme, nil when it does not.
func mood(folded string) func(*platform.Theme) {
	preset := func(name string) func(*platform.Theme) { return func(t *platform.Theme) { t.Preset = name } }
	number := func(n int) func(*platform.Theme) { return func(t *platform.Theme) { t.Radius = &n } }
	scale := func(f float64) func(*platform.Theme) { return func(t *platform.Theme) { t.Scale = &f } }
	switch folded {
	case "dark", "darker", "night", "oscuro", "dunkel", "dunkler", "dunkles", "sombre", "fonce", "escuro", "scuro":
		return func(t *platform.Theme) { night(t) }
	case "bright", "brighter", "lighter", "claro", "clair", "chiaro", "hell", "heller", "helles":
		return func(t *platform.Theme) { day(t) }
	case "elegant", "luxury", "luxurious", "editorial":
		return preset("paper")
	case "natural", "eco", "ecological", "sustainable", "calm":
		return preset("forest")
	case "warm", "cozy", "cosy", "rustic", "autumn":
		return preset("ember")
	case "playful", "fun", "cute", "kawaii", "romantic", "magical", "creative":
		return preset("plum")
	case "minimal", "minimalist", "minimalistic", "nerdy", "hacker", "brutalist", "terminal":
		return preset("graphite")
	case "rounder", "rounded", "round", "pill", "softer":
		return func(t *platform.Theme) { more(t, 20, 24) }
	case "sharp", "sharper", "square", "squared", "angular":
		return func(t *platform.Theme) { more(t, 4, 0) }
	case "cornerless":
		return number(0)
	case "compact", "dense", "denser", "tight", "tighter":
		return func(t *platform.Theme) { t.Density = "compact" }
	case "airy", "spacious", "relaxed", "roomy", "roomier", "loose":
		return func(t *platform.Theme) { t.Density = "relaxed" }
	case "serif":
		return func(t *platform.Theme) { t.Font = "serif" }
	case "mono", "monospace", "monospaced", "typewriter":
		return func(t *platform.Theme) { t.Font = "mono" }
	case "sans":
		return func(t *platform.Theme) { t.Font = "system" }
	case "larger", "bigger", "legible", "readable":
		return scale(1.125)
	case "tiny", "smaller":
		return scale(0.9375)
	}
	return nil
}

// more sets the radius to step, or to end when it is at step already.
func more(t *platform.Theme, step, end int) {
	if r := t.Radius; r != nil && (step < end && *r >= step || step > end && *r <= step) {
		step = end
	}
	t.Radius = &step
}

// night makes both modes dark.
func night(t *platform.Theme) {
	accent := "#66b5ff"
	if t.Dark != nil && t.Dark.Accent != "" {
		accent = t.Dark.Accent
	}
	t.Light = &platform.Palette{Accent: accent, Surface: "#16181b", Text: "#eef0f2", Muted: "#a2a9b1"}
	t.Dark = &platform.Palette{Accent: accent, Surface: "#16181b", Text: "#eef0f2", Muted: "#a2a9b1"}
}

// day makes both modes light.
func day(t *platform.Theme) {
	accent := "#0b6bcb"
	if t.Light != nil && t.Light.Accent != "" && t.Light.Surface != "#16181b" {
		accent = t.Light.Accent
	}
	t.Light = &platform.Palette{Accent: accent, Surface: "#ffffff", Text: "#0d0d0d", Muted: "#5d5d5d"}
	t.Dark = &platform.Palette{Accent: accent, Surface: "#ffffff", Text: "#0d0d0d", Muted: "#5d5d5d"}
}

// tint sets the accent of each palette to the colour for its mode.
func tint(t *platform.Theme, c colour) {
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

// hueAt returns the colour that the i-th word names, nil for none. With a capital it is a name, but for where only colours
// stand; a German one may be within a word: dunkelgrün, weinrot.
func (r *reading) hueAt(i int) *colour {
	w := r.words[i]
	if first := i == 0 || r.words[i-1].stop == '.'; w.capitalised() && !first && r.words[i-1].en != "in" && r.lang.code != "de" {
		return nil
	}
	if c := r.hue(w.folded); c != nil || r.lang.code != "de" {
		return c
	}
	for n := len(w.folded) - 3; n > 2; n-- {
		shade := slices.Contains(strings.Fields("dunkel hell blass matt neon pastell knall tief zart himmel marine wein moos grasgrun"), w.folded[:n])
		if c := r.hue(w.folded[n:]); c != nil && (shade || !w.capitalised()) {
			return c
		}
	}
	return nil
}

// dress changes a theme as the words ask, and reports whether they ask for anything. Colours are set before they are
// darkened.
func (r *reading) dress(t *platform.Theme) bool {
	ws, prompt := r.words, r.text
	before := *t
	asked := false
	for i := range ws {
		if c := r.hueAt(i); c != nil {
			tint(t, *c)
			asked = true
			break
		}
	}
	if code := hex.FindString(prompt); code != "" {
		if len(code) == 4 {
			code = "#" + strings.Repeat(code[1:2], 2) + strings.Repeat(code[2:3], 2) + strings.Repeat(code[3:4], 2)
		}
		tint(t, colour{Light: strings.ToLower(code), Dark: strings.ToLower(code)})
		asked = true
	}
	for i, x := range ws {
		next := ""
		if i+1 < len(ws) {
			next = ws[i+1].folded
		}
		shade := next != "" && i+1 < len(ws) && x.stop == 0 && r.hueAt(i+1) != nil || i > 0 && r.hueAt(i-1) != nil && ws[i-1].stop == 0 && r.lang.code != "en"
		if f := mood(x.folded); f != nil && !shade && (x.folded != "dark" || next != "chocolate") && (x.folded != "night" || next == "mode" || next == "theme" || next == "look") {
			f(t)
			asked = true
		}
	}
	text := roots(ws)
	has := func(phrases ...string) bool {
		return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, p) })
	}
	if has(" gold accent ", " gold theme ", " gold color ", " gold colour ", " in gold ", " and gold ") {
		tint(t, colour{Light: "#8a6100", Dark: "#f2c14e"})
		asked = true
	}
	switch {
	case has(" less round ", " no round "):
		t.Radius = before.Radius
		more(t, 4, 0)
	case has(" light mode ", " light theme "):
		day(t)
		asked = true
	case has(" default color ", " default colour ", " reset theme ", " reset the theme ", " default theme "):
		*t = platform.Theme{}
		asked = true
	}
	return asked
}

// colour is an accent for a light and for a dark background.
type colour struct{ Light, Dark string }

// hue returns the colour of that name, nil for none. Names that are also things, such as wine and mint, are none.
func (g *grammar) hue(folded string) *colour {
	for _, c := range g.Colours {
		if slices.Contains(strings.Fields(c[0]), folded) {
			return &colour{c[1], c[2]}
		}
	}
	return nil
}

var (
	hex     = regexp.MustCompile(`(?i)#(?:[0-9a-f]{6}|[0-9a-f]{3})\b`)
	quotes  = regexp.MustCompile(calls + `["“”«‘']([^"“”»’'\n]{1,80})["“”»’']`)
	names   = regexp.MustCompile(calls + `([^\n.;:!?"]{1,80})`)
	tools   = regexp.MustCompile(`(?i)\btool(?: name)?(?: is| to| as| should be| called| named)*[:=\s]+["'` + "`" + `]?([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)`)
	renames = regexp.MustCompile(`(?i)\b(?:rename|call|name|change) the tool(?:'s name| name)?(?: to| as| into)?\s*[:"“'` + "`" + `]*\s*([a-z][a-z0-9 _-]{2,60})`)
)

// calls matches the ways to say what an app is called.
const calls = `(?i)\b(?:(?:is |app |be )?(?:called|named|titled)|(?:call|name|rename|title) (?:it|this|that|the app|my app|the widget)(?: to| as)?|namens|appelée?|llamada|chamado|chamada|chiamata)[:\s]+`

// readName finds the name for the app, and returns the description without it.
func (g *grammar) readName(prompt string) (name, rest string) {
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
func (g *grammar) readTool(prompt string) string {
	if m := tools.FindStringSubmatch(prompt); m != nil && platform.ValidToolName(m[1]) {
		return m[1]
	}
	if m := renames.FindStringSubmatch(prompt); m != nil && platform.ValidToolName(snake(m[1])) {
		return snake(m[1])
	}
	return ""
}
