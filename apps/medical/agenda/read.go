package agenda

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"berth/platform/text"
)

// The reasons why a wish cannot be met. Nothing is booked for words that were only partly understood.
var (
	ErrUnclear       = errors.New("the time is not understood")
	ErrNoClock       = errors.New("a day without a time of the day")
	ErrContradiction = errors.New("the weekday is not that of the date")
)

// Read understands a time as people and programs write one: "09:00", "9h30", "seg, 10 jan, 09:00", "amanhã às 9", "next
// Monday at 2 pm", "10/01 14h", ISO 8601 with or without an offset. A date without a year is the next such date, and a weekday
// the first one at which the time is still to come, "next" the first after today; dates in figures have the day first. The error
// is one of those in this file.
func (a *Agenda) Read(said string, now time.Time) (Wish, error) {
	if w, ok := a.readISO(strings.TrimSpace(said)); ok {
		return w, nil
	}
	r := &reader{rest: " " + strings.Map(spaced, text.Fold(said)) + " ", now: now, today: a.Today(now)}
	r.wish.minute = -1
	r.date()
	r.relative()
	r.weekday()
	r.clock()
	r.period()
	if r.broken || !r.understood() {
		return Wish{}, ErrUnclear
	}
	return r.finish()
}

func (a *Agenda) readISO(said string) (Wish, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05-0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04Z07:00"} {
		if t, err := time.Parse(layout, said); err == nil {
			return Wish{at: t.In(a.zone)}, true
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, said, a.zone); err == nil {
			return Wish{at: t}, true
		}
	}
	return Wish{}, false
}

// spaced replaces punctuation that is not part of dates and times by spaces.
func spaced(c rune) rune {
	if strings.ContainsRune(",;()'’\t\n\r\u00a0\u202f", c) {
		return ' '
	}
	return c
}

// reader removes from rest what it understands, part by part.
type reader struct {
	rest   string
	now    time.Time
	today  time.Time // its midnight
	wish   Wish
	named  bool         // a weekday was named
	said   time.Weekday // if so, which
	next   bool         // "next", "que vem"
	broken bool         // a number that is no date or time
}

const (
	monthNames = `janeiro|jan|january|fevereiro|fev|february|feb|marco|mar|march|abril|abr|april|apr|maio|mai|may|junho|jun|june|julho|jul|july|` +
		`agosto|ago|august|aug|setembro|set|september|sept|sep|outubro|out|october|oct|novembro|nov|november|dezembro|dez|december|dec`
	weekdayNames = `domingo|dom|sunday|sun|segunda|seg|monday|mon|terca|ter|tuesday|tue|quarta|qua|wednesday|wed|` +
		`quinta|qui|thursday|thu|sexta|sex|friday|fri|sabado|sab|saturday|sat`
)

