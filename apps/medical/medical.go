// Package medical is the app of medical appointments (spec 003): three tools to find a doctor, see free times and book
// one, with a widget. Its doctors are invented. It knows arguments, texts and result shapes; package directory decides
// which doctors there are, package agenda which times. It must not know HTTP, MCP libraries or the database.
package medical

import (
	"context"
	"slices"
	"time"

	"berth/apps/medical/agenda"
	"berth/apps/medical/directory"
	"berth/platform"
	"berth/platform/appkit"
)

const slug = "medical"

// Store keeps appointments.
type Store interface {
	// Booked returns the doctor's times that are booked, from first to last, both included; in order.
	Booked(ctx context.Context, doctor string, first, last time.Time) ([]time.Time, error)
	// MayBook returns what Book would refuse because of the booking's limits, whatever its times and its patient; nil = nothing.
	MayBook(ctx context.Context, b platform.Booking) error
	// Book gives the first of the times at which doctor and patient are free to the patient, or returns the appointment that
	// an equal request made before, where the booking asks for that. CONFLICT means that the doctor is free at none of them,
	// or (platform.ErrPatientElsewhere) the patient is not; LIMIT_REACHED that the caller may book no more; FORBIDDEN that
	// callers without an account may book no more of the doctor's times; RATE_LIMITED that they may book none for a while.
	Book(ctx context.Context, by platform.Actor, b platform.Booking) (platform.Appointment, error)
}

type app struct {
	store   Store
	doctors *directory.Directory
	agenda  *agenda.Agenda
	hourly  int

	portraits []string // as data: URLs
	pictures  []string // the origin that they are loaded from, if there is one
}

// New makes the app over a store of appointments. Callers without an account may together make hourly appointments in an hour,
// at all replicas; 0 means no limit. pictureAt returns the address of a picture that is a data: URL, and its origin, as view.PictureAt does;
// nil = portraits stand in the answers. The app is safe for concurrent use.
func New(store Store, hourly int, pictureAt func(picture string) (address, origin string)) (appkit.App, error) {
	doctors, err := directory.Load()
	if err != nil {
		return nil, err
	}
	times, err := agenda.New()
	if err != nil {
		return nil, err
	}
	a := &app{store: store, doctors: doctors, agenda: times, hourly: hourly}
	origin := ""
	for _, d := range doctors.Doctors() {
		if a.portraits = append(a.portraits, d.Image); pictureAt != nil {
			d.Image, origin = pictureAt(d.Image)
		}
	}
	if origin != "" {
		a.pictures = []string{origin}
	}
	return a, nil
}

var (
	_ appkit.Failer    = (*app)(nil)
	_ appkit.Templater = (*app)(nil)
	_ appkit.Pictured  = (*app)(nil)
)

func (a *app) Slug() string { return slug }

// Pictures implements appkit.Pictured.
func (a *app) Pictures() []string { return slices.Clone(a.portraits) }

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
