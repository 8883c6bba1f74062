package publish_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store/storetest"
)

func shop(data, text string) platform.Manifest {
	return platform.Manifest{Name: "Shop", Access: platform.AccessPublic,
		Tools: []platform.ToolSpec{{Name: "show_teas", Description: "Show.", Input: json.RawMessage(`{"type":"object"}`), Hints: platform.Hints{ReadOnly: true},
			Handler: platform.HandlerRef{Kind: "mock", Config: json.RawMessage(`{"data":` + data + `,"text":"` + text + `"}`)}}},
		Views: []platform.ViewSpec{{Name: "main", Layout: "cards", Theme: platform.Theme{Preset: "ocean"}}}}
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	radius := 4
	base := func() platform.Manifest {
		return shop(`{"items":[{"title":"A"},{"title":"B"}],"title":"Teas","gone":1}`, "Two teas.")
	}
	for name, c := range map[string]struct {
		change func(*platform.Manifest)
		want   []publish.Change
	}{
		"nothing": {func(*platform.Manifest) {}, nil},
		"white space in the data": {func(m *platform.Manifest) {
			m.Tools[0].Handler.Config = json.RawMessage(strings.ReplaceAll(string(m.Tools[0].Handler.Config), ":", ": "))
		}, nil},
		"texts": {func(m *platform.Manifest) {
			m.Name, m.Instructions, m.Tools[0].Name = "Tea Shop", "Be kind.", "list_teas"
		}, []publish.Change{{"name", "Name", "From “Shop” to “Tea Shop”", publish.EffectRefresh}, {"systemPrompt", "Instructions", "Added: “Be kind.”", publish.EffectRefresh},
			{"toolName", "Tool name", "From “show_teas” to “list_teas”", publish.EffectRefresh}}},
		"a long text": {func(m *platform.Manifest) { m.Description = strings.Repeat("é", 500) },
			[]publish.Change{{"description", "Description", "Added: “" + strings.Repeat("é", 120) + "…”", publish.EffectRefresh}}},
		"data": {func(m *platform.Manifest) {
			*m = shop(`{"items":[{"title":"A"},{"title":"C"}],"title":"Fine teas","new":[]}`, "Two fine teas.")
		}, []publish.Change{{"responseText", "Text for the model", "From “Two teas.” to “Two fine teas.”", publish.EffectCall},
			{"mockData", "Data", "“gone” is gone; “items” has other values in 1 of 2 entries; “new” is new; “title” changed.", publish.EffectCall}}},
		"fewer entries": {func(m *platform.Manifest) {
			*m = shop(`{"items":[{"title":"A"}],"title":"Teas","gone":1}`, "Two teas.")
		}, []publish.Change{{"mockData", "Data", "“items” has 1 entry instead of 2.", publish.EffectCall}}},
		"data of many fields": {func(m *platform.Manifest) {
			*m = shop(`{"items":[{"title":"A"},{"title":"B"}],"title":"Teas","gone":1,"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1}`, "Two teas.")
		}, []publish.Change{{"mockData", "Data", "“a” is new; “b” is new; “c” is new; “d” is new; “e” is new; “f” is new; 2 more fields changed.", publish.EffectCall}}},
		"the look": {func(m *platform.Manifest) {
			m.Views[0].Layout = "list"
			m.Views[0].Theme = platform.Theme{Radius: &radius, Light: &platform.Palette{Accent: "#112233"}}
			m.Views[0].CSP.Resource = []string{"https://img.example"}
		}, []publish.Change{{"layoutTemplate", "Layout", "From “cards” to “list”", publish.EffectRefresh},
			{"themeVariables.preset", "Theme, preset", "From ocean to the default", publish.EffectRefresh},
			{"themeVariables.light.accent", "Theme, light accent", "From the default to #112233", publish.EffectRefresh},
			{"themeVariables.radius", "Theme, radius", "From the default to 4", publish.EffectRefresh},
			{"mockData", "Addresses", "The widget loads from other hosts: https://img.example.", publish.EffectRefresh}}},
		"what people see of a tool": {func(m *platform.Manifest) {
			m.Name, m.Tools[0].Title = "Tea Shop", "Teas"
			m.Tools[0].Meta = map[string]json.RawMessage{"ui": json.RawMessage(`{"visibility":["app"]}`)}
		}, []publish.Change{{"name", "Name", "From “Shop” to “Tea Shop”", publish.EffectRefresh}, {"tools", "Title", "Added: “Teas”", publish.EffectRefresh},
			{"tools", "Visibility", "The tool may be called by others than before.", publish.EffectRefresh}}},
		"where people open it": {func(m *platform.Manifest) {
			m.Tools[0].Meta = map[string]json.RawMessage{platform.OpenAIUI: json.RawMessage(`{"entrypoints":[{"type":"global"}]}`)}
		}, []publish.Change{{"tools", "Entry points", "People open the widget from other places of ChatGPT than before.", publish.EffectRefresh}}},
		"who may call": {func(m *platform.Manifest) {
			m.Access, m.Tools[0].Scopes = platform.AccessMixed, []string{"read"}
		}, []publish.Change{{"access", "Access", "From “public” to “mixed”", publish.EffectRefresh},
			{"tools", "Scopes", "Added: “read”", publish.EffectRefresh}}},
		"what people allow": {func(m *platform.Manifest) {
			m.Scopes = []platform.Scope{{Name: "read", Description: "Read."}, {Name: "write", Implies: []string{"read"}}}
		}, []publish.Change{{"scopes", "Scopes", "Added: “read, write”", publish.EffectRefresh}}},
		"another kind": {func(m *platform.Manifest) {
			m.Tools[0].Handler = platform.HandlerRef{Kind: "query"}
			m.Tools[0].Mode = platform.ModeMock
		}, []publish.Change{{"tools", "Kind", "From “mock” to “query”", publish.EffectCall}, {"tools", "Mode", "Added: “mock”", publish.EffectCall}}},
		"tools": {func(m *platform.Manifest) {
			m.Tools = append(m.Tools, platform.ToolSpec{Name: "buy_tea"})
			m.Tools[0].Hints.ReadOnly = false
		}, []publish.Change{{"tools", "show_teas: Hints", "The tool says something else about what it changes.", publish.EffectRefresh},
			{"tools", "Tool added", "buy_tea", publish.EffectRefresh}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			to := base()
			c.change(&to)
			if diff := cmp.Diff(c.want, w.Differences(base(), to)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