// The patterns run over folded text, each part between spaces.
var (
	isoDate   = regexp.MustCompile(`\b(\d{4})-(\d{2})-(\d{2})\b`)
	figures   = regexp.MustCompile(`\b(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?\b`)
	dayMonth  = regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th|o)? +(?:de +|of +)?(` + monthNames + `)\b\.?(?: +(?:de +|of +)?(\d{4})\b)?`)
	monthDay  = regexp.MustCompile(`\b(` + monthNames + `)\b\.? +(?:the +)?(\d{1,2})(?:st|nd|rd|th)?\b(?: +(\d{4})\b)?`)
	dayWord   = regexp.MustCompile(`\b(depois de amanha|day after tomorrow|amanha|tomorrow|hoje|today)\b`)
	dayOfWeek = regexp.MustCompile(`\b(?:(next|proxima|proximo) +)?(` + weekdayNames + `)\b\.?(?:[- ]feira\b)?(?: +(que vem)\b)?`)
	colon     = regexp.MustCompile(`\b(\d{1,2}):(\d{2})(?::00)?(?: *(am|pm|a\.m\.|p\.m\.)|h(?:oras?|s)?)?(?:[ .]|$)`)
	withH     = regexp.MustCompile(`\b(\d{1,2}) *h(?:oras?|rs?|s)?(?: *(?:e +)?(\d{2}|meia)(?: *m(?:in(?:utos)?)?)?)?\b`)
	twelve    = regexp.MustCompile(`\b(\d{1,2})(?:[:.](\d{2}))? *(am|pm|a\.m|p\.m)\b\.?`)
	midday    = regexp.MustCompile(`\b(?:meio[- ]dia|noon|midday)\b( +e +meia\b)?`)
	bare      = regexp.MustCompile(`\b(\d{1,2})\b`)
	partOfDay = regexp.MustCompile(`\b(?:(?:da|de|a|pela|in the|this) +)?(manha|morning|tarde|afternoon|noite|evening)\b`)
)

// take finds the pattern in rest, removes it and returns its groups, nil when it is not there.
func (r *reader) take(pattern *regexp.Regexp) []string {
	at := pattern.FindStringSubmatchIndex(r.rest)
	if at == nil {
		return nil
	}
	groups := pattern.FindStringSubmatch(r.rest)
	r.rest = r.rest[:at[0]] + " " + r.rest[at[1]:]
	return groups
}

func (r *reader) date() {
	if g := r.take(isoDate); g != nil {
		r.setDate(g[1], number(g[2]), g[3])
	} else if g := r.take(figures); g != nil {
		r.setDate(g[3], number(g[2]), g[1])
	} else if g := r.take(dayMonth); g != nil {
		r.setDate(g[3], monthOf(g[2]), g[1])
	} else if g := r.take(monthDay); g != nil {
		r.setDate(g[3], monthOf(g[1]), g[2])
	}
}

func (r *reader) setDate(year string, month int, day string) {
	y, d := r.today.Year(), number(day)
	if year != "" {
		if y = number(year); len(year) == 2 {
			y += 2000
		}
	}
	date := func(y int) time.Time { return time.Date(y, time.Month(month), d, 0, 0, 0, 0, r.today.Location()) }
	r.wish.day = date(y)
	if year == "" && r.wish.day.Before(r.today) {
		y++
		r.wish.day = date(y)
	}
	if gy, gm, gd := r.wish.day.Date(); gy != y || int(gm) != month || gd != d {
		r.broken = true
	}
}

func (r *reader) relative() {
	g := r.take(dayWord)
	if g == nil {
		return
	}
	days := map[string]int{"hoje": 0, "today": 0, "amanha": 1, "tomorrow": 1, "depois de amanha": 2, "day after tomorrow": 2}[g[1]]
	day := r.today.AddDate(0, 0, days)
	if !r.wish.day.IsZero() && !r.wish.day.Equal(day) {
		r.broken = true
	}
	r.wish.day = day
}

func (r *reader) weekday() {
	if g := r.take(dayOfWeek); g != nil {
		r.named, r.next = true, g[1] != "" || g[3] != ""
		r.said = weekdayOf(g[2])
	}
}

// weekdayOf returns the weekday with that Portuguese or English name; it compares the first three letters.
func weekdayOf(name string) time.Weekday {
	return map[string]time.Weekday{
		"dom": time.Sunday, "sun": time.Sunday, "seg": time.Monday, "mon": time.Monday, "ter": time.Tuesday, "tue": time.Tuesday,
		"qua": time.Wednesday, "wed": time.Wednesday, "qui": time.Thursday, "thu": time.Thursday, "sex": time.Friday, "fri": time.Friday,
		"sab": time.Saturday, "sat": time.Saturday,
	}[name[:3]]
}

func (r *reader) clock() {
	if g := r.take(twelve); g != nil {
		r.setClock(g[1], g[2], g[3])
	} else if g := r.take(colon); g != nil {
		r.setClock(g[1], g[2], g[3])
	} else if g := r.take(withH); g != nil {
		r.setClock(g[1], g[2], "")
	} else if g := r.take(midday); g != nil {
		minute := "00"
		if g[1] != "" {
			minute = "30"
		}
		r.setClock("12", minute, "")
	} else if g := r.take(bare); g != nil {
		r.setClock(g[1], "", "")
	}
}

func (r *reader) setClock(hour, minute, half string) {
	h, m := number(hour), 0
	switch {
	case minute == "meia":
		m = 30
	case minute != "":
		m = number(minute)
	}
	if half != "" {
		if h < 1 || h > 12 {
			r.broken = true
		}
		if h %= 12; half[0] == 'p' {
			h += 12
		}
	}
	if h > 23 || m > 59 {
		r.broken = true
	}
	r.wish.minute = h*60 + m
}

func (r *reader) period() {
	g := r.take(partOfDay)
	if g == nil || r.wish.minute < 0 {
		return
	}
	from, until := 0, noon // in the morning
	switch g[1] {
	case "tarde", "afternoon":
		from, until = noon, 20*60
	case "noite", "evening":
		from, until = 16*60, 24*60 // twelve at night is midnight
	}
	if from > 0 && r.wish.minute >= 60 && r.wish.minute < noon { // midnight has no afternoon
		r.wish.minute += noon
	}
	if r.wish.minute < from || r.wish.minute >= until {
		r.broken = true
	}
}

// understood reports whether only small words are left.
func (r *reader) understood() bool {
	for _, word := range strings.FieldsFunc(r.rest, func(c rune) bool { return c == ' ' || c == '.' || c == '-' }) {
		switch word {
		case "a", "as", "o", "os", "at", "on", "in", "the", "of", "de", "da", "do", "no", "na", "em", "e", "and", "dia", "day", "para", "for", "clock",
			"hora", "horas", "horario", "time", "feira", "this", "este", "esta", "nesta", "neste", "por", "favor", "please":
		default:
			return false
		}
	}
	return true
}

func (r *reader) finish() (Wish, error) {
	w := r.wish
	switch {
	case w.minute < 0 && (r.named || !w.day.IsZero()):
		return Wish{}, ErrNoClock
	case w.minute < 0:
		return Wish{}, ErrUnclear
	case r.named && !w.day.IsZero() && w.day.Weekday() != r.said:
		return Wish{}, ErrContradiction
	case r.named && w.day.IsZero():
		w.day = r.today.AddDate(0, 0, int(r.said-r.today.Weekday()+7)%7)
		if w.day.Equal(r.today) && (r.next || !w.clockOn(w.day).After(r.now)) {
			w.day = w.day.AddDate(0, 0, 7)
		}
	}
	return w, nil
}

func number(s string) int {
	n, _ := strconv.Atoi(s) // the patterns only match figures, at most four
	return n
}

// monthOf returns the month with that Portuguese or English name; it compares the first three letters.
func monthOf(name string) int {
	return map[string]int{
		"jan": 1, "fev": 2, "feb": 2, "mar": 3, "abr": 4, "apr": 4, "mai": 5, "may": 5, "jun": 6, "jul": 7, "ago": 8, "aug": 8,
		"set": 9, "sep": 9, "out": 10, "oct": 10, "nov": 11, "dez": 12, "dec": 12,
	}[name[:3]]
}
