package store

import (
	"context"
	"slices"
	"time"

	"berth/platform"
	"berth/platform/store/db"
)

const noLonger = "The time is no longer available."

// BookedTimes lists the doctor's times from first to last, both included, that are taken, in order and in UTC.
func (s *Store) BookedTimes(ctx context.Context, doctor string, first, last time.Time) ([]time.Time, error) {
	rows, err := s.q.Appointments(ctx, doctor, first, last)
	if err != nil {
		return nil, wrap("list appointments", err)
	}
	times := make([]time.Time, len(rows))
	for i, r := range rows {
		times[i] = r.StartsAt.UTC()
	}
	return times, nil
}

// Book gives the first free one of the times to the patient. If the same caller has booked one of these times for the same
// patient before, it returns that appointment again. CONFLICT means that none of the times is free, LIMIT_REACHED that the
// caller may book no more, FORBIDDEN that callers without an account may together book no more of the doctor's times. The
// audit row holds no patient, doctor or time.
func (s *Store) Book(ctx context.Context, by platform.Actor, b platform.Booking) (platform.Appointment, error) {
	var made platform.Appointment
	err := s.inTransaction(ctx, func(t tx) error {
		if err := t.use(ctx, by); err != nil {
			return err
		}
		if _, err := t.LockAppointments(ctx); err != nil {
			return wrap("lock appointments", err)
		}
		rows, err := t.Appointments(ctx, b.Doctor, b.Times[0], b.Times[len(b.Times)-1])
		if err != nil {
			return wrap("list appointments", err)
		}
		if at := slices.IndexFunc(rows, func(r db.Appointment) bool { return repeats(b, r) }); at >= 0 {
			made = toAppointment(rows[at])
			return nil
		}
		free := slices.IndexFunc(b.Times, func(at time.Time) bool { return !taken(rows, at) })
		if free < 0 {
			return platform.Errorf(platform.CodeConflict, noLonger)
		}
		if err := t.roomForAppointment(ctx, b); err != nil {
			return err
		}
		made = platform.Appointment{ID: newID(), Doctor: b.Doctor, StartsAt: b.Times[free].UTC(), Caller: b.Caller, Patient: b.Patient}
		if err := t.InsertAppointment(ctx, db.InsertAppointmentParams{
			ID: made.ID, DoctorID: made.Doctor, StartsAt: made.StartsAt, Caller: made.Caller, Person: b.Person,
			PatientName: made.Patient.Name, PatientPhone: made.Patient.Phone, CreatedAt: t.now,
		}); err != nil {
			return err
		}
		return t.audit(ctx, by, change{workspace: by.Workspace, action: "appointment.book", target: made.ID})
	})
	if sqlState(err) == unique {
		err = platform.Errorf(platform.CodeConflict, noLonger)
	}
	if err != nil {
		return platform.Appointment{}, wrap("book appointment", err)
	}
	return made, nil
}

func taken(rows []db.Appointment, at time.Time) bool {
	return slices.ContainsFunc(rows, func(r db.Appointment) bool { return r.StartsAt.Equal(at) })
}

// repeats reports whether an earlier, equal request has made the row.
func repeats(b platform.Booking, r db.Appointment) bool {
	return r.Caller == b.Caller && r.PatientName == b.Patient.Name && r.PatientPhone == b.Patient.Phone &&
		slices.ContainsFunc(b.Times, r.StartsAt.Equal)
}

// roomForAppointment checks the limits. It is called under the lock, so that many callers at once cannot exceed a limit
// together.
func (t tx) roomForAppointment(ctx context.Context, b platform.Booking) error {
	if b.Caller != "" {
		n, err := t.CountAppointmentsOfCaller(ctx, b.Caller, t.now)
		if err != nil {
			return wrap("count appointments", err)
		}
		if n >= int64(b.Limits.Caller) {
			return platform.Errorf(platform.CodeLimitReached, "The caller has %d appointments to come, which is the limit.", n)
		}
	}
	if b.Person {
		return nil
	}
	n, err := t.CountUnprovenAppointments(ctx, b.Doctor, t.now)
	if err != nil {
		return wrap("count appointments", err)
	}
	if n >= int64(b.Limits.Unproven) {
		return platform.Errorf(platform.CodeForbidden, "Callers who did not sign in have %d appointments to come at the doctor, which is the limit.", n)
	}
	return nil
}

func toAppointment(r db.Appointment) platform.Appointment {
	return platform.Appointment{ID: r.ID, Doctor: r.DoctorID, StartsAt: r.StartsAt.UTC(), Caller: r.Caller,
		Patient: platform.Patient{Name: r.PatientName, Phone: r.PatientPhone}}
}
