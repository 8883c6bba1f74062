package medical

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"berth/apps/medical/agenda"
	"berth/apps/medical/directory"
	"berth/platform"
	"berth/platform/appkit"
)

// maxOfCaller is how many future appointments one caller may have.
const maxOfCaller = 20

type booked struct {
	DoctorName  string `json:"doctorName"`
	Specialty   string `json:"specialty"`
	ScheduledAt string `json:"scheduledAt"`
	PatientName string `json:"patientName"`
}

type scheduled struct {
	Success     bool   `json:"success"`
	Appointment booked `json:"appointment"`
}

// confirmed is an appointment as the widget gets it.
type confirmed struct {
	ID          string    `json:"id"`
	Doctor      card      `json:"doctor"`
	ScheduledAt string    `json:"scheduledAt"` // RFC 3339, UTC
	Formatted   string    `json:"formattedDate"`
	Patient     contactee `json:"patient"`
}

type contactee struct {
	Name  string `json:"name"`
	Phone string `json:"phone"`
}

// request is what a call of schedule_appointment asks for.
type request struct {
	doctor   doctorArguments
	slotID   string
	slotTime string
	wish     agenda.Wish // what slotTime means
	patient  platform.Patient
	now      time.Time
}

// once reports whether the request asks for one moment: the same again is then no further appointment. A time of the day alone
// is any such time, and again the next one.
func (r request) once() bool {
	_, one := r.wish.Moment()
	return r.slotID != "" || one
}

// fits reports whether the request asks for the slot.
func (r request) fits(s agenda.Slot) bool {
	if r.slotID != "" {
		return s.ID == r.slotID
	}
	return r.wish.Fits(s.At)
}

// contradicts reports whether the slot is that of the request's id, and its time another one than the request's.
func (r request) contradicts(s agenda.Slot) bool {
	return r.slotID == s.ID && r.slotTime != "" && !r.wish.Fits(s.At)
}

func (a *app) schedule(ctx context.Context, call appkit.Call) (appkit.Result, error) {
	in := read(call, "doctorId", "doctorName", "specialty", "slotId", "slotTime", "patientName", "patientPhone")
	asked := request{doctor: in.doctor(), now: call.Now}
	in.either("slotId", "slotTime")
	asked.slotID, asked.slotTime = in.id("slotId", "slotTime"), in.text("slotTime")
	asked.patient = in.patient()
	asked.wish = a.wish(in, asked)
	if in.rejected() {
		return in.refusal(), nil
	}
	found, refusal := a.named(in, asked.doctor)
	if len(found) == 0 {
		return refusal, nil
	}
	if found = a.ofSlot(found, asked.slotID, call.Now); len(found) > 1 {
		return in.which(found), nil
	}
	doctor := found[0]
	in.progress(call, 1, "Looking for a free time…", "Procurando um horário livre…")
	slots := a.agenda.Slots(doctor.ID, call.Now)
	if at := slices.IndexFunc(slots, asked.contradicts); at >= 0 {
		return in.contradiction("slotId", agenda.Short(slots[at].At, in.words), "slotTime"), nil
	}
	fitting := slices.DeleteFunc(slices.Clone(slots), func(s agenda.Slot) bool { return !asked.fits(s) })
	if len(fitting) == 0 {
		return a.notOffered(ctx, in, doctor, asked, slots)
	}
	booking := a.booking(call, doctor, slots)
	booking.Once, booking.Patient = asked.once(), asked.patient
	for _, s := range fitting {
		booking.Times = append(booking.Times, s.At)
	}
	in.progress(call, 2, "Booking the appointment…", "Marcando a consulta…")
	made, err := a.store.Book(ctx, call.Actor(), booking)
	switch {
	case errors.Is(err, platform.ErrPatientElsewhere):
		return a.elsewhere(ctx, in, doctor, fitting, slots)
	case platform.IsCode(err, platform.CodeConflict):
		return a.taken(ctx, in, doctor, fitting, slots)
	case limited(err):
		return refuse(a.full(in, doctor, platform.AsError(err), call.Now)), nil
	case err != nil:
		return appkit.Result{}, fmt.Errorf("book appointment: %w", err)
	}
	in.progress(call, steps, "", "")
	return a.confirm(in, doctor, made), nil
}

