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

func TestSlugOfAnAddress(t *testing.T) {
	t.Parallel()
	at := platform.NewAddresses("https://berth.example/")
	for address, want := range map[string]string{
		at.Address("shop").MCP: "shop", at.Address("shop").SignedIn().MCP: "shop", at.Address("shop").Page: "", at.Address("shop").Metadata: "",
		"https://berth.example.evil/servers/shop/mcp": "", "https://evil.example/servers/shop/mcp": "", "/servers/shop/mcp": "", "https://berth.example/servers/a/b/mcp": "", "": "",
	} {
		if got, ok := at.Slug(address); ok != (want != "") || ok && got != want {
			t.Errorf("%q is of %q %v", address, got, ok)
		}
	}
}
