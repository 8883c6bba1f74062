package offline

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"berth/platform/tables"

	"github.com/google/go-cmp/cmp"
)

// block is what somebody pasted, with the table that it is.
type block struct {
	name, prompt string
	table        [][]string // with its headings
}

// blocks reads a file: "# name", what is pasted, "=", and the table with bars between its cells.
func blocks(t testing.TB, file string) (list []block) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.SplitSeq(strings.TrimPrefix(string(raw), "# "), "\n# ") {
		head, table, ok := strings.Cut(text, "\n=\n")
		name, prompt, _ := strings.Cut(head, "\n")
		if !ok {
			t.Fatalf("%s has no table", name)
		}
		b := block{name: name, prompt: prompt}
		for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
			var row []string
			for cell := range strings.SplitSeq(line, "|") {
				row = append(row, strings.ReplaceAll(strings.TrimSpace(cell), "↵", "\n"))
			}
			b.table = append(b.table, row)
		}
		list = append(list, b)
	}
	return list
}

// shown returns the headings and the cells of a sheet.
func (s *sheet) shown() [][]string {
	got := [][]string{{}}
	for _, c := range s.columns {
		got[0] = append(got[0], c.Title)
	}
	for _, cells := range s.rows {
		var row []string
		for i, c := range s.columns {
			row = append(row, tables.FormatCell(c, cells[i]))
		}
		got = append(got, row)
	}
	return got
}

// What people paste without headings is cut into columns with headings in their language.
func TestLinesWithoutHeadingsAreTables(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for _, file := range []string{"../testdata/pasted.txt", "../testdata/pasted_later.txt", "../testdata/pasted_untidy.txt"} {
		for _, b := range blocks(t, file) {
			t.Run(b.name, func(t *testing.T) {
				t.Parallel()
				p := g.plan(b.prompt)
				if diff := cmp.Diff(b.table, p.sheets[0].shown()); diff != "" || len(p.sheets) > 1 {
					t.Errorf("%d tables (-want +got):\n%s", len(p.sheets), diff)
				}
			})
		}
	}
}

// What stands above data and is no sentence names the app, also where that is one word; what is to be ticked off has a column for that.
func TestWordsAboveData(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][2]string{
		"price list\nHaircut women - 45€\nHaircut men - 28€\nBeard trim - 15€":     {"Price list", "items"},
		"our team\nAnn Smith – CEO – ann@x.com\nBob Jones – CTO – bob@x.com":       {"Team", "people"},
		"Shopping list:\n* milk\n* bread\neveryone in the flat adds and ticks off": {"Shopping list", "items"},
	} {
		d := g.Draft(prompt)
		if d.Name != want[0] || d.Tables[0].Name != want[1] {
			t.Errorf("%q: %q, %q", prompt, d.Name, d.Tables[0].Name)
		}
	}
	d := g.Draft("Shopping list:\n* milk\n* bread\neveryone in the flat adds and ticks off")
	if last := d.Tables[0].Columns[len(d.Tables[0].Columns)-1]; last.Title != "Done" || last.Type != "boolean" {
		t.Errorf("%v", d.Tables[0].Columns)
	}
}

// A line that only adds up others is no row, and a draft says so; one that says something else is a row.
func TestTotalsAreNoRows(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]string{
		"Trip costs\nFlights: 640\nHotel: 1,150\nFood: 430.50\nTotal: 2,220.50":                       "“Total · 2,220.50” only adds up the lines above, so it is no row.",
		"Kasse\nText;Ein;Aus\nBeiträge;1.200;\nHalle;;300\nFest;300;12,50\nSumme;1.500;312,50":        "„Summe · 1.500 · 312,50“ zählt nur die Zeilen darüber zusammen und ist deshalb keine Zeile.",
		"Trip costs\nFlights: 640\nHotel: 1,150\nTotal: 1,700":                                        "",
		"Petrol stations we use\nShell: 3\nTotal: 4\nEsso: 7":                                         "",
		"Weights\nName;kg;Note\nAnn;12;ok\nBo;11;late\nTotal;23;two of us":                            "",
		"Stock\nItem;Pieces;Place\nCups;12;A\nPlates;8;B\nTotal;;":                                    "“Total” only adds up the lines above, so it is no row.",
		"Members and fees\nName;Fee\nAnn;12 €\nBo;1.012,50 €\nTotal;1.024,50 €":                       "“Total · 1.024,50 €” only adds up the lines above, so it is no row.",
		"Unsere Touren und wie lang sie sind\nTour;Länge\nSee;12 km\nBerg;8 km\nWald;–\nGesamt;20 km": "„Gesamt · 20 km“ zählt nur die Zeilen darüber zusammen und ist deshalb keine Zeile.",
	} {
		d := g.Draft(prompt)
		got := ""
		if len(d.Questions) > 0 && d.Questions[0].Choices != nil {
			got = d.Questions[0].Text
		}
		rows := strings.Count(prompt, "\n")
		if strings.Contains(prompt, ";") {
			rows--
		}
		if got != "" {
			rows--
		}
		if got != want || len(d.Tables[0].Rows) != rows {
			t.Errorf("%q: %q, %d rows", prompt, got, len(d.Tables[0].Rows))
		}
	}
}

