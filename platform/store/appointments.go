package store

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/store/db"
	"berth/platform/text"
)

const (
	noLonger = "The time is no longer available."
	// longest bounds how long one appointment takes, as the schema does.
	longest = 24 * time.Hour
)

// Booked returns the doctor's times that are booked, from first to last, both included; in order, UTC.
func (s *Store) Booked(ctx context.Context, doctor string, first, last time.Time) ([]time.Time, error) {
	rows, err := s.q.Appointments(ctx, doctor, first, last)
	if err != nil {
		return nil, wrap("list appointments", err)
	}
	taken := make([]time.Time, len(rows))
	for i, r := range rows {
		taken[i] = r.StartsAt.UTC()
	}
	return taken, nil
}

// MayBook returns nil where the limits of the booking let its caller make an appointment with the doctor now; else what Book
// would refuse it with. It asks for no time and no patient.
func (s *Store) MayBook(ctx context.Context, b platform.Booking) error {
	return tx{Queries: s.q, now: s.now()}.roomForAppointment(ctx, b)
}

// Book gives the first of the times at which doctor and patient are free to the patient. If the request is to count once and the
// same caller has booked one of these times for the same patient before, it returns that appointment again. No patient gets two
// appointments that overlap, whoever books them and on whichever replica. CONFLICT means that the doctor is free at none of the
// times, or the patient is not (platform.ErrPatientElsewhere); LIMIT_REACHED that the caller may book no more; FORBIDDEN that
// callers without an account may together book no more of the doctor's times; RATE_LIMITED that they have made as many
// appointments as they may in an hour, at all replicas together. The audit row holds no patient, doctor or time.
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
		if err := t.roomForAppointment(ctx, b); err != nil { // first: who may book none is not told of others that are free
			return err
		}
		at, err := t.openTime(ctx, b, rows)
		if err != nil {
			return err
		}
		made = platform.Appointment{ID: newID(), Doctor: b.Doctor, StartsAt: at.UTC(), Caller: b.Caller, Patient: b.Patient}
		if err := t.InsertAppointment(ctx, db.InsertAppointmentParams{
			ID: made.ID, DoctorID: made.Doctor, StartsAt: made.StartsAt, Minutes: int32(b.Length / time.Minute), Caller: made.Caller, Person: b.Person,
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

// openTime returns the first of the times at which neither the doctor, whose appointments are given, nor the patient has
// another appointment. It is called under the lock: two calls at once see each other's.
func (t tx) openTime(ctx context.Context, b platform.Booking, ofDoctor []db.Appointment) (time.Time, error) {
	free := slices.DeleteFunc(slices.Clone(b.Times), func(at time.Time) bool {
		return slices.ContainsFunc(ofDoctor, func(r db.Appointment) bool { return r.StartsAt.Equal(at) })
	})
	if len(free) == 0 {
		return time.Time{}, platform.Errorf(platform.CodeConflict, noLonger)
	}
	ofPhone, err := t.AppointmentsOfPhone(ctx, b.Patient.Phone, free[0].Add(-longest), free[len(free)-1].Add(b.Length))
	if err != nil {
		return time.Time{}, wrap("list appointments of patient", err)
	}
	elsewhere := func(at time.Time) bool {
		return slices.ContainsFunc(ofPhone, func(r db.Appointment) bool {
			return samePatient(b.Patient, r) && r.StartsAt.Before(at.Add(b.Length)) && at.Before(r.StartsAt.Add(time.Duration(r.Minutes)*time.Minute))
		})
	}
	for _, at := range free {
		if !elsewhere(at) {
			return at, nil
		}
	}
	return time.Time{}, &platform.Error{Code: platform.CodeConflict, Msg: "The patient has another appointment then.", Err: platform.ErrPatientElsewhere}
}

// samePatient reports whether the appointment is for the patient, however the name is spelled: people who share a telephone are
// told apart by their names.
func samePatient(p platform.Patient, r db.Appointment) bool {
	return r.PatientPhone == p.Phone && text.Fold(r.PatientName) == text.Fold(p.Name)
}

// repeats reports whether an earlier, equal request has made the row.
func repeats(b platform.Booking, r db.Appointment) bool {
	return b.Once && r.Caller == b.Caller && samePatient(b.Patient, r) && slices.ContainsFunc(b.Times, r.StartsAt.Equal)
}

// roomForAppointment checks the limits. A booking calls it under the lock, so that many callers at once cannot exceed a limit
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
	return t.roomInHour(ctx, b.Limits.Hourly)
}

// roomInHour returns RATE_LIMITED, with the time until there is room, where callers without an account have made limit
// appointments within the hour.
func (t tx) roomInHour(ctx context.Context, limit int) error {
	if limit <= 0 {
		return nil
	}
	made, err := t.UnprovenMaking(ctx, t.now.Add(-time.Hour), int32(min(limit, math.MaxInt32))-1)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		return wrap("count appointments of the hour", err)
	}
	e := platform.Errorf(platform.CodeRateLimited, "Callers who did not sign in have made %d appointments within the hour, which is the limit.", limit)
	e.RetryAfter = made.Add(time.Hour).Sub(t.now)
	return e
}

func toAppointment(r db.Appointment) platform.Appointment {
	return platform.Appointment{ID: r.ID, Doctor: r.DoctorID, StartsAt: r.StartsAt.UTC(), Caller: r.Caller,
		Patient: platform.Patient{Name: r.PatientName, Phone: r.PatientPhone}}
}
