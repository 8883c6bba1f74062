package view_test

import (
	"encoding/json"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

func TestCheckTheme(t *testing.T) {
	t.Parallel()
	set := setup(t)
	full := platform.Theme{
		Preset: "forest", Light: &platform.Palette{Accent: "#0B6bcb", Surface: "#ffffff"}, Dark: &platform.Palette{Text: "#ffffff", Muted: "#cccccc"},
		Radius: ptr(24), Density: "compact", Scale: ptr(1.25), Font: "mono",
	}
	for _, theme := range []platform.Theme{{}, full, {Radius: ptr(0), Scale: ptr(0.875), Density: "relaxed", Font: "serif", Light: &platform.Palette{}}} {
		if got := set.CheckTheme(theme); len(got) > 0 {
			t.Errorf("%+v: %v", theme, got)
		}
	}
	bad := platform.Theme{
		Preset: "nope", Light: &platform.Palette{Accent: "red", Surface: "#fff"}, Dark: &platform.Palette{Text: "#12345g", Muted: "#123456\n"},
		Radius: ptr(10000), Density: "tight", Scale: ptr(math.NaN()), Font: "Comic Sans",
	}
	var got []string
	for _, p := range set.CheckTheme(bad) {
		got = append(got, p.Location)
		if p.Message == "" {
			t.Errorf("%s has no message", p.Location)
		}
	}
	want := strings.Fields("light.accent light.surface dark.text dark.muted radius density scale font preset")
	for i := range want {
		want[i] = "body.themeVariables." + want[i]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, theme := range []platform.Theme{{Radius: ptr(-1)}, {Radius: ptr(25)}, {Scale: ptr(0.8)}, {Scale: ptr(1.3)}, {Scale: ptr(math.Inf(1))}} {
		if len(set.CheckTheme(theme)) != 1 {
			t.Errorf("%+v was accepted", theme)
		}
	}
}

func TestHostileColorsAreRefused(t *testing.T) {
	t.Parallel()
	set := setup(t)
	for _, color := range []string{
		"red}</style>", "url(//x)", "#0b6bcb;", "#0b6bcb\n", " #0b6bcb", "#0b6bc", "#0b6bcbff", "0b6bcb0", "#０b6bc", "#+12345", "#0x1234",
	} {
		theme := platform.Theme{Dark: &platform.Palette{Surface: color}}
		if len(set.CheckTheme(theme)) != 1 {
			t.Errorf("CheckTheme accepts %q", color)
		}
		if _, err := set.Build("cards", theme); !platform.IsCode(err, platform.CodeInvalidConfig) {
			t.Errorf("Build with %q: %v", color, err)
		}
		if got := set.CheckContrast(theme); got != nil {
			t.Errorf("CheckContrast of %q: %v", color, got)
		}
	}
}

func TestCheckContrast(t *testing.T) {
	t.Parallel()
	set := setup(t)
	got := set.CheckContrast(platform.Theme{Light: &platform.Palette{Accent: "#ffee88", Text: "#999999", Muted: "#777777"}})
	want := []platform.Problem{
		{Location: "body.themeVariables.light.accent", Message: "#ffee88 on the surface #ffffff has a contrast of 1.17; 3 is needed. The nearest colour that passes is #a09656."},
		{Location: "body.themeVariables.light.text", Message: "#999999 on the surface #ffffff has a contrast of 2.84; 4.5 is needed. The nearest colour that passes is #767676."},
		{Location: "body.themeVariables.light.muted", Message: "#777777 on the surface #ffffff has a contrast of 4.47; 4.5 is needed. The nearest colour that passes is #767676."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// A surface alone can make the preset's text unreadable.
	dark := set.CheckContrast(platform.Theme{Dark: &platform.Palette{Surface: "#f0f0f0"}})
	if len(dark) != 3 || dark[1].Location != "body.themeVariables.dark.text" {
		t.Errorf("light surface in dark mode: %v", dark)
	}
}

// Whatever nearest suggests must itself be accepted.
func TestSuggestionsPass(t *testing.T) {
	t.Parallel()
	set := setup(t)
	suggested := regexp.MustCompile(`passes is (#[0-9a-f]{6})\.$`)
	for _, surface := range []string{"#000000", "#777777", "#808080", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#c0ffee"} {
		theme := platform.Theme{Light: &platform.Palette{Surface: surface, Accent: surface, Text: surface, Muted: surface}}
		for _, p := range set.CheckContrast(theme) {
			match := suggested.FindStringSubmatch(p.Message)
			if match == nil {
				t.Fatalf("no suggestion in %q", p.Message)
			}
			switch p.Location {
			case "body.themeVariables.light.accent":
				theme.Light.Accent = match[1]
			case "body.themeVariables.light.text":
				theme.Light.Text = match[1]
			case "body.themeVariables.light.muted":
				theme.Light.Muted = match[1]
			default:
				t.Fatalf("unexpected problem %v", p)
			}
		}
		if again := set.CheckContrast(theme); len(again) > 0 {
			t.Errorf("surface %s: the suggestions do not pass: %v", surface, again)
		}
	}
}

func TestPresetsAreReadable(t *testing.T) {
	t.Parallel()
	set := setup(t)
	for _, name := range presetNames(t) {
		if got := set.CheckTheme(platform.Theme{Preset: name}); len(got) > 0 {
			t.Errorf("%s: %v", name, got)
		}
		if got := set.CheckContrast(platform.Theme{Preset: name}); len(got) > 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func presetNames(t *testing.T) []string {
	t.Helper()
	raw, err := os.ReadFile("../../templates/tokens/presets.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Presets []struct{ Name string } }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range file.Presets {
		names = append(names, p.Name)
	}
	if len(names) < 2 {
		t.Fatalf("presets: %q", names)
	}
	return names
}

// What the document says of a primary button that the pointer is on is readable in every ready theme.
func TestHoverIsReadable(t *testing.T) {
	t.Parallel()
	set := setup(t)
	for _, name := range presetNames(t) {
		doc, err := set.Build("cards", platform.Theme{Preset: name})
		if err != nil {
			t.Fatal(err)
		}
		color := func(token string) [2]string {
			m := regexp.MustCompile(`[{;]--` + token + `:(?:var\([-a-z]+,)?light-dark\((#\w{6}),(#\w{6})\)`).FindStringSubmatch(string(doc.Page(nil)))
			if m == nil {
				t.Fatalf("%s: the theme does not name %s", name, token)
			}
			return [2]string{m[1], m[2]}
		}
		accent, label, hover := color("accent"), color("on-accent"), color("accent-hover")
		for i, scheme := range []string{"light", "dark"} {
			if hover[i] == accent[i] {
				t.Errorf("%s %s: nothing is seen of the pointer", name, scheme)
			}
			// A palette whose text is the label and whose surface is the button is refused where the two are too close.
			palette := &platform.Palette{Text: label[i], Muted: label[i], Accent: label[i], Surface: hover[i]}
			if got := set.CheckContrast(platform.Theme{Light: palette}); len(got) > 0 {
				t.Errorf("%s %s: %v", name, scheme, got)
			}
		}
	}
}

// The default looks as its host does, and what an author chose stays as chosen: grounds and texts go together.
func TestDefaultFollowsTheHost(t *testing.T) {
	t.Parallel()
	set := setup(t)
	for _, c := range []struct {
		theme platform.Theme
		want  string
	}{
		{platform.Theme{}, "accent accent-hover font muted on-accent soft surface text tint"},
		{platform.Theme{Preset: "default", Radius: ptr(3)}, "accent accent-hover font muted on-accent soft surface text tint"},
		{platform.Theme{Font: "serif", Light: &platform.Palette{}}, "accent accent-hover muted on-accent soft surface text tint"},
		{platform.Theme{Light: &platform.Palette{Accent: "#0b6bcb"}}, "font muted soft surface text"},
		{platform.Theme{Dark: &platform.Palette{Surface: "#000000"}}, "font"},
		{platform.Theme{Preset: "harbour"}, ""},
	} {
		doc, err := set.Build("cards", c.theme)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(doc.Page(nil)), `<style id="theme">`)
		css, _, _ := strings.Cut(rest, "</style>")
		var got []string
		for _, m := range regexp.MustCompile(`--([a-z-]+):var\(--host-([a-z-]+),`).FindAllStringSubmatch(css, -1) {
			if m[1] != m[2] {
				t.Errorf("%s follows %s", m[1], m[2])
			}
			got = append(got, m[1])
		}
		slices.Sort(got)
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%+v: %s", c.theme, diff)
		}
	}
}

// The content of the theme slot has one form whatever the theme: either the theme is refused, or nothing but numbers,
// colours and known fonts is written.
func FuzzThemeSlot(f *testing.F) {
	set := setup(f)
	form := regexp.MustCompile(`^:root\{(--(accent|on-accent|accent-hover|surface|text|muted|soft|tint|(danger|success|warning|neutral)(-soft)?):` +
		`(light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)|var\(--host-[a-z-]+,light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)\));){16}` +
		`--radius:[0-9]{1,2}px;--unit:[345]px;--scale:[01]\.[0-9]{4};--font:(var\(--host-font,)?[-a-zA-Z", ]+\)?\}$`)
	f.Add("default", "#0b6bcb", "#ffffff", 12, "regular", 1.0, "system")
	f.Add("", "red}</style>", "url(//x)", -1, "</style>", math.Inf(-1), "x;}@import")
	f.Add("plum", "#0B6BCB\n", "", 24, "", 1.25, "mono")
	f.Fuzz(func(t *testing.T, preset, accent, text string, radius int, density string, scale float64, font string) {
		theme := platform.Theme{
			Preset: preset, Light: &platform.Palette{Accent: accent, Muted: text}, Dark: &platform.Palette{Text: text, Surface: accent},
			Radius: &radius, Density: density, Scale: &scale, Font: font,
		}
		doc, err := set.Build("cards", theme)
		if problems := set.CheckTheme(theme); len(problems) > 0 {
			if !platform.IsCode(err, platform.CodeInvalidConfig) {
				t.Fatalf("Build: %v, CheckTheme: %v", err, problems)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(doc.Page(nil)), `<style id="theme">`)
		css, _, _ := strings.Cut(rest, "</style>")
		if !form.MatchString(css) {
			t.Fatalf("theme slot: %q", css)
		}
		set.CheckContrast(theme)
	})
}
