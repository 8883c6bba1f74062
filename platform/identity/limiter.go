package identity

import (
	"strings"
	"time"

	"berth/platform/ratelimit"
)

// limits bound how often an account and an address may try.
type limits struct {
	signIns  *ratelimit.Limiter[string] // that failed, of an account and of an address
	signUps  *ratelimit.Limiter[string] // of an address, whether or not they succeed
	refusals *ratelimit.Limiter[string] // of sign-ups of an address: they tell that an account is known, or an address not invited
	mails    *ratelimit.Limiter[string] // that somebody at an address asks for
}

// signUpsPerSignIn is how many accounts one address may make in the time of one failed sign-in: many people share one
// address, and only a flood of them has to be stopped.
const signUpsPerSignIn = 10

func newLimits(signIns int, now func() time.Time) limits {
	return limits{
		signIns:  ratelimit.New[string](signIns, "Too many failed sign-ins.", now),
		signUps:  ratelimit.New[string](signUpsPerSignIn*signIns, "Too many new accounts from your address.", now),
		refusals: ratelimit.New[string](signIns, "Too many sign-ups from your address were refused.", now),
		mails:    ratelimit.New[string](signUpsPerSignIn*signIns, "Too many mails were asked for from your address.", now),
	}
}

// signIn counts an attempt as failed before its outcome is known, so that many attempts at once gain nothing. pardon takes
// the count back.
func (l limits) signIn(email, address string) (pardon func(), err error) {
	return l.signIns.Take(subjects(account(email), network(address))...)
}

// signUp counts an attempt as refused before its outcome is known. pardon takes that count back.
func (l limits) signUp(address string) (pardon func(), err error) {
	from := subjects(network(address))
	if _, err := l.signUps.Take(from...); err != nil {
		return nil, err
	}
	return l.refusals.Take(from...)
}

// mail counts a mail that somebody asks for, whoever it is to.
func (l limits) mail(address string) error {
	_, err := l.mails.Take(subjects(network(address))...)
	return err
}

// subjects returns the names that are not empty.
func subjects(names ...string) []string {
	known := make([]string, 0, len(names))
	for _, name := range names {
		if name != "" {
			known = append(known, name)
		}
	}
	return known
}

func account(email string) string {
	if email == "" {
		return ""
	}
	return "account " + strings.ToLower(email)
}

// network returns the name of the network of an address, "" for what is no address.
func network(address string) string {
	if n := ratelimit.Network(address); n != "" {
		return "address " + n
	}
	return ""
}
