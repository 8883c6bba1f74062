package offline

import (
	"slices"
	"strings"
	"testing"

	"berth/platform"
)

// The first columns of a list keep their types, people and things have names, and an FAQ has questions.
func TestExamplesHaveNames(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][]string{
		"List of our fixtures: date, opponent, pitch":                                   {"Date", "Opponent", "Pitch"},
		"La liste des bénévoles avec leur téléphone et leurs disponibilités":            {"Nom", "Téléphone", "Disponibilités"},
		"We sell used instruments, instrument, brand, price. People write us with name": {"Instrument", "Brand", "Price"},
		"FAQ for new employees": {"Question", "Answer"},
		"Annuaire des artisans du village avec métier, nom, téléphone":               {"Métier", "Nom", "Téléphone"},
		"recipes from our cooking course, with ingredients and difficulty":           {"Name", "Ingredients", "Difficulty"},
		"Horarios de misas de las parroquias: parroquia, día, hora, idioma":          {"Parroquia", "Día", "Hora", "Idioma"},
		"Plants of our garden that all can add: plant, plot no., contact":            {"Plant*", "Plot no", "Contact"},
		"rooms to rent with capacity, price per hour and whether it has a kitchen":   {"Name", "Capacity", "Price per hour", "Has a kitchen"},
		"wines with grape, price by the glass and by the bottle":                     {"Name", "Grape", "Price by the glass", "Price by the bottle"},
		"Tutor directory: subject, price per hour, online or in person":              {"Subject", "Price per hour", "Online or in person"},
		"Look up the teams of our league with team name and number of players":       {"Team name", "Number of players"},
		"Leaderboard for our darts league with player, wins and losses":              {"Player", "Wins", "Losses"},
		"Things found at the school: what it is, where and when":                     {"What it is", "Where", "When"},
		"Our yoga timetable by day with teacher and level":                           {"Name", "Day", "Teacher", "Level"},
		"Courses by city with teacher and price":                                     {"Name", "Teacher", "Price", "City"},
		"Sales reps: region, name, mobile, customers can look up who to call":        {"Region", "Name", "Mobile"},
		"Elenco dei soci con telefono e numero di tessera, solo per il direttivo":    {"Nome", "Telefono", "Numero di tessera"},
		"Je note mes sorties : date, kilomètres, durée, pour moi seul":               {"Date*", "Kilomètres", "Durée"},
		"Telefonliste der Verwaltung, damit die Leute wissen, wen sie anrufen":       {"Name", "Telefon"},
		"Wer bringt was mit zum Sommerfest? Jeder trägt sich ein":                    {"Name*", "Was"},
		"where the football team signs up for lifts: driver, free seats, leaving":    {"Driver*", "Free seats", "Leaving"},
		"Opening times and address of all the chemists so people know":               {"Name", "Opening times", "Address"},
		"our teachers, their subject, room and hour, so students know where to look": {"Name", "Subject", "Room", "Hour"},
		"Timetable of our gym, weekday, class, trainer, room":                        {"Weekday", "Class", "Trainer", "Room"},
		"Children of our group: name, birthday, allergies":                           {"Name", "Birthday", "Allergies"},
		"list of emergency numbers for our building":                                 {"Name", "Phone"},
		"a pain diary: day, where it hurts, 0-10, what helped":                       {"Day*", "Where it hurts", "Rating", "What helped"},
		"Öffnungszeiten der Bäckereien im Ort":                                       {"Name", "Tag", "Öffnungszeiten"},
		"schedule of the street festival: time, stage, act":                          {"Time", "Stage", "Act"},
		"Show a list of our tools, e.g. rake, spade, with shelf and owner":           {"Name", "Shelf", "Owner"},
		"Vegan recipes by course with cooking time":                                  {"Name", "Cooking time", "Course"},
		"Books by children with title and age":                                       {"Title", "Age"},
		"Songs by Bach with key and tempo":                                           {"Name", "Key", "Tempo"},
		"Mein Gewicht aufschreiben, jeden Morgen":                                    {"Gewicht*", "Datum", "Notiz"},
	} {
		p := g.plan(prompt)
		if got := titles(p.sheets[0]); !slices.Equal(got, want) {
			t.Errorf("%s: %q", prompt, got)
		}
		if p.is["closed"] != strings.Contains(prompt, "solo per") {
			t.Errorf("%s: only some see it: %t", prompt, p.is["closed"])
		}
		for _, c := range p.sheets[0].columns {
			if c.Title == "Gewicht" && c.Type != platform.ColumnNumber {
				t.Errorf("%s: the weight is %s", prompt, c.Type)
			}
			if c.Title == "Contact" && c.Type != platform.ColumnText {
				t.Errorf("%s: contact is %s", prompt, c.Type)
			}
			if c.Title == "Date" && c.Type != platform.ColumnDate || c.Title == "Día" && c.Type != platform.ColumnText {
				t.Errorf("%s: %s is %s", prompt, c.Title, c.Type)
			}
		}
	}
}

