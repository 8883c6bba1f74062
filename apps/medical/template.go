package medical

import (
	"encoding/json"

	"berth/platform"
)

// Template returns a draft that shows doctors as plain data, for authors who start from this app.
func (a *app) Template() platform.Draft {
	return platform.Draft{
		Name: "Doctors of a practice", Description: "Shows the doctors of a practice, what each treats and when they see patients.",
		Tools: []platform.ToolDraft{{
			Name: "show_doctors",
			Description: "Show the doctors of the practice, what each treats, where they work and when they see patients. " +
				"Use this when the person looks for a doctor or asks when one can be seen.",
			Layout:   "list",
			MockData: json.RawMessage(templateData),
			ResponseText: "The practice has four doctors: Ana Silva for the skin, João Silva for the heart, " +
				"Beatriz Oliveira for children and Pedro Almeida as general practitioner. Each sees patients on weekdays; call to book.",
		}},
	}
}

const templateData = `{"title":"Our doctors","subtitle":"Av. Paulista, 1000 · São Paulo","items":[` +
	`{"id":1,"title":"Dra. Ana Silva","subtitle":"Dermatologist","value":"Mon to Thu, 9–17 h","badge":"Skin"},` +
	`{"id":2,"title":"Dr. João Silva","subtitle":"Cardiologist","value":"Tue to Fri, 8–16 h","badge":"Heart"},` +
	`{"id":3,"title":"Dra. Beatriz Oliveira","subtitle":"Pediatrician","value":"Mon to Fri, 8–12 h","badge":"Children"},` +
	`{"id":4,"title":"Dr. Pedro Almeida","subtitle":"General practitioner","value":"Mon to Fri, 9–18 h"}],` +
	`"actions":[{"label":"Book an appointment","prompt":"I would like to see a doctor of the practice. Which times suit?"},` +
	`{"label":"Who treats what?","prompt":"Which of these doctors should I see?"}]}`
