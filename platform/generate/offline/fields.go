package offline

import (
	"fmt"
	"slices"
	"strings"
)

// readFields finds the columns that a description names: after "with", a list that has at least one known column; after
// "columns" or "fields", any list.
func (l *lexicon) readFields(prompt string, d *domain) []string {
	if m := l.columns.FindStringSubmatch(prompt); m != nil {
		if fields := l.split(m[1]); len(fields) > 1 || len(fields) == 1 && l.known(fields[0], d) {
			return fields
		}
	}
	for _, m := range l.lists.FindAllStringSubmatch(prompt, 4) {
		fields := l.split(m[1])
		n := 0
		for _, f := range fields {
			if l.known(f, d) {
				n++
			}
		}
		if len(fields) > 0 && n*2 >= len(fields) {
			return slices.DeleteFunc(fields, func(f string) bool { return !l.known(f, d) && len(strings.Fields(f)) > 2 })
		}
	}
	return nil
}

func (l *lexicon) known(field string, d *domain) bool {
	if _, ok := l.kindOf(field); ok {
		return true
	}
	return d != nil && matching(d.Columns, field) >= 0
}

// matching returns the index of the column that a heading means, -1 for none.
func matching(columns []string, field string) int {
	f := phrase(field)
	for i, c := range columns {
		name, _, _ := strings.Cut(c, ":")
		if p := phrase(name); p == f || strings.Contains(p, f) && len(f) > 4 {
			return i
		}
	}
	return -1
}

// split cuts "name, price and rating" into headings.
func (l *lexicon) split(list string) []string {
	var fields []string
	for _, part := range l.and.Split(list, 20) {
		part = " " + plain(l.article.ReplaceAllString(strings.TrimSpace(part), "")) // "…, in green" is not a heading
		for _, end := range []string{" in ", " for ", " of ", " per ", " as ", " by ", " from ", " on ", " under ", " over ", " below ", " between ", " near "} {
			part, _, _ = strings.Cut(part, end)
		}
		part = strings.TrimSpace(strings.Trim(part, `"'“”.:()[]{}<>`))
		if n := len(strings.Fields(part)); n == 0 || n > 3 || len(part) > 40 || camel(part) == "" || l.amount(part) {
			continue
		}
		if part = capital(part); !slices.Contains(fields, part) && len(fields) < 12 {
			fields = append(fields, part)
		}
	}
	return fields
}

// amount reports whether a part of a list is a number of rows and not a heading: "8 rows", "ten of them".
func (l *lexicon) amount(part string) bool {
	ws := words(part)
	if len(ws) == 0 || l.counted(ws[0].folded) == 0 {
		return false
	}
	last := ws[len(ws)-1]
	return len(ws) == 1 || last.root != last.folded || slices.Contains([]string{"row", "item", "entry", "example", "of", "in", "result", "line"}, ws[1].root)
}

// choose reduces the sheet to the named columns, after the one that names the row. Columns that the sheet lacks get
// values of their kind. When exactly these columns are wanted and none of them names the row, the first one does.
func (s *sheet) choose(fields []string, exact bool) {
	keep := []int{0}
	exact = exact && !slices.ContainsFunc(fields, s.names)
	for _, f := range fields {
		if pictured(f) {
			continue
		}
		i := slices.IndexFunc(s.columns, func(c column) bool { return matching([]string{c.label}, f) >= 0 })
		if i < 0 {
			i = s.synonym(f)
		}
		if i < 0 {
			if k, ok := s.lex.kindOf(f); ok && k.Role == roleTitle {
				continue
			} else if i = s.like(f, keep); i < 0 {
				s.add(f)
				i = len(s.columns) - 1
			}
		}
		if !slices.Contains(keep, i) {
			keep = append(keep, i)
		}
	}
	if exact && len(keep) > 1 {
		keep = keep[1:]
		s.columns[keep[0]].role = roleTitle
	}
	s.pick(keep)
}

// synonym finds a column with another name for what a heading asks for: the length of a boat for its size.
func (s *sheet) synonym(heading string) int {
	for asked, own := range map[string]string{"size": "length", "cost": "price", "when": "date", "where": "place", "hours": "opens", "stars": "rating", "reviews": "rating"} {
		if phrase(asked) != phrase(heading) {
			continue
		}
		return slices.IndexFunc(s.columns, func(c column) bool { return strings.HasPrefix(phrase(c.label), phrase(own)) })
	}
	return -1
}

// names reports whether a heading means the names of the rows.
func (s *sheet) names(heading string) bool {
	k, ok := s.lex.kindOf(heading)
	return ok && k.Role == roleTitle || matching([]string{s.columns[0].label}, heading) >= 0
}

// like finds a column that has the role of the heading and can take its name: a price for a cost.
func (s *sheet) like(field string, taken []int) int {
	k, ok := s.lex.kindOf(field)
	if !ok || k.Role != rolePrice && k.Role != roleAbout {
		return -1
	}
	i := s.first(k.Role)
	if i < 0 || slices.Contains(taken, i) {
		return -1
	}
	s.columns[i].label, s.columns[i].key = field, camel(field)
	return i
}

// pick keeps the columns with these indexes, in their order.
func (s *sheet) pick(keep []int) {
	columns := make([]column, 0, len(keep))
	for _, i := range keep {
		columns = append(columns, s.columns[i])
	}
	for r, row := range s.rows {
		values := make([]any, 0, len(keep))
		for _, i := range keep {
			values = append(values, row[i])
		}
		s.rows[r] = values
	}
	s.columns = columns
}

// add adds a column with a value in every row.
func (s *sheet) add(heading string) {
	if pictured(heading) {
		return
	}
	k, _ := s.lex.kindOf(heading)
	if k.Role == roleDate && strings.Contains(phrase(heading), " last ") {
		k.Day -= 60
	}
	if k.Role == roleTitle {
		k = kind{Role: roleSubtitle, Values: s.lex.Names}
	}
	c := column{key: camel(heading), label: heading, role: k.Role}
	if c.key == "" {
		c.key = fmt.Sprintf("column%d", len(s.columns)+1)
	}
	for slices.ContainsFunc(s.columns, func(o column) bool { return o.key == c.key }) {
		c.key += "2"
	}
	if s.first(c.role) >= 0 && (c.role == rolePrice || c.role == roleAbout || c.role == roleSubtitle || c.role == roleBadge) {
		c.role = roleFact
	}
	s.columns = append(s.columns, c)
	for i := range s.rows {
		s.rows[i] = append(slices.Clip(s.rows[i]), s.fill(k, i))
	}
}

func (s *sheet) fill(k kind, row int) any {
	by := seed(written(s.rows[row][0]) + strings.Join(k.Words, ""))
	switch {
	case k.Role == roleDate:
		return s.day(k.Day + row*3 + int(by%3))
	case k.Span > 0 && (k.Span < 1 || k.From < 1):
		return float64(int((k.From+k.Span*float64(by%100)/100)*10)) / 10
	case k.Span > 0:
		return float64(int(k.From + k.Span*float64(by%100)/100))
	}
	return k.Values[row%len(k.Values)]
}

// pictured reports whether a heading means pictures, which layouts show without a column.
func pictured(heading string) bool {
	return slices.Contains([]string{" image ", " picture ", " photo ", " foto "}, phrase(heading))
}