// A name is what rows are, without what is done with them, how many there are, and the clause that follows.
func TestNamesOfApps(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][2]string{
		"form for ordering birthday cakes: name, phone, flavour":                                                    {"Birthday cakes", "birthday cakes"},
		"We have loads of costumes and want to browse them by size and colour":                                      {"Costumes", "costumes"},
		"Our choir keeps its sheet music in a cupboard nobody can find. Title, composer":                            {"Sheet music", "sheet music"},
		"customers should be able to look up if we have a spare part: part number, price":                           {"Spare parts", "spare parts"},
		"Warranty register for our house: device, brand, price":                                                     {"Warranty register", "warranties"},
		"Bestellung von Schulbüchern, Klasse, Fach, Titel":                                                          {"Schulbücher", "school books"},
		"Sugerencias y quejas de los clientes del bar":                                                              {"Sugerencias y quejas de los clientes", "suggestions and complaints"},
		"Schüler sollen melden, wenn etwas kaputt ist. Raum, Was, seit wann":                                        {"Meldung", ""},
		"Ich verleihe Hochzeitsdeko. Kunden sollen sehen was es gibt (Artikel, Preis) und anfragen können mit Name": {"Hochzeitsdeko", ""},
		"Gym class timetable with day, time, class, instructor":                                                     {"Gym class timetable", "gym class timetable"},
		"Our shop's gift vouchers: number, amount, sold on":                                                         {"Gift vouchers", "gift vouchers"},
		"Annuaire des associations de la commune pour que les gens sachent qui contacter":                           {"Associations de la commune", "associations"},
		"What's in which box in the cellar: box number, contents, whose":                                            {"Boxes in the cellar", "boxes"},
		"Babysitter exchange, each family enters a sitter: name, phone":                                             {"Babysitter exchange", "sitters"},
		"what goes where? item, bin":                                                                                {"What goes where", ""},
		"Qui amène quoi samedi, chacun écrit son prénom":                                                            {"Qui amène quoi samedi", ""},
		"Which bus goes when from our village? line, destination, departure time":                                   {"Buses", "buses"},
		"my reading log: title, author, finished on, stars 1 to 5":                                                  {"Reading log", "reading"},
		"people need to find which doctor is on duty at the weekend: date, doctor, phone":                           {"Doctors", "doctors"},
		"where can I recycle what? material, container colour, address":                                             {"Where can I recycle what", ""},
		"Anmeldung zum Töpferkurs: Name, Telefon, Kurs vormittags/abends":                                           {"Anmeldung zum Töpferkurs", ""},
		"I need a form where tenants report what is broken, with flat number and a photo":                           {"What is broken", "broken"},
		"Tenants report what is broken, with flat number and a photo":                                               {"What is broken", "what is broken"},
		"Onde ficam os postos de saúde no mapa, com telefone e horário":                                             {"Postos de saúde", ""},
	} {
		if p := g.plan(prompt); p.title != want[0] || p.noun != want[1] {
			t.Errorf("%s: %q, %q", prompt, p.title, p.noun)
		}
	}
}

