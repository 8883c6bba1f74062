package identity

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"berth/platform"
	"berth/test/double"
)

func newClock() *double.Clock { return double.NewClock(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)) }

func TestLimiterStopsAnAccountAndAnAddress(t *testing.T) {
	t.Parallel()
	c := newClock()
	l := newLimiter(c.Now, 3, "Wait.")
	try := func(email, address string) error { _, err := l.attempt(email, address); return err }
	for range 3 {
		if err := try("a@example.com", "192.0.2.1"); err != nil {
			t.Fatal(err)
		}
	}
	c.Pass(20 * time.Second)
	for _, blocked := range [][2]string{{"a@example.com", "192.0.2.2"}, {"A@Example.com", ""},
		{"b@example.com", "192.0.2.1"}, {"b@example.com", "::ffff:192.0.2.1"}} {
		var e *platform.Error
		if err := try(blocked[0], blocked[1]); !errors.As(err, &e) || e.Code != platform.CodeRateLimited || e.RetryAfter != 40*time.Second {
			t.Errorf("%v: %v", blocked, err)
		}
	}
	if err := try("b@example.com", "192.0.2.2"); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	c.Pass(40 * time.Second)
	if err := try("a@example.com", "192.0.2.1"); err != nil {
		t.Errorf("after a minute: %v", err)
	}
}

func TestLimiterTakesAnIPv6NetworkForOneAddress(t *testing.T) {
	t.Parallel()
	l := newLimiter(newClock().Now, 2, "Wait.")
	for i := range 2 {
		if _, err := l.attempt(fmt.Sprintf("%d@example.com", i), fmt.Sprintf("2001:db8::%d", i+1)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.attempt("c@example.com", "2001:db8::ffff"); !platform.IsCode(err, platform.CodeRateLimited) {
		t.Errorf("the same /64: %v", err)
	}
	if _, err := l.attempt("c@example.com", "2001:db8:0:1::1"); err != nil {
		t.Errorf("another /64: %v", err)
	}
}

// Attempts count before they are known to fail: many at once gain nothing. A success is taken back.
func TestLimiterCountsAttemptsInFlight(t *testing.T) {
	t.Parallel()
	l := newLimiter(newClock().Now, 2, "Wait.")
	first, err := l.attempt("a@example.com", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.attempt("a@example.com", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := l.attempt("a@example.com", ""); err == nil {
		t.Fatal("a third attempt at the same time passes")
	}
	first()
	if _, err := l.attempt("a@example.com", ""); err != nil {
		t.Errorf("after a success: %v", err)
	}
}

func TestLimiterIsBounded(t *testing.T) {
	t.Parallel()
	l := newLimiter(newClock().Now, 2, "Wait.")
	for i := range limiterSize + 100 {
		if _, err := l.attempt(fmt.Sprintf("%d@example.com", i), ""); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(l.subjects); n > limiterSize {
		t.Errorf("watches %d subjects", n)
	}
}
