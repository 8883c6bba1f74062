package platform

// Identifiers are UUIDv7 in canonical text form (RFC 9562), made by the store. They are distinct types so that one
// cannot be passed for another.

type (
	// AppID names an app.
	AppID string
	// ReleaseID names a release.
	ReleaseID string
	// WorkspaceID names a workspace.
	WorkspaceID string
	// UserID names a person with an account.
	UserID string
	// SessionID names a signed-in browser.
	SessionID string
	// KeyID names an API key.
	KeyID string
	// PasskeyID names a passkey of a person.
	PasskeyID string
	// GrantID names what a person lets an OAuth client do with an app.
	GrantID string
	// InvitationID names an invitation to a workspace.
	InvitationID string
	// RowID names a row of a table.
	RowID string
	// WebhookID names a webhook of an app.
	WebhookID string
)
