package pasted

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// piece is a part of a line between separators; before is what separates it from the one before.
type piece struct {
	before, text string
	kind         Kind
	amid         bool // it and others make a part in which words stand before a value, or several values of a kind
}

// separators stand between pieces, the strongest first: where lines have a stronger one, a weaker one is part of a text.
var separators = []*regexp.Regexp{
	regexp.MustCompile(`\t`),
	regexp.MustCompile(` {2,}`),
	regexp.MustCompile(`\s*\.{3,}\s*|\s+\.{2,}\s+|\s*…\s*`),
	regexp.MustCompile(`\s*\|\s*`),
	regexp.MustCompile(`\s*;\s+`),
	regexp.MustCompile(`\s+(?:[–—·•=→-]|--|->)\s+|\s*—\s*|\s–|–\s`),
	regexp.MustCompile(`\s+/\s+`),
	regexp.MustCompile(`,\s+`),
}

const blanks, leader, semicolon, dash, slash, comma, noSeparator = 1, 2, 4, 5, 6, 7, 8

// longest is how many bytes a text may have that is searched for values: a cell is shorter, and the search takes more than twice as long for twice
// as much.
const longest = 300

// marked is what Markdown emphasises: words between asterisks, unlike the power of "2**3".
var marked = regexp.MustCompile(`\B\*\*([^\s*](?:[^*]*[^\s*])?)\*\*\B`)

func unmarked(s string) string { return marked.ReplaceAllString(s, "$1") }

// signed gives a sign at the end of what separates two texts to the second one where that is a figure: in "80 € -10%" it is no dash.
func signed(before, rest string) (string, string) {
	r, _ := utf8.DecodeRuneInString(rest)
	for _, sign := range []string{"-", "–"} {
		if blank, ok := strings.CutSuffix(before, sign); ok && strings.TrimRight(blank, " \t") != blank && strings.ContainsRune("0123456789$€£¥₹", r) {
			return blank, sign + rest
		}
	}
	return before, rest
}

// split cuts a text at a separator that stands in no brackets and is no sign.
func split(s string, by *regexp.Regexp) (out []piece) {
	from, before := 0, ""
	to, depth, closed := 0, 0, strings.LastIndex(s, ")")
	names := namesIn(s, by)
	for _, m := range by.FindAllStringIndex(s, -1) {
		if slices.ContainsFunc(names, func(n []int) bool { return m[0] > n[0] && m[1] < n[1] }) {
			continue
		}
		depth += strings.Count(s[to:m[0]], "(") - strings.Count(s[to:m[0]], ")")
		to = m[0]
		void := by == separators[dash] && from > 0 && m[0] == from // a dash behind another is a mark for nothing
		if m[0] == 0 && s[m[0]:m[1]] != "\t" || depth > 0 && closed >= m[1] || void {
			continue
		}
		if _, rest := signed(s[m[0]:m[1]], s[m[1]:]); len(rest) > len(s)-m[1] {
			continue
		}
		out = append(out, piece{before: before, text: strings.TrimSpace(s[from:m[0]])})
		from, before = m[1], s[m[0]:m[1]]
	}
	return glued(append(out, piece{before: before, text: strings.TrimSpace(s[from:])}))
}

// quotation is a name between quotes, or one that Markdown emphasises.
var quotation = regexp.MustCompile(`„[^“”"]{1,80}[“”"]|“[^”]{1,80}”|(?:^|[\s(])«[^»]{1,80}»|(?:^|[\s(])"[^"]{1,80}"(?:$|[\s,;:.)])|(?:^|[\s(])\*[^*\s][^*]{0,78}[^*\s]\*(?:$|[\s,;:.)])`)

// namesIn returns where names stand in a text that a separator does not part, which no program wrote.
func namesIn(s string, by *regexp.Regexp) [][]int {
	if by == separators[0] || !strings.ContainsAny(s, "„“«\"*") {
		return nil
	}
	return quotation.FindAllStringIndex(s, -1)
}

// dialling are the two parts of a telephone number between which a slash stands.
var dialling = [2]*regexp.Regexp{regexp.MustCompile(`(?:^|[\s.:(])(\+?\(?\d[\d ()]*)$`), regexp.MustCompile(`^(\d[\d -]*\d)(?:$|[\s,;.)])`)}

// dialledAcross reports whether a slash between two texts stands within a telephone number: "04281 / 90 12-0".
func dialledAcross(from, to string) bool {
	a, b := dialling[0].FindStringSubmatch(from[max(0, len(from)-20):]), dialling[1].FindStringSubmatch(to[:min(len(to), 30)])
	if a == nil || b == nil {
		return false
	}
	all := digits(a[1] + b[1])
	return digits(a[1]) > 1 && all > 7 && all < 15 && local(strings.TrimLeft(a[1], " "))
}

