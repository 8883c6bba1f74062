package generate_test

import (
	"strings"
	"testing"

	"berth/platform"
)

// expected is what a description becomes.
type expected struct{ prompt, layout, tool, holds string }

func expect(t *testing.T, cases []expected) {
	t.Helper()
	s := newService(t)
	for _, c := range cases {
		d := made(t, s, c.prompt, nil)
		complete(t, c.prompt, d)
		if d.Tools[0].Layout != c.layout || d.Tools[0].Name != c.tool || !has(d, c.holds) {
			t.Errorf("%s\nmakes %s, %s with %.500s\nwant  %s, %s with %s", c.prompt, d.Tools[0].Layout, d.Tools[0].Name, d.Tools[0].MockData, c.layout, c.tool, c.holds)
		}
	}
}

func TestManyFieldsOfLife(t *testing.T) {
	t.Parallel()
	expect(t, []expected{
		{"A bakery's menu with prices", "list", "show_bakery_menu", "Sourdough loaf"},
		{"opening hours for our dental clinic", "table", "get_opening_hours", `"opens":"8:00"`},
		{"tournament brackets for our table tennis club", "table", "get_tournament_bracket", "Quarter-final"},
		{"boats for rent in Split", "cards", "find_boats", "$290 / day"},
		{"church events this month", "timeline", "get_parish_event_timeline", "Soup kitchen"},
		{"course catalogue for a community college", "cards", "search_courses", "Drawing from life"},
		{"air quality per city", "table", "get_air_quality", "PM2.5 (µg/m³)"},
		{"a complaint form for hotel guests", "form", "submit_complaint", "What happened?"},
		{"museum rooms and what is in them", "cards", "explore_museum_rooms", "Room 1: Antiquity"},
		{"wedding timeline for Anna and Tom", "timeline", "get_wedding_timeline", "First dance"},
		{"packing checklist for a trip to Iceland", "list", "list_things_to_pack", "Passport"},
		{"stock prices of big tech companies", "dashboard", "get_stock_prices", `"stats"`},
		{"sensor readings from our greenhouse", "table", "get_sensor_readings", "Soil moisture"},
		{"dog breeds with temperament and size", "cards", "browse_dog_breeds", "Border Collie"},
		{"a chat assistant that helps people pick a wine", "chat", "recommend_wines", "Quinta da Serra"},
		{"store locator for our coffee shops", "map", "find_nearest_store", `"latitude"`},
		{"details of one product: a trail running shoe", "details", "get_shoe_details", "trail running shoe"},
		{"release notes for our app, version 2.4", "timeline", "get_release_notes", "2.4.0"},
		{"football league table", "table", "get_league_standings", `"label":"Points"`},
		{"conference schedule with speakers and rooms", "timeline", "get_talk_timeline", `"room":"Main hall"`},
		{"who is on call this week", "table", "get_on_call_schedule", "On call now"},
		{"phone directory of the office", "table", "find_contacts", "Reception"},
		{"privacy policy page", "markdown", "explain_policy", "Your rights"},
		{"API error codes explained", "table", "explain_error_codes", "Rate limited"},
		{"planets of the solar system with distance from the sun", "cards", "explore_planets", "227.9"},
		{"birds seen in our garden", "cards", "browse_birds", "Erithacus rubecula"},
		{"periodic table elements", "table", "find_chemical_elements", "1.008"},
		{"hotel rooms with price per night", "cards", "browse_hotel_rooms", "Sea view room"},
		{"apartments for rent in Porto under 1000 euros", "cards", "search_apartments", "/ month"},
		{"blood pressure readings over time", "chart", "get_blood_pressure", "Upper (mmHg)"},
		{"landing page for a law firm", "markdown", "explain_company", "Who we are"},
		{"books", "cards", "recommend_books", "Middlemarch"},
		{"roadmap as a table", "table", "get_roadmap", `"label":"Quarter"`},
		{"a bot that explains tax forms", "markdown", "explain_tax", "##"},
		{"mood board for a living room renovation", "gallery", "browse_mood", `"image"`},
		{"volunteer signup with name, phone, preferred shift", "form", "submit_volunteer_signup", `"name":"preferredShift"`},
		{"blood donation centers in Hamburg with opening hours", "map", "find_blood_donation_centers", `"latitude":53.5`},
		{"world heritage sites in Italy", "map", "find_world_heritage_sites", "Pompeii"},
		{"cloud types", "cards", "search_cloud_types", "Cloud type 1"},
	})
}

// An object of no known trade is named neutrally, by the kind of thing it is.
func TestUnknownThingsGetNeutralRows(t *testing.T) {
	t.Parallel()
	expect(t, []expected{
		{"flurbs", "cards", "search_flurbs", `"title":"Flurb 1"`},
		{"flurbs for sale", "cards", "search_flurbs", `"title":"Northwind flurb"`},
		{"zorbing venues", "map", "find_zorbing_venues", "Harbour zorbing venue"},
		{"flurb inspections", "table", "track_flurb_inspections", "Flurb inspection 1048"},
		{"flurb temperature", "chart", "visualize_flurb_temperature", `"series"`},
		{"flurb inventors", "cards", "find_flurb_inventors", "Maya Lindqvist"},
		{"flurb parades", "timeline", "get_flurb_parade_timeline", "Flurb parade for beginners"},
		{"table with columns planned, spec and max altitude", "table", "search_entries", `"label":"Max altitude"`},
	})
	s := newService(t)
	for _, prompt := range []string{"flurbs", "boats", "typewriters", "drum machines", "sea shanties", "list of knots"} {
		d := made(t, s, prompt, nil)
		for _, silly := range []string{"Classic ", "Rare ", "Favourite ", "Everyday "} {
			if strings.Contains(string(d.Tools[0].MockData), `"title":"`+silly) {
				t.Errorf("%q makes a row that begins with %q: %.300s", prompt, silly, d.Tools[0].MockData)
			}
		}
	}
}

