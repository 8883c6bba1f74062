package pasted

// together makes one table of the opening hours of several places, whose names come first, and returns those names. The first of the tables becomes it.
func together(found []Table) (names map[string]bool, all bool) {
	if len(found) < 2 {
		return nil, false
	}
	names = map[string]bool{}
	var rows [][]string
	for _, t := range found {
		if t.Form != Hours || t.Title == "" || names[t.Title] {
			return nil, false
		}
		names[t.Title] = true
		for _, row := range t.Rows {
			rows = append(rows, append([]string{t.Title}, row...))
		}
	}
	found[0].Rows, found[0].Title = rows, ""
	return names, true
}