// Points that can be chosen from are the values of one field of a form; those that are headings are its fields, and those that are looked up its rows.
func TestPointsToChooseFrom(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	const long = "How we keep the old orchard behind the school in bloom for years, "
	for prompt, want := range map[string]string{
		"Sign up for the school bake sale. People choose what they bring, one of:\n- cake\n- biscuits\n- drinks\nand leave their name and phone": "What they bring [cake biscuits drinks] | Name | Phone",
		"T-shirt order for the team: name, email and size, one of:\n- S\n- M\n- L":                                                               "Name | Email | Size [S M L]",
		"Anmeldung zum Sommerfest. Auswahl beim Essen:\n- Grillteller\n- Veggie-Burger\n- nur Salat\nDazu Name und Anzahl Personen":              "Auswahl beim Essen [Grillteller Veggie-Burger nur Salat] | Name | Anzahl Personen",
		"Reservierung: Name, E-Mail, Auswahl Zimmer:\n- Einzelzimmer\n- Doppelzimmer":                                                            "Name | E-Mail | Zimmer [Einzelzimmer Doppelzimmer]",
		"Inscripción al taller. Elige turno:\n- mañana\n- tarde\ncon nombre y teléfono":                                                          "Turno [mañana tarde] | Nombre | Teléfono",
		"Formulário de encomenda de bolos. O cliente escolhe o sabor:\n- chocolate\n- limão\ne deixa nome e telefone":                            "Sabor [chocolate limão] | Nome | Telefone",
		"Vorrei un modulo per le iscrizioni alla gita. Si sceglie tra:\n- pullman\n- auto propria\ne poi nome e telefono":                        "Tipo [pullman auto propria] | Nome | Telefono",
		"Anmeldung zum Zeltlager: Name des Kindes, Geburtsdatum\nTermine:\n- 1.–7. August\n- 8.–14. August":                                      "Name des Kindes | Geburtsdatum | Termine [1.–7. August 8.–14. August]",
		"Contact form with\n- name\n- email\n- message":                                                                                          "Name | Email | Message",
		"T-shirt order for the team: name, email and size, one of:\n- S\n- M\n- M\n- L":                                                          "Name | Email | Size [S M L]",
		"T-shirt order for the team: name, email and size, one of:" + strings.Repeat("\n- S", 101):                                               "Size",
		"Talk sign-up: name, email and talk, one of:\n- " + long + "by Ann\n- " + long + "by Bo":                                                 "Name | Email | Talk [" + long + "by Ann " + long + "by Bo]",
		"Registration form: name, phone. Choose the course name:\n- Pottery\n- Yoga":                                                             "Name | Phone | Course name [Pottery Yoga]",
		"leave their name and phone. Choose the course name: Pottery, Drawing, Sewing":                                                           "Name | Phone | Course name [Pottery Drawing Sewing]",
		"People leave their name and phone. Choose the course name:\n- Pottery\n- Yoga":                                                          "Name | Phone | Course name [Pottery Yoga]",
		"Fête des voisins, on choisit ce qu'on apporte parmi salade, boisson, dessert, avec nom et nombre de personnes":                          "Ce qu'on apporte [salade boisson dessert] | Nom | Nombre de personnes",
		"Fête des voisins, on choisit un plat parmi salade, tarte et dessert et on laisse son nom et téléphone":                                  "Plat [salade tarte dessert] | Nom | Téléphone",
		"Let guests pick their breakfast: room, drink (tea/coffee/juice), what time":                                                             "Room | Drink [tea coffee juice] | Time",
		"A list of wines to choose from:\n- Merlot\n- Rioja":                                                                                     "Name",
	} {
		var got []string
		for _, c := range g.Draft(prompt).Tables[0].Columns {
			if c.Type == "enum" && !tracks(c) {
				c.Title += " " + fmt.Sprint(c.Values)
			}
			if !tracks(c) {
				got = append(got, c.Title)
			}
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%q: %q", prompt, got)
		}
	}
}

// What a sentence says beside pasted rows of who writes, and of a form about them, holds.
func TestWhoWritesPastedRows(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]string{
		"Kassenbuch – nur die Kassiererin darf eintragen, alle sehen es\n\nDatum | Text | Ein\n03.01.26 | Beiträge | 12,00\n10.01.26 | Fest | 38,00": "query",
		"Mitbringliste fürs Grillen, jeder trägt sich ein\nAnna: Nudelsalat\nBernd: Würste\nFamilie Öz: Fladenbrot, Hummus":                          "query form insert",
		"Lista de socios, cualquiera puede apuntarse\nAna - 600 111 222\nLuis - 600 333 444":                                                         "query form insert",
		"kit we lend out, members ask for it by filling in a form (name, from, until)\n\n- Tent (2x)\n- Stove (3x)\n- Roof box (1x)":                 "query form insert",
		"Bikes and what they cost\nCity bike: £15\nE-bike: £35":                                                                                      "query",
	} {
		d := g.Draft(prompt)
		var got []string
		for _, tool := range d.Tools {
			var h struct{ Kind string }
			if json.Unmarshal(tool.Handler, &h) != nil || h.Kind == "" {
				h.Kind = tool.Layout
			}
			got = append(got, h.Kind)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q", prompt, got)
		}
	}
}

