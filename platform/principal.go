package platform

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// Role is what somebody may do in a workspace. Each role includes those below it.
type Role string

// Viewers read, editors build and publish, owners also manage people and keys.
const (
	RoleViewer Role = "viewer"
	RoleEditor Role = "editor"
	RoleOwner  Role = "owner"
)

// Valid reports whether r is one of the three roles.
func (r Role) Valid() bool { return r.rank() > 0 }

// AtLeast reports whether r includes everything that least may do. An unknown role includes nothing.
func (r Role) AtLeast(least Role) bool { return r.rank() > 0 && r.rank() >= least.rank() }

func (r Role) rank() int {
	switch r {
	case RoleViewer:
		return 1
	case RoleEditor:
		return 2
	case RoleOwner:
		return 3
	}
	return 0
}

// Lesser returns the weaker of the two roles: what an API key made with role b by somebody with role a may do.
func Lesser(a, b Role) Role {
	if a.rank() < b.rank() {
		return a
	}
	return b
}

// PrincipalKind says how a caller proved who it is.
type PrincipalKind string

// Anonymous callers carry no credential. A token is an OAuth access token, with which a client calls one app for a person.
// System is Berth itself (seeding, command line).
const (
	KindAnonymous PrincipalKind = "anonymous"
	KindSession   PrincipalKind = "session"
	KindKey       PrincipalKind = "key"
	KindToken     PrincipalKind = "token"
	KindSystem    PrincipalKind = "system"
)

// Principal is who makes a call, in one workspace. An API key acts as the person who made it: User, Email and Name
// are that person's, Role is the lesser of the key's role and the person's present role.
type Principal struct {
	Kind      PrincipalKind
	User      UserID
	Email     string
	Name      string
	Workspace WorkspaceID
	Role      Role
	Key       KeyID     // set when Kind is KindKey
	Session   SessionID // set when Kind is KindSession
	Suspended string    // why an operator has suspended the person, "" = not suspended
	// EmailVerified says that Email counts as the person's own: it is proven, or this server sends no mail by which it could be.
	EmailVerified bool
	// Reviews is the one app that a reviewer's account is for, and with which it may do nothing else; "" = a person's own account.
	Reviews AppID

	// These are set when Kind is KindToken, which has no Workspace and no Role. They are zero for keys and sessions, which are
	// valid everywhere and for whatever the role allows:
	App    AppID    // the one app that the token was issued for
	Scopes []string // what the token allows there, as the app's names of scopes
	Client string   // the id of the OAuth client that holds it
	Grant  GrantID  // what the person has agreed to, from which the token comes
}

// Resource is where a credential is presented (RFC 8707): an app's endpoint, or the REST API, which is the zero value.
type Resource struct {
	App     AppID
	Address string // of the app's endpoint, as Addresses returns it
}

// IsFor reports whether the principal's credential is valid at the resource: one that was issued for an app is not valid
// anywhere else.
func (p Principal) IsFor(at Resource) bool { return p.App == "" || p.App == at.App }

// Permits reports whether the principal's credential may be used for what needs all of the scopes: one by which a person acts
// as a whole (a key or a session) for everything, a token for the scopes that it has. What a scope implies, the caller has added.
func (p Principal) Permits(scopes []string) bool {
	switch p.Kind {
	case KindKey, KindSession, KindSystem:
		return true
	case KindAnonymous, KindToken:
	}
	return !slices.ContainsFunc(scopes, func(scope string) bool { return !slices.Contains(p.Scopes, scope) })
}

// Person reports whether the principal stands for a person.
func (p Principal) Person() bool { return p.User != "" }

// PersonID returns the id under which the handlers, rows and webhooks of an authored app know a person. It is another one in each
// app, so that authors cannot compare whom they know, and does not tell the person's own id.
func PersonID(app AppID, user UserID) string {
	sum := sha256.Sum256([]byte("person of app\x00" + string(app) + "\x00" + string(user)))
	return "p_" + hex.EncodeToString(sum[:16])
}

// Require returns nil when the principal's role includes least, else UNAUTHENTICATED or FORBIDDEN.
func (p Principal) Require(least Role) error {
	if p.Kind == KindAnonymous || p.Kind == "" {
		return Errorf(CodeUnauthenticated, "Sign in or send an API key.")
	}
	if p.Kind == KindSession && p.Workspace == "" && p.Role == "" {
		return Errorf(CodeForbidden, "This happens in a workspace, and you have none. Make one first, or ask for an invitation to one.")
	}
	if p.Kind != KindSystem && !p.Role.AtLeast(least) {
		return Errorf(CodeForbidden, "This needs the role %s in the workspace; yours is %s.", least, p.Role)
	}
	return nil
}

// MayWrite returns nil unless the person is suspended. A suspended person may change nothing but what MayResign allows; the error says why.
func (p Principal) MayWrite() error {
	if p.Suspended == "" {
		return nil
	}
	return Errorf(CodeSuspended, "Your account has been suspended and can change nothing. The reason: %s", p.Suspended)
}

// MayResign reports whether the principal may take away what is its own person's alone, such as a session or a key, although the person is
// suspended: in a browser. A key of such a person changes nothing at all.
func (p Principal) MayResign() bool { return p.Kind == KindSession }

// Actor is a principal together with where the request came from; every change is audited with it.
type Actor struct {
	Principal
	RequestID string
	Address   string // client address without port, "" when there is none
	UserAgent string
}
