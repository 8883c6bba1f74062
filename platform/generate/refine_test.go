package generate_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

// Columns that came over REST need no titles; texts call them by their names then.
func TestColumnsWithoutTitlesAreCalledByTheirNames(t *testing.T) {
	t.Parallel()
	s := newService(t)
	former := made(t, s, "find restaurants in Lisbon with price, rating and cuisine", nil)
	former.Tools[0].Description = ""
	for i := range former.Tables[0].Columns {
		former.Tables[0].Columns[i].Title = ""
	}
	former.Tables[0].Columns[1].Name = "usual_price"
	now := made(t, s, "add a phone column", &former).Tools[0].Description
	if strings.Contains(now, " , ") || strings.Contains(now, "in and") || !strings.Contains(now, "usual price") {
		t.Errorf("the tool is described as %q", now)
	}
}

func TestASentenceChangesWhatItSpeaksOf(t *testing.T) {
	t.Parallel()
	s := newService(t)
	first := made(t, s, "find restaurants in Lisbon with price, rating and cuisine", nil)
	table := made(t, s, "show it as a table", &first)
	form := made(t, s, "a contact form with name, email and message", nil)
	chart := made(t, s, "chart of sales: Jan 120, Feb 96800, Mar 90", nil)
	breads := made(t, s, "Our breads:\nRye – 4,20 €\nSeed roll – 0,80 €", nil)
	for _, c := range []struct {
		name, prompt string
		former       platform.Proposal
		want         func(d platform.Proposal) bool
	}{
		{"a colour", "make it green", first, func(d platform.Proposal) bool {
			return d.Theme.Light.Accent == "#1f7a4d" && d.Theme.Dark.Accent == "#5fd39a"
		}},
		{"a colour by its code", "use #0aa as the accent", first, func(d platform.Proposal) bool { return d.Theme.Light != nil && d.Theme.Dark.Accent == "#00aaaa" }},
		{"the dark, and corners", "dark, rounder corners", first, func(d platform.Proposal) bool { return d.Theme.Light.Surface == "#16181b" && *d.Theme.Radius == 20 }},
		{"density and font", "more compact, with a serif font", first, func(d platform.Proposal) bool { return d.Theme.Density == "compact" && d.Theme.Font == "serif" }},
		{"a name", "call it Dinner Finder", first, func(d platform.Proposal) bool { return d.Name == "Dinner Finder" }},
		{"a name that is a colour", "rename it to Green Garden", first, func(d platform.Proposal) bool { return d.Name == "Green Garden" && d.Theme.Light == nil }},
		{"the tool's name", "tool name: pick_dinner", first, func(d platform.Proposal) bool { return d.Tools[0].Name == "pick_dinner" && d.Name == first.Name }},
		{"a layout", "show it on a map", first, func(d platform.Proposal) bool {
			return d.Tools[0].Layout == "map" && has(d, `"latitude":`) && has(d, "Example restaurant 1")
		}},
		{"a column", "add a phone column", table, func(d platform.Proposal) bool { return has(d, `"label":"Phone"`) && rows(d, `"phone"`) == false }},
		{"a column in German", "füge eine Spalte Telefon hinzu", table, func(d platform.Proposal) bool { return has(d, `"label":"Telefon"`) }},
		{"fewer columns", "remove the rating", table, func(d platform.Proposal) bool { return !has(d, "Rating") && has(d, "Cuisine") }},
		{"fewer columns under another name", "remove the rating", made(t, s, "call it Dinner Finder", &first), func(d platform.Proposal) bool {
			return strings.Contains(first.Tools[0].Description, "rating") && strings.Contains(d.Tools[0].Description, "filter by price and cuisine")
		}},
		{"an order", "sort by price", breads, func(d platform.Proposal) bool {
			return strings.Contains(string(d.Tools[0].Handler), `"sort":["price"]`)
		}},
		{"a row that is added to ordered ones", "add these:\nBrezel – 0,90 €\nSpelt – 5,10 €", made(t, s, "sort by price", &breads), func(d platform.Proposal) bool {
			return strings.Contains(string(d.Tools[0].Handler), `"sort":["price"]`) && len(d.Tables[0].Rows) == 4
		}},
		{"a field of a form", "add a phone field", form, func(d platform.Proposal) bool { return has(d, `"name":"phone"`) && has(d, `"name":"message"`) }},
		{"another kind of chart", "as a bar chart", chart, func(d platform.Proposal) bool { return has(d, `"type":"bar"`) && has(d, "96800") }},
		{"a chart's figures", "as a table", chart, func(d platform.Proposal) bool { return d.Tools[0].Layout == "table" && has(d, "96800") }},
		{"a name before more", "Call it Sailing in Lisbon, and add a boat for families", first, func(d platform.Proposal) bool { return d.Name == "Sailing in Lisbon" }},
		{"rows that are pasted", "add these:\nBrezel – 0,80 €\nSpelt – 5,10 €", breads, func(d platform.Proposal) bool {
			return len(d.Tables[0].Rows) == 4 && rows(d, `{"name":"Spelt","price":5.10}`)
		}},
		{"rows in the place of examples", "here they are:\nname,price\nDa Gino,12\nCasa Verde,9", first, func(d platform.Proposal) bool {
			return rows(d, `[{"name":"Da Gino","price":12} {"name":"Casa Verde","price":9}]`) && !d.ExampleData
		}},
		{"rows with what they add up to", "here they are:\nname,price\nDa Gino,12\nCasa Verde,9\nTotal,21", first, func(d platform.Proposal) bool {
			return rows(d, `[{"name":"Da Gino","price":12} {"name":"Casa Verde","price":9}]`) && len(d.Questions) == 1 && strings.Contains(d.Questions[0].Text, "“Total · 21”")
		}},
		{"rows with a note below them", "add these:\nBrezel – 0,80 €\nSpelt – 5,10 €\n* only on Sundays", breads, func(d platform.Proposal) bool {
			return len(d.Tables[0].Rows) == 4 && d.Description == breads.Description+" Only on Sundays"
		}},
		{"rows that fit nowhere", "add these:\nPlace,Area\nHarbour,12\nMarket,9\nTotal,21", breads, func(d platform.Proposal) bool {
			return len(d.Tables[0].Rows) == 2 && len(d.Questions) == 0
		}},
		{"a column that is renamed", "rename the rating column to Stars", table, func(d platform.Proposal) bool {
			return has(d, `"label":"Stars"`) && !has(d, `"label":"Rating"`) && d.Name == table.Name
		}},
		{"a column by its name", "add a column called Mood", table, func(d platform.Proposal) bool { return has(d, `"label":"Mood"`) && d.Name == table.Name }},
		{"what nobody understands", "mind the gap between them", first, func(d platform.Proposal) bool { return string(d.Tools[0].MockData) == string(first.Tools[0].MockData) }},
		{"another topic, which is asked about", "hotels in Porto", first, func(d platform.Proposal) bool {
			return d.Name == first.Name && len(d.Questions) == 1 && d.Questions[0].Choices[0] == "A new app: Hotels in Porto" && has(d, "Example restaurant 1")
		}},
		{"the choice of another topic", "A new app: Hotels in Porto", first, func(d platform.Proposal) bool { return d.Name == "Hotels in Porto" && has(d, "Example hotel 1") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := made(t, s, c.prompt, &c.former)
			if !c.want(d) {
				t.Errorf("%q makes of %s: %+v\n%.900s\n%+v %+v", c.prompt, c.former.Tools[0].Layout, d.Theme, d.Tools[0].MockData, d.Tables, d.Questions)
			}
			if !strings.Contains(c.name, "tool") && !strings.Contains(c.name, "choice") && d.Tools[0].Name != c.former.Tools[0].Name {
				t.Errorf("the tool is called %s, was %s: clients know it", d.Tools[0].Name, c.former.Tools[0].Name)
			}
		})
	}
}

