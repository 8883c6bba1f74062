package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

const (
	doctorOne = "11111111-1111-5111-8111-111111111111"
	doctorTwo = "22222222-2222-5222-8222-222222222222"
)

// monday is a time ahead of every test.
func monday(hour int) time.Time { return time.Date(2100, 1, 4, hour, 0, 0, 0, time.UTC) }

func booking(caller, patient string, times ...time.Time) platform.Booking {
	return platform.Booking{Doctor: doctorOne, Times: times, Length: time.Hour, Once: true, Caller: caller, Patient: platform.Patient{Name: patient, Phone: "+5511999998888"},
		Limits: platform.BookingLimits{Caller: 1000, Unproven: 1000}}
}

func TestBook(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by := t.Context(), platform.Actor{}
		book := func(b platform.Booking) (platform.Appointment, error) { t.Helper(); return s.Book(ctx, by, b) }
		first, err := book(booking("subject:a", "Maria", monday(9), monday(10)))
		if err != nil || !first.StartsAt.Equal(monday(9)) || first.Doctor != doctorOne || len(first.ID) != 36 || first.Patient.Name != "Maria" {
			t.Fatalf("%+v, %v", first, err)
		}
		for name, b := range map[string]platform.Booking{
			"the same":                   booking("subject:a", "Maria", monday(9)),
			"the same among other times": booking("subject:a", "Maria", monday(8), monday(9), monday(10)),
			"the name spelled otherwise": booking("subject:a", "MARÍA", monday(9)),
		} {
			if again, err := book(b); err != nil || cmp.Diff(first, again) != "" {
				t.Errorf("%s: %v %s", name, err, cmp.Diff(first, again))
			}
		}
		for name, b := range map[string]platform.Booking{
			"another caller": booking("subject:b", "Maria", monday(9)), "nobody in particular": booking("", "Maria", monday(9)),
			"another patient": booking("subject:a", "Maria S", monday(9)),
		} {
			if _, err := book(b); codeOf(err) != platform.CodeConflict {
				t.Errorf("%s: %v", name, err)
			}
		}
		otherPhone := booking("subject:a", "Maria", monday(9))
		otherPhone.Patient.Phone = "+5521999998888"
		_, err = book(otherPhone)
		wantCode(t, err, platform.CodeConflict)
		if next, err := book(booking("subject:b", "Paulo", monday(9), monday(10), monday(11))); err != nil || !next.StartsAt.Equal(monday(10)) {
			t.Errorf("the next free one: %+v, %v", next, err)
		}
		elsewhere := booking("subject:b", "Paula", monday(9))
		elsewhere.Doctor = doctorTwo
		if _, err := book(elsewhere); err != nil {
			t.Errorf("another doctor: %v", err)
		}
		c, err := s.Booked(ctx, doctorOne, monday(9), monday(10))
		if diff := cmp.Diff([]time.Time{monday(9), monday(10)}, c); err != nil || diff != "" {
			t.Errorf("%v %s", err, diff)
		}
		if c, err := s.Booked(ctx, doctorOne, monday(10).Add(time.Second), monday(12)); err != nil || len(c) != 0 {
			t.Errorf("%v, %v", c, err)
		}
		for _, name := range []string{"", "\x00", "\xff", strings.Repeat("é", 201)} {
			_, err := book(booking("subject:c", name, monday(12)))
			wantCode(t, err, platform.CodeInvalidConfig)
		}
		if _, err := book(booking("subject:c", strings.Repeat("é", 200), monday(12))); err != nil {
			t.Errorf("200 characters: %v", err)
		}
	})
}

// A request that does not count once is a further appointment each time; no patient has two that overlap.
func TestBookOnceMore(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		book := func(doctor string, length time.Duration, b platform.Booking) (platform.Appointment, error) {
			b.Doctor, b.Length = doctor, length
			return s.Book(t.Context(), platform.Actor{}, b)
		}
		again := booking("subject:a", "Maria", monday(9), monday(33), monday(57))
		again.Once = false
		for _, hour := range []int{9, 33, 57} {
			if made, err := book(doctorOne, time.Hour, again); err != nil || !made.StartsAt.Equal(monday(hour)) {
				t.Errorf("%d: %+v, %v", hour, made, err)
			}
		}
		if _, err := book(doctorOne, time.Hour, again); codeOf(err) != platform.CodeConflict || errors.Is(err, platform.ErrPatientElsewhere) {
			t.Errorf("none is left: %v", err)
		}
		half := 30 * time.Minute
		for name, c := range map[string]struct {
			caller, patient string
			at              time.Time
		}{
			"the same moment": {"subject:a", "Maria", monday(9)}, "another caller": {"subject:b", "maria", monday(9)}, "nobody in particular": {"", " MARÍA", monday(9)},
			"while it lasts": {"subject:a", "Maria", monday(9).Add(half)}, "until it begins": {"subject:a", "Maria", monday(9).Add(-half)},
		} {
			if _, err := book(doctorTwo, half+time.Minute, booking(c.caller, strings.TrimSpace(c.patient), c.at)); codeOf(err) != platform.CodeConflict || !errors.Is(err, platform.ErrPatientElsewhere) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for name, b := range map[string]platform.Booking{
			"right after it": booking("subject:a", "Maria", monday(10)), "right before it": booking("subject:a", "Maria", monday(8)),
			"a brother, by the same telephone": booking("subject:a", "Paulo", monday(9)),
		} {
			if made, err := book(doctorTwo, time.Hour, b); err != nil || !made.StartsAt.Equal(b.Times[0]) {
				t.Errorf("%s: %+v, %v", name, made, err)
			}
		}
		if made, err := book(doctorTwo, time.Hour, booking("subject:b", "Maria", monday(33), monday(34))); err != nil || !made.StartsAt.Equal(monday(34)) {
			t.Errorf("the first time that both have: %+v, %v", made, err)
		}
	})
}