// ranged reports whether a dash between two texts means from one to the other: days, times.
func ranged(from, to string) bool {
	if !strings.ContainsAny(from, "0123456789") || !strings.ContainsAny(to, "0123456789") || len(from)+len(to) > 60 {
		return false
	}
	k := kindOf(from)
	return (k == Date || k == Time) && k == kindOf(to)
}

// glued joins what a comma does not separate, or a dash: a street and its number, a latitude and a longitude, two days.
func glued(in []piece) (out []piece) {
	for _, p := range in {
		if n := len(out); n > 0 && (strings.HasPrefix(p.before, ",") &&
			(roadOnly.MatchString(out[n-1].text) && houseOnly.MatchString(p.text) || decimalOf.MatchString(out[n-1].text) && decimalOf.MatchString(p.text)) ||
			strings.TrimSpace(p.before) == "/" && dialledAcross(out[n-1].text, p.text) ||
			strings.ContainsAny(p.before, "–-") && strings.Trim(p.before, " –-") == "" && ranged(out[n-1].text, p.text)) {
			out[n-1].text += p.before + p.text
			continue
		}
		out = append(out, p)
	}
	return out
}

// cut returns the pieces of a line. Together with what separates them they are the whole line.
func (c *cutter) cut(line string) (out []piece) {
	line = strings.TrimRight(line, " ")
	if m := emphasised.FindStringSubmatch(line); m != nil && m[3] != "" {
		return append([]piece{{text: m[1], kind: kindOf(m[1])}}, after(m[2], c.body(unmarked(m[3]), true))...)
	}
	line = unmarked(line)
	if m := ofMonth().FindStringSubmatch(line); c.monthly && m != nil {
		return []piece{{text: m[1]}, {before: m[2], text: m[3], kind: kindOf(m[3])}}
	}
	if m := named.FindStringSubmatch(line); m != nil && heading(m[1], m[3]) && (c.named || c.dials && dialFirst.MatchString(m[3])) {
		return shifted(append(c.piece(piece{text: m[1]}, noSeparator), after(m[2], c.body(m[3], true))...))
	}
	if head, before, rest := c.otherwise(line); head != "" {
		return shifted(append(c.piece(piece{text: head}, noSeparator), after(before, c.body(rest, true))...))
	}
	if m := ended(line); c.tailed && m != nil { // a line that lacks the colon of the others
		return []piece{{text: m[1]}, {before: " ", text: m[2], kind: kindOf(m[2])}}
	}
	return shifted(c.body(line, false))
}

// shift is a day, and from when until when.
var shift = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(` + weekday + `(?:\s?[–/+&-]\s?` + weekday + `)?)([.,:]?\s)(` + span + `)$`)
})

// manned is from when until when, and more behind that.
var manned = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(` + span + `)(,?\s+)(\pL.*)$`) })

// shifted takes a day and the hours on it for two pieces where more stands behind them: who is there, and not when something is open.
func shifted(out []piece) []piece {
	if len(out) > 1 && out[0].kind == Day && out[1].kind == Text {
		if m := manned().FindStringSubmatch(out[1].text); m != nil {
			return slices.Concat(out[:1], []piece{{before: out[1].before, text: m[1], kind: Time}, {before: m[2], text: m[3]}}, out[2:])
		}
	}
	if len(out) < 2 || out[0].kind != Opening || strong(out[1].kind) {
		return out
	}
	m := shift().FindStringSubmatch(out[0].text)
	if m == nil {
		return out
	}
	return append([]piece{{before: out[0].before, text: m[1], kind: Day}, {before: m[2], text: m[3], kind: Time}}, out[1:]...)
}

func after(before string, pieces []piece) []piece {
	if len(pieces) > 0 {
		pieces[0].before = before
	}
	return pieces
}

