package identity

import (
	"context"

	"berth/platform"
)

// PersonalData is what the database holds of a person, for them to take along: their account, and the rows that are theirs in apps.
type PersonalData struct {
	User         User
	Workspaces   []Workspace
	Tasks        []platform.Task
	Appointments []platform.Appointment
	Rows         []OwnedRow
}

// OwnedRow is a row of a person in a table of an app.
type OwnedRow struct {
	App   string // its name
	Table string
	platform.Row
}

// Leaving is how people take what is theirs, and go.
type Leaving interface {
	// PersonalData returns what there is of a person; NOT_FOUND for nobody.
	PersonalData(ctx context.Context, user platform.UserID) (PersonalData, error)
	// DeleteUser deletes the actor with all of their rows, and the workspaces that nobody but them is in. CONFLICT when a workspace with
	// apps or other members would have no owner left.
	DeleteUser(ctx context.Context, by platform.Actor) error
}

// MyData returns what the database holds of the caller.
func (s *Service) MyData(ctx context.Context, by platform.Principal) (PersonalData, error) {
	return s.Store.PersonalData(ctx, by.User)
}

// DeleteMe deletes the caller's account and every row that is theirs, for good. It asks for the password, and of somebody who has none to have
// signed in within ten minutes (FORBIDDEN). CONFLICT while they are the only owner of a workspace with apps or other members.
func (s *Service) DeleteMe(ctx context.Context, by platform.Actor, password string) error {
	if by.Kind != platform.KindSession {
		return platform.Errorf(platform.CodeForbidden, "Only the person can do this, signed in with a browser.")
	}
	if err := ownAccount(by.Principal); err != nil {
		return err
	}
	user, err := s.Store.User(ctx, by.User)
	if err != nil {
		return err
	}
	if user.PasswordHash == "" {
		if err := s.justSignedIn(ctx, by.Principal); err != nil {
			return err
		}
	}
	var c checker
	if err := s.checkCurrent(ctx, &c, by, user.PasswordHash, password); err != nil {
		return err
	}
	if err := c.err(); err != nil {
		return err
	}
	defer s.forget()
	return s.Store.DeleteUser(ctx, by)
}
