package platform_test

import (
	"strings"
	"testing"

	"berth/platform"
)

func TestValidSlug(t *testing.T) {
	t.Parallel()
	for slug, want := range map[string]bool{
		"a": true, "7": true, "my-bot": true, "a--b": true, strings.Repeat("a", 63): true, "admin": true,
		"": false, "-a": false, "a-": false, "-": false, "A": false, "a_b": false, "a b": false, "é": false,
		"a/b": false, "a\x00": false, "a\n": false, "..": false, strings.Repeat("a", 64): false,
	} {
		if got := platform.ValidSlug(slug); got != want {
			t.Errorf("ValidSlug(%q) = %v, want %v", slug, got, want)
		}
	}
}

func TestReservedSlug(t *testing.T) {
	t.Parallel()
	const addresses = "api www admin app static assets mcp servers health healthz livez readyz metrics docs login signup well-known abuse"
	const inside = "gift medical todo chatui"
	const pretended = "signin signout account oauth auth security support status billing help openai chatgpt anthropic claude berth invite"
	for slug := range strings.FieldsSeq(addresses + " " + inside + " " + pretended) {
		if !platform.ReservedSlug(slug) {
			t.Errorf("%q is not reserved", slug)
		}
		if platform.ReservedSlug(slug + "-2") {
			t.Errorf("%q is reserved", slug+"-2")
		}
	}
}
