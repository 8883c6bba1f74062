package platform

// AppID and the other identifiers are UUIDv7 in canonical text form (RFC 9562), made by the store. They are distinct
// types so that one cannot be passed for another.
type (
	AppID        string
	ReleaseID    string
	WorkspaceID  string
	UserID       string
	SessionID    string
	KeyID        string
	InvitationID string
)
