package tables

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"berth/platform"
)

const dateForm = "must be a date, best with the year first, such as 2026-11-22"

// midnight is what spreadsheets and databases write behind a date that has no time.
var midnight = regexp.MustCompile(`(?i)[T ] *(?:00?:00(?::00(?:\.0+)?)?Z?|12:00(?::00)? ?AM)$`)

func parseDate(s string, style Style) (json.RawMessage, string) {
	t, fault := dateOf(midnight.ReplaceAllString(s, ""), style)
	if fault != "" {
		return nil, fault
	}
	return encode(t.Format(time.DateOnly)), ""
}

// parts of a date: numbers and the name of a month, with one separator between two of them.
var parts = regexp.MustCompile(`^(\d{1,4}|[\p{L}\p{M}]{3,12})\.?[\s./,-]\s*(?:de\s+)?(\d{1,2}|[\p{L}\p{M}]{3,12})(?:st|nd|rd|th)?\.?,?[\s./-]\s*(?:de\s+)?(\d{1,4})$`)

// weekday is what may stand before a date.
var weekday = regexp.MustCompile(`^[\p{L}\p{M}]{2,12}\.?,\s+`)

// dateOf reads a date. Two numbers that could both be the month are read by the style, and refused where it has none.
func dateOf(s string, style Style) (time.Time, string) {
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, ""
	}
	s = weekday.ReplaceAllString(s, "")
	found := parts.FindStringSubmatch(s)
	if found == nil {
		return time.Time{}, dateForm
	}
	first, second, third := found[1], found[2], found[3]
	if unicode.IsLetter([]rune(first)[0]) { // November 22, 2026
		return dayOf(third, month(first), number(second))
	}
	if unicode.IsLetter([]rune(second)[0]) { // 22 Nov 2026
		return dayOf(third, month(second), number(first))
	}
	a, b := number(first), number(second)
	switch {
	case len(first) == 4: // 2026/11/22
		return dayOf(first, b, number(third))
	case strings.Contains(s, "."), a > 12, style.DayFirst: // who writes points writes the day first
		return dayOf(third, b, a)
	case b > 12, style.MonthFirst, a == b:
		return dayOf(third, a, b)
	}
	return time.Time{}, fmt.Sprintf("could be in %s or in %s; write the year first, such as 2026-11-22", time.Month(a), time.Month(b))
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// dayOf returns a day that there is. Years of two digits are those from 1970 to 2069.
func dayOf(year string, month, day int) (time.Time, string) {
	y := number(year)
	switch {
	case len(year) == 2 && y >= 70:
		y += 1900
	case len(year) == 2:
		y += 2000
	case len(year) != 4:
		return time.Time{}, dateForm
	}
	t := time.Date(y, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if month < 1 || t.Day() != day || int(t.Month()) != month {
		return time.Time{}, "is a day that does not exist"
	}
	return t, ""
}

// month returns the month that a name in English, German, French, Spanish, Italian, Portuguese or Dutch begins with, 0 for
// none.
func month(name string) int {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(name)) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	name = b.String()
	for i, starts := range []string{"jan ene gen", "feb fev fevr", "mar maa mrz", "apr avr abr", "may mai mei mag", "jun juin giu", "jul juil lug",
		"aug aou ago", "sep set", "oct okt out ott", "nov", "dec dez dic"} {
		for start := range strings.FieldsSeq(starts) {
			if strings.HasPrefix(name, start) {
				return i + 1
			}
		}
	}
	return 0
}

// clock is a time of the day: 9:30, 09.30, 9h30, 9:30 pm, 9 am, 14:00 Uhr.
var clock = regexp.MustCompile(`(?i)^(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2}))?)?\s*(uhr|h|a\.?m\.?|p\.?m\.?)?$`)

func parseClock(c platform.Column, s string) (json.RawMessage, string) {
	text, ok := clockOf(s)
	if !ok {
		return nil, "must be a time of the day, such as 09:30"
	}
	return Cell(c, text)
}

// clockOf returns a time of the day as 15:04:05.
func clockOf(s string) (string, bool) {
	found := clock.FindStringSubmatch(s)
	if found == nil || found[2] == "" && found[4] == "" {
		return "", false
	}
	hour := number(found[1])
	if half := strings.ToLower(found[4]); half != "" && half != "uhr" && half != "h" {
		if hour < 1 || hour > 12 {
			return "", false
		}
		hour %= 12
		if half[0] == 'p' {
			hour += 12
		}
	}
	minute, second := max(number(found[2]), 0), max(number(found[3]), 0)
	if hour > 23 || minute > 59 || second > 59 {
		return "", false
	}
	return fmt.Sprintf("%02d:%02d:%02d", hour, minute, second), true
}

// moment is a date and a time as databases and shops write them, which have a zone or not: 2026-11-22 09:30:00+01,
// 2026-11-22 09:30:00.5 +0100, 2026-11-22 09:30:00.123456.
var moment = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(?:([Zz]|UTC)|([+-]\d\d)(?::?(\d\d))?)?$`)

// parseDateTime reads RFC 3339 and what is close to it, and a date followed by a time, which is then UTC.
func parseDateTime(c platform.Column, s string, style Style) (json.RawMessage, string) {
	if m := moment.FindStringSubmatch(s); m != nil {
		zone := "Z"
		if m[5] != "" {
			zone = m[5] + ":" + cmp.Or(m[6], "00")
		}
		if cell, fault := Cell(c, m[1]+"T"+m[2]+cmp.Or(m[3], ":00")+zone); fault == "" || m[4]+m[5] != "" {
			return cell, fault
		}
	}
	if cell, fault := Cell(c, s); fault == "" {
		return cell, ""
	}
	const form = "must be a date and a time, such as 2026-11-22 09:30"
	zone := "Z"
	if bare, ok := strings.CutSuffix(s, " UTC"); ok {
		s = bare
	}
	at := strings.LastIndexAny(s, "T ")
	if at > 0 && strings.HasSuffix(strings.ToLower(s), "m") { // 9:30 pm
		if before := strings.LastIndexAny(s[:at], "T "); before > 0 && strings.ContainsAny(s[before:at], ":.") {
			at = before
		}
	}
	if at <= 0 {
		return nil, form
	}
	day, fault := dateOf(strings.TrimRight(s[:at], ", "), style)
	text, ok := clockOf(s[at+1:])
	if !ok {
		return nil, form
	}
	if fault != "" {
		return nil, fault
	}
	return Cell(c, day.Format(time.DateOnly)+"T"+text+zone)
}