// A heading that begins with a figure names a filter all the same.
func TestArgumentsOfHeadingsWithFigures(t *testing.T) {
	t.Parallel()
	valid := regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`)
	for _, tool := range newGenerator(t).Draft("Club records\nRunner;5k;10k\nIvy;24:10;51:02\nMax;22:45;\nNoa;27:31;58:20").Tools {
		var h struct{ Filters []struct{ Argument string } }
		if err := json.Unmarshal(tool.Handler, &h); err != nil || len(h.Filters) == 0 {
			t.Fatalf("%s: %v", tool.Handler, err)
		}
		for _, f := range h.Filters {
			if !valid.MatchString(f.Argument) {
				t.Errorf("%q", f.Argument)
			}
		}
	}
}

// What people are asked for below data is a form, also where it says that it is free or must be early.
func TestFormsBelowData(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][]string{
		"Our bikes\nCity bike: £15\nE-bike: £35\nCustomers book in advance with name and phone":                             {"bookings", "Bike", "Name", "Phone", "Status"},
		"Nos vélos\nVélo de ville : 15 €\nVélo électrique : 35 €\nLes clients réservent gratuitement avec nom et téléphone": {"bookings", "Vélo", "Nom", "Téléphone", "Statut"},
		"Nuestras bicis\nBici de ciudad: 15 €\nBici eléctrica: 35 €\nLos clientes reservan gratis con nombre y teléfono":    {"bookings", "Bici", "Nombre", "Teléfono", "Estado"},
	} {
		sent := g.Draft(prompt).Tables
		got := []string{sent[len(sent)-1].Name}
		for _, c := range sent[len(sent)-1].Columns {
			got = append(got, c.Title)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", prompt, diff)
		}
	}
}

// What stands below data about all of them is said by the app; what asks for something is not.
func TestNotesBelowData(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]string{
		"Price list timber yard\n\nProduct | Size | Price\nLarch board | 20x145mm | 2.85\nSpruce batten | 40x60mm | 1.10\n* prices without VAT": "Price list timber yard. Prices without VAT",
		"Preise\nMassage 28 €\nFango 22 €\nAlle Preise gelten ab 1.1.2026.":                                                                     "Preise. Alle Preise gelten ab 1.1.2026.",
		"Nos prix\nPain : 1,10 €\nTarte : 14 €\nFermé le lundi":                                                                                 "Prix. Fermé le lundi",
		"Price list\n\nBread: 2 €\nRoll: 1 €\n* without VAT\n\nCakes\n\nTart: 14 €\nPie: 12 €\n* only on Sundays":                               "Price list. Without VAT Only on Sundays",
		"Our hours\nMon-Fri 9-18\nSat 9-13\nBank holidays by appointment":                                                                       "Hours. Bank holidays by appointment",
		"Our hours\nMon-Fri: 9-18\nSat: 9-13\n\nPlease note: closed 24-26 December":                                                             "Hours. Please note: closed 24-26 December",
		"Bus 12: 7:10, 8:10, 9:10\nBus 14: 7:25, 8:25\nNo service on 24 Dec":                                                                    "My app. No service on 24 Dec",
		"Horario\nLunes a viernes: 9-14\nSábado: 10-13\nFestivos cerrado":                                                                       "Horario. Festivos cerrado",
		"Opening hours: Mon-Fri 9-18, Sat 9-13. Closed on public holidays.":                                                                     "Opening hours. Closed on public holidays.",
		"Öffnungszeiten\nDi 15-18 Uhr\nMi 10-12 Uhr\nIn den Ferien nur freitags!\nAn Feiertagen zu":                                             "Öffnungszeiten. In den Ferien nur freitags! An Feiertagen zu",
		"Our prices\nHaircut – 25 €\nColour – 45 €\nChildren under 12 half price\nas cards in blue":                                             "Prices. Children under 12 half price",
		"Our prices\nHaircut – 25 €\nColour – 45 €\nonly members see it":                                                                        "Prices.",
		"Haircut – 25 €\nColour – 45 €\nPrices of our closed shop":                                                                              "Prices.",
		"Our bikes\nCity bike: £15\nE-bike: £35\nShow only 5 per page.":                                                                         "Bikes.",
		"Our bikes\nCity bike: £15\nE-bike: £35\nSort by price and use 2 colours.":                                                              "Bikes.",
	} {
		if got := g.Draft(prompt).Description; got != want {
			t.Errorf("%q: %q", prompt, got)
		}
	}
}