// What is sent about a list is called as the description calls it, and fields of which nothing is sent are columns.
func TestSendings(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]string{
		"Rooms people can rent with price. They should be able to ask for a booking with name, email, date":                   "submit_booking",
		"Unsere Ferienjobs: Betrieb, Lohn. Jugendliche sollen sich darauf bewerben können mit Name, Alter":                    "submit_application",
		"Mieter sollen Schäden melden können mit Name, Wohnung, Beschreibung":                                                 "submit_damage_report",
		"Die Mitarbeitenden sollen ihre Überstunden eintragen (Datum, Stunden). Jeder sieht nur seine eigenen":                "submit_overtime_hour_entry",
		"I clienti lasciano una recensione: nome, voto da 1 a 5, commento":                                                    "submit_review",
		"Staff phone book with department, extension and email":                                                               "",
		"teachers in our school put in the books they need ordered, everyone sees only their own. title, isbn, quantity":      "submit_book_order",
		"Avis sur le cours de danse, note de 1 à 5, commentaire":                                                              "submit_course_answer",
		"Gemeinsame Putzliste für die WG: Aufgabe, wer, bis wann, erledigt":                                                   "submit_entry change_entry",
		"our team's to-do list with task, who does it, due date and status":                                                   "submit_to_do_list_entry change_to_do_list_entry",
		"Packing list for our camping trip - item, who brings it, packed":                                                     "submit_packing_list_entry change_packing_list_entry",
		"Imóveis para alugar com bairro, quartos, valor e foto":                                                               "",
		"Confirmar presença no casamento: nome, vai ou não, quantas pessoas, restrição alimentar":                             "submit_wedding_request",
		"Potluck sign up, each person writes name and dish, everybody can see what's coming":                                  "submit_potluck_entry",
		"Shared packing list for scout camp":                                                                                  "submit_packing_list_entry",
		"Wir wollen Plätze verleihen (Lage, sonnig oder schattig). Wer einen will, schickt eine Anfrage mit Name und Telefon": "submit_request",
		"My wife and I rent three holiday flats. Cleaning staff should report what is missing: flat, date, photo":             "submit_holiday_flat_report",
		"I sell jam. Show flavours, jar size, price and let people order: name, phone, how many":                              "submit_order",
		"Bolsa de trabajo del pueblo: cualquiera puede poner una oferta con puesto, empresa, salario y contacto":              "submit_job_board_entry",
		"Our tennis club needs court bookings. Members give name, court, date and time, and everyone can see them":            "submit_court_booking",
		"Formulaire de réservation de la salle des fêtes : nom, date, nombre de personnes, téléphone":                         "submit_party_room_booking",
		"Terminanfrage für meine Physiopraxis mit Name, Telefon, Beschwerden und Wunschtermin":                                "submit_appointment_request",
		"Expense claims: date, amount, category, receipt photo. Everyone sees only their own":                                 "submit_expense_claim",
		"Notre cabinet : les patients demandent un rendez-vous avec nom, adresse, téléphone, jour souhaité":                   "submit_appointment_request",
	} {
		d := g.Draft(prompt)
		got := ""
		for _, tool := range d.Tools {
			if strings.HasPrefix(tool.Name, "submit_") {
				got = tool.Name
			} else if tool.Kind() == "update" {
				got += " " + tool.Name
			}
		}
		if got != want {
			t.Errorf("%s: %q, not %q", prompt, got, want)
		}
	}
}