// body returns the pieces of a line, or of what stands behind the name of it.
func (c *cutter) body(s string, behind bool) (out []piece) {
	if c.figures {
		if m := ended(s); m != nil && several(s) == nil {
			return []piece{{text: m[1]}, {before: " ", text: m[2], kind: kindOf(m[2])}}
		}
	}
	if m := tallied.FindStringSubmatch(s); c.unit != "" && m != nil && m[3] == c.unit {
		return []piece{{text: m[1]}, {before: " ", text: m[2], kind: kindOf(m[2])}}
	}
	if m := noted.FindStringSubmatch(s); c.noted && m != nil {
		out = []piece{{text: m[1]}, {before: m[2], text: m[3], kind: kindOf(m[3])}}
		if out[1].kind == Counted {
			out[1].kind = Text // beside longer remarks
		}
		if before, rest := signed(m[4], m[5]); rest != "" {
			out = append(out, after(before, c.piece(piece{text: rest}, comma))...)
		}
		return out
	}
	if behind && kindOf(s) == Opening {
		return []piece{{text: s, kind: Opening}} // of several days
	}
	parts := []piece{{text: s}}
	if c.by < noSeparator {
		parts = split(s, separators[c.by])
	}
	own := *c
	for i, p := range parts { // "18 €, deposit 50 €" has one price, "Tent £12, £70 a week" two
		own.loose[kindOf(p.text)] = own.loose[kindOf(p.text)] && i == 1 && len(parts) == 2 && kindOf(p.text) == Money
	}
	for _, p := range parts {
		lacks := c.dials && !behind && len(parts) == 1 // the separator of the others
		out = append(out, own.part(p, (behind || c.by < slash) && !lacks)...)
	}
	for i, p := range out {
		if c.dials && p.kind == Figure && emergency(p.text) { // "Police - 110"
			out[i].kind = Phone
		}
	}
	return out
}

// part cuts what stands between separators. Apart from others by a strong one, "add £12" and "small 3 € / large 4 €" are one value each where most
// lines have a value there alone.
func (c *cutter) part(p piece, apart bool) []piece {
	out := c.piece(p, c.by)
	if !apart || len(out) < 2 {
		return out
	}
	value, amid := Text, false
	for i, q := range out {
		if strong(q.kind) && !(q.kind == Day && i+1 < len(out) && out[i+1].kind == Text) { // "Sunday roast 25 €"
			amid = amid || i > 0 && value == Text || q.kind == value
			value = q.kind
		}
	}
	if amid && c.whole {
		if value != Money || len(strings.Fields(out[0].text)) > 2 {
			value = Text // "slow, 24h" is no time, and "Sunday roast dinner 25 €" no price
		}
		return []piece{{before: p.before, text: p.text, kind: value}}
	}
	out[0].amid = amid
	return out
}

// piece cuts a piece again where a part of it is more than text.
func (c *cutter) piece(p piece, by int) []piece {
	if p.text = strings.TrimSpace(p.text); len(p.text) > longest {
		return []piece{p}
	}
	if p.kind = kindOf(p.text); p.text == "" {
		p.kind = none
	} else if by < noSeparator && by != leader {
		p.kind = worded(p.text)
	}
	if p.kind != Text {
		return []piece{p}
	}
	if r := remarked.FindStringSubmatch(p.text); r != nil && strings.Contains(r[2], ",") && !strings.ContainsAny(r[2], "0123456789") && c.sized(r[1]) != nil {
		return append(c.piece(piece{before: p.before, text: r[1]}, by), piece{before: " (", text: r[2]}) // what is in it
	}
	if m := c.sized(p.text); m != nil && m[0] == "" {
		return []piece{{before: p.before, text: m[1], kind: Money}}
	} else if m != nil {
		return append(c.piece(piece{before: p.before, text: m[0]}, by), piece{before: " ", text: m[1], kind: Money})
	}
	if m := several(p.text); m != nil && m[1] != "" {
		return append(c.piece(piece{before: p.before, text: m[1]}, by), piece{before: " ", text: m[2], kind: kindOf(m[2])})
	}
	for i := max(by+1, slash); i <= comma; i++ {
		if out := apart(p, separators[i]); len(out) > 1 {
			var all []piece
			for _, part := range out {
				all = append(all, c.piece(part, i)...)
			}
			return all
		}
	}
	return c.scan(p)
}

// apart cuts a text at a weak separator, where one of its sides is a value.
func apart(p piece, by *regexp.Regexp) (out []piece) {
	for _, part := range split(p.text, by) {
		n := len(out)
		if n > 0 && !strong(kindOf(part.text)) && !strong(kindOf(out[n-1].text)) {
			out[n-1].text += part.before + part.text
			continue
		}
		out = append(out, part)
	}
	out[0].before = p.before
	return out
}

func strong(k Kind) bool { return k >= Money && k <= Place || k == Year || k == Quantity }

// behindFigure is what stands behind a figure, and not behind a day: "Feb 4.8 mm", "Jan 12 %".
var behindFigure = regexp.MustCompile(`^\s?(?:[.,]\d|(?:mm|cm|km|kg|g|ml|l|kWh|%|°[CF]|€)(?:\s|$))`)

