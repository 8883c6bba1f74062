package offline

import (
	"strings"
	"testing"
)

// Days and figures in brackets behind a field stand in its heading, unless they are the values to choose from.
func TestFiguresBehindFields(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]string{
		"Sign-up for our summer camp: child's name, birthday, weeks (30 June to 8 August), lunch yes/no, parent's phone":                                               "Weeks (30 June to 8 August) text",
		"Modulo di iscrizione al centro estivo: nome del bambino, data di nascita, settimane (dal 16 giugno al 25 luglio), mensa sì o no, telefono di un genitore":     "Settimane (dal 16 giugno al 25 luglio) text",
		"Formulaire d'inscription au stage d'escalade : nom de l'enfant, date de naissance, semaine (du 7 au 11 juillet ou du 21 au 25 juillet), taille de chaussures": "Semaine (du 7 au 11 juillet ou du 21 au 25 juillet) text",
		"Modulo per il campo scout: nome, data di nascita, turno (dal 3 al 10 agosto o dal 12 al 19 agosto), allergie, telefono":                                       "Turno enum",
		"Call for talks: title, abstract (max 300 words), speaker, email":                                                                                              "Abstract (max 300 words) text",
	} {
		var got []string
		for _, c := range g.Draft(prompt).Tables[0].Columns {
			got = append(got, c.Title+" "+string(c.Type))
		}
		if !strings.Contains(" | "+strings.Join(got, " | ")+" | ", " | "+want+" | ") {
			t.Errorf("%q: %q", prompt, got)
		}
	}
}
