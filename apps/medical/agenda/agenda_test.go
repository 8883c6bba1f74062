package agenda_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"berth/apps/medical/agenda"
)

func doctor(i byte) string { return uuid.NewSHA1(uuid.Nil, []byte{i}).String() }

// Over a year and a hundred doctors: times are ahead, within the horizon, in order, at sensible hours of working days,
// and keep their ids as time passes.
func TestSlots(t *testing.T) {
	t.Parallel()
	a := open(t)
	patterns := map[string]bool{}
	for i := range byte(100) {
		day := now.AddDate(0, 0, int(i)*4)
		slots := a.Slots(doctor(i), day)
		if len(slots) < 30 {
			t.Errorf("doctor %d has %d times", i, len(slots))
		}
		seen := map[string]bool{}
		last, pattern := day, ""
		for _, s := range slots {
			hour := s.At.Hour()
			if !s.At.After(last) || s.At.After(a.Last(day).AddDate(0, 0, 1)) || hour < 7 || hour > 18 || s.At.Weekday() == time.Sunday ||
				s.At.Weekday() == time.Saturday && hour >= 12 || agenda.Holiday(s.At) || seen[s.ID] || s.At.Location().String() != "America/Sao_Paulo" {
				t.Errorf("doctor %d: %s %s", i, s.ID, s.At)
			}
			last, seen[s.ID] = s.At, true
			if s.At.Weekday() == time.Thursday {
				pattern += s.At.Format("15:04 ")
			}
		}
		patterns[pattern] = true
		later := map[string]time.Time{}
		for _, s := range a.Slots(doctor(i), day.AddDate(0, 0, 3)) {
			later[s.ID] = s.At
		}
		for n, s := range slots {
			at, still := later[s.ID]
			if ahead := s.At.After(day.AddDate(0, 0, 3)); still != ahead || still && !at.Equal(s.At) {
				t.Errorf("three days on, doctor %d has %s: %v", i, s.At, still)
			}
			if s.ID != agenda.SlotID(doctor(i), s.At.UTC()) || n == 0 && (a.Past(doctor(i), s.ID, day) || !a.Past(doctor(i), s.ID, s.At)) {
				t.Errorf("doctor %d at %s is %s", i, s.At, s.ID)
			}
		}
	}
	if len(patterns) < 20 {
		t.Errorf("a hundred doctors have %d kinds of Thursdays", len(patterns))
	}
	if a.Slots(doctor(1), now)[0].ID == a.Slots(doctor(2), now)[0].ID || len(a.Slots("no doctor", now)) == 0 {
		t.Error("ids are not a doctor's own")
	}
}

// The day begins at midnight in São Paulo, three hours after midnight in UTC.
func TestToday(t *testing.T) {
	t.Parallel()
	a := open(t)
	for at, want := range map[string]string{
		"2026-01-08T02:59:59Z": "2026-01-07", "2026-01-08T03:00:00Z": "2026-01-08", "2026-07-08T02:59:59Z": "2026-07-07", "2026-12-31T23:59:59-12:00": "2027-01-01",
	} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Today(moment).Format("2006-01-02"); got != want {
			t.Errorf("at %s it is %s, want %s", at, got, want)
		}
	}
	// Summer time, as it was until 2019: 9 o'clock is 9 o'clock.
	for _, s := range a.Slots(doctor(1), time.Date(2018, 11, 5, 12, 0, 0, 0, time.UTC)) {
		if _, offset := s.At.Zone(); offset != -2*3600 || s.At.Minute()%30 != 0 {
			t.Errorf("%s", s.At)
		}
	}
}

func TestHolidays(t *testing.T) {
	t.Parallel()
	var closed []string
	for day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() == 2026; day = day.AddDate(0, 0, 1) {
		if agenda.Holiday(day) {
			closed = append(closed, day.Format("02/01"))
		}
	}
	want := []string{"01/01", "16/02", "17/02", "03/04", "21/04", "01/05", "04/06", "07/09", "12/10", "02/11", "15/11", "20/11", "25/12"}
	if diff := cmp.Diff(want, closed); diff != "" {
		t.Error(diff)
	}
	// Good Friday of other years, according to the almanac.
	for _, day := range []string{"2024-03-29", "2025-04-18", "2027-03-26", "2030-04-19", "2038-04-23"} {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil || !agenda.Holiday(at) {
			t.Errorf("%s is no holiday: %v", day, err)
		}
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	at := time.Date(2025, 1, 10, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct{ got, want string }{
		{agenda.Short(at, agenda.Portuguese), "sex, 10 jan, 09:00"}, {agenda.Long(at, agenda.Portuguese), "sexta-feira, 10 de janeiro de 2025 09:00"},
		{agenda.Short(at, agenda.English), "Fri, Jan 10, 09:00"}, {agenda.Long(at, agenda.English), "Friday, January 10, 2025 09:00"},
		{agenda.Short(at.AddDate(0, 2, 1), agenda.Portuguese), "ter, 11 mar, 09:00"}, {agenda.Long(at.AddDate(0, 2, 1), agenda.Portuguese), "terça-feira, 11 de março de 2025 09:00"},
		{agenda.Short(at.AddDate(0, 0, 1), agenda.Portuguese), "sáb, 11 jan, 09:00"}, {agenda.Day(at.AddDate(0, 0, -9), agenda.Portuguese), "quarta-feira, 1 de janeiro de 2025"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	a := open(t)
	var slots []agenda.Slot
	for day := 1; day <= 3; day++ {
		for _, hour := range []int{8, 9, 15} {
			slots = append(slots, agenda.Slot{At: a.Today(now).AddDate(0, 0, day).Add(time.Duration(hour) * time.Hour)})
		}
	}
	for said, want := range map[string][]string{
		"10:00":            {"08 09:00", "09 09:00", "10 09:00"},
		"sexta 14h":        {"09 08:00", "09 09:00", "09 15:00"},
		"2026-01-09 08:30": {"09 08:00", "09 09:00", "09 15:00"},
		"dia 20/01 9h":     {"10 08:00", "10 09:00", "10 15:00"},
	} {
		w, err := a.Read(said, now)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range w.Nearest(slots, 3) {
			got = append(got, s.At.Format("02 15:04"))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", said, diff)
		}
	}
	if near := agenda.At(now).Nearest(nil, 3); len(near) != 0 {
		t.Errorf("out of nothing: %v", near)
	}
}

func BenchmarkSlots(b *testing.B) {
	a, err := agenda.New()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		a.Slots(doctor(1), now)
	}
}
