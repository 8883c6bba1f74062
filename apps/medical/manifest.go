package medical

import (
	"encoding/json"

	"berth/platform"
	"berth/platform/appkit"
)

// The tools and the widget of the document.
const (
	searchDoctors       = "search_doctors"
	availableSlots      = "get_available_slots"
	scheduleAppointment = "schedule_appointment"
	widget              = "medical-app"
)

const instructions = `A demonstration: the doctors are made up, and nobody expects a patient who has booked. Find a doctor with search_doctors, then call get_available_slots, then schedule_appointment once the user has chosen a time and given the patient's full name and phone number: ask for them, never invent them. Doctors can be named by name; where several have the name, the answer lists them with ids: ask which one is meant. No tool moves or cancels an appointment: when the user asks for that, say so, and book no second one in its place. Times are those of São Paulo. This is no place for emergencies: then tell the user to call an ambulance (192 in Brazil).`

func (a *app) Manifest() platform.Manifest {
	return platform.Manifest{
		Name:         "Medical appointments",
		Description:  "Find a doctor in Brazil, see free times and book one. A demonstration: doctors, addresses and times are made up, and no appointment is real.",
		Instructions: instructions,
		Access:       platform.AccessMixed,
		Tools:        tools(),
		Views: []platform.ViewSpec{{
			Name: widget, URI: "ui://widget/medical-app.html", Layout: widget, Title: "Medical appointments",
			Description:   "The doctors, free times, or the appointment, to choose from in place. There is no need to repeat them in text.",
			PrefersBorder: true, CSP: platform.CSP{Resource: a.pictures},
		}},
	}
}

// The tools of the document, in its order. Names, titles, descriptions and input schemas are the document's own, to the
// letter.
func tools() []platform.ToolSpec {
	reading := platform.Hints{ReadOnly: true, Idempotent: true}
	specs := []platform.ToolSpec{
		{
			Name: searchDoctors, Title: "Search Doctors",
			Description: "Searches for doctors by name, specialty, or city. All filters are optional and can be combined.",
			Input: object(word("name", `Doctor's name or part of it (e.g., "Silva")`) + "," +
				word("specialty", `Medical specialty (e.g., "Cardiologist")`) + "," + word("city", `City name (e.g., "São Paulo")`)),
			Output: appkit.Output(searched{}, refused{}), Hints: reading,
			Example: json.RawMessage(`{"specialty":"Cardiologist","city":"São Paulo"}`),
			Meta:    meta("Searching for doctors...", "Found doctors"),
		},
		{
			Name: availableSlots, Title: "View Available Slots", Personal: true, // who is signed in may have more of a doctor's times
			Description: "Returns available appointment times for a specific doctor. Can identify doctor by UUID or name.",
			Input: object(id("doctorId", "Doctor's UUID (from search_doctors). At least one of doctorId or doctorName is required.") + "," +
				word("doctorName", "Doctor's name to search") + "," + word("specialty", "Specialty to disambiguate multiple matches")),
			Output: appkit.Output(offered{}, ambiguous{}, refused{}), Hints: reading,
			Example: json.RawMessage(`{"doctorName":"Dr. João Silva","specialty":"Cardiologist"}`),
			Meta:    meta("Loading available slots...", "Found available slots"),
		},
		{
			Name: scheduleAppointment, Title: "Schedule Appointment", Personal: true,
			Description: "Books an appointment with a doctor. Can identify doctor and slot by UUID or by name/time.",
			Input: object(id("doctorId", "Doctor's UUID. At least one of doctorId or doctorName is required.")+","+
				word("doctorName", "Doctor's name")+","+word("specialty", "Specialty to disambiguate")+","+
				id("slotId", "Time slot's UUID. At least one of slotId or slotTime is required.")+","+
				word("slotTime", `Desired time (e.g., "09:00")`)+","+
				word("patientName", "Patient's full name")+","+word("patientPhone", "Patient's phone number"), "patientName", "patientPhone"),
			Output:  appkit.Output(scheduled{}, ambiguous{}, refused{}),
			Example: json.RawMessage(`{"doctorName":"Dr. João Silva","specialty":"Cardiologist","slotTime":"09:00","patientName":"Maria Souza","patientPhone":"+55 11 98765-4321"}`),
			Meta:    meta("Scheduling the appointment...", "Appointment scheduled"),
		},
	}
	for i := range specs {
		specs[i].Handler = platform.HandlerRef{Kind: "native", Ref: slug + "/" + specs[i].Name}
		specs[i].View = widget
		specs[i].OwnValidation = true
	}
	return specs
}

// object returns a closed input schema: an unknown argument, such as a date under another name, is refused rather than
// ignored.
func object(properties string, required ...string) json.RawMessage {
	if required == nil {
		required = []string{}
	}
	return json.RawMessage(`{"type":"object","properties":{` + properties + `},"required":` + string(quote(required)) + `,"additionalProperties":false}`)
}

func word(name, description string) string {
	return string(quote(name)) + `:{"type":"string","description":` + string(quote(description)) + `}`
}

func id(name, description string) string {
	return string(quote(name)) + `:{"type":"string","format":"uuid","description":` + string(quote(description)) + `}`
}

func quote(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain strings always encode
	}
	return raw
}

// meta lets both the model and the widget call a tool, and sets the text that is shown during the call.
func meta(invoking, invoked string) map[string]json.RawMessage {
	return map[string]json.RawMessage{
		"openai/widgetAccessible":        json.RawMessage(`true`),
		"openai/toolInvocation/invoking": quote(invoking),
		"openai/toolInvocation/invoked":  quote(invoked),
		"ui":                             json.RawMessage(`{"visibility":["model","app"]}`),
	}
}
