package medical

import (
	"context"
	"fmt"
	"strings"

	"berth/apps/medical/directory"
	"berth/platform/appkit"
)

// listed is a doctor of a list as the model sees it: without id, address and place on the map.
type listed struct {
	Name      string `json:"name"`
	Specialty string `json:"specialty"`
	City      string `json:"city"`
	State     string `json:"state"`
}

type searched struct {
	Success bool     `json:"success"`
	Count   int      `json:"count"`
	Doctors []listed `json:"doctors"`
}

// card is a doctor as the widget gets it.
type card struct {
	ID          string       `json:"id"`
	Name        string       `json:"name"`
	Specialty   string       `json:"specialty"`
	Address     string       `json:"address"`
	City        string       `json:"city"`
	State       string       `json:"state"`
	ImageURL    string       `json:"imageUrl"`
	Coordinates *coordinates `json:"coordinates,omitempty"`
}

type coordinates struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

func (s speech) card(d *directory.Doctor) card {
	return card{ID: d.ID, Name: d.Name, Specialty: s.specialty(d), Address: d.Address, City: d.City.Name, State: d.City.State, ImageURL: d.Image}
}

func (a *app) search(_ context.Context, call appkit.Call) (appkit.Result, error) {
	in := read(call, "name", "specialty", "city")
	query := directory.Query{Name: in.text("name"), Specialty: in.text("specialty"), City: in.text("city")}
	if in.rejected() {
		return in.refusal(), nil
	}
	found := a.doctors.Search(query)
	out := searched{Success: true, Count: len(found), Doctors: make([]listed, len(found))}
	cards := make([]card, len(found))
	for i, d := range found {
		out.Doctors[i] = listed{d.Name, in.specialty(d), d.City.Name, d.City.State}
		cards[i] = in.card(d)
		cards[i].Coordinates = &coordinates{d.Latitude, d.Longitude}
	}
	return appkit.Result{Structured: out, Content: appkit.Text(a.summary(in.speech, found)), Meta: in.view("doctors-list", map[string]any{"doctors": cards})}, nil
}

// summary returns the text about a search that the model reads.
func (a *app) summary(s speech, found []*directory.Doctor) string {
	const most = 10
	if len(found) == 0 {
		return a.nobody(s)
	}
	var b strings.Builder
	b.WriteString(s.say(fmt.Sprintf("Found %d doctors:", len(found)), fmt.Sprintf("%d médicos encontrados:", len(found))))
	if len(found) == 1 {
		b.Reset()
		b.WriteString(s.say("Found 1 doctor:", "1 médico encontrado:"))
	}
	for i, d := range found[:min(most, len(found))] {
		fmt.Fprintf(&b, "\n%d. %s, %s, %s", i+1, s.who(d), d.City.Name, d.City.State)
	}
	if more := len(found) - most; more > 0 {
		b.WriteString("\n" + s.say(fmt.Sprintf("… and %d more.", more), fmt.Sprintf("… e mais %d.", more)))
	}
	return b.String()
}

// nobody says what can be searched for, so that the next search finds somebody.
func (a *app) nobody(s speech) string {
	var specialties, cities []string
	for _, sp := range a.doctors.Specialties() {
		specialties = append(specialties, s.say(sp.English, sp.Portuguese))
	}
	for _, c := range a.doctors.Cities() {
		cities = append(cities, c.Name)
	}
	return s.say(
		fmt.Sprintf("No doctors found. Specialties: %s. Cities: %s.", strings.Join(specialties, ", "), strings.Join(cities, ", ")),
		fmt.Sprintf("Nenhum médico encontrado. Especialidades: %s. Cidades: %s.", strings.Join(specialties, ", "), strings.Join(cities, ", ")))
}
