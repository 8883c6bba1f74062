package offline

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"berth/platform"
)

// titles returns the headings of a table, a star behind those that must be filled in.
func titles(s *sheet) (out []string) {
	for _, c := range s.columns {
		star := ""
		if c.Required {
			star = "*"
		}
		out = append(out, c.Title+star)
	}
	return out
}

// What somebody writes down for themselves is a form and a list of their own, and nobody says how far it has come.
func TestLogsAreReadAgain(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]struct {
		kinds []string
		own   bool
		first []string
	}{
		"track my blood pressure": {[]string{"form", "insert", "query"}, true, []string{"Blood pressure*", "Date", "Note"}},
		"carnet d'entretien de mes voitures : date, kilométrage, travaux":                   {[]string{"form", "insert", "query"}, true, []string{"Date*", "Kilométrage", "Travaux"}},
		"Logbook of our sailing club: date, boat, skipper, remarks. We all write it and we": {[]string{"query", "form", "insert"}, false, []string{"Date", "Boat*", "Skipper", "Remarks"}},
	} {
		p := g.plan(prompt)
		if got := titles(p.sheets[0]); !slices.Equal(got, want.first) {
			t.Errorf("%s: %q", prompt, got)
		}
		d := g.Draft(prompt)
		var kinds []string
		for _, tool := range d.Tools {
			kind := tool.Kind()
			if tool.Layout == "form" {
				kind = "form"
			}
			kinds = append(kinds, kind)
		}
		if !slices.Equal(kinds, want.kinds) || d.Tables[0].OwnedRows != want.own || (d.Access == platform.AccessPerson) != want.own {
			t.Errorf("%s: %q, own %t, access %s", prompt, kinds, d.Tables[0].OwnedRows, d.Access)
		}
	}
}

// A request about a list names its row by the list's first column, unless a field asks which one is meant; its first field must be filled in.
func TestRequestsNameTheirRow(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][]string{
		"Library: title, author, shelf. People look through the books and send a request with name and phone":                  {"Title", "Name*", "Phone", "Status"},
		"Queremos que la gente vea los perros (nombre, edad) y mande una solicitud: teléfono. Las fichas las ponemos nosotras": {"Perro", "Teléfono*", "Estado"},
		"Boats with price and size. Guests can send a booking request: name, which boat, date":                                 {"Name*", "Which boat", "Date", "Status"},
		"Rye 4.20\nSpelt 5.10\nRoll 0.80\nOur breads. Customers send an order with name and phone":                             {"Bread", "Name*", "Phone", "Status"},
	} {
		p := g.plan(prompt)
		if len(p.sheets) != 2 {
			t.Errorf("%s: %d tables, %v", prompt, len(p.sheets), p.kinds[0])
			continue
		}
		if got := titles(p.sheets[1]); !slices.Equal(got, want) {
			t.Errorf("%s: %q", prompt, got)
		}
	}
}

// What is requested is no name of the requests when it is one of the things that are listed, while another is.
func TestRequestsAreNotCalledByWhatIsListed(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][2]string{
		"list of our bikes (model, size). customers can request a bike with name and phone":                   {"Request", "bike_requests"},
		"Nos vélos avec taille et prix, les clients demandent un vélo avec nom et téléphone":                  {"Demande", "bicycle_requests"},
		"boats to rent, people can send a request for a boat with name, phone and dates":                      {"Request for a boat", "requests"},
		"Library: title, author, shelf. People look through the books and send a request with name and phone": {"Request", "requests"},
		"Alugamos vestidos de festa: tamanho, cor. A cliente manda um pedido de prova com dia e telefone":     {"Pedido de prova", "exam_requests"},
		"Casas de férias com pedido de reserva":                                                               {"Pedido de reserva", "booking_requests"},
	} {
		if tables := g.Draft(prompt).Tables; len(tables) != 2 || tables[1].Title != want[0] || tables[1].Name != want[1] {
			t.Errorf("%s: %+v", prompt, tables)
		}
	}
}

// A form of which nobody says what it has asks for what every form of its kind does.
func TestBareFormsHaveWhatTheyNeed(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][]string{
		"quote request for my roofing business":  {"Name*", "Phone*", "Address", "Message*", "Status"},
		"leave request form for our team":        {"Name*", "Start*", "End", "Message", "Status"},
		"Let guests book a table":                {"Name*", "Phone*", "Date*", "Time", "Number of people", "Message", "Status"},
		"Krankmeldung für unsere Kita":           {"Name*", "Beginn*", "Ende", "Nachricht", "Status"},
		"demande de congés pour mon équipe":      {"Nom*", "Début*", "Fin", "Message", "Statut"},
		"reservar mesa en mi bar":                {"Nombre*", "Teléfono*", "Fecha*", "Hora", "Número de personas", "Mensaje", "Estado"},
		"pedido de férias":                       {"Nome*", "Início*", "Fim", "Mensagem", "Estado"},
		"richiesta di ferie":                     {"Nome*", "Inizio*", "Fine", "Messaggio", "Stato"},
		"contact form for our table tennis club": {"Name*", "E-mail*", "Message", "Status"},
	} {
		if got := titles(g.plan(prompt).sheets[0]); !slices.Equal(got, want) {
			t.Errorf("%s: %q", prompt, got)
		}
	}
}

