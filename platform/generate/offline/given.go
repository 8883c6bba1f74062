package offline

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// given is the data that a description contains: "Jan 120, Feb 150" or ": milk, eggs, bread".
type given struct {
	labels []string
	values []float64 // as long as labels, or empty
	texts  []string  // the values as they are written
	unit   string    // "%", "km"; "" for plain figures and money
	sign   string    // of money: $, €, £
}

// valued reads "Jan 120", "Organic: 45%" and "Margherita €8.50".
var valued = regexp.MustCompile(`^(.*?\S)\s*[:=–-]?\s*(?:^|\s)([$€£]?)\s?(\d+(?:[.,]\d+)*)\s?(%|€|\$|£|°C|°F|[kKmM]\b|km|kg|kWh|mm|cm|h|min|hours?|points?|pts|euros?|EUR|dollars?|USD|pounds?|GBP)?$`)

// within finds a comma inside a number.
var within = regexp.MustCompile(`(\d),(\d)`)

// readGiven reads the data in a description: at least two labels with figures, or a list of names after a colon.
func (l *lexicon) readGiven(prompt string) given {
	if len(prompt) > 2000 {
		return given{}
	}
	list, announced := announced(prompt)
	parts := l.parts(list)
	if g := pairs(parts, announced); len(g.labels) > 1 {
		return g
	}
	if !announced || len(parts) < 2 {
		return given{}
	}
	var g given
	for _, p := range parts {
		if n := len(strings.Fields(p)); n == 0 || n > 5 || len(p) > 60 {
			return given{}
		}
		if name := capital(p); !slices.Contains(g.labels, name) && len(g.labels) < 40 {
			g.labels = append(g.labels, name)
		}
	}
	if len(g.labels) < 2 {
		return given{}
	}
	return g
}

// readSingle reads the name of one thing after a colon: "a recipe in detail: carbonara". With an article it is not a
// name.
func (l *lexicon) readSingle(prompt string) string {
	list, ok := announced(prompt)
	name := plain(untag(list))
	ws := words(name)
	if !ok || len(ws) == 0 || len(ws) > 4 || len(name) > 60 || strings.ContainsAny(name, ",;:{}") || l.articles[ws[0].folded] || l.possessives[ws[0].folded] {
		return ""
	}
	return name
}

// announced returns the text after a colon or "such as"; otherwise the whole description.
func announced(prompt string) (list string, ok bool) {
	for _, sign := range []string{": ", ":\n", " such as ", " namely ", " e.g. "} {
		before, after, found := strings.Cut(prompt, sign)
		if !found || strings.HasSuffix(strings.ToLower(before), "columns") || strings.HasSuffix(strings.ToLower(before), "fields") || strings.HasSuffix(strings.ToLower(before), "name") {
			continue
		}
		if i := strings.Index(after, ". "); i > 0 {
			after = after[:i]
		}
		return strings.Trim(after, " .!\n"), true
	}
	return strings.Trim(prompt, " .!\n"), false
}

// parts cuts a list at commas, lines and its last "and".
func (l *lexicon) parts(list string) []string {
	list = strings.NewReplacer(";", ", ", "\n", ", ", "|", ", ").Replace(list)
	list = within.ReplaceAllString(list, "$1\x00$2")
	var parts []string
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(plain(untag(strings.ReplaceAll(part, "\x00", ","))))
		if len(parts) > 0 {
			part = strings.TrimSpace(strings.TrimPrefix(part, "and "))
		}
		if before, after, ok := strings.Cut(part, " and "); ok && !strings.Contains(after, " and ") {
			parts = append(parts, strings.TrimSpace(before), strings.TrimSpace(after))
			continue
		}
		parts = append(parts, part)
	}
	return slices.DeleteFunc(parts, func(p string) bool { return strings.Trim(p, "-*• ") == "" })
}

// pairs reads labels with figures. When no colon separates the first label from the text before it, it is cut to as many
// words as the other labels have.
func pairs(parts []string, announced bool) given {
	var g given
	longest := 1
	for i, p := range parts {
		m := valued.FindStringSubmatch(p)
		if m == nil || len(strings.Fields(m[1])) > 4 && (i > 0 || announced) || bounds(m[1]) && !(i == 0 && !announced) {
			if len(g.labels) > 0 || announced {
				return given{}
			}
			continue
		}
		n, ok := number(m[3])
		if !ok {
			return given{}
		}
		if i > 0 && len(g.labels) > 0 {
			longest = max(longest, len(strings.Fields(m[1])))
		}
		switch unit := strings.ToLower(m[4]); unit {
		case "k":
			n *= 1e3
		case "m":
			n *= 1e6
		case "€", "euro", "euros", "eur":
			g.sign = "€"
		case "$", "dollar", "dollars", "usd":
			g.sign = "$"
		case "£", "pound", "pounds", "gbp":
			g.sign = "£"
		default:
			g.unit = m[4]
		}
		if m[2] != "" {
			g.sign = m[2]
		}
		g.labels, g.values, g.texts = append(g.labels, m[1]), append(g.values, n), append(g.texts, m[3])
	}
	if len(g.labels) < 2 {
		return given{}
	}
	if first := strings.Fields(g.labels[0]); !announced && len(first) > longest {
		g.labels[0] = strings.Join(first[len(first)-longest:], " ")
	}
	for i, label := range g.labels {
		g.labels[i] = capital(strings.Trim(label, " :=–-*•"))
	}
	return g
}