func TestGivenDataIsKept(t *testing.T) {
	t.Parallel()
	expect(t, []expected{
		{"chart of monthly sales: Jan 120, Feb 150, Mar 90, Apr 200", "chart", "visualize_monthly_sales", `"labels":["Jan","Feb","Mar","Apr"],"series":[{"name":"Value","values":[120,150,90,200]}]`},
		{"pie chart of traffic sources: organic 45%, paid 25%, social 20%, email 10%", "chart", "visualize_traffic_sources", `"type":"donut"`},
		{"bar chart of revenue by quarter Q1 10k, Q2 12k, Q3 9k, Q4 15k", "chart", "visualize_sales", `"values":[10000,12000,9000,15000]`},
		{"bar chart comparing population of Nordic countries: Sweden 10.5, Denmark 5.9, Norway 5.5", "chart", "visualize_countries", `"labels":["Sweden","Denmark","Norway"]`},
		{"line chart of temperature by month: Jan 3, Feb 4, Mar 8", "chart", "visualize_temperature", `"type":"line"`},
		{"menu for a pizzeria: Margherita 8€, Funghi 9.50€, Diavola 10€", "list", "show_menu", `"title":"Funghi","value":"€9.50"`},
		{"shopping list: milk, eggs, bread and two lemons", "list", "list_groceries", `"title":"Two lemons"`},
		{"our team: Anna Berg, Ben Okri and Carla Ruiz", "table", "find_employees", "anna.berg@example.com"},
		{"planets: Mars, Venus, Earth", "cards", "explore_planets", "Hotter than Mercury"},
		{"dashboard for a SaaS: MRR, churn, active users", "dashboard", "get_saas_metrics", `"label":"Active users"`},
		{"dashboard: revenue $12,400, orders 310, returns 12", "dashboard", "get_sales_figures", `"value":"$12,400"`},
		{"contact form: name, email, phone, message", "form", "send_contact_request", `"name":"phone"`},
		{"table with columns name, species, age and vet for the animals in our shelter", "table", "find_animals", `"label":"Vet"`},
		{"a table of employees with name, department and salary, 8 rows", "table", "find_employees", `"label":"Salary"`},
		{"table with columns city, population and area", "table", "find_country_facts", `"columns":[{"key":"city"`},
		{"show me a single recipe in detail: carbonara", "details", "get_recipe_details", `"title":"Carbonara"`},
		{"used cars under €10k", "cards", "search_used_cars", `"price":"€5,500"`},
		{"flower bouquets with prices in pounds", "cards", "browse_flower_bouquets", `"price":"£58"`},
	})
	s := newService(t)
	for prompt, not := range map[string]string{
		"a table of employees with name, department and salary, 8 rows": "8 rows",
		"show invoices by status":                     "Invoices by status",
		"board games for 4 players, under 60 minutes": `"title":"Board games for"`,
		"hotel rooms with price per night":            "#16181b",
	} {
		if d := made(t, s, prompt, nil); has(d, not) || d.Theme.Light != nil {
			t.Errorf("%q makes %s, %+v with %.400s", prompt, d.Tools[0].Layout, d.Theme.Light, d.Tools[0].MockData)
		}
	}
}

func TestFurtherSentencesAboutRowsAndFields(t *testing.T) {
	t.Parallel()
	s := newService(t)
	menu, form := made(t, s, "restaurant menu", nil), made(t, s, "feedback form", nil)
	invoices, people := made(t, s, "invoices", nil), made(t, s, "employees table", nil)
	for _, c := range []struct {
		prompt string
		former platform.Draft
		want   func(d platform.Draft) bool
	}{
		{"Make it darker", menu, func(d platform.Draft) bool { return d.Theme.Light.Surface == "#16181b" }},
		{"remove Lemon posset", menu, func(d platform.Draft) bool { return !has(d, "Lemon posset") && has(d, "Burrata") }},
		{"add a dish called Tiramisu", menu, func(d platform.Draft) bool { return has(d, `"title":"Tiramisu"`) && d.Name == menu.Name }},
		{"rename the tool to list dishes", menu, func(d platform.Draft) bool { return d.Tools[0].Name == "list_dishes" && d.Name == menu.Name }},
		{"remove the rating", form, func(d platform.Draft) bool { return !has(d, `"rating"`) && has(d, "E-mail") }},
		{"make the e-mail optional", form, func(d platform.Draft) bool { return !has(d, `"placeholder":"name@example.com","required":true`) }},
		{"add a phone field", form, func(d platform.Draft) bool { return has(d, `"name":"phone"`) }},
		{"remove the due date column", invoices, func(d platform.Draft) bool { return !has(d, `"due"`) && has(d, `"label":"Issued","type":"date"`) }},
		{"hide the email", people, func(d platform.Draft) bool { return !has(d, "@example.com") }},
	} {
		if d := made(t, s, c.prompt, &c.former); !c.want(d) {
			t.Errorf("%q makes %s, %q: %.600s", c.prompt, d.Tools[0].Name, d.Name, d.Tools[0].MockData)
		}
	}
}