// "From" and "until" are days, but times where a day is asked for, and places where a time is; two things that one may be are values.
func TestRangesAndChoices(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]platform.ColumnType{
		"Krankmeldung: Name, Klasse, von, bis, Grund":                                 platform.ColumnDate,
		"Hall booking: name, date, from, to, phone":                                   platform.ColumnTime,
		"Car pool list: from, to, departure time, free seats. All add theirs":         platform.ColumnText,
		"Members with name, flat, phone. Only the treasurer can change it":            "",
		"Our hall calendar, date, time, who has it. Only the caretaker may change it": "",
		"price list for the workshop that Only the boss can change: job, hours":       "",
		"log of my blood sugar: date, value":                                          "",
		"log of my migraine attacks: started, how bad from 1 to 10, what I took":      "",
		"Encuesta del hotel: habitación, limpieza del 1 al 5, comentarios":            "",
		"Our graves: row, number, year of death, who looks after it":                  "",
		"Our vouchers: number, amount, valid until, redeemed y/n":                     "",
		"Wines to look up: from or else, wood or steel, grape":                        "",
		"Order wood: name, delivered or not, petrol or electric, email, phone":        "",
	} {
		p := g.plan(prompt)
		if p.is["closed"] || p.is["own"] != strings.Contains(prompt, " my ") || p.is["staff"] != strings.Contains(prompt, "Only") {
			t.Errorf("%s: only some people write: %t", prompt, p.is["staff"])
		}
		for _, c := range p.sheets[0].columns {
			switch title := strings.ToLower(c.Title); {
			case slices.Contains([]string{"von", "bis", "from", "to"}, title) && c.Type != want,
				(title == "delivered or not" || title == "redeemed") && c.Type != platform.ColumnBoolean,
				(title == "limpieza" || title == "how bad") && c.Type != platform.ColumnInteger, title == "number" && c.Type != platform.ColumnText, title == "value" && c.Type != platform.ColumnNumber,
				slices.Contains([]string{"wood or steel", "petrol or electric"}, title) && (c.Type != platform.ColumnEnum || len(c.Values) != 2):
				t.Errorf("%s: %s is %s of %q", prompt, c.Title, c.Type, c.Values)
			}
		}
	}
}

// What is to be chosen from is told by slashes, by "or", and by what it stands behind, with a heading of its own or without one.
func TestChoicesOfColumns(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]string{
		"feedback for our cooking class, stars 1-5, too easy or too hard, what did you like":                     "Too easy or too hard: too easy|too hard",
		"Umfrage nach dem Elternabend: wie war's von 1 bis 5, zu lang oder zu kurz, Kommentar":                   "Zu lang oder zu kurz: zu lang|zu kurz",
		"blood sugar diary, date and time, value, before or after the meal, note":                                "Before or after the meal: before|after the meal",
		"Prenotare il campo da tennis: nome, giorno, ora, singolo/doppio":                                        "Singolo/doppio: singolo|doppio",
		"Parents tell us if their child eats meat / fish / vegan at the school trip":                             "Meat / fish / vegan: meat|fish|vegan",
		"Os pais avisam se a criança almoça carne / peixe / vegetariano":                                         "Carne / peixe / vegetariano: carne|peixe|vegetariano",
		"Kids camp registration: name, date of birth, swimmer yes/no, allergies, T-shirt size (116/128/140/152)": "T-shirt size: 116|128|140|152",
		"Vote for the class trip: zoo, museum or swimming pool":                                                  "Class trip: zoo|museum|swimming pool",
		"Members tell us which t-shirt they want (S, M, L, XL) and how many":                                     "T-shirt: S|M|L|XL",
		"Tell us your dietary needs: none / vegetarian / vegan / other, plus any allergies":                      "None / vegetarian / vegan / other: none|vegetarian|vegan|other",
		"ask parents: child, well / a little / not at all, phone":                                                "Well / a little / not at all: well|a little|not at all",
		"Reservar pista: nombre, fecha, hora, pádel/tenis":                                                       "Pádel/tenis: pádel|tenis",
		"¿Qué te pareció la visita? estrellas 1-5, muy corta o muy larga, comentarios":                           "Muy corta o muy larga: muy corta|muy larga",
		"Probetraining anmelden: Name, Alter, Wunschtag Montag/Mittwoch, Telefon":                                "Wunschtag: Montag|Mittwoch",
		"Which workshop do you want to attend: knitting, felting or weaving? Plus name and age":                  "Workshop: knitting|felting|weaving",
		"Les bénévoles s'inscrivent : nom, jour, matin ou après-midi":                                            "Matin ou après-midi: matin|après-midi",
		"Rate the trip: food 1-5, too early or too late":                                                         "Too early or too late: too early|too late",
		"Sign-up: name, none/vegetarian/vegan/gluten free/lactose free/no pork/halal/kosher/low salt/without nuts/other": "None/vegetarian/vegan/gluten free/lactose free/no pork/halal/kosher/low salt/wi…: " +
			"none|vegetarian|vegan|gluten free|lactose free|no pork|halal|kosher|low salt|without nuts|other",
		"T-shirt order form with name and S/M/L/M":          "S/M/L/M: S|M|L",
		"track my sun or shade":                             "Sun or shade: sun|shade",
		"Members of the club, name/phone/email, in a table": "",
		"Cars with speed in km/h and price":                 "",
		"Our club has three teams: which is best, and who plays where, can be read on the page of each of the teams": "",
	} {
		got := ""
		for _, c := range g.plan(prompt).sheets[0].columns {
			if c.Type == platform.ColumnEnum && !tracks(c) {
				got += c.Title + ": " + strings.Join(c.Values, "|")
			}
		}
		if got != want {
			t.Errorf("%s: %q, not %q", prompt, got, want)
		}
	}
}

