package pasted

import "strings"

// places reads the names of two or more places, each with the days and hours at which it is open below it, which become one table with the names first.
func places(lines []string, w Words) (Table, int) {
	named := func(l string) bool {
		return l != "" && !strings.ContainsAny(l, "0123456789\t|") && len(strings.Fields(l)) < 6 && !w.Weekday(l+" x")
	}
	t, n, of := Table{Form: Hours}, 0, map[string]bool{}
	for i := 0; i < len(lines); {
		line, from := strings.TrimSpace(lines[i]), len(t.Rows)
		if line == "" && len(of) > 0 {
			i++
			continue
		}
		name := strings.Trim(line, "#*:=~–—- ")
		if !named(name) || bullet.MatchString(line) || of[name] {
			break
		}
		for i++; i < len(lines); i++ {
			if headline := strings.HasSuffix(line, ":") || line[0] == '#'; headline && len(t.Rows) == from && strings.TrimSpace(lines[i]) == "" {
				continue
			}
			row := hour(unbulleted(strings.TrimSpace(lines[i])), w)
			if row == nil {
				break
			}
			t.Rows = append(t.Rows, append([]string{name}, row...))
		}
		if len(t.Rows) == from {
			break
		}
		of[name], n = true, i
	}
	if len(of) < 2 {
		return Table{}, 0
	}
	return t, n
}
