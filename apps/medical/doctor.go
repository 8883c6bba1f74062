package medical

import (
	"fmt"
	"strings"

	"berth/apps/medical/directory"
	"berth/platform/appkit"
)

// match is a doctor to choose from. The document shows its id to the model, which needs it to say which doctor is meant.
type match struct {
	ID        string `json:"id" jsonschema:"format=uuid"`
	Name      string `json:"name"`
	Specialty string `json:"specialty"`
}

type ambiguous struct {
	Success   bool    `json:"success"`
	Ambiguous bool    `json:"ambiguous"`
	Matches   []match `json:"matches"`
}

// doctorArguments say which doctor is meant.
type doctorArguments struct{ id, name, specialty string }

func (a *arguments) doctor() doctorArguments {
	a.either("doctorId", "doctorName")
	return doctorArguments{a.id("doctorId", "doctorName"), a.text("doctorName"), a.text("specialty")}
}

// named returns the doctors whom the arguments may mean: by id exactly one. When there is none, or when name or specialty are not
// those of the id, it returns the refusal.
func (a *app) named(in *arguments, wanted doctorArguments) ([]*directory.Doctor, appkit.Result) {
	if wanted.id != "" {
		if d := a.doctors.Doctor(wanted.id); d != nil {
			if wrong := a.contradicting(d, wanted); len(wrong) > 0 {
				return nil, in.contradiction("doctorId", in.who(d), wrong...)
			}
			return []*directory.Doctor{d}, appkit.Result{}
		}
		return nil, refuse(in.say("Doctor not found: no doctor has this doctorId. search_doctors lists who there is.",
			"Médico não encontrado: nenhum médico tem este doctorId. search_doctors mostra quem existe."))
	}
	found, meant := a.doctors.Named(wanted.name, wanted.specialty)
	if len(found) > 0 {
		return found, appkit.Result{}
	}
	if len(meant) == 0 {
		return nil, refuse(in.say("Doctor not found. search_doctors lists who there is.", "Médico não encontrado. search_doctors mostra quem existe."))
	}
	const most = 5
	var names []string
	for _, d := range meant[:min(most, len(meant))] {
		names = append(names, in.who(d))
	}
	list := strings.Join(names, ", ")
	return nil, refuse(in.say(fmt.Sprintf("Doctor not found. Did you mean %s?", list), fmt.Sprintf("Médico não encontrado. Você quis dizer %s?", list)))
}

// contradicting returns the arguments that do not fit the doctor whose id is given.
func (a *app) contradicting(d *directory.Doctor, wanted doctorArguments) (wrong []string) {
	if wanted.name != "" && !a.doctors.MayName(d, wanted.name) {
		wrong = append(wrong, "doctorName")
	}
	if wanted.specialty != "" && !a.doctors.Practises(d, wanted.specialty) {
		wrong = append(wrong, "specialty")
	}
	return wrong
}

// contradiction refuses an id that means something other than the arguments beside it: nobody can tell which was wanted.
func (a *arguments) contradiction(id, means string, others ...string) appkit.Result {
	return refuse(a.say(fmt.Sprintf("%s is %s, which contradicts %s: leave out what is not meant.", id, means, strings.Join(others, " and ")),
		fmt.Sprintf("%s é %s, o que contradiz %s: deixe de fora o que não vale.", id, means, strings.Join(others, " e "))))
}

// which asks which of the doctors is meant. That is not an error: the widget lets the person choose.
func (a *arguments) which(found []*directory.Doctor) appkit.Result {
	out := ambiguous{Ambiguous: true, Matches: make([]match, len(found))}
	names, cards := make([]string, len(found)), make([]card, len(found))
	for i, d := range found {
		out.Matches[i], cards[i] = match{d.ID, d.Name, a.specialty(d)}, a.card(d)
		names[i] = fmt.Sprintf("%s, %s", a.who(d), d.City.Name)
	}
	list := strings.Join(names, "; ")
	return appkit.Result{
		Structured: out, Meta: a.view("disambiguation", map[string]any{"matches": cards}),
		Content: appkit.Text(a.say(fmt.Sprintf("%d doctors have this name: %s. Which one is meant?", len(found), list),
			fmt.Sprintf("%d médicos têm este nome: %s. Qual deles?", len(found), list))),
	}
}
