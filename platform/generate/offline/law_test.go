package offline

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"berth/platform/generate/pasted"
)

// sayings returns the words and figures of a text, in small letters.
func sayings(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// says reports whether a place says all that a line does, each word and figure as often; a heading may say it in another form.
func says(place, headings, line string) bool {
	have := map[string]int{}
	for _, s := range sayings(place + " " + headings) {
		have[s]++
	}
	for _, s := range sayings(line) {
		heads := func(h string) bool { return len(s) > 5 && strings.HasPrefix(h, s[:5]) }
		if have[s]--; have[s] < 0 && !slices.Contains([]string{"de", "di", "of", "d", "and", "y", "e", "q", "a"}, s) && !slices.ContainsFunc(sayings(headings), heads) {
			return false
		}
	}
	return true
}

// counts matches the number of a point, which follows that of the one above it.
var counts = regexp.MustCompile(`^(\d{1,3})[.)]\s`)

// thanks matches what ends a message and says nothing else.
var thanks = regexp.MustCompile(`^(?i:thanks|cheers|danke|merci|gracias|obrigad[oa]|grazie)\W*$`)

// beside returns the lines of a description below its first paragraph, or below its first line where there is no other, that do not only ask for
// something, end no message, and are no marks of a table or of what is no text.
func beside(g *Generator, prompt string) (lines []string) {
	all, blank := strings.Split(strings.TrimSpace(prompt), "\n"), false
	for i, l := range all {
		l = strings.TrimSpace(l)
		blank = blank || l == ""
		if m := counts.FindStringSubmatch(l); m != nil && i > 0 {
			n, _ := strconv.Atoi(m[1])
			if n == 1 || strings.HasPrefix(strings.TrimSpace(all[i-1]), strconv.Itoa(n-1)) {
				l = strings.TrimPrefix(l, m[0])
			}
		}
		if i > 0 && (blank || !strings.Contains(prompt, "\n\n")) && len(sayings(l)) > 0 && !strings.ContainsAny(l, "{}[]`\"") && !thanks.MatchString(l) && !g.Demands(l) {
			lines = append(lines, l)
		}
	}
	return lines
}

// lost returns the lines beside the wish that stand in no row of what was found, with its headings, in no title, not in the description and in no question of the draft.
func lost(g *Generator, p *plan, prompt string) (lines []string) {
	d := p.proposal()
	_, found := pasted.Find(prompt, g.pastedWords())
	places := [][2]string{{d.Name}, {d.Description}}
	for _, q := range d.Questions {
		places = append(places, [2]string{q.Text + " " + strings.Join(q.Choices, " ")})
	}
	for _, s := range p.sheets {
		var headings []string
		for _, c := range s.columns {
			headings = append(headings, c.Title+" "+strings.Join(c.Values, " "))
		}
		places = append(places, [2]string{s.title}, [2]string{strings.Join(headings, " ")})
	}
	for _, t := range found {
		headings := strings.Join(t.Header, " ")
		for i, row := range t.Rows {
			said := strings.Join(row, " ")
			places = append(places, [2]string{said, headings})
			for i++; i < len(t.Rows) && t.Rows[i][0] == row[0]; i++ { // several times of a day
				said += " " + strings.Join(t.Rows[i], " ")
				places = append(places, [2]string{said, headings + " " + row[0]})
			}
		}
	}
	for _, l := range beside(g, prompt) {
		stands := false
		for _, place := range places {
			stands = stands || says(place[0], place[1], l)
		}
		if !stands {
			lines = append(lines, l)
		}
	}
	return lines
}

// Each line that is pasted and asks for nothing stands somewhere in the draft, whose rows hold what was read of it.
func TestEveryLineStandsSomewhere(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for _, file := range []string{"../testdata/pasted.txt", "../testdata/pasted_later.txt", "../testdata/pasted_untidy.txt", wholeFile} {
		for _, b := range blocks(t, file) {
			p := g.plan(b.prompt)
			for _, l := range lost(g, p, b.prompt) {
				t.Errorf("%s: %q stands nowhere", b.name, l)
			}
			drafted(t, g, p, b.prompt)
		}
	}
}
