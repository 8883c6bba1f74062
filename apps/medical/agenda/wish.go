package agenda

import (
	"cmp"
	"slices"
	"time"
)

// Wish is a time that somebody asked for. Without a day, any day will do.
type Wish struct {
	minute int       // after midnight
	day    time.Time // its midnight; zero = none was named
	at     time.Time // the one moment that will do, zero unless the wish had a date and an offset
}

// At returns the wish for one moment.
func At(t time.Time) Wish { return Wish{at: t} }

// Fits reports whether the wish asks for the time. t is in the agenda's zone.
func (w Wish) Fits(t time.Time) bool {
	switch {
	case !w.at.IsZero():
		return t.Equal(w.at)
	case t.Hour()*60+t.Minute() != w.minute:
		return false
	case !w.day.IsZero():
		y, m, d := t.Date()
		return w.day.Equal(time.Date(y, m, d, 0, 0, 0, 0, t.Location()))
	}
	return true
}

// Moment returns the one moment that was asked for; false when there may be several.
func (w Wish) Moment() (time.Time, bool) {
	switch {
	case !w.at.IsZero():
		return w.at, true
	case !w.day.IsZero():
		return w.clockOn(w.day), true
	}
	return time.Time{}, false
}

func (w Wish) clockOn(day time.Time) time.Time {
	y, m, d := day.Date()
	return time.Date(y, m, d, w.minute/60, w.minute%60, 0, 0, day.Location())
}

// Nearest returns up to n of the slots that come closest to the wish, the earliest first.
func (w Wish) Nearest(slots []Slot, n int) []Slot {
	target, one := w.Moment()
	distance := func(s Slot) time.Duration {
		if one {
			return s.At.Sub(target).Abs()
		}
		return s.At.Sub(w.clockOn(s.At)).Abs()
	}
	near := slices.Clone(slots)
	slices.SortStableFunc(near, func(a, b Slot) int { return cmp.Compare(distance(a), distance(b)) })
	near = near[:min(n, len(near))]
	slices.SortFunc(near, func(a, b Slot) int { return a.At.Compare(b.At) })
	return near
}
