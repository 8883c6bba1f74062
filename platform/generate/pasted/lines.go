package pasted

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The forms of values that show a line to be data. They are compiled at first use; none is kept by a request.
const (
	amount   = `(?:(?:R\$|US\$|[$€£¥]|CHF|EUR|USD|GBP)\s?)?[-+–−]?(?:\d{1,3}(?: \d{3})+|\d)[\d.,'’]*\s?(?:%|€|\$|£|¥|CHF\b|EUR\b|USD\b|GBP\b|euros?\b|°C|°F|[kKmM]\b|kg|g\b|km|m²|m\b|cm|mm|kWh|h\b|min\b|ml|l\b|pcs\b|points?\b)?`
	precise  = `([-+]?\d{1,2}\.\d{3,})\s*,\s*([-+]?\d{1,3}\.\d{3,})`
	position = `([-+]?\d{1,2}(?:\.\d+)?)\s*,\s*([-+]?\d{1,3}(?:\.\d+)?)`
)

var (
	values     = regexp.MustCompile(`^(?:` + amount + `|\(` + amount + `\)|\d{4}-\d\d-\d\d.*|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d\d(?::\d\d)?|[^@\s]+@[^@\s]+\.[a-z]+|https?://\S+|\+?[\d ()/-]{7,}|(?i:yes|no|true|false|ja|nein|oui|non|sí|si|sim|não|sì))$`)
	trailing   = regexp.MustCompile(`^(.*\S)\s+(` + amount + `)$`)
	positioned = regexp.MustCompile(`^(.*?\pL.*?)[\s:,;–—-]*?[\s:,;—-]\(?` + position + `\)?$`)
	described  = regexp.MustCompile(`^(.*?\pL.*?)[\s:,;–—-]*?[\s:,;—-](?:\(` + position + `\)|` + precise + `\b)([\s,;:–—-]*)(\S.*)?$`)
	fine       = regexp.MustCompile(`\.\d{3}`) // "7.10, 8.55" are times
	coloned    = regexp.MustCompile(`^([^:]*[^:\s])\s*:\s+(.+)$`)
	bullet     = regexp.MustCompile(`^\s*(?:[-*•·–‣◦]|\d{1,3}[.)])\s+(.+)$`)
	peopled    = regexp.MustCompile(`\d\s?(?:h|[ap]m)?[\s,:–-]+\p{Lu}\pL+[^\d]*$|\d[\s–-]+\p{Lu}\pL{2,}[^\d]*\s\d`)               // what takes place stands behind the hours
	clockwise  = regexp.MustCompile(`^\D+:?\s(?:\d{1,2}[:.h]\d\d(?:\s?(?:h|Uhr|uhr|[ap]m))?(?:,\s|\s(?:y|e|et|und|and|&)\s)?)+$`) // at which hours
	numbered   = regexp.MustCompile(`^\s*(\d{1,3})[.)]\s`)
	opened     = regexp.MustCompile(`(?i)\d{1,2}\s?(?:[:.h]\d\d|h|am|pm|uhr|noon|midday)?\s*(?:[–—-]|to|bis|à|a|às|alle)\s*\d{1,2}|` + shut + `|24`)
)

// When hours do not hold: a sentence below them that begins with when, says closed or an hour, and asks for nothing.
var (
	closes = regexp.MustCompile(`(?i)(?:^|\s)` + shut)
	hourly = regexp.MustCompile(`(?i)\b\d{1,2}(?:[:.h]\d\d|\s?(?:h|am|pm|uhr)\b)`)
	when   = regexp.MustCompile(`^(?i:on|in|during|at|am|an|im|zu|während|en|durante|pendant|les|le|au|aux|nel|nei|nelle|em|no|na|nos|nas)\s`)
	wishes = regexp.MustCompile(`(?i)\b(?:can|could|should|may|want|let|können|kann|soll|sollen|möchten|peuvent|peut|doivent|pueden|puede|deben|podem|pode|devem|possono|devono)\b`)
	until  = regexp.MustCompile(`(?i)\d{1,2}[:.h]\d\d\s?(?:[–—-]|to|bis|à|a|às|alle)\s?\d{1,2}`)
)

