package platform_test

import (
	"testing"

	"berth/platform"
)

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
