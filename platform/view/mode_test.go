package view

import (
	"math/rand/v2"
	"testing"

	"berth/platform"
	"berth/templates"
)

// WCAG 2.2 AA in every ready theme and in both modes: what carries a meaning is read as text on the surface, on what is set
// apart and on its own ground, and so is ordinary text on that ground; marks of controls pass by far more than the 3 they need.
func TestSignalsAreReadable(t *testing.T) {
	t.Parallel()
	set, err := Load(templates.FS())
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range set.presets {
		checkSignals(t, name+" light", p.light)
		checkSignals(t, name+" dark", p.dark)
	}
}

// And in whatever palette of an author may be published.
func TestSignalsAreReadableOnAnyPalette(t *testing.T) {
	t.Parallel()
	set, err := Load(templates.FS())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	colour := func() string {
		return rgb{uint8(random.UintN(256)), uint8(random.UintN(256)), uint8(random.UintN(256))}.String()
	}
	for range 400 {
		palette := platform.Palette{Accent: colour(), Surface: colour(), Text: colour(), Muted: colour()}
		theme := set.Readable(platform.Theme{Light: &palette, Dark: &palette})
		if problems := set.CheckContrast(theme); len(problems) > 0 {
			t.Fatalf("%+v: %v", palette, problems)
		}
		checkSignals(t, "surface "+palette.Surface, overlay(set.presets[defaultPreset].light, theme.Light))
	}
}

func checkSignals(t *testing.T, where string, m mode) {
	t.Helper()
	passes := func(what string, a, b rgb) {
		if got := contrast(a, b); got < textRatio {
			t.Errorf("%s: %s: %s on %s has a contrast of %.2f", where, what, a, b, got)
		}
	}
	for _, s := range signals {
		ink, own := m.ink(s), m.ground(m.hue(s), 30)
		passes(s.name+" on the surface", ink, m.surface)
		passes(s.name+" on soft", ink, m.soft())
		passes(s.name+" on its own ground", ink, own)
		passes("text on the ground of "+s.name, m.text, own)
	}
	passes("neutral on its own ground", m.muted, m.soft())
	passes("text on soft", m.text, m.soft())
}

// In the ready themes the meanings stay apart: danger is red, success green, and warning between the two.
func TestSignalsStayApart(t *testing.T) {
	t.Parallel()
	set, err := Load(templates.FS())
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range set.presets {
		for _, m := range []mode{p.light, p.dark} {
			danger, success, warning := m.ink(signals[0]), m.ink(signals[1]), m.ink(signals[2])
			if danger[0] < danger[1]+60 || success[1] < success[0]+60 || warning[0] < warning[2]+60 || warning[1] < warning[2]+40 {
				t.Errorf("%s: danger %s, success %s, warning %s", name, danger, success, warning)
			}
		}
	}
}
