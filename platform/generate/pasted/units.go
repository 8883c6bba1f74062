package pasted

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Unit is what all cells of a column are measured in, or what all say beside their values.
type Unit struct {
	Text  string // "%", "€/kg", "from"; "" for none
	Names bool   // it says what the column is: "beds" of "2 beds"
}

var (
	measured = regexp.MustCompile(`^([-+]?\d[\d.,'’]*)\s?(%|°C|°F|m|kg|g|km|m²|cm|mm|kWh|h|min|ml|l|pcs|points?|miles?)$`)
	climbs   = regexp.MustCompile(`^([-+]?\d[\d.,'’]*)\s?(m|km|kg|g|l|ml|cm|mm|kWh|min|h)\s(?:(?:of|de|di)\s|d['’])(\pL{3,20})$`)
	things   = regexp.MustCompile(`^(\d{1,4}(?:\s?[–-]\s?\d{1,4})?)\s(\pL{3,20}\.?)$`)
	labelled = regexp.MustCompile(`^(?:(?i:tel|phone|fon|mob|mobil|mobile|handy|tél|cell|telefon|telefone|teléfono|telefono|e-?mail|mail)\b\.?\s?:?\s?|[☎📞]\s?)`)
	coin     = regexp.MustCompile(currency)
	paid     = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(` + about + `)(` + currency + `\s?` + number + `|` + number + `\s?` + currency + `)(` + perUnit + `|\s\pL{2,12}\.?)?$`)
	})
	lodging = regexp.MustCompile(`^(` + number + `)(` + nightly + `)$`)
	nothing = regexp.MustCompile(`^(?:-|–|—|n/a|n\.a\.|k\.\s?A\.)$`)
)

// Measured returns the cells of a column without what all of them are measured in, and without marks that say that there is no value among values.
// A column without a heading may be named by what is counted in it.
func Measured(cells []string, headed bool) ([]string, Unit) {
	cells = unmarkedGaps(cells)
	if out, unit := alike(cells, counting, 2); unit != "" && !headed && len(slices.DeleteFunc(slices.Clone(out), func(c string) bool { return c == "" })) > 1 {
		return out, Unit{unit, true}
	}
	if out, unit := alike(cells, climbing, 0); unit != "" && !headed {
		return out, Unit{unit, true}
	}
	for _, by := range []func(string) (string, string){measuring, paying, numbering} {
		if out, unit := alike(cells, by, 0); unit != "" {
			return out, Unit{Text: strings.Trim(unit, "x× ")}
		}
	}
	if out, ok := unlabelled(cells); ok {
		return out, Unit{} // its heading says that
	}
	return cells, Unit{}
}

// unmarkedGaps makes cells empty that say that there is nothing, where all others are values of a kind.
func unmarkedGaps(cells []string) []string {
	out, kind := slices.Clone(cells), none
	for i, c := range cells {
		k := kindOf(c)
		switch {
		case nothing.MatchString(c):
			out[i] = ""
		case c == "":
		case k == Text || k == Counted || kind != none && k != kind:
			return cells
		default:
			kind = k
		}
	}
	if kind == none {
		return cells
	}
	return out
}

// alike returns what is left of cells, and what all have in common that are not empty; "" where one has something else. Two forms of a word are the
// same where all but some letters of the shorter one are.
func alike(cells []string, by func(string) (value, unit string), differ int) (out []string, unit string) {
	for _, c := range cells {
		if c == "" {
			out = append(out, "")
			continue
		}
		value, u := by(c)
		if u == "" || unit != "" && u != unit && (differ == 0 || shared(u, unit) < max(3, min(utf8.RuneCountInString(u), utf8.RuneCountInString(unit))-differ)) {
			return cells, ""
		}
		if out = append(out, value); len(u) > len(unit) {
			unit = u
		}
	}
	return out, unit
}

// shared returns how many characters two words begin with that are the same.
func shared(a, b string) (n int) {
	x, y := []rune(a), []rune(b)
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

func counting(cell string) (value, unit string) {
	if m := things.FindStringSubmatch(cell); m != nil && (kindOf(cell) == Counted || len(m[2]) > 3 || kindOf(cell) == Figure && !measured.MatchString(cell)) {
		return m[1], m[2]
	}
	return "", ""
}

// climbing returns a figure with what is measured, and in what: "460 m de desnivel".
func climbing(cell string) (value, unit string) {
	if m := climbs.FindStringSubmatch(cell); m != nil {
		return m[1], m[3] + " (" + m[2] + ")"
	}
	return "", ""
}

func measuring(cell string) (value, unit string) {
	if m := measured.FindStringSubmatch(cell); m != nil && (m[2] != "h" || strings.Contains(cell, " ")) { // "10h" is a time
		return m[1], m[2]
	}
	return "", ""
}

// paying returns a sum without what it is for, or from: "€85/night", "from £5", "120 a night".
func paying(cell string) (value, unit string) {
	if m := lodging.FindStringSubmatch(cell); m != nil {
		return m[1], strings.TrimSpace(m[2])
	}
	m := paid().FindStringSubmatch(cell)
	if m == nil {
		return "", ""
	}
	unit = strings.TrimSpace(m[3])
	if strings.HasPrefix(unit, "/") {
		unit = coin.FindString(m[2]) + "/" + strings.TrimSpace(unit[1:])
	}
	return m[2], strings.Trim(strings.TrimSpace(m[1])+", "+unit, ", ")
}

// numbering returns how many pieces there are: "x2", "2 pcs".
func numbering(cell string) (value, unit string) {
	if kindOf(cell) != Quantity {
		return "", ""
	}
	value = strings.TrimFunc(cell, func(r rune) bool { return r < '0' || r > '9' })
	return value, strings.TrimSpace(strings.Replace(cell, value, "", 1))
}

// unlabelled returns numbers and addresses without "tel." and the like before them, where some have it and all others are numbers or addresses as well.
func unlabelled(cells []string) (out []string, ok bool) {
	for _, c := range cells {
		value, unit := labelling(c)
		switch k := kindOf(c); {
		case unit != "":
			c, ok = value, true
		case c != "" && k != Phone && k != Email && !emergency(c):
			return cells, false
		}
		out = append(out, c)
	}
	return out, ok
}

func labelling(cell string) (value, unit string) {
	unit = labelled.FindString(cell)
	if value = cell[len(unit):]; unit != "" && (kindOf(value) == Phone || kindOf(value) == Email) {
		return value, unit
	}
	return "", ""
}

// Whole reports whether one of the cells is a figure of three digits: then "1.120" beside it is a thousand and more, where a comma stands before decimals.
func Whole(cells []string) bool {
	return slices.ContainsFunc(cells, func(c string) bool { return len(c) == 3 && strings.Trim(c, "0123456789") == "" })
}
