package agenda_test

import (
	"errors"
	"testing"
	"time"

	"berth/apps/medical/agenda"
)

// now is a Wednesday, 11:00 in São Paulo.
var now = time.Date(2026, 1, 7, 14, 0, 0, 0, time.UTC)

func open(t *testing.T) *agenda.Agenda {
	t.Helper()
	a, err := agenda.New()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// first returns the first half hour of the next year that fits the wish.
func first(a *agenda.Agenda, w agenda.Wish) string {
	for at := a.In(now); at.Before(now.AddDate(0, 0, 400)); at = at.Add(30 * time.Minute) {
		if w.Fits(at) {
			return at.Format("Mon 2006-01-02 15:04")
		}
	}
	return ""
}

func TestRead(t *testing.T) {
	t.Parallel()
	a := open(t)
	for said, want := range map[string]string{
		"09:00": "Thu 2026-01-08 09:00", "9:00": "Thu 2026-01-08 09:00", "9h": "Thu 2026-01-08 09:00", "9h30": "Thu 2026-01-08 09:30", "9 h 30": "Thu 2026-01-08 09:30",
		"14h": "Wed 2026-01-07 14:00", "14:30h": "Wed 2026-01-07 14:30", "às 9": "Thu 2026-01-08 09:00", "às 9 horas": "Thu 2026-01-08 09:00", "9 horas e meia": "Thu 2026-01-08 09:30",
		"09h00min": "Thu 2026-01-08 09:00", "9hs": "Thu 2026-01-08 09:00", "meio-dia": "Wed 2026-01-07 12:00", "meio dia e meia": "Wed 2026-01-07 12:30", "noon": "Wed 2026-01-07 12:00",
		"9am": "Thu 2026-01-08 09:00", "9:30 AM": "Thu 2026-01-08 09:30", "2 p.m.": "Wed 2026-01-07 14:00", "12 am": "Thu 2026-01-08 00:00", "9 o'clock": "Thu 2026-01-08 09:00",
		"3 da tarde": "Wed 2026-01-07 15:00", "9 da manhã": "Thu 2026-01-08 09:00", "3 in the afternoon": "Wed 2026-01-07 15:00",
		"12h30 da tarde": "Wed 2026-01-07 12:30", "7 da tarde": "Wed 2026-01-07 19:00", "7 in the evening": "Wed 2026-01-07 19:00", "0h da manhã": "Thu 2026-01-08 00:00",
		"seg, 12 jan, 09:00": "Mon 2026-01-12 09:00", "Seg. 12 de jan. 9h": "Mon 2026-01-12 09:00", "Mon, Jan 12, 09:00": "Mon 2026-01-12 09:00",
		"segunda-feira, 12 de janeiro de 2026 09:00": "Mon 2026-01-12 09:00", "Monday, January 12, 2026 09:00": "Mon 2026-01-12 09:00", "terça-feira, 3 de março de 2026 08:30": "Tue 2026-03-03 08:30",
		"sáb, 10 jan, 10:00": "Sat 2026-01-10 10:00", "12/01 9h": "Mon 2026-01-12 09:00", "12/01/2026 às 09:00": "Mon 2026-01-12 09:00", "12/1/26 9h": "Mon 2026-01-12 09:00",
		"dia 12 de janeiro às 9": "Mon 2026-01-12 09:00", "January 12th at 9": "Mon 2026-01-12 09:00", "the 12th of January at 9am": "Mon 2026-01-12 09:00", "1º de fevereiro 10h": "Sun 2026-02-01 10:00",
		"2026-01-12T12:00:00Z": "Mon 2026-01-12 09:00", "2026-01-12T09:00:00-03:00": "Mon 2026-01-12 09:00", "2026-01-12T09:00": "Mon 2026-01-12 09:00", "2026-01-12 09:00:00": "Mon 2026-01-12 09:00",
		"2026-01-12T12:00:00.000Z": "Mon 2026-01-12 09:00", "2026-01-12 9h": "Mon 2026-01-12 09:00", "2026-01-12T12:00:00+0000": "Mon 2026-01-12 09:00",
		"amanhã 9h": "Thu 2026-01-08 09:00", "AMANHÃ ÀS 9": "Thu 2026-01-08 09:00", "tomorrow at 9": "Thu 2026-01-08 09:00", "depois de amanhã às 10h": "Fri 2026-01-09 10:00",
		"day after tomorrow 10:00": "Fri 2026-01-09 10:00", "hoje 16h": "Wed 2026-01-07 16:00", "today at 4 pm": "Wed 2026-01-07 16:00", "amanhã de manhã às 8": "Thu 2026-01-08 08:00",
		"segunda 9h": "Mon 2026-01-12 09:00", "quarta às 14h": "Wed 2026-01-07 14:00", "quarta que vem às 14h": "Wed 2026-01-14 14:00", "next Wednesday at 2pm": "Wed 2026-01-14 14:00",
		"próxima sexta-feira 10h": "Fri 2026-01-09 10:00", "Friday at 10": "Fri 2026-01-09 10:00", "05/01 9h": "Tue 2027-01-05 09:00", "qui, 8 jan, 09:00": "Thu 2026-01-08 09:00",
	} {
		w, err := a.Read(said, now)
		if got := first(a, w); err != nil || got != want {
			t.Errorf("%q means %s, %v; want %s", said, got, err, want)
		}
	}
}

// A weekday is one date, the first that is still to come; now is a Wednesday, 11:00.
func TestWeekdayIsOneDate(t *testing.T) {
	t.Parallel()
	a := open(t)
	for said, want := range map[string]string{
		"segunda 9h": "2026-01-12 09:00", "quarta às 14h": "2026-01-07 14:00", "quarta 9h": "2026-01-14 09:00", "Wednesday at 11": "2026-01-14 11:00",
		"next Wednesday at 2pm": "2026-01-14 14:00", "quinta que vem 9h": "2026-01-08 09:00", "domingo 10h": "2026-01-11 10:00", "Tuesday 8:00": "2026-01-13 08:00",
	} {
		w, err := a.Read(said, now)
		moment, one := w.Moment()
		if got := moment.Format("2006-01-02 15:04"); err != nil || !one || got != want || !w.Fits(moment) || w.Fits(moment.AddDate(0, 0, 7)) {
			t.Errorf("%q is %s (one: %v), %v; want %s alone", said, got, one, err, want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	a := open(t)
	for said, want := range map[string]error{
		"": agenda.ErrUnclear, "soon": agenda.ErrUnclear, "25:00": agenda.ErrUnclear, "9:75": agenda.ErrUnclear, "13 pm": agenda.ErrUnclear, "9h ou 10h": agenda.ErrUnclear, "9 or 10": agenda.ErrUnclear,
		"not at 9": agenda.ErrUnclear, "before 10:00": agenda.ErrUnclear, "31/02 9h": agenda.ErrUnclear, "30 fev 9h": agenda.ErrUnclear, "12/13 9h": agenda.ErrUnclear, "2026-13-01T09:00": agenda.ErrUnclear,
		"amanhã 12/01 9h": agenda.ErrUnclear, "14h da manhã": agenda.ErrUnclear, "12h da noite": agenda.ErrUnclear, "0h da noite": agenda.ErrUnclear, "00:30 da noite": agenda.ErrUnclear, "12:30 in the evening": agenda.ErrUnclear,
		"0h da tarde": agenda.ErrUnclear, "00:30 in the afternoon": agenda.ErrUnclear, "11 da tarde": agenda.ErrUnclear, "22h da tarde": agenda.ErrUnclear, "1 da noite": agenda.ErrUnclear,
		"0 Uhr nachmittags": agenda.ErrUnclear, "las 0 de la tarde": agenda.ErrUnclear, "0h de l'après-midi": agenda.ErrUnclear, "le 0 del pomeriggio": agenda.ErrUnclear, "9:00; DROP TABLE appointments": agenda.ErrUnclear, "999999999999": agenda.ErrUnclear, "09:00 UTC": agenda.ErrUnclear,
		"-09:00:30": agenda.ErrUnclear, "\x00": agenda.ErrUnclear, "amanhã": agenda.ErrNoClock, "segunda-feira": agenda.ErrNoClock, "12 jan": agenda.ErrNoClock, "2026-01-12": agenda.ErrNoClock, "tomorrow morning": agenda.ErrNoClock,
		"segunda-feira, 10 de janeiro de 2025 09:00": agenda.ErrContradiction, "ter, 12 jan, 09:00": agenda.ErrContradiction, "sexta, amanhã 9h": agenda.ErrContradiction,
	} {
		if w, err := a.Read(said, now); !errors.Is(err, want) {
			t.Errorf("%q: %+v, %v; want %v", said, w, err, want)
		}
	}
}

// Read understands the dates that the app writes, on every day of two years and in both languages.
func TestReadUnderstandsWhatIsWritten(t *testing.T) {
	t.Parallel()
	a := open(t)
	for day := range 365 {
		at := a.Today(now).AddDate(0, 0, day).Add(9*time.Hour + 30*time.Minute)
		for _, in := range []agenda.Language{agenda.Portuguese, agenda.English} {
			for _, said := range []string{agenda.Short(at, in), agenda.Long(at, in), at.UTC().Format(time.RFC3339)} {
				if w, err := a.Read(said, now); err != nil || !w.Fits(at) || w.Fits(at.AddDate(0, 0, 1)) || w.Fits(at.Add(30*time.Minute)) {
					t.Errorf("%q: %+v, %v", said, w, err)
				}
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, said := range []string{"seg, 12 jan, 09:00", "next Monday at 2 pm", "2026-01-12T12:00:00Z", "9h30", "depois de amanhã às 10h"} {
		f.Add(said)
	}
	a, err := agenda.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, said string) {
		w, err := a.Read(said, now)
		if err == nil {
			w.Nearest([]agenda.Slot{{At: a.In(now)}}, 1)
			return
		}
		if !errors.Is(err, agenda.ErrUnclear) && !errors.Is(err, agenda.ErrNoClock) && !errors.Is(err, agenda.ErrContradiction) {
			t.Errorf("%q: %v", said, err)
		}
	})
}
