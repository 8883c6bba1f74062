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
		if got := got.SignedIn(); got.Page != want+"/servers/boats" || got.MCP != want+"/servers/boats/mcp/signed-in" ||
			got.Metadata != want+"/.well-known/oauth-protected-resource/servers/boats/mcp/signed-in" {
			t.Errorf("signed in under %q: %+v", base, got)
		}
		if got := got.UI("cards"); got != want+"/servers/boats/ui/cards.html" {
			t.Errorf("the widget under %q: %s", base, got)
		}
	}
}

func TestEndpointSlug(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"/servers/boats/mcp": "boats", "/servers/boats/mcp/": "boats", "/servers/boats": "", "/servers/boats/mcp//": "",
		"/servers/boats/mcp/signed-in": "boats", "/servers/boats/mcp/signed-in/": "boats", "/servers/boats/signed-in": "", "/servers/boats/mcp//signed-in": "", "/servers/mcp/signed-in": "",
		"/servers/signed-in/mcp": "signed-in", "/servers//mcp": "", "/servers/mcp": "", "/servers/a/b/mcp": "", "/other/boats/mcp": "", "servers/boats/mcp": ""} {
		if got, ok := platform.EndpointSlug(path); ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q, %v", path, got, ok)
		}
	}
}

func TestAsksAlways(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{"/servers/boats/mcp/signed-in": true, "/servers/boats/mcp/signed-in/": true, "/servers/boats/mcp": false, "/servers/boats/signed-in": false,
		"/.well-known/oauth-protected-resource/servers/boats/mcp/signed-in": true, "/servers/signed-in/mcp": false} {
		if got := platform.AsksAlways(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
