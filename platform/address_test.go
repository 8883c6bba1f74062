package platform_test

import (
	"testing"

	"berth/platform"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{"https://apps.example.com": "https://apps.example.com", "https://apps.example.com/": "https://apps.example.com", "": ""} {
		got := platform.NewAddresses(base).Address("boats")
		if want := (platform.Address{Page: want + "/servers/boats", MCP: want + "/servers/boats/mcp",
			Metadata: want + "/.well-known/oauth-protected-resource/servers/boats/mcp"}); got != want {
			t.Errorf("under %q: %+v", base, got)
		}
		if got := got.UI("cards"); got != want+"/servers/boats/ui/cards.html" {
			t.Errorf("the widget under %q: %s", base, got)
		}
	}
}

func TestEndpointSlug(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"/servers/boats/mcp": "boats", "/servers/boats/mcp/": "boats", "/servers/boats": "", "/servers/boats/mcp//": "",
		"/servers//mcp": "", "/servers/mcp": "", "/servers/a/b/mcp": "", "/other/boats/mcp": "", "servers/boats/mcp": ""} {
		if got, ok := platform.EndpointSlug(path); ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q, %v", path, got, ok)
		}
	}
}
