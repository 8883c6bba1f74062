package view

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// The cases are shared with the formula in TypeScript (templates/kit/src/contrast.ts).
func TestSharedContrastCases(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../templates/tokens/contrast-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			A, B                 string
			Contrast             float64
			OnA, Nearest3, Near4 string
		}
		Invalid []string
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 20 || len(file.Invalid) < 5 {
		t.Fatalf("%d cases, %d invalid", len(file.Cases), len(file.Invalid))
	}
	for _, c := range file.Cases {
		a, okA := parseColor(c.A)
		b, okB := parseColor(c.B)
		if !okA || !okB {
			t.Fatalf("%s, %s are no colours", c.A, c.B)
		}
		if got := contrast(a, b); math.Abs(got-c.Contrast) > 0.0005 {
			t.Errorf("contrast(%s, %s) = %.4f, want %.4f", a, b, got, c.Contrast)
		}
		if got := onColor(a).String(); got != c.OnA {
			t.Errorf("onColor(%s) = %s, want %s", a, got, c.OnA)
		}
		if got := nearest(a, b, 3).String(); got != c.Nearest3 {
			t.Errorf("nearest(%s, %s, 3) = %s, want %s", a, b, got, c.Nearest3)
		}
		if got := nearest(a, b, 4.5).String(); got != c.Near4 {
			t.Errorf("nearest(%s, %s, 4.5) = %s, want %s", a, b, got, c.Near4)
		}
	}
	for _, s := range file.Invalid {
		if c, ok := parseColor(s); ok {
			t.Errorf("parseColor(%q) = %s", s, c)
		}
	}
}

// Published ratios, so that both formulas cannot be wrong together: black on white, and #767676, the lightest grey that
// passes AA on white (WCAG technique G18 and the W3C's own examples).
func TestKnownRatios(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b rgb
		want float64
	}{
		{black, white, 21}, {white, white, 1}, {rgb{0x76, 0x76, 0x76}, white, 4.54}, {rgb{0x77, 0x77, 0x77}, white, 4.48}, {rgb{255, 0, 0}, white, 4.00},
	} {
		if got := contrast(c.a, c.b); math.Abs(got-c.want) > 0.005 {
			t.Errorf("contrast(%s, %s) = %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

// A label on the accent is always readable, and so are texts on the grounds derived from a readable palette.
func TestDerivedColorsAreReadable(t *testing.T) {
	t.Parallel()
	for r := 0; r < 256; r += 15 {
		for g := 0; g < 256; g += 15 {
			for b := 0; b < 256; b += 15 {
				c := rgb{uint8(r), uint8(g), uint8(b)}
				if got := contrast(onColor(c), c); got < textRatio {
					t.Fatalf("label on %s: %.3f", c, got)
				}
				text := nearest(c, white, textRatio)
				m := mode{accent: c, surface: white, text: text, muted: text}
				if got := contrast(onColor(c), m.hover()); got < textRatio || m.hover() == c {
					t.Fatalf("label on %s, the hover of %s: %.3f", m.hover(), c, got)
				}
				for _, ground := range []rgb{m.soft(), m.ground(m.accent, 26)} {
					if got := contrast(text, ground); got < textRatio {
						t.Fatalf("text %s on ground %s: %.3f", text, ground, got)
					}
				}
			}
		}
	}
}
