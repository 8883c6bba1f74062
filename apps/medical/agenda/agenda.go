// Package agenda knows when doctors see patients: opening hours, holidays and the times that follow from them, how a time
// is written in Portuguese and English, and what people mean by one. Times are computed on request, from the doctor and
// the day alone, so that every replica offers the same ones. It does not know which of them are taken.
package agenda

import (
	"fmt"
	"time"
	_ "time/tzdata" // a minimal container has no time zone data

	"github.com/google/uuid"
)

// Horizon is how many days after today times are offered for.
const Horizon = 14

// Slot is one time at which a doctor sees a patient.
type Slot struct {
	ID string    // a UUID, made from doctor and time
	At time.Time // in the agenda's zone
}

// Agenda is safe for concurrent use.
type Agenda struct{ zone *time.Location }

// New makes an agenda in the time of São Paulo.
func New() (*Agenda, error) {
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		return nil, fmt.Errorf("load time zone: %w", err)
	}
	return &Agenda{zone}, nil
}

// space is the UUID namespace of slots.
var space = uuid.MustParse("2f8d9a70-41f4-4a35-b6a8-93d1e0c7b514")

// SlotID returns the id of a doctor's time.
func SlotID(doctor string, at time.Time) string {
	return uuid.NewSHA1(space, []byte(doctor+" "+at.UTC().Format(time.RFC3339))).String()
}

// Slots returns the doctor's times after now, the earliest first; doctor is a UUID.
func (a *Agenda) Slots(doctor string, now time.Time) []Slot {
	var slots []Slot
	hours, today := hoursOf(doctor), a.Today(now)
	for day := range Horizon + 1 {
		for _, at := range hours.times(today.AddDate(0, 0, day)) {
			if at.After(now) {
				slots = append(slots, Slot{SlotID(doctor, at), at})
			}
		}
	}
	return slots
}

// Length returns how long an appointment with the doctor takes.
func (a *Agenda) Length(doctor string) time.Duration {
	return time.Duration(hoursOf(doctor).length) * time.Minute
}

// Past reports whether id is a time of the doctor in the last days before now.
func (a *Agenda) Past(doctor, id string, now time.Time) bool {
	const days = 30
	hours, today := hoursOf(doctor), a.Today(now)
	for day := -days; day <= 0; day++ {
		for _, at := range hours.times(today.AddDate(0, 0, day)) {
			if !at.After(now) && SlotID(doctor, at) == id {
				return true
			}
		}
	}
	return false
}

// Today returns the first moment of now's day in the agenda's zone.
func (a *Agenda) Today(now time.Time) time.Time {
	y, m, d := now.In(a.zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, a.zone)
}

// Last returns the last day on which times are offered.
func (a *Agenda) Last(now time.Time) time.Time { return a.Today(now).AddDate(0, 0, Horizon) }

// In returns t in the agenda's zone.
func (a *Agenda) In(t time.Time) time.Time { return t.In(a.zone) }
