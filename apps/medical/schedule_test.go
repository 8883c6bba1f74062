package medical_test

import (
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
