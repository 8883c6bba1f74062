package view_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform/appkit"
	"berth/platform/schema"
)

// Whatever is said, the layouts' schemas take it, and the sentence is in the data whole where it fits.
func TestEmpty(t *testing.T) {
	t.Parallel()
	for _, l := range setup(t).Layouts() {
		if !l.Authored || l.Name == "form" {
			if got := l.Empty("Nothing found."); got != nil {
				t.Errorf("%s: Empty = %s, want nil", l.Name, got)
			}
			continue
		}
		fits, err := schema.Compile(l.DataSchema)
		if err != nil {
			t.Fatal(err)
		}
		for _, sentence := range []string{"Nothing found for vegan.", "<!--</script>\u2028", strings.Repeat("é", 600), "x"} {
			got := l.Empty(sentence)
			if problems := fits.Validate(got); len(problems) > 0 {
				t.Errorf("%s: %s: %v", l.Name, got, problems)
			}
			var data map[string]any
			if err := json.Unmarshal(got, &data); err != nil {
				t.Fatal(err)
			}
			if said, _ := data["empty"].(string); len([]rune(sentence)) <= 500 && said != sentence {
				t.Errorf("%s says %q, not %q", l.Name, said, sentence)
			}
			if list, ok := data[l.List].([]any); l.List != "" && (!ok || len(list) > 0) {
				t.Errorf("%s: the list of %s is not empty", l.Name, got)
			}
		}
	}
}

// Whatever layout an author chooses, its widget has something to show while a tool works for long, which is no failure.
func TestLeastData(t *testing.T) {
	t.Parallel()
	for _, l := range setup(t).Layouts() {
		output, err := appkit.OrFailure(l.DataSchema) // what its tools answer
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []json.RawMessage{l.DataSchema, output} {
			got := schema.Empty(of, "Still working.")
			if got == nil || l.Authored && l.Name != "form" && !strings.Contains(string(got), `"empty":"Still working."`) || strings.Contains(string(got), `"error"`) {
				t.Errorf("%s: %s", l.Name, got)
			}
		}
	}
}