// The rows of a collection are what it collects, and what is listed behind "apply with" is all sent.
func TestCollections(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]string{
		"Shared shopping list for our flat, everyone adds and ticks off items":                    `{"name":"Example item 1"}`,
		"Recipe collection the whole family can add to, with ingredients":                         `{"ingredients":"Example ingredients","name":"Example recipe 1"}`,
		"Job openings at our company, and let people apply with name, email and link to their CV": `{"details":"Example details","name":"Example job opening 1"}`,
	} {
		d := g.Draft(prompt)
		if got := string(d.Tables[0].Rows[0]); got != want {
			t.Errorf("%s: %s", prompt, got)
		}
	}
	d := g.Draft("Job openings at our company, and let people apply with name, email and link to their CV")
	if got := titles(&sheet{columns: d.Tables[1].Columns}); !slices.Equal(got, []string{"Job opening", "Name*", "Email*", "Link to their CV", "Status"}) {
		t.Errorf("an application has %q", got)
	}
}

// A request about pasted rows asks for the name of who sends it, and names the thing where the rows begin with a day.
func TestRequestsAboutPastedRows(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][]string{
		"Liste de nos gîtes, avec possibilité de demander une réservation (nom, dates, téléphone)\nnom,couchages,prix/nuit\nLe Tilleul,4,85\nLa Grange,8,140": {
			"Gîte", "Nom*", "Dates", "Téléphone", "Statut",
		},
		"here are our training sessions, members should be able to sign up for one with name and email\n\n| Day | Time | Group |\n|---|---|---|\n| Mon | 18:00 | U12 |\n| Tue | 19:30 | Seniors |": {
			"Training session", "Name*", "Email*", "Status",
		},
	} {
		d := g.Draft(prompt)
		if len(d.Tables) != 2 {
			t.Errorf("%s: %d tables", prompt, len(d.Tables))
		} else if got := titles(&sheet{columns: d.Tables[1].Columns}); !slices.Equal(got, want) {
			t.Errorf("%s: %q", prompt, got)
		}
	}
}

// What is asked for about rows has days of its own only where the description speaks of them, and not where the rows have a date.
func TestRequestsWithoutDays(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][]string{
		"Unsere Kurse mit Datum, Uhrzeit und Preis, und man soll sich gleich anmelden können":         {"Kurs", "Name*", "E-Mail*", "Nachricht", "Status"},
		"Show our puppies with photo, breed, date of birth and price and let people ask to visit one": {"Puppy", "Name*", "E-mail*", "Message", "Status"},
		"Our cabins with beds and price per night, and guests can send a request":                     {"Cabin", "Name*", "Phone*", "Start*", "End*", "Message", "Status"},
	} {
		if d := g.Draft(prompt); len(d.Tables) != 2 {
			t.Errorf("%s: %d tables", prompt, len(d.Tables))
		} else if got := titles(&sheet{columns: d.Tables[1].Columns}); !slices.Equal(got, want) {
			t.Errorf("%s: %q", prompt, got)
		}
	}
}

// A French menu is a "carte", and so is a map.
func TestLaCarte(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]string{
		"La carte des fromages de ma boutique avec le lait, la région et le prix au kilo": "cards",
		"La carte des bornes de recharge avec leur puissance":                             "map",
		"Nos boutiques sur une carte avec le prix":                                        "map",
	} {
		if p := g.plan(prompt); p.layout != want {
			t.Errorf("%s: %s", prompt, p.layout)
		}
	}
}