// What things are for is in the app's name, and not in that of one of them; how they are shown is in neither.
func TestThingsForHire(t *testing.T) {
	t.Parallel()
	p := newGenerator(t).plan("Boats for hire in Lisbon as cards, with price and size, in teal")
	if p.title != "Boats for hire in Lisbon" || p.exampleName(1) != "Example boat 1" || p.noun != "boats" {
		t.Errorf("%q, %q, %q", p.title, p.exampleName(1), p.noun)
	}
}

// Rows that a sentence names are the rows, and nothing else is made up.
func TestRowsThatASentenceNames(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][]string{
		"Compare our three hosting plans: Starter, Pro and Enterprise":                               {`"Starter"`, `"Pro"`, `"Enterprise"`},
		"Our courses: yoga, pilates and spinning, each with teacher and time":                        {`"yoga"`, `"pilates"`, `"spinning"`},
		"My favourite restaurants in Lisbon: Ramiro, Taberna da Rua das Flores, Cervejaria Trindade": {`"Ramiro"`, `"Taberna da Rua das Flores"`, `"Cervejaria Trindade"`},
		"Unsere Ferienwohnungen: Seeblick, Bergblick und Gartenblick, mit Preis pro Nacht":           {`"Seeblick"`, `"Bergblick"`, `"Gartenblick"`},
		"Our boats: name, length and price per day":                                                  nil,
	} {
		s := g.plan(prompt).sheets[0]
		var got []string
		for _, row := range s.rows {
			got = append(got, string(row[0]))
			for i, cell := range row[1:] {
				if want != nil && cell != nil {
					t.Errorf("%s: %s is made up below %s", prompt, cell, s.columns[i+1].Title)
				}
			}
		}
		if s.example != (want == nil) || want != nil && !slices.Equal(got, want) {
			t.Errorf("%s: %q, example %t", prompt, got, s.example)
		}
	}
}

// How far a request has come is never asked of who sends it, also where the description names it.
func TestNobodySendsTheStatus(t *testing.T) {
	t.Parallel()
	s := newGenerator(t).plan("Form for support tickets with title, description, priority and status").sheets[0]
	if got := titles(s); !slices.Equal(got, []string{"Title*", "Description", "Priority", "Status"}) || !tracks(s.columns[3]) {
		t.Errorf("%q, %v", got, s.columns[3])
	}
}

// A page has the facts that its description brings, else a place for each of its headings.
func TestPagesSayWhatIsSaid(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]string{
		"A page for our wedding guests: ceremony at 2 pm on Saturday 12 June 2027 at St Mary's Church, Ludlow, dinner afterwards at the Feathers Hotel, dress code garden party.": "Ceremony at 2 pm on Saturday 12 June 2027 at St Mary's Church, Ludlow, dinner afterwards at the Feathers Hotel, dress code garden party.",
		"A simple page for our wedding guests with the schedule of the day, the venue address, dress code and where to park":                                                      "## ",
		"A welcome text for our holiday guests": "Write here what people should know.",
	} {
		d := g.Draft(prompt)
		var data struct{ Text string }
		if err := json.Unmarshal(d.Tools[0].MockData, &data); err != nil || d.Tools[0].Layout != "markdown" || len(d.Tables) > 0 || !strings.HasPrefix(data.Text, want) {
			t.Errorf("%s: %q in %s, %d tables, %v", prompt, data.Text, d.Tools[0].Layout, len(d.Tables), err)
		}
		if d.ExampleData != !strings.HasPrefix(want, "Ceremony") {
			t.Errorf("%s: example %t", prompt, d.ExampleData)
		}
	}
}

// What people write down is drawn where they ask for a chart, and things that are had for some days are asked for with both ends.
func TestChartsOfLogsAndRequestsForDays(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	d := g.Draft("I want to log my blood pressure every morning: date, systolic, diastolic, pulse. Show me a chart over time. Only I see it.")
	if len(d.Tools) != 3 || d.Tools[2].Layout != "chart" || !d.Tables[0].OwnedRows {
		t.Errorf("%d tools, %v", len(d.Tools), d.Tables)
	}
	p := g.plan("Our camper vans with beds and price per night, and guests can send a request")
	if got := titles(p.sheets[len(p.sheets)-1]); !slices.Equal(got[1:], []string{"Name*", "Phone*", "Start*", "End*", "Message", "Status"}) {
		t.Errorf("%q", got)
	}
}

