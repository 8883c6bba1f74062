package platform

import "time"

// Suspension is an operator's word that something is not served, or that somebody changes nothing. Nobody but an operator
// ends it.
type Suspension struct {
	Reason string // for the owner to read, 1 to MaxSuspensionReason characters
	At     time.Time
}

// MaxSuspensionReason bounds the reason of a suspension, in characters.
const MaxSuspensionReason = 500

// SuspensionKind is what an operator can suspend.
type SuspensionKind string

// An app is named by a slug that it has, a workspace by its id, a user by the e-mail address.
const (
	SuspendedApp       SuspensionKind = "app"
	SuspendedWorkspace SuspensionKind = "workspace"
	SuspendedUser      SuspensionKind = "user"
)

// Publisher is who stands behind an app, for those who are about to use it.
type Publisher struct {
	Name  string    // of the workspace
	Since time.Time // that there is the workspace, UTC
}

// Suspended returns the failure of a call of an app that is suspended. It keeps the reason to itself, which is the owner's.
func Suspended() *Error { return Errorf(CodeSuspended, "This app has been suspended.") }