// exception reports whether a line below hours says in a sentence when they do not hold.
func exception(line string) bool {
	at := closes.FindStringIndex(line)
	return len(strings.Fields(line)) > 2 && (when.MatchString(line) || at != nil && at[0] == 0) && !wishes.MatchString(line) &&
		(at != nil || prosaic(line) && hourly.MatchString(line))
}

// Value reports whether a cell is a figure, a day, an hour, an address of the net, a telephone number, yes or no.
func Value(cell string) bool { return cell != "" && values.MatchString(cell) }

// while reads lines as long as each makes a row.
func while(lines []string, form Form, row func(line string) []string) (Table, int) {
	t, n := Table{Form: form}, 0
	for ; n < len(lines); n++ {
		r := row(strings.TrimSpace(lines[n]))
		if r == nil {
			break
		}
		t.Rows = append(t.Rows, r)
	}
	if n < 2 {
		return Table{}, 0
	}
	return t, n
}

func unbulleted(line string) string {
	if m := bullet.FindStringSubmatch(line); m != nil {
		return strings.TrimSpace(m[1])
	}
	return line
}

// hours reads a weekday, or several, and when it is open.
func hours(lines []string, w Words) (Table, int) {
	t, n := while(lines, Hours, func(line string) []string { return hour(unbulleted(line), w) })
	if told := slices.DeleteFunc(slices.Clone(t.Rows), func(row []string) bool { return !busy(row[1]) }); 3*len(told) >= 2*max(2, len(t.Rows)) {
		return Table{}, 0
	}
	for ; n > 0 && n < len(lines); n++ { // "August: 9-13"
		line := unbulleted(strings.TrimSpace(lines[n]))
		if line == "" && n+1 < len(lines) && exception(strings.TrimSpace(lines[n+1])) {
			continue
		}
		if m := coloned.FindStringSubmatch(line); m == nil && exception(line) { // "In the holidays closed in the afternoon."
			t.Rows = append(t.Rows, []string{line, ""})
			continue
		}
		m := coloned.FindStringSubmatch(line)
		if m == nil || kindOf(m[2]) != Opening && !until.MatchString(m[2]) || len(strings.Fields(m[1])) > 4 || w.Instruction(m[1]) || w.Heading(m[1]) {
			break
		}
		t.Rows = append(t.Rows, m[1:])
	}
	return t, n
}

