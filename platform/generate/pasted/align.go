package pasted

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// column is one that lines have in common: what its cells are, and how many lines have one.
type column struct {
	kind Kind
	used int
}

// aligned puts the pieces of lines below each other: values below values of their kind, texts by their order among them.
type aligned struct {
	columns []column
	lines   [][]piece
	at      [][]int // the column of each piece of each line
}

// align makes rows of lines that are cut. The line with most pieces says which columns there are and in which order; where others have
// a value more, a column is put in for it.
func align(lines [][]piece) [][]string {
	a, torn := arrange(lines), false
	for i, pieces := range lines {
		if len(pieces) > 2 && a.apart(i) {
			lines[i], torn = []piece{pieces[0], {before: pieces[1].before, text: joined(pieces[1:])}}, true
		}
	}
	if torn {
		a = arrange(lines)
	}
	rows := make([][]string, len(lines))
	for i, pieces := range lines {
		rows[i] = make([]string, len(a.columns))
		last := -1
		for j, p := range pieces {
			cell := &rows[i][a.at[i][j]]
			switch {
			case *cell == "" && p.text != "":
				*cell = p.text
			case p.text == "":
			case last == a.at[i][j]:
				*cell += spelled(pieces, j)
			default:
				*cell += ", " + p.text
			}
			last = a.at[i][j]
		}
	}
	return rows
}

// ordered puts lines of many parts together again whose parts would stand in another order than they are written in, unless most would.
func ordered(lines [][]piece) (whole bool) {
	const many = 5
	kept := make([][]piece, len(lines))
	for i, l := range lines {
		kept[i] = slices.Clone(l)
	}
	a := arrange(kept)
	var odd []int
	for i, at := range a.at {
		if len(at) >= many && !slices.IsSorted(at) {
			odd = append(odd, i)
		}
	}
	if 2*len(odd) > len(lines) {
		return false
	}
	return rejoined(lines, odd)
}

// arrange finds the columns of all pieces.
func arrange(lines [][]piece) aligned {
	plainTexts(lines)
	a := aligned{lines: lines, at: make([][]int, len(lines))}
	order := make([]int, len(lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(lines[j]) - len(lines[i]) })
	for _, i := range order {
		a.place(i)
	}
	a.merge()
	return a
}

// apart reports whether what only a blank separates in a line stands on both sides of another part of it in its row.
func (a *aligned) apart(line int) bool {
	at, pieces := a.at[line], a.lines[line]
	for j := range len(pieces) - 1 {
		if next := pieces[j+1]; next.before == "" || strings.TrimSpace(next.before) != "" || next.before[0] == '\n' || pieces[j].kind == Text && next.kind == Text {
			continue
		}
		from, to := min(at[j], at[j+1]), max(at[j], at[j+1])
		for k, c := range at {
			if k != j && k != j+1 && c > from && c < to {
				return true
			}
		}
	}
	return false
}

// fraction is a part of one, and may be a day as well.
var fraction = regexp.MustCompile(`^(?:[1-3]/4|[12]/3|1/[258])$`)

// plainTexts takes what few lines have for a text where most have one in its place: "Mo" among names is no Monday, "1917" among films no year, and
// "weekdays 9-4" among remarks no opening hours.
func plainTexts(lines [][]piece) {
	var texts, have, days, figures, counts, of [kinds]int // by place, and by kind
	addresses := 0
	for _, pieces := range lines {
		var seen [kinds]bool
		for j, p := range pieces[:min(len(pieces), len(texts))] {
			have[j]++
			switch p.kind {
			case Text:
				texts[j]++
			case Day:
				days[j]++
			case Figure:
				figures[j]++
			case Counted:
				counts[j]++
			case Address:
				if j == 0 {
					addresses++
				}
			}
			seen[p.kind] = true
		}
		for k, s := range seen {
			if s {
				of[k]++
			}
		}
	}
	for i, pieces := range lines {
		if p := pieces[0]; p.kind == Quantity && 3*texts[0] >= 2*len(lines) && len(pieces) > 1 && pieces[1].kind == Text && strings.TrimSpace(pieces[1].before) == "" {
			lines[i] = slices.Concat([]piece{{text: joined(pieces[:2])}}, pieces[2:]) // "4x hose" beside names
			continue
		}
		timed := func(p piece) bool { return p.kind == Time }
		for j, p := range pieces { // "45 min" beside "1h30"
			if p.kind == Figure && strings.HasSuffix(p.text, "min") && 2*of[Time] > len(lines) && !slices.ContainsFunc(pieces, timed) {
				pieces[j].kind = Time
			}
		}
		if p := pieces[0]; 2*addresses > len(lines) && p.kind == Text && strings.ContainsAny(p.text, "0123456789") {
			pieces[0].kind = Address // "Flat 3, 45 Mill Lane"
		}
		if len(pieces) > 1 && pieces[0].kind == Text && 2*days[0] > len(lines) && pieces[1].kind == Time && !slices.ContainsFunc(pieces, func(p piece) bool { return p.kind == Day }) {
			pieces[0].kind = Day // "Holidays" beside "Sunday"
		}
		for j, p := range pieces[:min(len(pieces), len(texts))] {
			if p.kind == Counted && figures[j] > 0 && counts[j]+figures[j] == have[j] {
				pieces[j].kind = Figure // "2 boxes" beside "48"
			}
			if p.kind == Date && fraction.MatchString(p.text) && 3*of[Date] <= len(lines) {
				pieces[j].kind = Figure
			}
			switch k := pieces[j].kind; k {
			case Day, Year, Figure, Counted, Opening, Time, Quantity, Size:
				if len(pieces) > 1 && (j == 0 && 3*texts[0] >= 2*len(lines) || j > 0 && 3*of[k] <= len(lines) && (2*texts[j] >= len(lines) || k == Day && 3*have[j] <= len(lines))) {
					pieces[j].kind = Text
				} else if k == Day && j > 0 && 3*days[0] >= 2*len(lines) && 2*days[j] < have[j]+1 { // the day stands first
					pieces[j].kind = Text
				}
			}
		}
	}
}

