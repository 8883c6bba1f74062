package words_test

import (
	"slices"
	"strings"
	"testing"

	"berth/platform/generate/tagger"
	"berth/platform/generate/words"
)

func grammar(t *testing.T) *words.Grammar {
	t.Helper()
	g, err := words.New()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A column need not be filled where a word within it or right beside it says so, and not where that word belongs to another.
func TestWaived(t *testing.T) {
	t.Parallel()
	g := grammar(t)
	for text, want := range map[string]bool{
		"what happened and optional email": true,
		"optional, email":                  false,
		"email optional":                   true,
		"email (optional)":                 true,
		"email, optional phone":            false,
		"email":                            false,
	} {
		tokens, _ := g.Tokens(g.Languages["en"], text)
		at := slices.IndexFunc(tokens, func(k tagger.Token) bool { return k.Folded == "email" })
		if got := words.Waived(tokens, tagger.Span{From: at, To: at + 1}); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

// Stops between words are told apart, and what is within a word, or joins it to another, is none.
func TestStops(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a, b":                   ",.",
		"a; b":                   ";.",
		"a - b – c":              "--.",
		"a: b (c) d":             ":().",
		"a? b! c":                "?..",
		"a\nb.\nc":               "nn.",
		"a/b / c":                "//.",
		"An- und Abreise":        "  .",
		"T-shirt size":           "  .",
		"the dog's name\n- next": "  n.",
	} {
		var got strings.Builder
		for _, w := range words.Split(text) {
			if w.Stop == 0 {
				w.Stop = ' '
			}
			got.WriteByte(w.Stop)
		}
		if got.String() != want {
			t.Errorf("%q has the stops %q, not %q", text, got.String(), want)
		}
	}
}

// Two German words that share their end are two whole ones.
func TestCompleted(t *testing.T) {
	t.Parallel()
	g := grammar(t)
	for _, c := range [][3]string{
		{"An", "Abreisedatum", "Anreisedatum"}, {"Vor", "Nachname", "Vorname"}, {"Hin", "Rückflug", "Hinflug"}, {"Mindest", "Höchstalter", "Mindestalter"},
		{"Größe", "Farbe", "Größe"}, {"An", "Ab", "An"},
	} {
		if got := g.Completed(c[0], c[1]); got != c[2] {
			t.Errorf("%s- und %s: %s, not %s", c[0], c[1], got, c[2])
		}
	}
}

// A log is one in its own language only, and somebody's own where one person speaks.
func TestKeeps(t *testing.T) {
	t.Parallel()
	g := grammar(t)
	for _, c := range []struct {
		language, text string
		keeps, mine    bool
	}{
		{"en", "track my blood pressure", true, true},
		{"en", "a log of visitors for our team", true, false},
		{"en", "we keep a logbook; I am the skipper", true, false},
		{"en", "the tide tables of Dover", false, false},
		{"de", "Fahrtenbuch für mein Auto", true, true},
		{"it", "un diario con i pasti dei bambini", true, false},
		{"es", "cuaderno de gastos por mes", true, false},
		{"fr", "les carnets du journal", true, false},
		{"de", "ein track und ein carnet", false, false},
	} {
		l := g.Languages[c.language]
		if keeps, mine := g.Keeps(l, l.Read(c.text)); keeps != c.keeps || mine != c.mine {
			t.Errorf("%s: %t, %t", c.text, keeps, mine)
		}
	}
}

// Few words tell their language by articles that no other has, and nothing where two have as many.
func TestTongue(t *testing.T) {
	t.Parallel()
	g := grammar(t)
	for text, want := range map[string]string{"the boats": "en", "les vins": "fr", "der Wein": "de", "boats": "", "the der wines": "", "the der la ferme et une du les vins": "fr"} {
		got := ""
		if l := g.Tongue(text); l != nil {
			got = l.Code
		}
		if got != want {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}

// What texts in English call a column is English, as it is written, or quoted.
func TestHeadingsInEnglish(t *testing.T) {
	t.Parallel()
	g := grammar(t)
	for _, c := range [][3]string{
		{"en", "How many portions", "how many portions"}, {"en", "How I felt", "how I felt"}, {"en", "IBAN", "IBAN"}, {"es", "Precio por noche", "price per night"},
		{"fr", "Nombre de places", "number of places"}, {"fr", "Combien d'adultes", "how many adults"}, {"de", "Anzahl Personen", "number of people"}, {"de", "Rahmengröße", "frame size"},
		{"de", "Dringlichkeitsstufe nach Ampel", "“Dringlichkeitsstufe nach Ampel”"}, {"it", "Serve il pullman", "“Serve il pullman”"}, {"de", "Von", "“Von”"},
	} {
		if got := g.EnglishHeading(g.Languages[c[0]], c[1]); got != c[2] {
			t.Errorf("%s: %s, not %s", c[1], got, c[2])
		}
	}
}

// Who sees the rows is told by more than the words that learned lines had.
func TestWhoSees(t *testing.T) {
	t.Parallel()
	g := grammar(t)
	for text, want := range map[string]string{
		"en Each writes a dish, everybody can see what is coming":      "all",
		"en teachers put in books, everyone sees only their own":       "own",
		"de Jeder sieht nur seine eigenen":                             "own",
		"fr chacun ne voit que les siens":                              "own",
		"en plots with size. Only the committee can see it":            "few",
		"de Nur der Vorstand darf das sehen":                           "few",
		"en Nobody else should see it":                                 "few",
		"en Only the committee reads them":                             "few",
		"en Nobody but the programme committee may read the proposals": "few",
		"de Niemand außer dem Komitee darf sie lesen":                  "few",
		"fr Seul le comité peut les lire":                              "few",
		"es Solo la junta puede leer las quejas":                       "few",
		"it Solo la giunta può leggere le domande":                     "few",
		"en Only books that I have read":                               "",
		"en Just the books we read this year":                          "",
		"en People only find a room here if everyone has seen the map": "",
		"es Cada vecino ve solo los suyos":                             "own",
	} {
		l := g.Languages[text[:2]]
		ws := l.Read(text[3:])
		got := ""
		switch {
		case g.SeesOwn(l, ws):
			got = "own"
		case g.SeenByFew(l, ws):
			got = "few"
		case g.SeesAll(ws):
			got = "all"
		}
		if got != want {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}

// The language of a few words is that which knows most of them, English where all do.
func TestSpoken(t *testing.T) {
	t.Parallel()
	g := grammar(t)
	for text, want := range map[string]string{"guitar lessons sign up": "en", "Quote": "en", "elenco soci": "it", "Kuchenliste Sommerfest": "de"} {
		if l := g.Spoken(text); l == nil || l.Code != want {
			t.Errorf("%s: %v, not %s", text, l, want)
		}
	}
}

// A sentence tells nothing but a wish where it begins with one; a word amid others that may be of a wish, or begins as one, is none.
func TestDemands(t *testing.T) {
	t.Parallel()
	g := grammar(t)
	for want, lines := range map[bool][]string{
		true: {
			"Show them as cards", "Please sort by price", "I'd like to see only those under £18", "We would like a search by name", "Guests book a table with name and phone", "Only members see it",
			"As above, find them by town", "our pub menu, guests should find the vegetarian things", "Que la gente reserve mesa", "Zeig sie als Karten", "Die Gäste reservieren mit Name und Telefon", "Als Tabelle bitte",
			"Montre-les en tableau", "Les clients réservent avec nom et téléphone", "Muéstralas como tarjetas", "Los clientes reservan con nombre y teléfono",
			"Mostre como cartões", "Os clientes marcam com nome e telefone", "Mostrale come schede", "I clienti prenotano con nome e telefono",
		},
		false: {
			"pan rallado, lo que pida", "Atendo terça a sábado, das 9h às 18h30. Fecho domingo e segunda.", "1.º ano - sábado 10h00 - sala 2 - catequista Fátima Lopes",
			"Marcelinho 11 gols (2 de pênalti)", "It is you who are welcome", "Dogs can stay in the yard", "We are closed on Mondays", "Salt, as much as you like", "Milk if you have some", "Red Lion 3 Kings Arms 2",
			"Mehl, was man braucht", "Montags ist zu", "Sel, ce qu'il faut", "Sal, la que haga falta", "Sal, o que for preciso", "Sale quanto basta", "Chiuso il lunedì",
		},
	} {
		for _, line := range lines {
			if g.Demands(line) != want {
				t.Errorf("%q: %t", line, !want)
			}
		}
	}
}

// What holds for all that stands above it is a notice, and what people are asked for when they do something is none, whatever it costs them.
func TestNotice(t *testing.T) {
	t.Parallel()
	g := grammar(t)
	for want, lines := range map[bool][]string{
		false: {
			"Customers book in advance with name and phone", "Reserve free with name and phone", "Guests pay cash with name and date", "Customers leave name and phone, deposit £20",
			"Gäste reservieren kostenlos mit Name und Telefon", "Mitglieder melden sich kostenlos an mit Name und E-Mail", "Kunden bestellen gegen Barzahlung mit Name und Telefon",
			"Les clients réservent gratuitement avec nom et téléphone", "Les membres s'inscrivent gratuitement avec nom et e-mail", "Réserver gratuitement avec nom et téléphone",
			"Los clientes reservan gratis con nombre y teléfono", "Los socios se inscriben gratis con nombre y correo", "Los clientes encargan con nombre y teléfono y pagan en efectivo",
			"Os clientes reservam grátis com nome e telefone", "Os sócios inscrevem-se grátis com nome e e-mail", "Os clientes encomendam com nome e telefone e pagam em dinheiro",
			"I clienti prenotano gratis con nome e telefono", "I soci si iscrivono gratis con nome e email", "I clienti ordinano gratis con nome e telefono",
		},
		true: {
			"Cash only", "Closed on public holidays", "No service on 24 Dec", "Deposit £20, returned after the hire", "Booking in advance essential",
			"Customers leave a deposit of £20",
			"Half price for students with ID", "Half price for members with card", "Children free, booking by phone", "Members enter free", "Discounts for members, order by phone",
			"Kostenlos für Kinder unter 6", "Kaution 20 €, zurück nach der Miete", "Kinder frei, Anmeldung erforderlich",
			"Kunden hinterlassen eine Kaution von 20 €", "Kunden buchen kostenlos",
			"Gratuit pour les enfants de moins de 6 ans", "Caution 20 €, rendue après la location", "Enfants gratuits sur réservation", "Les clients laissent une caution de 20 €",
			"Gratis para niños menores de 6", "Fianza 20 €, se devuelve después del alquiler", "Con cita previa, gratis para socios", "Los clientes dejan una fianza de 20 €",
			"Grátis para crianças até 6 anos", "Caução 20 €, devolvida depois do aluguer", "Com marcação", "Os clientes deixam uma caução de 20 €",
			"Gratis per bambini sotto i 6 anni", "Caparra 20 €, restituita dopo il noleggio", "Su prenotazione", "I clienti lasciano una caparra di 20 €",
		},
	} {
		for _, line := range lines {
			if g.Notice(line) != want {
				t.Errorf("%q: %t", line, !want)
			}
		}
	}
}
