package medical_test

import (
	"slices"
	"strings"
	"testing"
)

// A weekday names one date: the same request once more books nothing further, and where the date is taken, others are offered
// rather than booked.
func TestWeekdayIsOneMoment(t *testing.T) {
	t.Parallel()
	b := serve(t, sqlite(t))
	ask := func(subject, patient string) answer {
		return b.call(t, subject, "schedule_appointment", with("doctorName", "João Silva", "slotTime", "next Monday at 10", "patientName", patient))
	}
	first := ask("ann", "Maria Santos")
	if first.IsError || first.Meta.Appointment.FormattedDate != "segunda-feira, 12 de janeiro de 2026 10:00" {
		t.Fatalf("%+v", first)
	}
	if again := ask("ann", "Maria Santos"); again.Meta.Appointment.ID != first.Meta.Appointment.ID {
		t.Errorf("the same request once more: %+v", again)
	}
	const taken = "Mon, Jan 12, 10:00 with Dr. João Silva is no longer available. Free times close to it: "
	if other := ask("bob", "Paulo Lima"); !other.IsError || !strings.HasPrefix(other.StructuredContent.Error, taken) {
		t.Errorf("another patient: %+v", other)
	}
}

// Nobody can tell which of two arguments was meant that contradict each other, so nothing is booked. What fits may stand beside an id.
func TestContradictionsAreRefused(t *testing.T) {
	t.Parallel()
	b := serve(t, sqlite(t))
	doctor := map[string]any{"doctorName": "João Silva"}
	shown := b.call(t, "", "get_available_slots", doctor)
	id := b.call(t, "", "search_doctors", map[string]any{"name": "João Silva"}).Meta.Doctors[0].ID
	at := shown.Meta.Slots[0] // Wed, Jan 7, 13:00
	const isDoctor, isSlot = "doctorId is Dr. João Silva (Cardiologist), which contradicts ", "slotId is Wed, Jan 7, 13:00, which contradicts "
	for refusal, arguments := range map[string][]any{
		isDoctor + "doctorName: leave out what is not meant.":                                             {"doctorName", "Rafael Souza"},
		isDoctor + "specialty: leave out what is not meant.":                                              {"doctorName", "Dr. João Silva", "specialty", "Dermatologist"},
		isDoctor + "doctorName and specialty: leave out what is not meant.":                               {"doctorName", "Ana Silva", "specialty", "pele"},
		isSlot + "slotTime: leave out what is not meant.":                                                 {"slotId", at.ID, "slotTime", "15:00"},
		"slotTime is not understood: write it like \"09:00\", \"Thu, Jan 8, 09:00\" or 2026-01-08T09:00.": {"slotId", at.ID, "slotTime", "garbage nonsense"},
	} {
		asked := with(append([]any{"doctorId", id}, arguments...)...)
		if !slices.Contains(arguments, any("slotId")) {
			asked["slotTime"] = "amanhã 9h"
		}
		if a := b.call(t, "ann", "schedule_appointment", asked); !a.IsError || a.StructuredContent.Error != refusal {
			t.Errorf("%v: %+v, want %s", arguments, a, refusal)
		}
	}
	if a := b.call(t, "", "get_available_slots", map[string]any{"doctorId": id, "doctorName": "Tanaka"}); !a.IsError || !strings.HasPrefix(a.StructuredContent.Error, isDoctor) {
		t.Errorf("free times: %+v", a)
	}
	if after := b.call(t, "", "get_available_slots", doctor); after.StructuredContent.Count != shown.StructuredContent.Count {
		t.Errorf("%d of %d times are left", after.StructuredContent.Count, shown.StructuredContent.Count)
	}
	for i, fits := range [][]any{
		{"doctorName", "Silva", "specialty", "cardio"}, {"doctorName", "Dr. Joao Silv"}, {"doctorName", "Dr."}, {"slotTime", "13:00"}, {"slotTime", "hoje 13h"},
		{"slotTime", at.FormattedTime}, {"slotTime", at.Time}, {"slotTime", "qua, 13:00"},
	} {
		a := b.call(t, "ann", "schedule_appointment", with(append([]any{"doctorId", id, "slotId", at.ID}, fits...)...))
		if a.IsError || a.Meta.Appointment.FormattedDate != at.FormattedTime {
			t.Errorf("%d %v: %+v", i, fits, a)
		}
	}
}

// Names that look the same are one patient's, whatever stands in them unseen; such characters alone are no name.
func TestUnseenCharactersMakeNoOtherPatient(t *testing.T) {
	t.Parallel()
	b := serve(t, sqlite(t))
	ask := func(doctor, patient string) answer {
		return b.call(t, "", "schedule_appointment", with("doctorName", doctor, "slotTime", "qui, 8 jan, 09:00", "patientName", patient))
	}
	if made := ask("João Silva", "Zed \u200dLima"); made.Meta.Appointment.Patient.Name != "Zed Lima" {
		t.Errorf("%+v", made)
	}
	for _, unseen := range []string{"", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u061c", "\u3164", "\ufe0f", "\U000e0041"} {
		if a := ask("Rafael Souza", "Z"+unseen+"ed"+unseen+" "+unseen+" Lima"); !a.IsError || !strings.Contains(a.StructuredContent.Error, "cannot be booked for this patient") {
			t.Errorf("%+q: %+v", unseen, a)
		}
		if a := ask("Rafael Souza", unseen+" "+unseen); !a.IsError || !strings.Contains(a.StructuredContent.Error, "patientName is required") {
			t.Errorf("%+q alone: %+v", unseen, a)
		}
	}
}