// place finds the columns of the pieces of a line.
func (a *aligned) place(line int) {
	pieces := a.lines[line]
	a.at[line] = make([]int, len(pieces))
	taken := map[int]bool{}
	put := func(j, at int) {
		a.at[line][j], taken[at] = at, true
		a.columns[at].used++
	}
	for j, p := range pieces { // values are where others of their kind are
		a.at[line][j] = -1
		if p.kind == Text || p.kind == Counted || p.kind == none {
			continue
		}
		if at := a.column(p.kind, taken); at >= 0 {
			put(j, at)
		}
	}
	last := -1
	for j, p := range pieces {
		if a.at[line][j] < 0 {
			next := len(a.columns)
			for _, at := range a.at[line][j+1:] {
				if at > last {
					next = at
					break
				}
			}
			at := a.free(p, last+1, next, taken)
			if at < 0 && j > 0 && p.kind == Text && !slices.ContainsFunc(pieces[j+1:], func(p piece) bool { return p.kind == Text }) {
				at = a.free(p, 1, len(a.columns), taken) // others have it in another place
			}
			if at < 0 {
				at = a.insert(next, p.kind, taken)
			}
			put(j, at)
		}
		last = a.at[line][j]
	}
}

// column returns the first free column whose cells are of a kind, or of one that is nearly the same, -1 for none.
func (a *aligned) column(k Kind, taken map[int]bool) int {
	near := map[Kind][]Kind{Figure: {Year, Money, Quantity}, Quantity: {Figure}, Year: {Figure, Money}, Money: {Figure}, Time: {Opening}, Opening: {Time, Day},
		Date: {Day}, Day: {Date, Opening}}[k]
	for _, kind := range append([]Kind{k}, near...) {
		for i, c := range a.columns {
			if c.kind == kind && !taken[i] {
				return i
			}
		}
	}
	return -1
}

// free returns the first column from one up to another that a piece without a column of its own may be in, -1 for none.
func (a *aligned) free(p piece, from, to int, taken map[int]bool) int {
	fits := func(k Kind) bool {
		switch p.kind {
		case none:
			return true
		case Counted:
			return k == Counted
		}
		return k == p.kind
	}
	housed := p.kind == Counted && strings.ContainsFunc(p.text, unicode.IsUpper) // "45 Quay" among addresses
	weak := func(k Kind) bool {
		return p.kind <= Text && k == Counted || p.kind == Counted && k == Text || housed && k == Address
	}
	for _, ok := range []func(Kind) bool{fits, weak} {
		for i := from; i < to; i++ {
			if !taken[i] && ok(a.columns[i].kind) {
				return i
			}
		}
	}
	return -1
}

// insert puts in a column.
func (a *aligned) insert(at int, k Kind, taken map[int]bool) int {
	if k == none {
		k = Text
	}
	a.columns = slices.Insert(a.columns, at, column{kind: k})
	for _, placed := range a.at {
		for j := range placed {
			if placed[j] >= at {
				placed[j]++
			}
		}
	}
	moved := map[int]bool{}
	for i := range taken {
		if i >= at {
			i++
		}
		moved[i] = true
	}
	clear(taken)
	for i := range moved {
		taken[i] = true
	}
	return at
}

// merge makes one column of two texts side by side where few lines have both: then the second is a part of the first that has a comma in it.
func (a *aligned) merge() {
	for i := len(a.columns) - 1; i > 0; i-- {
		if c := a.columns[i]; c.kind != Text || a.columns[i-1].kind != Text || 4*c.used > len(a.lines) {
			continue
		}
		if slices.ContainsFunc(a.at, func(at []int) bool { return slices.Contains(at, i) && !slices.Contains(at, i-1) }) {
			continue
		}
		a.columns = slices.Delete(a.columns, i, i+1)
		for _, at := range a.at {
			for j := range at {
				if at[j] >= i {
					at[j]--
				}
			}
		}
	}
}
