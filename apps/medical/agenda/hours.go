package agenda

import (
	"time"

	"github.com/google/uuid"
)

// hours are when a doctor sees patients. Times of the day are minutes after midnight.
type hours struct {
	open, close   int
	lunch, resume int
	length        int          // of one appointment, in minutes
	off           time.Weekday // closed on this weekday too; Sunday = on none
	saturday      bool         // open on Saturday mornings
}

const noon = 12 * 60

// hoursOf invents a doctor's hours from the id, so that they differ between doctors and do not change.
func hoursOf(doctor string) hours {
	id, _ := uuid.Parse(doctor) // an id of another form gets the hours of the nil UUID
	h := hours{
		open: (7 + int(id[0])%3) * 60, close: (16 + int(id[1])%4) * 60,
		lunch: noon + int(id[2])%2*60, length: 60,
		saturday: id[5]%3 == 0,
	}
	h.resume = h.lunch + 60
	if id[3]%4 == 0 {
		h.resume += 60
	}
	if id[4]%3 == 0 {
		h.length = 30
	}
	if day := time.Weekday(id[7] % 12); day <= time.Friday {
		h.off = day
	}
	return h
}

// times returns the beginnings of the appointments of a day, which is given by its midnight.
func (h hours) times(day time.Time) []time.Time {
	weekday := day.Weekday()
	if weekday == time.Sunday || weekday == h.off || weekday == time.Saturday && !h.saturday || Holiday(day) {
		return nil
	}
	end := h.close
	if weekday == time.Saturday {
		end = noon
	}
	var times []time.Time
	for minute := h.open; minute+h.length <= end; minute += h.length {
		if minute+h.length > h.lunch && minute < h.resume {
			continue
		}
		y, m, d := day.Date()
		times = append(times, time.Date(y, m, d, minute/60, minute%60, 0, 0, day.Location()))
	}
	return times
}

// Holiday reports whether surgeries are closed on the day: on national holidays (Leis 662/1949, 6.802/1980, 9.093/1995,
// 10.607/2002, 14.759/2023), and on the days around Carnival and on Corpus Christi, when hardly any is open.
func Holiday(day time.Time) bool {
	_, month, date := day.Date()
	switch [2]int{int(month), date} {
	case [2]int{1, 1}, [2]int{4, 21}, [2]int{5, 1}, [2]int{9, 7}, [2]int{10, 12}, [2]int{11, 2}, [2]int{11, 15}, [2]int{11, 20}, [2]int{12, 25}:
		return true
	}
	month, date = easter(day.Year())
	sunday := time.Date(day.Year(), month, date, 0, 0, 0, 0, day.Location())
	for _, after := range []int{-48, -47, -2, 60} { // Carnival's Monday and Tuesday, Good Friday, Corpus Christi
		if _, m, d := sunday.AddDate(0, 0, after).Date(); m == day.Month() && d == day.Day() {
			return true
		}
	}
	return false
}

// easter returns Easter Sunday in the Gregorian calendar (Meeus/Jones/Butcher).
func easter(year int) (month time.Month, day int) {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	f := (b + 8) / 25
	g := (b - f + 1) / 3
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return time.Month(n / 31), n%31 + 1
}
