// Package medical is the app of medical appointments (spec 003): three tools to find a doctor, see free times and book
// one, with a widget. Its doctors are invented. It knows arguments, texts and result shapes; package directory decides
// which doctors there are, package agenda which times. It must not know HTTP, MCP libraries or the database.
package medical

import (
	"context"
	"time"

	"berth/apps/medical/agenda"
	"berth/apps/medical/directory"
	"berth/platform"
	"berth/platform/appkit"
)

const slug = "medical"

// Store keeps appointments.
type Store interface {
	// BookedTimes returns the doctor's booked times from first to last, both included.
	BookedTimes(ctx context.Context, doctor string, first, last time.Time) ([]time.Time, error)
	// Book gives the first free one of the times to the patient, or returns the appointment that an equal request made
	// before. CONFLICT means that no time is free, LIMIT_REACHED that the caller may book no more, FORBIDDEN that callers
	// without an account may book no more of the doctor's times.
	Book(ctx context.Context, by platform.Actor, b platform.Booking) (platform.Appointment, error)
}

type app struct {
	store   Store
	doctors *directory.Directory
	agenda  *agenda.Agenda
}

// New makes the app over a store of appointments. It is safe for concurrent use.
func New(store Store) (appkit.App, error) {
	doctors, err := directory.Load()
	if err != nil {
		return nil, err
	}
	times, err := agenda.New()
	if err != nil {
		return nil, err
	}
	return &app{store, doctors, times}, nil
}

var (
	_ appkit.Failer    = (*app)(nil)
	_ appkit.Templater = (*app)(nil)
)

func (a *app) Slug() string { return slug }

func (a *app) Handlers() map[string]appkit.ToolFunc {
	return map[string]appkit.ToolFunc{searchDoctors: a.search, availableSlots: a.slots, scheduleAppointment: a.schedule}
}

// Failure puts a failure that the platform found (a deadline, a fault of ours) into the document's shape.
func (a *app) Failure(_ string, failure *platform.Error) appkit.Result { return refuse(failure.Msg) }

// refused is the structured content of every answer with isError.
type refused struct {
	Success bool   `json:"success"`
	Error   string `json:"error"`
}

func refuse(message string) appkit.Result {
	return appkit.Result{Structured: refused{Error: message}, Content: appkit.Text(message), IsError: true}
}