// bounds reports whether words before a figure say that it is a limit or a count.
func bounds(label string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(label)), func(w string) bool {
		return slices.Contains(strings.Fields("under over below above for from to with than between top only least most until since in version about"), w)
	})
}

// number reads 1,200.50 and 1.200,50.
func number(s string) (float64, bool) {
	if i := strings.LastIndexAny(s, ".,"); i >= 0 && len(s)-i-1 != 3 {
		s = strings.NewReplacer(",", "", ".", "").Replace(s[:i]) + "." + s[i+1:]
	} else {
		s = strings.NewReplacer(",", "", ".", "").Replace(s)
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil && !math.IsInf(n, 0)
}

// money writes the i-th value as a price.
func (g given) money(i int) string {
	sign := g.sign
	if sign == "" {
		sign = "$"
	}
	return sign + g.texts[i]
}

// kind returns how a chart shows the values: shares as a ring, a series over time as a line.
func (g given) kind() string {
	sum := 0.0
	for _, v := range g.values {
		sum += v
	}
	switch first := strings.ToLower(g.labels[0]); {
	case g.unit == "%" && sum > 95 && sum < 105:
		return "donut"
	case len(first) > 2 && slices.Contains(strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun"), first[:3]):
		return "line"
	}
	return "bar"
}

// give replaces the sample by the data of a description.
func (s *sheet) give(g given, layout string) {
	switch {
	case len(g.labels) == 0 || layout == "form" || layout == "chat":
	case len(g.values) > 0:
		s.giveValues(g, layout)
	default:
		s.giveNames(g)
	}
}

func (s *sheet) giveValues(g given, layout string) {
	title := s.columns[0]
	value := column{key: "value", label: "Value", role: roleNumber}
	price := s.first(rolePrice)
	if g.sign != "" || price >= 0 && g.unit == "" && layout != "chart" && layout != "dashboard" {
		value = column{key: "price", label: "Price", role: rolePrice}
		if price >= 0 {
			value = s.columns[price]
		}
	} else if g.unit != "" {
		value.label = "Value (" + g.unit + ")"
	}
	if layout == "chart" || layout == "dashboard" {
		value.role = roleNumber
	}
	s.columns, s.rows, s.at, s.given = []column{title, value}, nil, nil, &g
	s.units, s.money = g.unit, map[string]string{"$": "USD", "€": "EUR", "£": "GBP"}[g.sign]
	for i, label := range g.labels {
		row := []any{clip(label, 100), any(g.values[i])}
		if value.role == rolePrice {
			row[1] = g.money(i)
		}
		s.rows = append(s.rows, row)
	}
}

// giveNames makes a row of every name. A name that the sample knows keeps its values; other names get only values that
// fit any row.
func (s *sheet) giveNames(g given) {
	sample := s.rows
	s.rows, s.at, s.given = nil, nil, &g
	for i, name := range g.labels {
		s.rows = append(s.rows, s.named(sample, i, name))
	}
	keep := []int{0}
	for j := 1; j < len(s.columns); j++ {
		if slices.ContainsFunc(s.rows, func(row []any) bool { return row[j] != nil && row[j] != "" }) {
			keep = append(keep, j)
		}
	}
	s.pick(keep)
}

// named makes a row with a name from the i-th row of a sample.
func (s *sheet) named(sample [][]any, i int, name string) []any {
	own := slices.IndexFunc(sample, func(row []any) bool { return fold(written(row[0])) == fold(name) })
	if own >= 0 {
		i = own
	}
	row := slices.Clone(sample[i%len(sample)])
	row[0] = clip(name, 100)
	for j, c := range s.columns {
		text, ok := row[j].(string)
		switch {
		case !ok || own >= 0 || j == 0:
		case strings.Contains(text, "@"):
			row[j] = strings.ReplaceAll(ascii(name), "_", ".") + "@example.com"
		case c.role == roleAbout || c.role == roleSubtitle || c.role == roleTag || c.role == roleFact:
			row[j] = nil
		}
	}
	return row
}
