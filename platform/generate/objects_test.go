package generate_test

import (
	"strings"
	"testing"
)

// Descriptions name more than the object to show: for whom the app is, whose the objects are, and which of their
// properties to show.
func TestTheObjectIsToldFromTheRest(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, c := range []struct{ prompt, layout, object, not, holds string }{
		{"Help customers choose hiking boots", "cards", "hiking boots", "customers", "hiking boot"},
		{"help my clients pick a paint colour for the living room", "cards", "paint colours", "clients", ""},
		{"an app that lets my guests choose a breakfast for their stay", "cards", "breakfasts", "guests", ""},
		{"Let students look up the lunch menu of the cafeteria", "list", "menu", "students", ""},
		{"A tool for teachers to find lesson plans by grade and subject", "cards", "", "student", "Spanish for the road"},
		{"show my customers where their parcel is", "timeline", "order", "customers", "On its way"},
		{"customers can check the status of their repair", "list", "repairs", "customers", "Leaking tap"},
		{"let employees request time off", "form", "time off", "employees", "firstDay"},
		{"my clients should be able to see their invoices", "table", "invoices", "clients", "INV-"},
		{"Allow members of our co-op to order vegetables", "list", "vegetables", "members", "Tomatoes"},
		{"Help hikers find shelters in bad weather", "map", "shelters", "weather", "shelter"},
		{"Where can tourists find drinking fountains in Rome?", "map", "fountains", "tourists", "fountain"},
		{"recommend books to our library members", "cards", "books", "members", "Middlemarch"},
		{"As a landlord I want to see which tenants have paid the rent", "table", "tenants", "landlord", ""},
		{"Our real estate agency wants buyers to filter houses by price, bedrooms and garden", "cards", "houses", "real", "bedrooms"},
		{"An app for farmers: tractors for rent", "cards", "tractors", "farmers", "tractor"},
		{"A small app where my readers can browse my newsletter issues", "cards", "newsletter issues", "readers", ""},
		{"show me the fridges in our lab and their temperature", "table", "fridges", "weather", `"label":"Temperature"`},
		{"list of machines in our factory with status and last maintenance date", "list", "machines", "repair", `"lastMaintenanceDate":"2026-0`},
		{"temperature of the greenhouse over time", "chart", "temperature", "weather", `"series"`},
		{"stock of our warehouse with low stock warnings", "table", "stock", "stock_prices", "In stock"},
		{"inventory of spare parts", "table", "spare parts", "products", "Drive belt"},
		{"catalog of vintage watches with photos and prices", "cards", "watches", "products", "vintage watch"},
		{"A bakery menu with prices and photos", "cards", "bakery menu", "bakeries", "Sourdough loaf"},
		{"spring menu for our restaurant with allergens", "list", "menu", "restaurants", "Burrata"},
		{"coffee menu", "list", "coffee menu", "shops", "Flat white"},
		{"price list of my hair salon", "list", "salon price list", "appointment", "Cut and finish"},
		{"my dog grooming salon needs a price list", "list", "salon price list", "pets", "Nail trim"},
		{"for my yoga studio: class schedule", "timeline", "class schedule", "meeting", "Morning flow"},
		{"shift plan for nurses", "table", "shifts", "price", "14:00–22:00"},
		{"org chart of our company", "table", "employees", "visualize", "Maya Lindqvist"},
		{"our team", "table", "employees", "classic", "Maya Lindqvist"},
		{"dog walkers nearby with ratings", "map", "dog walkers", "pets", "Maya Lindqvist"},
		{"wedding seating plan", "cards", "wedding seating", "plan_", ""},
		{"baby names with meaning", "cards", "baby names", "babies", ""},
		{"street art in Valencia on a map", "map", "street art", "arts", `39.4`},
		{"track CO2 of my office", "chart", "emissions", "co2s", "CO₂e"},
		{"sign-up form for volunteers", "form", "volunteer sign-up", "contact", "submit_volunteer_sign_up"},
		{"leaderboard of our sales team", "table", "leaderboard", "sales", "Points"},
		{"Things to do in Lisbon with kids", "map", "museums", "find_trips", "In the middle of Lisbon"},
		{"flight delays at my airport", "table", "flights", "delays", "Nordic Air"},
		{"a dashboard of server uptime", "dashboard", "service status", "uptimes", `99.97%`},
		{"who is on call this week", "table", "on-call shifts", "week", "+1 555 0114"},
		{"a cookbook of my grandmother's recipes", "cards", "cookbooks", "s recipes", ""},
	} {
		d := made(t, s, c.prompt, nil)
		complete(t, c.prompt, d)
		named := strings.ToLower(d.Name + " " + strings.ReplaceAll(d.Tools[0].Name, "_", " "))
		if d.Tools[0].Layout != c.layout || !strings.Contains(named, c.object) || strings.Contains(strings.ToLower(d.Name+" "+d.Tools[0].Name), c.not) || !strings.Contains(string(d.Tools[0].MockData), c.holds) {
			t.Errorf("%s\nmakes %s, %s, %q: %.400s\nwant  %s of %q, not %q, with %q", c.prompt, d.Tools[0].Layout, d.Tools[0].Name, d.Name, d.Tools[0].MockData, c.layout, c.object, c.not, c.holds)
		}
	}
}

// A wish about an app's look at the end of a list of columns is not a column.
func TestLooksAreNoColumns(t *testing.T) {
	t.Parallel()
	prompt := "Hiking trails near Porto on a map, with length and difficulty, in green"
	d := made(t, newService(t), prompt, nil)
	complete(t, prompt, d)
	if strings.Contains(d.Tools[0].Description, "green") || !strings.Contains(d.Tools[0].Description, "difficulty") {
		t.Errorf("%s: described as %q", prompt, d.Tools[0].Description)
	}
}
