package generate_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

func TestASentenceChangesWhatItSpeaksOf(t *testing.T) {
	t.Parallel()
	s := newService(t)
	first := made(t, s, "find restaurants in Lisbon", nil)
	table := made(t, s, "show it as a table", &first)
	form := made(t, s, "a contact form with name, email and message", nil)
	chart := made(t, s, "show revenue over time", nil)
	for _, c := range []struct {
		name, prompt string
		former       platform.Draft
		want         func(d platform.Draft) bool
	}{
		{"a colour", "make it green", first, func(d platform.Draft) bool {
			return d.Theme.Light.Accent == "#1f7a4d" && d.Theme.Dark.Accent == "#5fd39a"
		}},
		{"a colour by its code", "use #0aa as the accent", first, func(d platform.Draft) bool { return d.Theme.Light != nil && d.Theme.Dark.Accent == "#00aaaa" }},
		{"the dark, and corners", "dark, rounder corners", first, func(d platform.Draft) bool { return d.Theme.Light.Surface == "#16181b" && *d.Theme.Radius == 20 }},
		{"density and font", "more compact, with a serif font", first, func(d platform.Draft) bool { return d.Theme.Density == "compact" && d.Theme.Font == "serif" }},
		{"a name", "call it Dinner Finder", first, func(d platform.Draft) bool { return d.Name == "Dinner Finder" }},
		{"a name that is a colour", "rename it to Green Garden", first, func(d platform.Draft) bool { return d.Name == "Green Garden" && d.Theme.Light == nil }},
		{"the tool's name", "tool name: pick_dinner", first, func(d platform.Draft) bool { return d.Tools[0].Name == "pick_dinner" && d.Name == first.Name }},
		{"a layout", "show it on a map", first, func(d platform.Draft) bool {
			return d.Tools[0].Layout == "map" && has(d, `"latitude":38.7`) && has(d, "Osteria Lume")
		}},
		{"a column", "add a phone column", table, func(d platform.Draft) bool { return has(d, `"label":"Phone"`) && has(d, "+1 555") }},
		{"a column of the trade", "add prices", made(t, s, "remove the price column", &table), func(d platform.Draft) bool { return has(d, `"label":"Price"`) && has(d, "$$$") }},
		{"fewer columns", "remove the rating", table, func(d platform.Draft) bool { return !has(d, "Rating") && has(d, "Cuisine") }},
		{"no pictures", "without images", first, func(d platform.Draft) bool { return !has(d, "data:image") }},
		{"more", "more items please", first, func(d platform.Draft) bool { return count(d) == 10 }},
		{"a number", "only 3 restaurants", first, func(d platform.Draft) bool { return count(d) == 3 }},
		{"so many more", "2 more restaurants", first, func(d platform.Draft) bool { return count(d) == 8 }},
		{"an order", "sort by rating", first, func(d platform.Draft) bool {
			return strings.Index(string(d.Tools[0].MockData), "The Copper Pot") < strings.Index(string(d.Tools[0].MockData), "Osteria Lume")
		}},
		{"money", "prices in euros", first, func(d platform.Draft) bool { return has(d, "€€") && !has(d, "$") }},
		{"a place", "in Paris instead", made(t, s, "as a map", &first), func(d platform.Draft) bool { return has(d, `"latitude":48.8`) && has(d, "in Paris") }},
		{"a language", "in Spanish?", first, func(d platform.Draft) bool { return strings.Contains(d.Tools[0].ResponseText, "en español") }},
		{"another trade", "hotels instead", first, func(d platform.Draft) bool { return has(d, "Hotel Miramar") && d.Tools[0].Name == "search_hotels" }},
		{"a part of the trade", "vegetarian restaurants", first, func(d platform.Draft) bool {
			return strings.Index(string(d.Tools[0].MockData), "Casa Verde") < strings.Index(string(d.Tools[0].MockData), "Osteria")
		}},
		{"a field of a form", "add a phone field", form, func(d platform.Draft) bool { return has(d, `"name":"phone"`) && has(d, `"name":"message"`) }},
		{"a form's tool", "tool name: write_to_us", form, func(d platform.Draft) bool { return has(d, `"tool":"write_to_us"`) }},
		{"another kind of chart", "as a bar chart", chart, func(d platform.Draft) bool { return has(d, `"type":"bar"`) && has(d, "96800") }},
		{"a chart's figures", "as a table", chart, func(d platform.Draft) bool { return d.Tools[0].Layout == "table" && has(d, "96800") }},
		{"a name before more", "Call it Sailing in Lisbon, and add a boat for families", first, func(d platform.Draft) bool { return d.Name == "Sailing in Lisbon" }},
		{"a row by its name", "Add a restaurant called Aurora for 90 euros", first, func(d platform.Draft) bool {
			return d.Name == first.Name && count(d) == 7 && has(d, `"Aurora"`)
		}},
		{"a column by its name", "add a column called Mood", table, func(d platform.Draft) bool { return has(d, `"label":"Mood"`) && d.Name == table.Name }},
		{"what nobody understands", "mind the gap between them", first, func(d platform.Draft) bool { return string(d.Tools[0].MockData) == string(first.Tools[0].MockData) }},
		{"a wish that cannot be met", "add a filter by price", first, func(d platform.Draft) bool { return !has(d, "filter") && has(d, "Osteria Lume") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := made(t, s, c.prompt, &c.former)
			if !c.want(d) {
				t.Errorf("%q makes of %s: %+v\n%.900s", c.prompt, c.former.Tools[0].Layout, d.Theme, d.Tools[0].MockData)
			}
			if !strings.Contains(c.name, "tool") && !strings.Contains(c.name, "another trade") && d.Tools[0].Name != c.former.Tools[0].Name {
				t.Errorf("the tool is called %s, was %s: clients know it", d.Tools[0].Name, c.former.Tools[0].Name)
			}
		})
	}
}

