package platform

import (
	"errors"
	"time"
)

// AppointmentRetention is how long an appointment is kept after its date: it holds a patient's name and phone number.
const AppointmentRetention = 7 * 24 * time.Hour

// Appointment is one appointment of the medical app. It holds personal data, which must never get into logs or the audit
// trail.
type Appointment struct {
	ID       string // a UUID
	Doctor   string // the doctor's UUID
	StartsAt time.Time
	Caller   string // who booked; "" = unknown
	Patient  Patient
}

// Patient is the person whom an appointment is for, as the caller wrote it: text, never markup.
type Patient struct {
	Name  string
	Phone string // E.164: "+5511999998888"
}

// Booking asks for an appointment at the first of Times at which both the doctor and the patient are free. Times holds at least
// one time and is in order.
type Booking struct {
	Doctor  string // the doctor's UUID
	Times   []time.Time
	Length  time.Duration // of the appointment, in whole minutes
	Once    bool          // the same caller asking again for the patient gets the appointment that is there, not a further one
	Caller  string        // who books: the id of a person with an account, or what a client says; "" = unknown
	Person  bool          // Caller is a person with an account, not what a client says about itself
	Patient Patient
	Limits  BookingLimits
}

// BookingLimits limit the number of appointments.
type BookingLimits struct {
	Caller   int // to come, of one caller, unless Caller is ""
	Unproven int // to come at the doctor, of all callers together who have no account
	Hourly   int // made within an hour, of all callers together who have no account; 0 = no limit
}

// ErrPatientElsewhere is wrapped by the CONFLICT of a booking whose doctor is free, and whose patient has another appointment then.
var ErrPatientElsewhere = errors.New("the patient has another appointment then")
