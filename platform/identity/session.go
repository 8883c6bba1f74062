package identity

import (
	"context"
	"crypto/subtle"
	"time"

	"berth/platform"
)

// SessionIdle is how long a session may be unused before it ends.
const SessionIdle = 30 * 24 * time.Hour

// A session ends after sessionLife even if it is used. Its use is stored at most once in touchEvery.
const (
	sessionLife = 365 * 24 * time.Hour
	touchEvery  = 5 * time.Minute
)

// browser is a live session with the workspaces of its person.
type browser struct {
	session    Session
	workspaces []Workspace
}

// AuthenticateSession returns who a session token stands for, in the workspace with that id; "" is the person's first.
// A workspace that is not the person's is NOT_FOUND, a token without a live session UNAUTHENTICATED.
func (s *Service) AuthenticateSession(ctx context.Context, token, workspace string) (platform.Principal, error) {
	b, err := s.browser(ctx, token)
	if err != nil {
		return platform.Principal{}, err
	}
	p := platform.Principal{Kind: platform.KindSession, User: b.session.User.ID, Email: b.session.User.Email,
		Name: b.session.User.Name, Session: b.session.ID, Suspended: b.session.User.Suspended, EmailVerified: s.EmailCounts(b.session.User),
		Reviews: b.session.User.Reviews}
	for _, w := range b.workspaces {
		if workspace == "" || workspace == string(w.ID) {
			p.Workspace, p.Role = w.ID, w.Role
			return p, nil
		}
	}
	if workspace != "" {
		return platform.Principal{}, noWorkspace()
	}
	return p, nil
}

func noWorkspace() error {
	return platform.Errorf(platform.CodeNotFound, "There is no such workspace.")
}

func noSession() error {
	return platform.Errorf(platform.CodeUnauthenticated, "Your session has ended. Sign in again.")
}

func (s *Service) browser(ctx context.Context, token string) (browser, error) {
	if !tokenShaped(token) {
		return browser{}, noSession()
	}
	hash := digestOf(token)
	b, age, ok := s.sessions.Get(hash)
	if ok {
		return b, nil
	}
	_, refusedAge, refused := s.refused.sessions.Get(hash)
	if refused {
		return browser{}, noSession()
	}
	session, err := s.Store.SessionByHash(ctx, hash[:])
	if err != nil && !platform.IsCode(err, platform.CodeNotFound) {
		return browser{}, err
	}
	now := s.now()
	if err != nil || !now.Before(sessionEnd(session)) || subtle.ConstantTimeCompare(session.Hash, hash[:]) != 1 {
		s.refused.sessions.Put(hash, refusedAge, struct{}{}, time.Time{})
		return browser{}, noSession()
	}
	workspaces, err := s.Store.Workspaces(ctx, session.User.ID)
	if err != nil {
		return browser{}, err
	}
	if now.Sub(session.LastSeenAt) >= touchEvery {
		s.used(ctx, s.Store.TouchSession(ctx, session.ID, now))
	}
	b = browser{session: session, workspaces: workspaces}
	s.sessions.Put(hash, age, b, sessionEnd(session))
	return b, nil
}

func sessionEnd(s Session) time.Time {
	end := s.ExpiresAt
	if idle := s.LastSeenAt.Add(SessionIdle); idle.Before(end) {
		end = idle
	}
	if account := s.User.ExpiresAt; !account.IsZero() && account.Before(end) {
		end = account
	}
	return end
}

// startSession signs a person in with a token that nobody has seen before. An account that has ended is UNAUTHENTICATED.
func (s *Service) startSession(ctx context.Context, by platform.Actor, user User) (SignedIn, error) {
	if user.Ended(s.now()) {
		return SignedIn{}, wrongPassword()
	}
	workspaces, err := s.Store.Workspaces(ctx, user.ID)
	if err != nil {
		return SignedIn{}, err
	}
	now := s.now()
	in := SignedIn{User: user, Token: newToken()}
	hash := digestOf(in.Token)
	session := Session{ID: platform.SessionID(newID()), User: user, Hash: hash[:], UserAgent: by.UserAgent, Address: by.Address,
		CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(sessionLife)}
	by.Principal = platform.Principal{Kind: platform.KindSession, User: user.ID, Email: user.Email, Name: user.Name, Session: session.ID}
	if len(workspaces) > 0 {
		in.Workspace = workspaces[0]
		by.Workspace, by.Role = in.Workspace.ID, in.Workspace.Role
	}
	return in, s.Store.CreateSession(ctx, by, session)
}

// SignOut ends the session of a token. A token without a session is no error.
func (s *Service) SignOut(ctx context.Context, by platform.Actor, token string) error {
	b, err := s.browser(ctx, token)
	if platform.IsCode(err, platform.CodeUnauthenticated) {
		return nil
	} else if err != nil {
		return err
	}
	by.Principal, err = s.AuthenticateSession(ctx, token, "")
	if err != nil {
		return err
	}
	defer s.forget()
	err = s.Store.DeleteSession(ctx, by, b.session.User.ID, b.session.ID)
	if platform.IsCode(err, platform.CodeNotFound) || platform.IsCode(err, platform.CodeUnauthenticated) { // it has just ended
		return nil
	}
	return err
}

// Sessions lists the person's live sessions.
func (s *Service) Sessions(ctx context.Context, by platform.Principal) ([]Session, error) {
	all, err := s.Store.Sessions(ctx, by.User)
	if err != nil {
		return nil, err
	}
	live := make([]Session, 0, len(all))
	for _, session := range all {
		if s.now().Before(sessionEnd(session)) {
			live = append(live, session)
		}
	}
	return live, nil
}

// RevokeSession ends one of the person's own sessions; any other is NOT_FOUND.
func (s *Service) RevokeSession(ctx context.Context, by platform.Actor, id platform.SessionID) error {
	defer s.forget()
	return s.Store.DeleteSession(ctx, by, by.User, id)
}
