package ratelimit

import (
	"testing"
	"time"

	"berth/platform"
)

func TestAllow(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	l := New[int](60, "Enough.", func() time.Time { return now })
	for range 60 {
		if err := l.Allow(1); err != nil {
			t.Fatal(err)
		}
	}
	err := l.Allow(1)
	if e := platform.AsError(err); err == nil || e.Code != platform.CodeRateLimited || e.Msg != "Enough. Try again in 1 s." || e.RetryAfter != time.Second {
		t.Errorf("the 61st: %v", err)
	}
	if err := l.Allow(2); err != nil {
		t.Errorf("another key: %v", err)
	}
	now = now.Add(time.Second)
	if err := l.Allow(1); err != nil {
		t.Errorf("a second later: %v", err)
	}
	if l.Allow(1) == nil {
		t.Error("a second brought two")
	}
	if n := l.Refused(); n != 2 {
		t.Errorf("%d counted as refused", n)
	}
}

func TestNoLimit(t *testing.T) {
	t.Parallel()
	l := New[string](0, "Enough.", time.Now)
	for range 1000 {
		if err := l.Allow(""); err != nil {
			t.Fatal(err)
		}
	}
}

// Inventing keys takes no more memory, and frees no key that has used up its requests.
func TestKeysAreBounded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	l := New[int](2, "Enough.", func() time.Time { return now })
	for range 2 {
		if err := l.Allow(-1); err != nil {
			t.Fatal(err)
		}
	}
	for key := range entries + 10 {
		if err := l.Allow(key); err != nil {
			t.Fatal(err)
		}
	}
	if len(l.buckets) != entries || l.soonest.Len() != entries {
		t.Errorf("%d buckets, %d in order", len(l.buckets), l.soonest.Len())
	}
	if l.Allow(-1) == nil {
		t.Error("the one without tokens was forgotten")
	}
}

// Who has all tokens back is not remembered: memory is for those who ask now, however many there were.
func TestFullBucketsAreForgotten(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	l := New[int](60, "Enough.", func() time.Time { return now })
	busy := 0
	for range 60 { // a minute until they are all back
		if err := l.Allow(-1); err != nil {
			t.Fatal(err)
		}
	}
	for key := range 1000 {
		now = now.Add(50 * time.Millisecond)
		if err := l.Allow(key); err != nil {
			t.Fatal(err)
		}
		busy = max(busy, len(l.buckets))
	}
	if most := 1 + 20; busy > most || l.soonest.Len() != len(l.buckets) {
		t.Errorf("%d buckets, %d in order, want at most %d", busy, l.soonest.Len(), most)
	}
	for range 50 { // which are back of those that it has used
		if err := l.Allow(-1); err != nil {
			t.Fatal(err)
		}
	}
	if l.Allow(-1) == nil {
		t.Error("tokens came back by being forgotten")
	}
}

// A request counts against all of its keys or, when one has no room, against none; what is given back can be used again.
func TestTake(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	l := New[string](1, "Enough.", func() time.Time { return now })
	giveBack, err := l.Take("ann", "net")
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := l.Take("bob", "net"); err == nil {
			t.Error("a key without room is let through")
		}
	}
	if len(l.buckets) != 2 {
		t.Errorf("a refusal made %d buckets", len(l.buckets)-2)
	}
	giveBack()
	if _, err := l.Take("bob", "net"); err != nil {
		t.Errorf("given back: %v", err)
	}
}