// timely is what hours consist of, and remarks on them in brackets.
var timely = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\([^)]*\)|\d+\s?(?:h|am|pm)\b|\b(?:uhr|und|and|et|y|e|ed|to|bis|à|a|às|as|alle|dalle|de|from|von|hs|horas|heures|ore|` + shut + `)\b|[^\pL]`)
})

// busy reports whether words stand behind the hours of a day: what takes place then.
func busy(hours string) bool {
	return hours != "" && hours[0] >= '0' && hours[0] <= '9' && len(timely().ReplaceAllString(hours, "")) > 2
}

// opening reads weekdays that one tab separates from their hours, which is no table of two columns.
func opening(lines []string, w Words) (Table, int) {
	if strings.Count(lines[0], "\t") != 1 {
		return Table{}, 0
	}
	return hours(lines, w)
}

func hour(line string, w Words) []string {
	if !w.Weekday(line) || !opened.MatchString(line) && !clockwise.MatchString(line) || peopled.MatchString(line) && !strings.Contains(line, "Uhr") {
		return nil
	}
	if m := coloned.FindStringSubmatch(line); m != nil && !strings.ContainsAny(m[1], "0123456789") {
		return m[1:]
	}
	if i := strings.IndexAny(line, "0123456789"); i > 0 {
		return []string{strings.TrimRight(line[:i], " :,\t–—"), line[i:]}
	}
	if fields := strings.Fields(line); len(fields) > 1 {
		last := fields[len(fields)-1]
		return []string{strings.Trim(strings.TrimSuffix(line, last), " :,\t–—-"), last}
	}
	return nil
}

// positions reads a name and where it is.
func positions(lines []string, _ Words) (Table, int) {
	t, n := while(lines, Positions, func(line string) []string {
		if m := positioned.FindStringSubmatch(unbulleted(line)); m != nil && fine.MatchString(m[2]+" "+m[3]) {
			return m[1:]
		}
		return nil
	})
	if n == 0 { // with more behind them
		t, n = while(lines, Positions, func(line string) []string {
			if m := described.FindStringSubmatch(unbulleted(line)); m != nil && fine.MatchString(m[2]+m[4]+" "+m[3]+m[5]) {
				_, more := signed(m[6], m[7])
				return []string{m[1], m[2] + m[4], m[3] + m[5], more}
			}
			return nil
		})
	}
	return t, n
}

// listed reports whether the first of some lines is a point of a list. Numbers follow each other: those of "12. May" and "3. June" do not.
func listed(lines []string) bool {
	m := numbered.FindStringSubmatch(lines[0])
	if m == nil || len(lines) < 2 {
		return bullet.MatchString(lines[0])
	}
	if monthly().MatchString(lines[0]) && monthly().MatchString(lines[1]) {
		return false
	}
	next := numbered.FindStringSubmatch(lines[1])
	return next != nil && (next[1] == m[1] || follows(m[1], next[1]))
}

// monthly is a day of a month, and no point of a list.
var monthly = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*\d{1,2}\.\s` + month) })

func follows(a, b string) bool {
	n, err := strconv.Atoi(a)
	return err == nil && b == strconv.Itoa(n+1)
}

// bullets reads the points of a list that have no parts.
func bullets(lines []string, _ Words) (Table, int) {
	if !listed(lines) {
		return Table{}, 0
	}
	return while(lines, Names, func(line string) []string {
		if m := bullet.FindStringSubmatch(line); m != nil {
			return []string{strings.TrimSpace(unmarked(m[1]))}
		}
		return nil
	})
}

// blocks reads things one below the other, with names before their values. Each begins with the same name; not every one has all.
func blocks(lines []string, w Words) (Table, int) {
	t, n := Table{Form: Grid}, 0
	if w.over() {
		return t, 0
	}
	for i, line := range lines {
		m := coloned.FindStringSubmatch(unbulleted(strings.TrimSpace(line)))
		if m == nil && strings.TrimSpace(line) == "" {
			continue
		} else if m == nil || len(strings.Fields(m[1])) > 4 || len(t.Header) > 40 {
			break
		}
		if len(t.Header) == 0 || m[1] == t.Header[0] {
			t.Rows = append(t.Rows, make([]string, len(t.Header)))
		}
		at, row := slices.Index(t.Header, m[1]), len(t.Rows)-1
		if at < 0 {
			at = len(t.Header)
			t.Header = append(t.Header, m[1])
			for j := range t.Rows {
				t.Rows[j] = append(t.Rows[j], "")
			}
		}
		if t.Rows[row][at] != "" {
			return Table{}, 0
		}
		t.Rows[row][at], n = strings.TrimSpace(m[2]), i+1
	}
	told := 0
	for _, row := range t.Rows {
		told += len(row) - len(slices.DeleteFunc(slices.Clone(row), func(c string) bool { return c != "" }))
	}
	if len(t.Rows) < 2 || len(t.Header) < 2 || 2*told < len(t.Rows)*len(t.Header) || !slices.ContainsFunc(t.Header, w.Heading) {
		return Table{}, 0
	}
	return t, n
}
