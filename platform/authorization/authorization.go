// Package authorization decides who may let which client use which app: it is the part of an OAuth 2.1 authorization server that
// needs neither HTTP nor a database. Clients are known by the documents that they publish about themselves, or by registration; a
// person lets one of them use one app (a grant); codes, access tokens and refresh tokens belong to a grant, and what a client holds
// is kept as hashes. The package must not know who transports a request, where a grant is stored, or how a document is fetched.
package authorization

import (
	"encoding/json"
	"net/url"
	"time"

	"berth/platform"
)

// Client is a program that wants to use apps for people. It says all of this about itself; nothing but the host of its document has
// been proven.
type Client struct {
	ID        string          // https address of its document, or the id of a registered client (NewClientID)
	Name      string          // that people read
	Redirects []string        // addresses that codes may be sent to
	Methods   []string        // of proving itself at the token endpoint that both sides know: MethodNone, MethodAssertion; at least one
	Keys      json.RawMessage // JWKS in the document, nil = none
	KeysURL   string          // where its JWKS is, "" = nowhere
	Document  bool            // ID is the address of a document; else it has registered
	Stale     bool            // the document's host is away: this is the last copy
}

// Methods of proving at the token endpoint who a client is (RFC 7591 §2). Public clients have none.
const (
	MethodNone      = "none"
	MethodAssertion = "private_key_jwt"
)

// Host returns the host of the client's document, with a port where it has one; "" for a registered client.
func (c Client) Host() string {
	if !c.Document {
		return ""
	}
	u, err := url.Parse(c.ID)
	if err != nil {
		return ""
	}
	return u.Host
}

// Document is a client's document as it was fetched last. Times are UTC.
type Document struct {
	URL        string
	Body       []byte
	ETag       string // "" = none was sent
	FetchedAt  time.Time
	FreshUntil time.Time // until when it is used without asking its host
}

// Grant is what one person lets one client do with one app: the family of its tokens. Times are UTC, to the microsecond.
type Grant struct {
	ID   platform.GrantID
	User platform.UserID
	App  platform.AppID
	// Client is its id, with name and host as they were when the person agreed; ClientHost is "" for registered clients.
	Client, ClientName, ClientHost string
	AppName                        string   // when grants are listed: the app's name at present
	Resource                       string   // address that was asked for: the app's endpoint, or the one that always asks
	Scopes                         []string // what the person has agreed to, what those scopes imply included
	Generation                     int      // of its newest refresh token, 0 = it has none
	CreatedAt                      time.Time
	LastUsedAt                     time.Time // zero = not yet
	ExpiresAt                      time.Time // when its newest token ends
}

// Connection is a grant as the person sees it, with what its scopes let the client do.
type Connection struct {
	Grant
	Permissions []Permission
}

// Code is an authorization code and the grant that begins with its redemption.
type Code struct {
	Hash      []byte // SHA-256 of the code
	Grant     Grant
	Redirect  string // as it was asked for
	Challenge string // PKCE, S256
	ExpiresAt time.Time
}

// AccessToken opens the grant's app.
type AccessToken struct {
	Hash      []byte // SHA-256 of the token
	Scopes    []string
	ExpiresAt time.Time
}

// RefreshToken is exchanged for an access token and its own successor, which has the next generation.
type RefreshToken struct {
	Hash       []byte // SHA-256 of the token
	Generation int    // from 1
	ExpiresAt  time.Time
}

// Issued is what a redeemed code or a rotated refresh token gives. Refresh is nil where the person did not agree to
// platform.ScopeOffline.
type Issued struct {
	Access  AccessToken
	Refresh *RefreshToken
}

// Person is whom a token stands for, as they are now.
type Person struct {
	ID          platform.UserID
	Email, Name string
	Verified    bool           // the e-mail address has been proven to be theirs
	Suspended   string         // why an operator has suspended them, "" = not suspended
	Reviews     platform.AppID // the one app that a reviewer's account is for, "" = a person's own account
}

// Attempt is one step of a client's way to a token, for the app's author to see where it failed. It holds no secret.
type Attempt struct {
	ID     string // UUIDv7
	App    platform.AppID
	At     time.Time
	Client string // the client's id, as it was sent: clipped, and not necessarily a known one
	// ClientName is what a registered client calls itself, when attempts are listed; "" = it is not, or no longer, known.
	ClientName string
	User       platform.UserID // who was signed in, for the store alone, where the attempt goes with them; "" = nobody yet
	Person     string          // the same, as the author may know them
	Step       Step            // what was asked
	Outcome    Outcome         // what came of it
	Reason     string          // what failed, what was expected and what to change, in sentences; "" = nothing failed
}

// Step is a step of the way to a token.
type Step string

// The steps, in their order.
const (
	StepAuthorize Step = "authorize" // the client's request has been read
	StepConsent   Step = "consent"   // the person was asked
	StepToken     Step = "token"     // the client exchanged its code
	StepRefresh   Step = "refresh"   // the client exchanged its refresh token
)

// Outcome is what came of a step.
type Outcome string

// A step that waits goes on when the person has signed in or answered.
const (
	OutcomeDone    Outcome = "ok"
	OutcomeWaiting Outcome = "waiting"
	OutcomeDenied  Outcome = "denied" // by the person, or by whom the app allows
	OutcomeFailed  Outcome = "failed"
)
