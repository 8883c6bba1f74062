package platform_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"berth/platform"
)

func TestHidden(t *testing.T) {
	t.Parallel()
	marks := []rune{'\u061c', '\u200e', '\u200f'}
	hidden := []rune{'\u200b', '\u2028', '\u2029', '\ufeff', 0, '\n', 0x7f, 0x85}
	for _, r := range unicode.Bidi_Control.R16 {
		for c := rune(r.Lo); c <= rune(r.Hi); c += rune(r.Stride) {
			hidden = append(hidden, c)
		}
	}
	if len(hidden) != 8+12 || len(unicode.Bidi_Control.R32) > 0 {
		t.Fatalf("Unicode has other controls of direction by now: %U", hidden)
	}
	for _, r := range hidden {
		name := "a" + string(r) + "b"
		if !platform.Hidden(r) || platform.Unhidden(name) != "ab" {
			t.Errorf("%U is let through in a name", r)
		}
		if platform.HiddenInText(r) == slices.Contains(marks, r) {
			t.Errorf("%U in a text: hidden %t", r, platform.HiddenInText(r))
		}
	}
	for _, name := range []string{"Café São", "שלום", "نام\u200cها", "👩\u200d🍳", "名前"} {
		if strings.ContainsFunc(name, platform.Hidden) || strings.ContainsFunc(name, platform.HiddenInText) || platform.Unhidden(name) != name {
			t.Errorf("%q is refused", name)
		}
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		platform.Count(0, "item"): "0 items", platform.Count(1, "item"): "1 item",
		platform.Shorten("São Tomé", 8): "São Tomé", platform.Shorten("São Tomé", 5): "São…",
		platform.Clip("São", 4): "São", platform.Clip("Sãoo", 2): "S…", platform.Clip("\x80\x80\x80\xff", 2): "…",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestInvisible(t *testing.T) {
	t.Parallel()
	visible := func(r rune) bool { return !platform.Invisible(r) }
	for _, empty := range []string{"", " \t\n", "\u200b", "\u2060", "\u200d", "\u200c", "\ufeff", "\u00ad", "\u3164", "\ufe0f", "\u202e", "\x00", "\U000e0041", " \u200b \u200d"} {
		if strings.ContainsFunc(empty, visible) || strings.TrimSpace(platform.Unformatted(strings.Trim(empty, "\x00"))) != "" {
			t.Errorf("%+q shows something", empty)
		}
	}
	for _, shown := range []string{"a", "-", "👩\u200d💻", "❤\ufe0f", "نمی\u200cخواهم", "\u0601", "क्\u200dष"} {
		if !strings.ContainsFunc(shown, visible) || platform.Unformatted(shown) == "" {
			t.Errorf("%+q shows nothing", shown)
		}
	}
	if got := platform.Unformatted("Z\u200bed\u00ad Li\u2060ma\ufeff"); got != "Zed Lima" {
		t.Errorf("%+q", got)
	}
}