// The limit of an hour moves on with the time; people with an account are not under it, and do not use it up.
func TestUnprovenHour(t *testing.T) {
	t.Parallel()
	start := time.Date(2099, 12, 31, 0, 0, 0, 0, time.UTC)
	for name, o := range map[string]store.Options{"sqlite": {DataDir: t.TempDir()}, "postgres": {DatabaseURL: pgtest.URL(t)}} {
		t.Run(name, func(t *testing.T) {
			now := start
			o.Now = func() time.Time { return now }
			s := storetest.OpenWith(t, o)
			if err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			hour := 0
			book := func(person bool) error {
				hour++
				b := booking(fmt.Sprint("c", hour), "Maria", monday(hour))
				b.Person, b.Limits.Hourly = person, 2
				_, err := s.Book(t.Context(), platform.Actor{}, b)
				return err
			}
			for i, c := range []struct {
				after  time.Duration
				person bool
				wait   time.Duration // until there is room, 0 = there is
			}{{0, false, 0}, {10 * time.Minute, true, 0}, {20 * time.Minute, false, 0}, {30 * time.Minute, false, 30 * time.Minute}, {31 * time.Minute, true, 0},
				{59 * time.Minute, false, time.Minute}, {60 * time.Minute, false, 0}, {61 * time.Minute, false, 19 * time.Minute}} {
				now = start.Add(c.after)
				err := book(c.person)
				if c.wait == 0 && err != nil || c.wait > 0 && (codeOf(err) != platform.CodeRateLimited || platform.AsError(err).RetryAfter != c.wait) {
					t.Errorf("%d: after %s: %v", i, c.after, err)
				}
			}
		})
	}
}

func TestBookingLimits(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		book := func(caller string, person bool, doctor string, hour int) platform.Code {
			b := booking(caller, "Maria of "+doctor, monday(hour))
			b.Person, b.Doctor, b.Limits = person, doctor, platform.BookingLimits{Caller: 2, Unproven: 3}
			_, err := s.Book(t.Context(), platform.Actor{}, b)
			return codeOf(err)
		}
		past := booking("subject:a", "Maria", time.Date(2001, 1, 1, 9, 0, 0, 0, time.UTC))
		if _, err := s.Book(t.Context(), platform.Actor{}, past); err != nil {
			t.Fatal(err)
		}
		for i, c := range []struct {
			caller string
			person bool
			doctor string
			hour   int
			want   platform.Code
		}{
			{"subject:a", false, doctorOne, 1, ""}, {"subject:a", false, doctorTwo, 1, ""},
			{"subject:a", false, doctorTwo, 2, platform.CodeLimitReached}, // what is over does not count, what is elsewhere does
			{"subject:a", false, doctorTwo, 1, ""},                        // the same again is none more
			{"", false, doctorOne, 2, ""}, {"", false, doctorOne, 3, ""},  // nobody in particular has no limit of their own
			{"", false, doctorOne, 4, platform.CodeForbidden}, {"subject:z", false, doctorOne, 4, platform.CodeForbidden},
			{"subject:z", false, doctorOne, 2, platform.CodeForbidden}, // a time that is taken: another one could not be had either
			{"p", true, doctorOne, 4, ""}, {"p", true, doctorOne, 5, ""}, {"p", true, doctorOne, 6, platform.CodeLimitReached},
		} {
			if got := book(c.caller, c.person, c.doctor, c.hour); got != c.want {
				t.Errorf("%d: %+v: %q", i, c, got)
			}
		}
	})
}