// Choices of a clause without a noun are those of one column.
func TestChoicesOfAClause(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]platform.Column{
		"Potluck sign-up: everyone adds their name, what they bring and whether it's a starter, main, dessert or drink, and all see the list": {Title: "Type", Values: []string{"starter", "main", "dessert", "drink"}},
		"Para pedir cita en la clínica veterinaria: nombre del dueño, teléfono, si es perro, gato u otro, y motivo":                           {Title: "Tipo", Values: []string{"perro", "gato", "otro"}},
		"Chi c'è giovedì sera? Ognuno segna il nome e se viene, non viene o forse, e tutti vedono la lista":                                   {Title: "Viene", Values: []string{"viene", "non viene", "forse"}},
	} {
		s := g.plan(prompt).sheets[0]
		if !slices.ContainsFunc(s.columns, func(c platform.Column) bool {
			return c.Title == want.Title && c.Type == platform.ColumnEnum && slices.Equal(c.Values, want.Values)
		}) {
			t.Errorf("%s: %v", prompt, s.columns)
		}
	}
}

// What people browse by is not what they send, a book that is found is not booked, and a form beside a list is one of requests.
func TestRequestsAboutAList(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][]string{
		"evening classes, people want to browse them by day and level and sign up for one\n\nCourse,Day,Level\nSpanish 1,Tuesday,Beginner\nBread baking,Monday,All levels":                       {"Course", "Name*", "E-mail*", "Message", "Status"},
		"Somos uma ONG de proteção animal. Mostrar os cachorros para adoção com foto, nome, idade, porte (pequeno, médio, grande) e se é castrado, e um formulário de interesse.":                {"Cachorro", "Nome*", "E-mail*", "Mensagem", "Estado"},
		"I run a second hand bookshop. People should find a book by title, author or genre and ask me to put it aside for them.\n\ntitle,author,genre\nDune,Frank Herbert,SF\nEmma,Austen,Novel": {"Title", "Name*", "E-mail*", "Message", "Status"},
	} {
		p := g.plan(prompt)
		got := titles(p.sheets[len(p.sheets)-1])
		if len(p.sheets) != 2 || !slices.Equal(got, want) {
			t.Errorf("%s: %d tables, %q", prompt, len(p.sheets), got)
		}
	}
}

// What is said to be optional need not be filled in, logs of figures have a day, and those who may see an app share its list.
func TestSmallWords(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][]string{
		"bug report form with platform (iOS, Android), version, what happened and optional email": {"Platform*", "Version", "What happened", "Email", "Status"},
		"Apuntar mi presión arterial por la mañana: sistólica, diastólica y pulso":                {"Sistólica*", "Diastólica", "Pulso", "Fecha"},
	} {
		if got := titles(g.plan(prompt).sheets[0]); !slices.Equal(got, want) {
			t.Errorf("%s: %q", prompt, got)
		}
	}
	for prompt, access := range map[string]platform.Access{
		"Tracking maintenance on our delivery vans. Van, date, mileage, cost. Only my staff should see this.":             platform.AccessPerson,
		"club members, board members look people up. Not public!\n\nName,Email\nBen,ben@example.com\nAda,ada@example.com": platform.AccessPerson,
	} {
		if d := g.Draft(prompt); d.Access != access || d.Tables[0].OwnedRows {
			t.Errorf("%s: access %q, own %t", prompt, d.Access, d.Tables[0].OwnedRows)
		}
	}
}

// Words that only look as if an app were for some people do not close it, and what is anonymous opens no list that is closed.
func TestWhoMayComeIn(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]platform.Access{
		"Guests reserve a table: name, phone, date":                                      platform.AccessPublic,
		"On réserve à l'avance une table : nom, téléphone, date":                         platform.AccessPublic,
		"Our bank holidays, there are no public holidays in June: name and date":         platform.AccessPublic,
		"Anonymous feedback: what went well, what did not. Only the board should see it": platform.AccessPublic,
		"A list of tips, reserved for members of our club: tip, author":                  platform.AccessPerson,
		"Only the board may see the list of anonymous tips: date, tip":                   platform.AccessPerson,
	} {
		if d := g.Draft(prompt); d.Access != want && (want != platform.AccessPublic || d.Access != "") {
			t.Errorf("%s: access %q", prompt, d.Access)
		}
	}
}

// Names that a sentence lists are whole: with accents, single letters, points, and without what nobody sees.
func TestNamesAreWhole(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	fr, en := g.Languages["fr"], g.Languages["en"]
	for text, want := range map[string][]string{
		" Entrée, Plat et Dessert":                          {"Entrée", "Plat", "Dessert"},
		" Altona, Eppendorf and St. Pauli":                  {"Altona", "Eppendorf", "St. Pauli"},
		" vitamin C, vitamin E and vitamin D":               {"vitamin C", "vitamin E", "vitamin D"},
		" Yoga, E-Bike tour, and Pilates. Each has a price": {"Yoga", "E-Bike tour", "Pilates"},
	} {
		lang := en
		if strings.Contains(text, "Dessert") {
			lang = fr
		}
		if got := g.NamesIn(lang, text); !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
	p := g.plan("Our plans: Starter\u202e<b>, Pro and Enterprise")
	for _, name := range p.brought {
		if name != plain(name) {
			t.Errorf("%q", name)
		}
	}
}
