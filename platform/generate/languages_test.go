package generate_test

import (
	"strings"
	"testing"
)

// Descriptions in Spanish, Portuguese, French and German keep their words in the app's name. The tool's name is English,
// and the sample data is marked as such.
func TestOtherLanguages(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, c := range []struct{ prompt, layout, tool, name, about string }{
		{"Mapa de lojas em São Paulo", "map", "find_nearest_store", "Mapa de lojas em São Paulo", "em inglês"},
		{"lista de livros", "list", "recommend_books", "Lista de livros", "em inglês"},
		{"tabela de funcionários com nome, cargo e salário", "table", "find_employees", "Tabela de funcionários", "em inglês"},
		{"formulário de contato", "form", "submit_contact_request", "Formulário de contato", "em inglês"},
		{"hotéis em Lisboa com preço por noite", "cards", "search_hotels", "Hotéis em Lisboa", "em inglês"},
		{"quero mostrar os imóveis à venda em Curitiba", "cards", "search_homes", "Imóveis à venda em Curitiba", "em inglês"},
		{"Tabelle der Mitarbeiter mit Name, Abteilung und Gehalt", "table", "find_employees", "Tabelle der Mitarbeiter", "auf Englisch"},
		{"Öffnungszeiten der Arztpraxis", "table", "get_opening_hours", "Öffnungszeiten der Arztpraxis", "auf Englisch"},
		{"Karte der Ladestationen in München", "map", "find_charging_stations", "Karte der Ladestationen in München", "auf Englisch"},
		{"Kontaktformular", "form", "send_contact_request", "Kontaktformular", "auf Englisch"},
		{"Ich brauche eine App für Fahrradverleih", "cards", "find_bicycles", "Fahrradverleih", "auf Englisch"},
		{"carte des plages en Bretagne", "map", "find_beaches", "Carte des plages en Bretagne", "en anglais"},
		{"les horaires d'ouverture de la bibliothèque", "table", "get_opening_hours", "Horaires d’ouverture de la bibliothèque", "en anglais"},
		{"recettes de cuisine faciles", "cards", "search_recipes", "Recettes de cuisine faciles", "en anglais"},
		{"tableau des factures par statut", "table", "list_invoices", "Tableau des factures", "en anglais"},
		{"mapa de farmacias en Madrid", "map", "find_pharmacies", "Mapa de farmacias en Madrid", "en inglés"},
		{"formulario de quejas", "form", "submit_complaint", "Formulario de quejas", "en inglés"},
		{"quiero una app para buscar médicos por especialidad", "cards", "search_doctors", "Médicos", "en inglés"},
		{"receitas veganas", "cards", "search_vegan_recipes", "Receitas veganas", "em inglês"},
		{"photos of Rio de Janeiro", "gallery", "browse_photos", "Photos in Rio de Janeiro", "sample data"}, // no Spanish
		{"jobs in Berlin", "list", "search_jobs", "Jobs in Berlin", "sample data"},
	} {
		d := made(t, s, c.prompt, nil)
		complete(t, c.prompt, d)
		if d.Tools[0].Layout != c.layout || d.Tools[0].Name != c.tool || d.Name != c.name || !strings.Contains(d.Description, c.about) {
			t.Errorf("%s\nmakes %s, %s, %q: %q\nwant  %s, %s, %q: %q", c.prompt, d.Tools[0].Layout, d.Tools[0].Name, d.Name, d.Description, c.layout, c.tool, c.name, c.about)
		}
	}
}
