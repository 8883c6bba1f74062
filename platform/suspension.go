package platform

import "time"

// Suspension is an operator's decision that something is not served, or that a person may change nothing. Only an
// operator can end it.
type Suspension struct {
	Reason string // for the owner to read, 1 to MaxSuspensionReason characters
	At     time.Time
}

// MaxSuspensionReason bounds the reason of a suspension, in characters.
const MaxSuspensionReason = 500

// SuspensionKind is what an operator can suspend.
type SuspensionKind string

// An app is named by one of its slugs, a workspace by its id, a user by the e-mail address.
const (
	SuspendedApp       SuspensionKind = "app"
	SuspendedWorkspace SuspensionKind = "workspace"
	SuspendedUser      SuspensionKind = "user"
)

// Publisher says who is responsible for an app, for people who are about to use it.
type Publisher struct {
	Name  string    // of the workspace
	Since time.Time // when the workspace was created, UTC
}

// Suspended returns the error for a call of a suspended app. It does not contain the reason, which is for the owner only.
func Suspended() *Error { return Errorf(CodeSuspended, "This app has been suspended.") }