func has(d platform.Proposal, part string) bool {
	return strings.Contains(string(d.Tools[0].MockData), part)
}

// rows reports whether the rows of the first table, written one after the other, hold a part.
func rows(d platform.Proposal, part string) bool {
	return strings.Contains(fmt.Sprintf("%s", d.Tables[0].Rows), part)
}

// What the author wrote does not change, to the letter, unless the sentence mentions it.
func TestTheAuthorsOwnWorkStays(t *testing.T) {
	t.Parallel()
	s := newService(t)
	mine := platform.Proposal{Draft: platform.Draft{Name: "Zuzu", Description: "Mine.", Slug: "zuzu", SystemPrompt: "Be kind.", Tools: []platform.ToolDraft{{
		Name: "zuzu_it", Description: "Does zuzu.", Layout: "list", ResponseText: "Said.",
		MockData: json.RawMessage(`{"title":"My own","items":[{"title":"One","value":3,"note":"keep me","url":"https://example.com/1"},{"title":"Two","value":4}],` +
			`"actions":[{"label":"Go","prompt":"Go on."}]}`)}}}}
	want := mine
	d := made(t, s, "make it red", &mine)
	want.Theme, want.MadeBy = d.Theme, platform.MadeByRules
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
	draft := func(name, layout, data string) platform.Proposal {
		return platform.Proposal{Draft: platform.Draft{Name: name, Tools: []platform.ToolDraft{{Layout: layout, MockData: json.RawMessage(data)}}}}
	}
	for name, former := range map[string]platform.Proposal{
		"only a name":            draft("Pets of our town", "cards", ""),
		"nothing":                draft("", "cards", ""),
		"nothing at all":         draft("", "", ""),
		"data of another layout": draft("Books", "map", `{"items":[{"title":"Emma"}]}`),
		"no data":                draft("Books", "table", `{}`),
		"a list":                 draft("Books", "table", `[1,2]`),
		"odd rows":               draft("Books", "cards", `{"items":[{"title":""},7,null,{"title":{"a":[]}},{"price":true}]}`),
		"colours":                {Draft: platform.Draft{Name: "Books", Theme: platform.Theme{Light: yellow, Dark: yellow}, Tools: []platform.ToolDraft{{Layout: "list"}}}},
	} {
		if len(former.Tools[0].MockData) == 0 {
			former.Tools[0].MockData = nil
		}
		for _, prompt := range []string{"make it blue", "as a table", "on a map", "more items", "add a price column", "as a chart", "call it Nine", "as a form", "hm"} {
			d := made(t, s, prompt, &former)
			if d.Name == "" || d.Tools[0].Name == "" || len(d.Tools[0].MockData) == 0 {
				t.Errorf("%s, %q: %+v", name, prompt, d)
			}
		}
	}
}

