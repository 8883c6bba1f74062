package platform_test

import (
	"encoding/json"
	"testing"

	"berth/platform"
)

// Releases remember the digest of their draft: one that was published before an app could have several tools must not be
// ahead of what is live. The digest was computed by the program of that time.
func TestADraftThatSaysNothingNewKeepsItsDigest(t *testing.T) {
	t.Parallel()
	radius, scale := 4, 1.1
	old := platform.Draft{Name: "Café <1>", Description: "d", Slug: "cafe-1", SystemPrompt: "s",
		Theme: platform.Theme{Preset: "ocean", Radius: &radius, Scale: &scale, Light: &platform.Palette{Accent: "#112233"}},
		Tools: []platform.ToolDraft{{Name: "get_it", Description: "Gets it.", Layout: "list", MockData: json.RawMessage(`{"n": 1.0, "s":"<&>"}`), ResponseText: "r"}}}
	if got, want := old.Digest(), "bb53c3621dd92904f8d3461f2f9ad8dc8dbb83ef7bb9b54c2c7c5a9aed14b8d2"; got != want {
		t.Errorf("digest %s", got)
	}
	if got, want := (platform.Draft{Name: "A", Tools: []platform.ToolDraft{{Layout: "cards"}}}).Digest(), "6890e4a013e073cbb0bbaabe1629331cce31042d1ab6db91a30571c8c2a8a418"; got != want {
		t.Errorf("digest of an empty draft %s", got)
	}
	yes := true
	for name, change := range map[string]func(*platform.Draft){
		"a second tool": func(d *platform.Draft) { d.Tools = append(d.Tools, platform.ToolDraft{Name: "two"}) },
		"a title":       func(d *platform.Draft) { d.Tools[0].Title = "T" },
		"an input":      func(d *platform.Draft) { d.Tools[0].Input = json.RawMessage(`{"type":"object"}`) },
		"hints":         func(d *platform.Draft) { d.Tools[0].Hints = &platform.HintsDraft{ReadOnly: &yes} },
		"access":        func(d *platform.Draft) { d.Access = platform.AccessPerson },
		"instructions":  func(d *platform.Draft) { d.Instructions = "i" },
		"example data":  func(d *platform.Draft) { d.ExampleData = &yes },
	} {
		d := old
		d.Tools = append([]platform.ToolDraft{}, old.Tools...)
		if !d.Flat() {
			t.Error("an old draft is not flat")
		}
		change(&d)
		if d.Digest() == old.Digest() || d.Digest() == "" {
			t.Errorf("%s changes nothing", name)
		}
	}
	broken := platform.Draft{Tools: []platform.ToolDraft{{MockData: json.RawMessage(`{`)}}}
	if got := broken.Digest(); got != "" {
		t.Errorf("a draft that is not JSON has the digest %s", got)
	}
}
