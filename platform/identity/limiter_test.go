package identity

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/test/double"
)

func newClock() *double.Clock { return double.NewClock(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)) }

func TestLimitsStopAnAccountAndAnAddress(t *testing.T) {
	t.Parallel()
	c := newClock()
	l := newLimits(3, c.Now)
	try := func(email, address string) error { _, err := l.signIn(email, address); return err }
	for range 3 {
		if err := try("a@example.com", "192.0.2.1"); err != nil {
			t.Fatal(err)
		}
	}
	c.Pass(5 * time.Second)
	for _, blocked := range [][2]string{{"a@example.com", "192.0.2.2"}, {"A@Example.com", ""},
		{"b@example.com", "192.0.2.1"}, {"b@example.com", "::ffff:192.0.2.1"}} {
		var e *platform.Error
		if err := try(blocked[0], blocked[1]); !errors.As(err, &e) || e.Code != platform.CodeRateLimited || e.RetryAfter != 15*time.Second {
			t.Errorf("%v: %v", blocked, err)
		}
	}
	if err := try("b@example.com", "192.0.2.2"); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	c.Pass(55 * time.Second)
	if err := try("a@example.com", "192.0.2.1"); err != nil {
		t.Errorf("after a minute: %v", err)
	}
}

// A refused attempt counts against nobody: neither the address that a blocked account is tried from, nor the account that a
// blocked address tries.
func TestARefusedSignInCountsAgainstNobody(t *testing.T) {
	t.Parallel()
	l := newLimits(2, newClock().Now)
	for range 2 {
		if _, err := l.signIn("a@example.com", "192.0.2.1"); err != nil {
			t.Fatal(err)
		}
	}
	for range 5 {
		if _, err := l.signIn("a@example.com", "192.0.2.2"); err == nil {
			t.Fatal("a blocked account is let in")
		}
		if _, err := l.signIn("b@example.com", "192.0.2.1"); err == nil {
			t.Fatal("a blocked address is let in")
		}
	}
	for range 2 {
		if _, err := l.signIn("b@example.com", "192.0.2.2"); err != nil {
			t.Errorf("neither has failed: %v", err)
		}
	}
}

func TestLimitsTakeAnIPv6NetworkForOneAddress(t *testing.T) {
	t.Parallel()
	l := newLimits(2, newClock().Now)
	for i := range 2 {
		if _, err := l.signIn(fmt.Sprintf("%d@example.com", i), fmt.Sprintf("2001:db8::%d", i+1)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.signIn("c@example.com", "2001:db8::ffff"); !platform.IsCode(err, platform.CodeRateLimited) {
		t.Errorf("the same /64: %v", err)
	}
	if _, err := l.signIn("c@example.com", "2001:db8:0:1::1"); err != nil {
		t.Errorf("another /64: %v", err)
	}
}

// Attempts count before they are known to fail: many at once gain nothing. A success is taken back.
func TestLimitsCountAttemptsInFlight(t *testing.T) {
	t.Parallel()
	l := newLimits(2, newClock().Now)
	first, err := l.signIn("a@example.com", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.signIn("a@example.com", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := l.signIn("a@example.com", ""); err == nil {
		t.Fatal("a third attempt at the same time passes")
	}
	first()
	if _, err := l.signIn("a@example.com", ""); err != nil {
		t.Errorf("after a success: %v", err)
	}
}

// Signing up does not speak of sign-ins, and is not stopped by those that fail.
func TestSignUpsHaveLimitsOfTheirOwn(t *testing.T) {
	t.Parallel()
	l := newLimits(1, newClock().Now)
	if _, err := l.signIn("a@example.com", "192.0.2.1"); err != nil {
		t.Fatal(err)
	}
	if _, err := l.signUp("192.0.2.1"); err != nil {
		t.Errorf("after a failed sign-in: %v", err)
	}
	_, err := l.signUp("192.0.2.1")
	if !platform.IsCode(err, platform.CodeRateLimited) || strings.Contains(err.Error(), "sign-ins") {
		t.Errorf("after a refused one: %v", err)
	}
	none := newLimits(0, newClock().Now)
	for range 100 {
		if _, err := none.signUp("192.0.2.1"); err != nil {
			t.Fatal(err)
		}
		if _, err := none.signIn("a@example.com", "192.0.2.1"); err != nil {
			t.Fatal(err)
		}
	}
}
