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
