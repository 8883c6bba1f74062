package identity

import (
	"context"
	"time"

	"berth/platform"
)

// A ceremony is what has to be kept between question and answer: those of WebAuthn, and the way to an OpenID provider and back; links and
// confirmations of Berth's own MCP server are kept likewise. It is JSON, and answered once, on whichever replica.

// CeremonyStore keeps ceremonies.
type CeremonyStore interface {
	// CreateCeremony keeps one of at most 32 KiB under the SHA-256 of the browser's secret.
	CreateCeremony(ctx context.Context, hash []byte, ceremony []byte, expires time.Time) error
	// TakeCeremony returns a ceremony once; one that has expired at now is NOT_FOUND.
	TakeCeremony(ctx context.Context, hash []byte, now time.Time) ([]byte, error)
}

const ceremonyLife = 5 * time.Minute

// mayBegin refuses an address from which too many answers were wrong.
func (s *Service) mayBegin(by platform.Actor) error {
	pardon, err := s.limits.signIn("", by.Address)
	if err == nil {
		pardon() // only a wrong answer counts
	}
	return err
}

// ceremony keeps what an answer is judged by, for the browser that has the secret.
func (s *Service) ceremony(ctx context.Context, ceremony []byte) (browser string, err error) {
	browser = newToken()
	hash := digestOf(browser)
	return browser, s.Store.CreateCeremony(ctx, hash[:], ceremony, s.now().Add(ceremonyLife))
}

func (s *Service) takeCeremony(ctx context.Context, browser string) ([]byte, error) {
	gone := platform.Errorf(platform.CodeUnauthenticated, "That took too long. Try again.")
	if !tokenShaped(browser) {
		return nil, gone
	}
	hash := digestOf(browser)
	ceremony, err := s.Store.TakeCeremony(ctx, hash[:], s.now())
	if platform.IsCode(err, platform.CodeNotFound) {
		return nil, gone
	}
	return ceremony, err
}

// answered returns who has answered a ceremony, as judge finds. A wrong answer counts as a failed sign-in.
func (s *Service) answered(ctx context.Context, by platform.Actor, browser string, judge func(ceremony []byte) (User, error)) (User, error) {
	pardon, err := s.limits.signIn("", by.Address)
	if err != nil {
		return User{}, err
	}
	ceremony, err := s.takeCeremony(ctx, browser)
	if err != nil {
		return User{}, err
	}
	user, err := judge(ceremony)
	if platform.IsCode(err, platform.CodeUnauthenticated) {
		s.failed.Add(1)
		return User{}, err
	}
	pardon()
	return user, err
}