// mistaken reports whether a part of a text only looks like a kind: a large number, the first of two measures, or a month before a figure.
func (k Kind) mistaken(s string, from, to int) bool {
	rest := strings.TrimLeft(s[to:], " ")
	measures := rest != "" && strings.ContainsAny(rest[:1], "0123456789") || ofSize.MatchString(rest)
	return k == Date && behindFigure.MatchString(s[to:]) || k == Phone && !dialled(s[from:to]) || k == Quantity && measures
}

// minus is a dash that may be the sign of what follows.
var minus = regexp.MustCompile(`\s[-–−]\s$`)

// ofSize is the unit behind two measures: "M4 x 20 mm".
var ofSize = regexp.MustCompile(`^(?:mm|cm|m)(?:$|[\s,;)])`)

// remarkedAt reports whether a place is within brackets that have words before it: "(until 17:00)".
func remarkedAt(s string, at int) bool {
	open := strings.LastIndex(s[:at], "(")
	return open >= 0 && !strings.Contains(s[open:at], ")") && strings.TrimSpace(s[open+1:at]) != "" && strings.Contains(s[at:], ")")
}

// scan finds what stands between blanks, the first of a text first.
func (c *cutter) scan(p piece) []piece {
	kind, from, to := Text, len(p.text), 0
	for _, f := range loose() {
		if !c.loose[f.kind] {
			continue
		}
		m := f.FindStringSubmatchIndex(p.text)
		if m != nil && f.kind == Phone {
			m[3] = m[2] + len(unopened(p.text[m[2]:m[3]]))
		}
		if m != nil && m[2] < from && !f.kind.mistaken(p.text, m[2], m[3]) && !remarkedAt(p.text, m[2]) {
			kind, from, to = f.kind, m[2], m[3]
		}
	}
	if kind == Text {
		if m := brief.FindStringSubmatch(p.text); m != nil && c.dials { // "Police 110"
			return []piece{{before: p.before, text: m[1]}, {before: " ", text: m[2], kind: Phone}}
		}
		if m := rounded.FindStringSubmatch(p.text); m != nil && c.prices { // "Bruschetta 6" beside "Tomato soup 5.50"
			return []piece{{before: p.before, text: m[1]}, {before: " ", text: m[2], kind: Figure}}
		}
		if m := remarked.FindStringSubmatch(p.text); m != nil && (c.prices || c.loose[Money]) { // "Kids menu 6 (under 10s)"
			if of := c.scan(piece{before: p.before, text: m[1]}); len(of) > 1 {
				return append(of, piece{before: " (", text: m[2]})
			}
		}
		if m := remarked.FindStringSubmatch(p.text); m != nil && kindOf(m[1]) != Text && kindOf(m[1]) != Counted { // "15 (for 8 each)"
			return []piece{{before: p.before, text: m[1], kind: kindOf(m[1])}, {before: " (", text: m[2], kind: kindOf(m[2])}}
		}
		return []piece{p}
	}
	if m := minus.FindStringIndex(p.text[:from]); m != nil && c.signs && kind == Money {
		from = m[0] + 1
	}
	value := piece{before: p.before + p.text[:from], text: p.text[from:to], kind: kind}
	first := strings.TrimRight(p.text[:from], " ,;:(–—-/|")
	if led := strings.TrimRight(first, ".…"); len(led)+2 < len(first) {
		first = strings.TrimRight(led, " ") // "Bacalhau ... 9,50 €" where others have a blank
	}
	var out []piece
	if first != "" {
		out = append(out, piece{before: p.before, text: first, kind: kindOf(first)})
		value.before = p.text[len(first):from]
	}
	out = append(out, value)
	return append(out, c.behind(p.text[to:], strings.HasSuffix(p.text[:from], "("))...)
}

// behind returns the pieces of what stands behind a value, which may be the first in a bracket: "(5 € a day) per person".
func (c *cutter) behind(s string, opened bool) []piece {
	if inner, more, ok := strings.Cut(s, ")"); ok && opened && !strings.Contains(inner, "(") {
		return append(c.next("", inner), c.next(")", more)...)
	}
	return c.next("", s)
}

// next returns the pieces of a text without what separates it from the one before.
func (c *cutter) next(before, s string) []piece {
	rest := strings.TrimLeft(s, " ,;:–—-/|")
	if rest == "" {
		return nil
	}
	before, rest = signed(before+s[:len(s)-len(rest)], rest)
	last := piece{before: before, text: rest}
	if inner, ok := strings.CutPrefix(rest, "("); ok && strings.HasSuffix(inner, ")") && !strings.ContainsAny(inner[:len(inner)-1], "()") {
		last.before, last.text = before+"(", inner[:len(inner)-1]
		if c.dials && kindOf(last.text) == Text {
			return []piece{last} // "(extension 8841)"
		}
	}
	return c.piece(last, comma)
}