// What people shall do besides looking gets its tools, and a table where it is sent; what only some may do gets none.
func TestASentenceLetsPeopleDoMore(t *testing.T) {
	t.Parallel()
	s := newService(t)
	breads := made(t, s, "Our breads with price and whether they are vegan", nil)
	for prompt, want := range map[string]struct {
		tools, tables string
		access        platform.Access
	}{
		"customers should be able to order with name, phone and which bread": {"search_breads show_order_form submit_order", "breads orders:Name*,Phone,Which bread,Status", ""},
		"Kunden sollen vorbestellen können mit Name und Abholtag":            {"search_breads show_order_form submit_order", "breads orders:Bread,Name*,Abholtag,Status", ""},
		"let everyone add breads":                                       {"search_breads show_bread_entry_form submit_bread_entry", "breads", ""},
		"members can add and delete breads":                             {"search_breads show_bread_entry_form submit_bread_entry delete_bread_entry", "breads", platform.AccessPerson},
		"staff can change the price":                                    {"search_breads change_bread", "breads", platform.AccessPerson},
		"let people tick off what they have tried":                      {"search_breads change_bread", "breads", platform.AccessPerson},
		"people can rate the breads from 1 to 5":                        {"search_breads show_answer_form submit_answer", "breads answers:Bread,Rating*,Note,Status", ""},
		"only our staff may see it":                                     {"search_breads", "breads", platform.AccessPerson},
		"only the owner can add breads":                                 {"search_breads", "breads", ""},
		"let customers filter by price":                                 {"search_breads", "breads", ""},
		"members should not be able to delete breads":                   {"search_breads", "breads", ""},
		"staff can't remove the price":                                  {"search_breads", "breads", ""},
		"people can't delete them":                                      {"search_breads", "breads", ""},
		"nobody can delete breads":                                      {"search_breads", "breads", ""},
		"Mitglieder dürfen nichts löschen":                              {"search_breads", "breads", ""},
		"les clients ne peuvent pas supprimer":                          {"search_breads", "breads", ""},
		"customers may no longer change the price":                      {"search_breads", "breads", ""},
		"don't let people add breads":                                   {"search_breads", "breads", ""},
		"show all breads that customers can order":                      {"search_breads", "breads", ""},
		"add a note that all prices may change":                         {"search_breads", "breads", ""},
		"let customers order, and add a column for the size":            {"search_breads show_order_form submit_order", "breads orders:Bread,Name*,E-mail*,Message,Status", ""},
		"add a size column and let customers order":                     {"search_breads show_order_form submit_order", "breads orders:Bread,Name*,E-mail*,Message,Status", ""},
		"only members may see it, and they can order and delete breads": {"search_breads show_order_form submit_order delete_bread", "breads orders:Bread,Name*,E-mail*,Message,Status", platform.AccessPerson},
		"add a column for the shop: Main Street or Harbour":             {"search_breads", "breads", ""},
	} {
		d := made(t, s, prompt, &breads)
		complete(t, prompt, d)
		var tools, tables []string
		for _, tool := range d.Tools {
			tools = append(tools, tool.Name)
		}
		for i, table := range d.Tables {
			var titles []string
			for _, c := range table.Columns {
				star := ""
				if c.Required {
					star = "*"
				}
				titles = append(titles, c.Title+star)
			}
			if name := table.Name; i > 0 {
				tables = append(tables, name+":"+strings.Join(titles, ","))
			} else {
				tables = append(tables, name)
			}
			if more := strings.Contains(prompt, "Harbour") || strings.Contains(prompt, "size") || strings.Contains(prompt, "tick"); i == 0 && len(titles) > 3 != more {
				t.Errorf("%s: %q", prompt, titles)
			}
		}
		if got := strings.Join(tools, " "); got != want.tools || strings.Join(tables, " ") != want.tables || (d.Access == platform.AccessPerson) != (want.access != "") {
			t.Errorf("%s: %s, %s, access %q", prompt, got, strings.Join(tables, " "), d.Access)
		}
		if again := made(t, s, prompt, &d); len(again.Tools) != len(d.Tools) || len(again.Tables) != len(d.Tables) {
			t.Errorf("%s, said twice: %d tools, then %d", prompt, len(d.Tools), len(again.Tools))
		}
	}
}