// booking returns what every booking of the caller with the doctor has, whose times are slots.
func (a *app) booking(call appkit.Call, d *directory.Doctor, slots []agenda.Slot) platform.Booking {
	b := platform.Booking{Doctor: d.ID, Length: a.agenda.Length(d.ID),
		Limits: platform.BookingLimits{Caller: maxOfCaller, Unproven: unproven(slots), Hourly: a.hourly}}
	b.Caller, b.Person = caller(call)
	return b
}

// limited reports whether a limit forbids a booking.
func limited(err error) bool {
	return platform.IsCode(err, platform.CodeLimitReached) || platform.IsCode(err, platform.CodeForbidden) || platform.IsCode(err, platform.CodeRateLimited)
}

// caller returns who calls, as far as that can be told, and whether it is a person with an account. Of what a client says
// about itself it returns only a digest.
func caller(call appkit.Call) (string, bool) {
	if call.Principal.Person() {
		return string(call.Principal.User), true
	}
	if subject := appkit.Hint[string](call, "openai/subject"); subject != "" {
		sum := sha256.Sum256([]byte(subject))
		return "subject:" + hex.EncodeToString(sum[:]), false
	}
	return "", false
}

// wish reads the slot time. Beside a slot id it only has to fit.
func (a *app) wish(in *arguments, asked request) agenda.Wish {
	if asked.slotTime == "" {
		return agenda.Wish{}
	}
	wish, err := a.agenda.Read(asked.slotTime, asked.now)
	tomorrow := a.agenda.Today(asked.now).AddDate(0, 0, 1).Add(9 * time.Hour)
	example, iso := agenda.Short(tomorrow, in.words), tomorrow.Format("2006-01-02T15:04")
	switch {
	case errors.Is(err, agenda.ErrNoClock):
		in.reject(fmt.Sprintf(`slotTime needs a time of the day too, such as "%s".`, example), fmt.Sprintf(`slotTime precisa também da hora, como "%s".`, example))
	case errors.Is(err, agenda.ErrContradiction):
		in.reject("slotTime has a weekday that is not that of its date: say which one is meant.", "slotTime tem um dia da semana que não é o da data: diga qual vale.")
	case err != nil:
		in.reject(fmt.Sprintf(`slotTime is not understood: write it like "09:00", "%s" or %s.`, example, iso),
			fmt.Sprintf(`slotTime não foi entendido: escreva como "09:00", "%s" ou %s.`, example, iso))
	}
	return wish
}

// ofSlot returns the one of the doctors to whom the slot belongs; all of them when the slot does not tell.
func (a *app) ofSlot(found []*directory.Doctor, slotID string, now time.Time) []*directory.Doctor {
	if len(found) == 1 || slotID == "" {
		return found
	}
	for _, d := range found {
		if slices.ContainsFunc(a.agenda.Slots(d.ID, now), func(s agenda.Slot) bool { return s.ID == slotID }) {
			return []*directory.Doctor{d}
		}
	}
	return found
}

// confirm returns an appointment in the document's shapes.
func (a *app) confirm(in *arguments, d *directory.Doctor, made platform.Appointment) appkit.Result {
	at := a.agenda.In(made.StartsAt)
	when, said := agenda.Long(at, in.dates), agenda.Long(at, in.words)
	return appkit.Result{
		Structured: scheduled{true, booked{d.Name, in.specialty(d), when, made.Patient.Name}},
		Content: appkit.Text(in.say(
			fmt.Sprintf("Booked: %s, %s, for %s. (A demonstration: the doctor is made up, and no appointment is real.)", in.who(d), said, made.Patient.Name),
			fmt.Sprintf("Agendado: %s, %s, para %s. (Demonstração: o médico é fictício e a consulta não é real.)", in.who(d), said, made.Patient.Name))),
		Meta: in.view("confirmation", map[string]any{"appointment": confirmed{
			made.ID, in.card(d), at.UTC().Format(time.RFC3339), when, contactee{made.Patient.Name, shown(made.Patient.Phone)},
		}}),
	}
}
