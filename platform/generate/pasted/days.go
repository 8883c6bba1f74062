package pasted

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// dayed reports whether a line is a date or a day of the week.
func dayed(line string) bool {
	k := kindOf(strings.Trim(line, "#*:=~–— "))
	return k == Date || k == Day
}

// headsTable reports whether a line stands above a table, perhaps with a day between.
func headsTable(lines []string, w Words) bool {
	from := 1
	if len(lines) > 2 && dayed(lines[1]) {
		from = 2
	}
	return len(lines) > from+1 && !strings.ContainsAny(lines[0], "\t;|") && tabled(lines[from:], w)
}

// weekly is what begins with a day of the week.
var weekly = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^` + weekday) })

// byDay makes one table of those that follow each other, each below its day, with the same headings: the day is their last column, without a heading. The lines
// with these days are no longer a part of the rest.
func byDay(rest string, found []Table) (string, []Table) {
	var out []Table
	for i := 0; i < len(found); {
		to := i
		for to < len(found) && found[to].Form == Grid && found[to].Header != nil && dayed(found[to].Title) && slices.Equal(found[to].Header, found[i].Header) {
			to++
		}
		if to < i+2 {
			out = append(out, found[i])
			i++
			continue
		}
		all := Table{Form: Sections, Header: append(slices.Clone(found[i].Header), ""), Lead: found[i].Lead}
		for _, t := range found[i:to] {
			for _, row := range t.Rows {
				all.Rows = append(all.Rows, append(slices.Clone(row), t.Title))
			}
			all.Note = strings.TrimSpace(all.Note + " " + t.Note)
			rest = strings.TrimSpace(strings.Replace("\n"+rest+"\n", "\n"+t.Lead+"\n", "\n", 1))
		}
		out, i = append(out, all), to
	}
	return rest, out
}

// At times on one day something takes place, and at others something else.
var (
	oneDay = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(` + weekday + `(?:\s?(?:[–/+&-]|(?i:to|bis|und|and|à|et|al?|y|e)\s)\s?` + weekday + `)?|[^\d:;,]{2,40}:)(\s[–—-]\s|:?\s)(\d.*)$`)
	})
	takes = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(` + moment + `(?:(?:,|\s(?i:and|und|et|y|e|&))\s` + moment + `)*)(?:,\s|\s)([\pL(].*)$`)
	})
	joining = regexp.MustCompile(`,\s|\s(?i:and|und|et|y|e|&)\s`)
)

const moment = `\d{1,2}[:.h]\d\d(?:\s?(?i:h|uhr|[ap]m)\b)?`

// timed returns a line for each time of a day at which something takes place, "Sun – 9:00 Mass; 11:00 and 19:00 Vespers"; the line itself where it has one time
// or none.
func timed(line string) (out []string) {
	m := oneDay().FindStringSubmatch(line)
	if m == nil {
		return []string{line}
	}
	parts := split(m[3], separators[semicolon])
	if len(parts) == 1 {
		if by := split(m[3], separators[comma]); !slices.ContainsFunc(by, func(p piece) bool { return !takes().MatchString(p.text) }) {
			parts = by
		}
	}
	for _, p := range parts {
		at := takes().FindStringSubmatch(p.text)
		if at == nil || joining.Split(" "+at[2], 2)[0] == "" { // "10:00 and by appointment"
			return []string{line}
		}
		for _, time := range joining.Split(at[1], -1) {
			out = append(out, m[1]+m[2]+time+", "+at[2])
		}
	}
	if len(out) == 1 {
		return []string{line}
	}
	return out
}
