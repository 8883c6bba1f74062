package cells

import (
	"math/big"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/tables"
)

// Untotalled returns rows without a last one that says nothing but what those above it add up to, and what that one says; nil where the last row is none
// of that. A column whose sum is another keeps it. total reports whether a text is a word for a sum.
func Untotalled(rows [][]string, total func(string) bool) (above [][]string, said []string) {
	last := len(rows) - 1
	if last < 2 {
		return rows, nil
	}
	label := slices.IndexFunc(rows[last], func(c string) bool { return c != "" })
	if label < 0 || !total(rows[last][label]) || slices.ContainsFunc(rows[:last], func(row []string) bool { return total(row[label]) }) {
		return rows, nil
	}
	sums := 0
	for i, c := range rows[last] {
		if i == label || c == "" {
			continue
		}
		var column []string
		for _, row := range rows {
			column = append(column, row[i])
		}
		if !addsUp(column) {
			return rows, nil
		}
		sums++
	}
	if sums == 0 && len(rows[last]) < 3 {
		return rows, nil
	}
	return rows[:last], slices.DeleteFunc(slices.Clone(rows[last]), func(c string) bool { return c == "" })
}

// addsUp reports whether the last of some texts is the sum of the figures of the others, whatever they are measured in.
func addsUp(texts []string) bool {
	figures := make([]string, len(texts))
	for i, t := range texts {
		figures[i] = strings.TrimFunc(t, func(r rune) bool { return (r < '0' || r > '9') && r != '-' && r != '−' })
	}
	style := tables.StyleOf(figures)
	other := style
	other.DecimalComma = !style.DecimalComma
	return sums(figures, style) || sums(figures, other)
}

func sums(figures []string, style tables.Style) bool {
	sum, value := new(big.Rat), new(big.Rat)
	last := len(figures) - 1
	for i, f := range figures {
		if strings.Trim(f, "-−") == "" && i < last {
			continue // a mark for nothing
		}
		cell, fault := tables.ParseCell(platform.Column{Type: platform.ColumnNumber}, f, style)
		if _, ok := value.SetString(string(cell)); fault != "" || !ok {
			return false
		}
		if i < last {
			sum.Add(sum, value)
		}
	}
	return sum.Cmp(value) == 0
}
