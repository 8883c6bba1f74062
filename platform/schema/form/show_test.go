package form_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/schema"
	"berth/platform/schema/form"
)

type ship struct {
	Name  string          `json:"name,omitempty" jsonschema:"maxLength=2"`
	Flag  string          `json:"flag,omitempty" zero:"null"`
	Crew  []mate          `json:"crew,omitempty"`
	Paint paint           `json:"paint,omitzero" zero:"{}"`
	Home  home            `json:"home,omitzero"`
	Log   json.RawMessage `json:"log,omitempty" jsonschema:"type=object" zero:"null"`
}

type mate struct {
	Nick  string   `json:"nick,omitempty"`
	Ports []string `json:"ports,omitempty" zero:"[\"home\"]"`
}

type paint struct {
	Hull string `json:"hull,omitempty"`
}

type home struct {
	Docks []string `json:"docks,omitempty"`
}

// What is shown has every field, and fits the schema that says so; what was stored may be longer than is allowed now.
func TestWhatIsShownIsEntire(t *testing.T) {
	t.Parallel()
	fits, err := schema.Compile(form.Shown(ship{}).JSON())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ship ship
		want string
	}{
		{ship{}, `{"name":"","flag":null,"crew":[],"paint":{},"home":{"docks":[]},"log":null}`},
		{ship{Name: "Ada & Bea", Flag: "pt", Crew: []mate{{}, {Nick: "Jo", Ports: []string{"Faro"}}}, Paint: paint{"red"}, Home: home{[]string{"A"}}, Log: json.RawMessage(`{"a":1.0}`)},
			`{"name":"Ada & Bea","flag":"pt","crew":[{"nick":"","ports":["home"]},{"nick":"Jo","ports":["Faro"]}],"paint":{"hull":"red"},"home":{"docks":["A"]},"log":{"a":1.0}}`},
	} {
		raw, err := json.Marshal(form.Show(c.ship))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(value(t, []byte(c.want)), value(t, raw)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if problems := fits.Validate(raw); len(problems) > 0 {
			t.Errorf("%s: %v", raw, problems)
		}
	}
	if problems := fits.Validate(json.RawMessage(`{}`)); len(problems) != 6 {
		t.Errorf("of %d fields one may be absent: %v", 6, problems)
	}
}

// Every field of a draft can be shown, and reset.
func TestADraftIsShownEntire(t *testing.T) {
	t.Parallel()
	fits, err := schema.Compile(form.Shown(platform.Draft{}).JSON())
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(form.Show(platform.Draft{Tools: []platform.ToolDraft{{}}}))
	if err != nil {
		t.Fatal(err)
	}
	if problems := fits.Validate(raw); len(problems) > 0 {
		t.Errorf("%s: %v", raw, problems)
	}
}

func TestTextsHaveTheLimitsOfTheirTags(t *testing.T) {
	t.Parallel()
	type note struct {
		Title string `json:"title" jsonschema:"required,maxLength=100" lines:"1"`
		Code  string `json:"code" jsonschema:"pattern=^a{1\\,2}$"`
		Text  string `json:"text,omitempty" jsonschema:"minLength=1,maxLength=2000"`
	}
	want := []form.Text{{Name: "title", Value: "A", Max: 100}, {Name: "text", Value: "b", Max: 2000, Lines: true}}
	if diff := cmp.Diff(want, form.Texts(note{"A", "a", "b"})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
