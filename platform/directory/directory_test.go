package directory_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/directory"
)

// good returns an app that both directories would accept.
func good() directory.App {
	return directory.App{PublicURL: "https://apps.example.com", Live: true,
		Manifest: platform.Manifest{Name: "Tea Shop", Description: "Shows the teas of a small shop.", Access: platform.AccessPublic,
			Tools: []platform.ToolSpec{{Name: "show_teas", Hints: platform.Hints{ReadOnly: true, Idempotent: true}, Output: json.RawMessage(`{"type":"object"}`),
				Description: "Show the teas of the shop with their prices and origins. Use this when the person asks which teas there are. Provide what is looked for."}},
			Views: []platform.ViewSpec{{Name: "main", CSP: platform.CSP{Resource: []string{"https://img.example.com"}}, Sample: json.RawMessage(`{}`)}}},
		Listing: platform.Listing{Tagline: "Find your tea", Category: "Shopping", IconURL: "https://example.com/i.png", PrivacyURL: "https://example.com/p",
			SupportURL: "https://example.com/s", WebsiteURL: "https://example.com", Company: "Tea Ltd"}}
}

func TestAnAppThatIsReady(t *testing.T) {
	t.Parallel()
	items, seen := directory.Check(good()), map[string]bool{}
	for _, i := range items {
		if i.Status != directory.OK && !strings.HasPrefix(i.Detail, "Not checked here: ") {
			t.Errorf("%s: %s %s", i.ID, i.Status, i.Detail)
		}
		if seen[i.ID] || i.Title == "" || i.Detail == "" {
			t.Errorf("%+v", i)
		}
		seen[i.ID] = true
	}
	if !directory.Ready(items, directory.ChatGPT) || !directory.Ready(items, directory.Claude) {
		t.Error("it is not ready")
	}
}

func TestWhatIsMissing(t *testing.T) {
	t.Parallel()
	for id, c := range map[string]struct {
		spoil  func(*directory.App)
		status directory.Status
		field  string
		detail string
	}{
		"public-address":          {func(a *directory.App) { a.PublicURL = "http://127.0.0.1:3001" }, directory.Todo, "", "BERTH_PUBLIC_URL"},
		"published":               {func(a *directory.App) { a.Live = false }, directory.Todo, "", "publish it"},
		"checks":                  {func(a *directory.App) { a.Problems = []platform.Problem{{Location: "body.themeVariables.light.text"}} }, directory.Todo, "themeVariables", "1 problem to"},
		"sign-in":                 {func(a *directory.App) { a.Manifest.Access = platform.AccessMixed }, directory.Warning, "", "OAuth"},
		"tool-name":               {func(a *directory.App) { a.Manifest.Tools[0].Name = "show teas" }, directory.Todo, "toolName", "show teas needs"},
		"tool-description":        {func(a *directory.App) { a.Manifest.Tools[0].Description = " " }, directory.Todo, "toolDescription", "show_teas needs"},
		"tool-description-length": {func(a *directory.App) { a.Manifest.Tools[0].Description = strings.Repeat("é", 201) }, directory.Warning, "toolDescription", "201 characters"},
		"tool-wording":            {func(a *directory.App) { a.Manifest.Tools[0].Name = "teas" }, directory.Warning, "toolDescription", "worded better"},
		"argument-names": {func(a *directory.App) {
			a.Manifest.Tools[0].Input = json.RawMessage(`{"type":"object","properties":{"ok.1-_":{},"größe":{}}}`)
		}, directory.Todo, "tools", `show_teas has the argument "größe"`},
		"output-schema": {func(a *directory.App) { a.Manifest.Tools[0].Output = nil }, directory.Todo, "", "show_teas declares no"},
		"csp": {func(a *directory.App) {
			a.Manifest.Views[0].CSP.Connect = []string{"https://*.example.com", "http://x.example"}
		}, directory.Todo, "mockData", "https://*.example.com, http://x.example"},
		"result-size":    {func(a *directory.App) { a.Manifest.Views[0].Sample = make([]byte, 40_000) }, directory.Warning, "mockData", "10000 tokens"},
		"name":           {func(a *directory.App) { a.Manifest.Name = strings.Repeat("é", 31) }, directory.Todo, "name", "31 characters"},
		"description":    {func(a *directory.App) { a.Manifest.Description = "" }, directory.Todo, "description", "Say what"},
		"instructions":   {func(a *directory.App) { a.Manifest.Instructions = strings.Repeat("x", 513) }, directory.Warning, "systemPrompt", "first 512"},
		"icon":           {func(a *directory.App) { a.Listing.IconURL = "" }, directory.Todo, "listing.iconUrl", "picture"},
		"privacy":        {func(a *directory.App) { a.Listing.PrivacyURL = "" }, directory.Todo, "listing.privacyUrl", "privacy"},
		"support":        {func(a *directory.App) { a.Listing.SupportURL = "" }, directory.Todo, "listing.supportUrl", "help"},
		"website":        {func(a *directory.App) { a.Listing.WebsiteURL = "" }, directory.Todo, "listing.websiteUrl", "website"},
		"tagline-length": {func(a *directory.App) { a.Listing.Tagline = strings.Repeat("x", 31) }, directory.Warning, "listing.tagline", "31 characters"},
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			a := good()
			c.spoil(&a)
			items := directory.Check(a)
			for _, i := range items {
				if i.ID != id {
					continue
				}
				if i.Status != c.status || i.Field != c.field || !strings.Contains(i.Detail, c.detail) {
					t.Errorf("%+v", i)
				}
				client := i.Client
				if client == directory.Both {
					client = directory.ChatGPT
				}
				if i.Status == directory.Todo && directory.Ready(items, client) {
					t.Error("it is ready all the same")
				}
				return
			}
			t.Error("there is no such item")
		})
	}
	ahead := good()
	ahead.Ahead = true
	for _, i := range directory.Check(ahead) {
		if i.ID == "published" && i.Status != directory.Warning {
			t.Errorf("a draft that is ahead: %+v", i)
		}
	}
}

func TestPublic(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://apps.example.com": true, "https://203.0.113.7": true, "http://apps.example.com": false, "https://localhost": false, "https://127.0.0.1:3001": false,
		"https://10.0.0.1": false, "https://[::1]": false, "https://intranet": false, "https://x.local": false, "https://a.localhost.": false, "": false, "https://": false,
	} {
		if got := directory.Public(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}
