package platform

import "time"

// AppointmentRetention is for how long an appointment is kept after its date: it holds a patient's name and phone number.
const AppointmentRetention = 7 * 24 * time.Hour

// Appointment is one appointment of the medical app. It holds personal data: neither logs nor the audit trail may.
type Appointment struct {
	ID       string // a UUID
	Doctor   string // the doctor's UUID
	StartsAt time.Time
	Caller   string // who booked; "" = somebody who did not say
	Patient  Patient
}

// Patient is whom an appointment is for, as the caller wrote: text, never markup.
type Patient struct {
	Name  string
	Phone string // E.164: "+5511999998888"
}

// Booking asks for an appointment at the first of Times that is free; Times are in order and at least one.
type Booking struct {
	Doctor  string // the doctor's UUID
	Times   []time.Time
	Caller  string // who books; "" = somebody who does not say
	Person  bool   // Caller is a person of ours, not what a client says of itself
	Patient Patient
	Limits  BookingLimits
}

// BookingLimits bound the appointments that are still to come.
type BookingLimits struct {
	Caller   int // of one caller, unless it is ""
	Unproven int // at the doctor, of all callers together who are no persons of ours
}
