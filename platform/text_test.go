package platform_test

import (
	"strings"
	"testing"

	"berth/platform"
)

func TestHidden(t *testing.T) {
	t.Parallel()
	for _, hidden := range []string{"\u202a", "\u202e", "\u2066", "\u2069", "\u200b", "\u2028", "\u2029", "\ufeff", "\x00", "\n", "\x7f", "\u0085"} {
		if !strings.ContainsFunc("a"+hidden+"b", platform.Hidden) {
			t.Errorf("%q is let through", hidden)
		}
	}
	for _, name := range []string{"Café São", "שלום", "نام\u200cها", "👩\u200d🍳", "名前"} {
		if strings.ContainsFunc(name, platform.Hidden) {
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