func has(d platform.Draft, part string) bool {
	return strings.Contains(string(d.Tools[0].MockData), part)
}

func count(d platform.Draft) int {
	var data struct{ Items []any }
	_ = json.Unmarshal(d.Tools[0].MockData, &data) // no items then
	return len(data.Items)
}

// What the author wrote does not change, to the letter, unless the sentence mentions it.
func TestTheAuthorsOwnWorkStays(t *testing.T) {
	t.Parallel()
	s := newService(t)
	mine := platform.Draft{Name: "Zuzu", Description: "Mine.", Slug: "zuzu", SystemPrompt: "Be kind.", Tools: []platform.ToolDraft{{Name: "zuzu_it", Description: "Does zuzu.", Layout: "list",
		ResponseText: "Said.", MockData: json.RawMessage(`{"title":"My own","items":[{"title":"One","value":3,"note":"keep me","url":"https://example.com/1"},{"title":"Two","value":4}],` +
			`"actions":[{"label":"Go","prompt":"Go on."}]}`)}}}
	want := mine
	d := made(t, s, "make it red", &mine)
	want.Theme = d.Theme
	if diff := cmp.Diff(want, d); diff != "" {
		t.Errorf("a colour changed more (-want +got):\n%s", diff)
	}
	d = made(t, s, "as cards", &mine)
	for _, part := range []string{"My own", `"title":"One"`, "keep me", "https://example.com/1", `"label":"Go"`} {
		if !has(d, part) {
			t.Errorf("as cards it lacks %s: %s", part, d.Tools[0].MockData)
		}
	}
	if d.Tools[0].ResponseText != "Said." || d.SystemPrompt != "Be kind." || d.Slug != "zuzu" || d.Description != "Mine." {
		t.Errorf("texts: %+v", d)
	}
}

// A draft that could not be published is corrected: what is missing, invalid or unreadable.
func TestAnUnfitDraftIsMended(t *testing.T) {
	t.Parallel()
	s := newService(t)
	yellow := &platform.Palette{Accent: "#ffff00", Text: "#eeeeee"}
	for name, former := range map[string]platform.Draft{
		"only a name":            {Name: "Pets of our town", Tools: []platform.ToolDraft{{Layout: "cards"}}},
		"nothing":                {Tools: []platform.ToolDraft{{Layout: "cards"}}},
		"nothing at all":         {Tools: make([]platform.ToolDraft, 1)},
		"data of another layout": {Name: "Books", Tools: []platform.ToolDraft{{Layout: "map", MockData: json.RawMessage(`{"items":[{"title":"Emma"}]}`)}}},
		"no data":                {Name: "Books", Tools: []platform.ToolDraft{{Layout: "table", MockData: json.RawMessage(`{}`)}}},
		"a list":                 {Name: "Books", Tools: []platform.ToolDraft{{Layout: "table", MockData: json.RawMessage(`[1,2]`)}}},
		"odd rows":               {Name: "Books", Tools: []platform.ToolDraft{{Layout: "cards", MockData: json.RawMessage(`{"items":[{"title":""},7,null,{"title":{"a":[]}},{"price":true}]}`)}}},
		"colours":                {Name: "Books", Tools: []platform.ToolDraft{{Layout: "list"}}, Theme: platform.Theme{Light: yellow, Dark: yellow}},
	} {
		for _, prompt := range []string{"make it blue", "as a table", "on a map", "more items", "add a price column", "as a chart", "call it Nine", "as a form", "hm"} {
			d := made(t, s, prompt, &former)
			if d.Name == "" || d.Tools[0].Name == "" || len(d.Tools[0].MockData) == 0 {
				t.Errorf("%s, %q: %+v", name, prompt, d)
			}
		}
	}
}
