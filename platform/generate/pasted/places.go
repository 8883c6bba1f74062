package pasted

import "strings"

// places reads the names of two or more places, each with the days and hours at which it is open below it, which become one table with the names first.
func places(lines []string, w Words) (Table, int) {
	named := func(l string) bool {
		return l != "" && !strings.ContainsAny(l, "0123456789\t|") && len(strings.Fields(l)) < 6 && !w.Weekday(l+" x") && !bullet.MatchString(l)
	}
	t, n, of := Table{Form: Hours}, 0, 0
	for i := 0; i < len(lines); {
		name, from := strings.TrimSpace(lines[i]), len(t.Rows)
		if name == "" && of > 0 {
			i++
			continue
		}
		if !named(name) {
			break
		}
		for i++; i < len(lines); i++ {
			if headline := strings.HasSuffix(name, ":") || name[0] == '#'; headline && len(t.Rows) == from && strings.TrimSpace(lines[i]) == "" {
				continue
			}
			row := hour(unbulleted(strings.TrimSpace(lines[i])), w)
			if row == nil {
				break
			}
			t.Rows = append(t.Rows, append([]string{strings.Trim(name, "#*:=~–—- ")}, row...))
		}
		if len(t.Rows) == from {
			break
		}
		of, n = of+1, i
	}
	if of < 2 {
		return Table{}, 0
	}
	return t, n
}
