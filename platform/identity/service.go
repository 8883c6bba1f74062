package identity

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"berth/platform"
	"berth/platform/memo"
)

// SignUpMode says who may make an account.
type SignUpMode string

// With SignUpClosed an account needs an invitation.
const (
	SignUpOpen   SignUpMode = "open"
	SignUpClosed SignUpMode = "closed"
)

// Limits caps what a workspace may hold and how often a sign-in may fail.
type Limits struct {
	Keys            int // of a workspace
	Members         int // of a workspace
	SignInPerMinute int // failed sign-ins of one account, and of one address; also sign-ups of one address
}

// Options are what a Service is made of; all but People, Post, Passkeys, Provider and PasswordCost are required.
type Options struct {
	Store     Store
	Log       *slog.Logger
	Now       func() time.Time
	SignUp    SignUpMode // with a workspace of one's own
	People    SignUpMode // without one, on the way to an app; "" = open. Closed: accounts that exist, and who is invited, to a workspace or by an app's list of who may sign in
	PublicURL string     // base of the links that are handed to people
	Limits    Limits
	// Post takes a letter to be mailed, and returns at once. Nil = this server sends no mail: every address counts as its person's,
	// and codes to sign in with stand in the log.
	Post func(Letter)
	// Passkeys judges what browsers say of them; nil = people cannot sign in with them here.
	Passkeys Passkeys
	// Provider is where people can sign in besides; nil = nowhere.
	Provider     Provider
	PasswordCost PasswordCost // never anything but zero where people sign in
}

// Service decides who somebody is and what they may do with people, keys and sessions. It is safe for concurrent use.
type Service struct {
	Options
	hasher   *hasher
	keys     *memo.Memo[digest, platform.Principal]
	sessions *memo.Memo[digest, browser]
	limits   limits
	failed   atomic.Uint64 // sign-ins
	refused  refused
	adminKey atomic.Pointer[digest] // of the configured admin key, which may have any form
}

// refused are the credentials that the database has just refused. They are kept apart from the valid ones, so that guesses
// do not displace those.
type refused struct{ keys, sessions *memo.Memo[digest, struct{}] }

// cacheTime bounds how long a revocation in another process can go unnoticed while the feed is away. unknownTime bounds how
// long a credential that another process has just made stays unknown.
const (
	cacheTime   = 5 * time.Second
	unknownTime = 2 * time.Second
)

// New makes a Service.
func New(o Options) *Service {
	return &Service{Options: o, hasher: newHasher(o.PasswordCost), keys: memo.New[digest, platform.Principal](cacheTime, o.Now), sessions: memo.New[digest, browser](cacheTime, o.Now),
		refused: refused{keys: memo.New[digest, struct{}](unknownTime, o.Now), sessions: memo.New[digest, struct{}](unknownTime, o.Now)},
		limits:  newLimits(o.Limits.SignInPerMinute, o.Now)}
}

// Forget drops what is remembered of the people, sessions and keys with these ids, whose rights may have changed; without
// ids, of everybody. It is for changes that the feed reports; the service forgets by itself what it changes.
func (s *Service) Forget(ids ...string) {
	if len(ids) == 0 {
		s.forget()
		return
	}
	names := make(map[string]bool, len(ids))
	for _, id := range ids {
		names[id] = true
	}
	s.keys.Drop(func(p platform.Principal) bool { return names[string(p.User)] || names[string(p.Key)] })
	s.sessions.Drop(func(b browser) bool { return names[string(b.session.User.ID)] || names[string(b.session.ID)] })
}

// SignInStats counts refusals since the start: sign-ins with a wrong password or an unknown address, sign-ins beyond the
// limit, and sign-ups beyond the limit.
type SignInStats struct{ Failed, LimitedSignIns, LimitedSignUps uint64 }

// SignInStats returns the counters.
func (s *Service) SignInStats() SignInStats {
	return SignInStats{Failed: s.failed.Load(), LimitedSignIns: s.limits.signIns.Refused(),
		LimitedSignUps: s.limits.signUps.Refused() + s.limits.refusals.Refused()}
}

// forget drops what is remembered of all callers, after a change that may have taken rights from one of them.
func (s *Service) forget() {
	s.keys.Clear()
	s.sessions.Clear()
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// used logs that the use of a credential could not be noted, which must not fail the call.
func (s *Service) used(ctx context.Context, err error) {
	if err != nil {
		s.Log.WarnContext(ctx, "could not note the use of a credential", "error", err.Error())
	}
}
