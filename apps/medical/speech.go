package medical

import (
	"strings"

	"berth/apps/medical/agenda"
	"berth/apps/medical/directory"
	"berth/platform/appkit"
)

// speech holds the languages of an answer. Without a locale, sentences are English, and the dates in fields Portuguese, as in
// the document; the widget writes those in the language of the sentences.
type speech struct{ words, dates agenda.Language }

// speechOf follows the client's locale if it is one of the two languages.
func speechOf(call appkit.Call) speech {
	locale := strings.ToLower(appkit.Hint[string](call, "openai/locale"))
	language, _, _ := strings.Cut(strings.ReplaceAll(locale, "_", "-"), "-")
	switch language {
	case "pt":
		return speech{agenda.Portuguese, agenda.Portuguese}
	case "en":
		return speech{agenda.English, agenda.English}
	}
	return speech{agenda.English, agenda.Portuguese}
}

// say returns the sentence in the language of the answer.
func (s speech) say(english, portuguese string) string {
	if s.words == agenda.Portuguese {
		return portuguese
	}
	return english
}

func (s speech) specialty(d *directory.Doctor) string {
	return s.say(d.Specialty.English, d.Specialty.Portuguese)
}

// who returns a doctor's name with the specialty: "Dr. João Silva (Cardiologist)".
func (s speech) who(d *directory.Doctor) string { return d.Name + " (" + s.specialty(d) + ")" }

// times returns the slots as a list: "Mon, Jan 10, 09:00; Mon, Jan 10, 10:00".
func (s speech) times(slots []agenda.Slot) string {
	said := make([]string, len(slots))
	for i, slot := range slots {
		said[i] = agenda.Short(slot.At, s.words)
	}
	return strings.Join(said, "; ")
}

// view returns what the widget gets besides what the model sees: which view to show, the language of all of its texts, and data.
func (s speech) view(name string, data map[string]any) map[string]any {
	data["view"], data["language"] = name, s.words
	return data
}

// steps is how many steps a call reports that reads or writes appointments.
const steps = 3

// progress reports how many steps of a call are done, and what comes now.
func (s speech) progress(call appkit.Call, done float64, english, portuguese string) {
	if call.Progress != nil {
		call.Progress(done, steps, s.say(english, portuguese))
	}
}