// What a further sentence lists behind a column are its choices, and what is said in the language of the draft is understood in it.
func TestASentenceAddsChoices(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for said, want := range map[string]string{
		"our breads with price | add a column for size S/M/L":                                "Size: S|M|L",
		"our breads with price | add a column for fit S/M/L/M":                               "Fit: S|M|L",
		"our breads with price | add a size (S/M/L)":                                         "Size: S|M|L",
		"our to-do list with task and due date | add a status open / doing / done":           "Status: open|doing|done",
		"Register your team with name and phone | add a choice of menu: meat / fish / vegan": "Menu: meat|fish|vegan",
		"Register your team with name and phone | ask for the number of people too":          "Number of people: ",
		"Unsere Brote mit Preis | füge eine Spalte Größe hinzu (klein / mittel / groß)":      "Größe: klein|mittel|groß",
		"Unsere Brote mit Preis | jeder soll Brote eintragen können":                         "submit_bread_entry",
		"Unsere Brote mit Preis | man soll sich eintragen können":                            "Nachricht: ",
	} {
		first, further, _ := strings.Cut(said, " | ")
		d := made(t, s, first, nil)
		d = made(t, s, further, &d)
		var got []string
		for _, table := range d.Tables {
			for _, c := range table.Columns {
				got = append(got, c.Title+": "+strings.Join(c.Values, "|"))
			}
		}
		for _, tool := range d.Tools {
			got = append(got, tool.Name)
		}
		if !slices.Contains(got, want) {
			t.Errorf("%s: %q", said, got)
		}
	}
}