// What is booked is audited by number alone, and goes some days after its date.
func TestAppointmentsAreKeptApartAndNotForLong(t *testing.T) {
	t.Parallel()
	clock := time.Date(2099, 12, 31, 0, 0, 0, 0, time.UTC)
	for name, o := range map[string]store.Options{"sqlite": {DataDir: t.TempDir()}, "postgres": {DatabaseURL: pgtest.URL(t)}} {
		t.Run(name, func(t *testing.T) {
			now := clock
			o.Now = func() time.Time { return now }
			s := storetest.OpenWith(t, o)
			if err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			ann := storetest.Person(t, s, "ann@example.com")
			made, err := s.Book(t.Context(), ann, booking(string(ann.User), "Hush Name", monday(9)))
			if err != nil {
				t.Fatal(err)
			}
			entries, _, err := s.Audit(t.Context(), ann.Workspace, identity.AuditQuery{Limit: 200})
			if err != nil {
				t.Fatal(err)
			}
			said := fmt.Sprintf("%+v", entries)
			if !strings.Contains(said, "appointment.book") || !strings.Contains(said, made.ID) || strings.Contains(said, "Hush") ||
				strings.Contains(said, "99999") || strings.Contains(said, doctorOne) {
				t.Errorf("the audit trail says %s", said)
			}
			for _, c := range []struct {
				now  time.Time
				left int
			}{{monday(9).Add(platform.AppointmentRetention), 1}, {monday(9).Add(platform.AppointmentRetention + time.Second), 0}} {
				now = c.now
				if err := s.Prune(t.Context(), store.Retention{Calls: time.Hour}); err != nil {
					t.Fatal(err)
				}
				if booked, err := s.Booked(t.Context(), doctorOne, monday(0), monday(23)); err != nil || len(booked) != c.left {
					t.Errorf("at %s: %v, %v", c.now, booked, err)
				}
			}
		})
	}
}

// A hundred callers want one time, on two replicas where there may be two; it is given once. Those who would take any time
// get one each, and the limits hold although all come at once.
func TestBookAtOnce(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	for name, replicas := range map[string][]*store.Store{
		"sqlite":   {storetest.Open(t)},
		"postgres": {storetest.OpenWith(t, store.Options{DatabaseURL: address}), storetest.OpenWith(t, store.Options{DatabaseURL: address})},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const many = 100
			each := func(ask func(i int) platform.Booking) map[platform.Code]int {
				codes := map[platform.Code]int{}
				for _, err := range together(many, func(i int) error {
					_, err := replicas[i%len(replicas)].Book(t.Context(), platform.Actor{}, ask(i))
					return err
				}) {
					codes[codeOf(err)]++
				}
				return codes
			}
			caller := func(i int) string { return fmt.Sprintf("subject:%d", i) }
			one := each(func(i int) platform.Booking { return booking(caller(i), "Maria", monday(9)) })
			if diff := cmp.Diff(map[platform.Code]int{"": 1, platform.CodeConflict: many - 1}, one); diff != "" {
				t.Errorf("one time: %s", diff)
			}
			same := each(func(int) platform.Booking {
				return booking("subject:same", "Maria", monday(10), monday(11), monday(12))
			})
			if diff := cmp.Diff(map[platform.Code]int{"": many}, same); diff != "" {
				t.Errorf("one request: %s", diff)
			}
			limited := each(func(i int) platform.Booking {
				b := booking("subject:greedy", "Maria "+caller(i), monday(24+i))
				b.Limits.Caller = 7
				return b
			})
			if diff := cmp.Diff(map[platform.Code]int{"": 7, platform.CodeLimitReached: many - 7}, limited); diff != "" {
				t.Errorf("one caller: %s", diff)
			}
			if booked, err := replicas[0].Booked(t.Context(), doctorOne, monday(0), monday(1000)); err != nil || len(booked) != 1+1+7 {
				t.Errorf("%d times are given away, %v", len(booked), err)
			}
			everywhere := each(func(i int) platform.Booking { // a hundred doctors see one patient at one moment, or half of it
				b := booking(caller(i), "Paulo", monday(2000).Add(time.Duration(i%2)*30*time.Minute))
				b.Doctor = fmt.Sprintf("%08d-2222-5222-8222-222222222222", i)
				return b
			})
			if diff := cmp.Diff(map[platform.Code]int{"": 1, platform.CodeConflict: many - 1}, everywhere); diff != "" {
				t.Errorf("one patient: %s", diff)
			}
			hourly := each(func(i int) platform.Booking {
				b := booking(caller(i), "Maria "+caller(i), monday(3000+i))
				b.Limits.Hourly = 20
				return b
			})
			if diff := cmp.Diff(map[platform.Code]int{"": 20 - 1 - 1 - 7 - 1, platform.CodeRateLimited: many - 10}, hourly); diff != "" {
				t.Errorf("one hour: %s", diff)
			}
		})
	}
}
