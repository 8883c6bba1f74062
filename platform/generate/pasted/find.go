// Package pasted finds the data that somebody pasted into a description: JSON, Markdown tables, CSV and its kin, lists,
// lines with the same parts whatever stands between these, opening hours, contacts, positions, questions with their answers. Cells are the very
// characters that were written, without the blanks around them and with a plain blank for one that does not break; what they mean is for others to say. It must not change,
// add or drop a value.
package pasted

import (
	"slices"
	"strings"
)

// Form says how a table was written.
type Form uint8

// The forms.
const (
	Grid      Form = iota // rows of cells: JSON, Markdown, CSV
	Pairs                 // a name and a value: "Bread — 3.50"
	Hours                 // weekdays and when it is open
	Sections              // rows below headings, which are their last cells
	Positions             // a name, a latitude and a longitude
	Questions             // a question and its answer
	Amounts               // what is needed, and how much of it
	Names                 // one name a row; perhaps headings, which only the words around them tell
)

// Table is one block of data. Every row has as many cells as the first one, and as the header; Header is nil where none was written. Nothing in it
// is shared with another table.
type Table struct {
	Form   Form
	Title  string // the line above the block, "" for none
	Lead   string // that line as it is written, however long
	Note   string // what stands below the block about all of it, "" for nothing
	Header []string
	Rows   [][]string
	Chat   bool // they are messages: who, what, perhaps on which day, and when
	Listed bool // the first cells are the numbers of the points of a list
	Whole  bool // some lines stand in one cell each, since cutting them would tear what belongs together
}

// Words are what a reader of data has to know of languages. The functions may be called at the same time where texts are read at the same time.
type Words struct {
	Heading     func(string) bool // names a column, such as "price"
	Weekday     func(string) bool // begins with the name of a weekday
	Instruction func(string) bool // stands before a wish and not before a value: "Columns", "Colour"
	Section     func(string) bool // is what a part of a menu is called; nil for none
	Asks        func(string) bool // a sentence may ask for something; nil where nobody can say
	Demands     func(string) bool // a sentence asks for something and tells nothing else; nil where nobody can say
	Notice      func(string) bool // a line tells something about all that stands above it; nil for none
	Measure     func(string) bool // stands behind a figure and before what is measured: "g", "cups"; nil for none
	tries       *int              // how often rows were looked for; nil where that is not counted
}

// spent counts that rows are looked for, which reads lines far behind the first, and reports whether that was done too often in this text. What reads
// many lines for nothing counts as several tries.
func (w Words) spent(tries int) bool {
	if w.tries != nil {
		*w.tries += tries
	}
	return w.over()
}

// over reports whether rows were looked for too often. Then other readers do not look far either for what they may have to give back.
func (w Words) over() bool { return w.tries != nil && *w.tries > maxTries }

// reader reads a block that begins with the first line. n is how many lines it took, 0 when they are no such data.
type reader func(lines []string, w Words) (t Table, n int)

// Find returns the data in a text, in its order but for JSON, which comes first, and the rest of the text. It may be called at the same time with the
// same words, and looks for rows at so many places of a text at most that a hostile one takes no longer than others.
func Find(text string, w Words) (rest string, found []Table) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	text, found = documents(text)
	text = strings.NewReplacer("\u00a0 ", " ", " \u00a0", " ", "\u00a0", " ", "\u202f", " ").Replace(text)
	lines := strings.Split(strings.Join(slices.Collect(headed(strings.Split(text, "\n"))), "\n"), "\n")
	var kept, beside []string // what no reader takes, and that with a blank line in the place of data
	var directly []string     // the lines of the table that ends right above
	w.tries = new(int)
	prior, mark := 0, 0 // how many lines were kept above the last tables but one, and above the last
	for len(lines) > 0 {
		t, n := w.read(lines)
		if n == 0 && apartFrom(kept) {
			t, n = plain(lines, w)
		}
		if n == 0 {
			kept, beside, lines, directly = append(kept, lines[0]), append(beside, lines[0]), lines[1:], nil
			if from := paragraph(kept); from >= mark && (len(lines) == 0 || strings.TrimSpace(lines[0]) == "") {
				if t, n := sundry(kept, from, w); n > 0 {
					kept, beside = kept[:from], append(beside[:len(beside)-n], "")
					t.Title, t.Lead = above(kept), lastLine(kept)
					prior, mark, found = min(mark, from), from, append(found, t)
				}
			}
			continue
		}
		if above, below := engulfed(kept, lines[:n], lines[n:]); (below > 0 || above > 1) && t.Form != Hours && above <= len(kept)-mark {
			to := 0
			if below > 0 {
				_, to = block(lines[n:], w)
			}
			if to < below || below == 0 {
				lines = slices.Concat(kept[len(kept)-above:], lines)
				kept, beside, n = kept[:len(kept)-above], beside[:len(beside)-above], above+n+below
				t = simpler(lines[:n])
			}
		}
		if unopened := kept; t.Form == Sections {
			if kept = t.open(kept, lines[n:]); !t.keeps(lines[:n]) {
				t, kept = simpler(lines[:n]), unopened
			} else if len(t.Rows[0]) > 1 {
				t = t.unsectioned(lines[:n])
			}
		}
		all, remark := lines[:n:n], ""
		if directly != nil && found[len(found)-1].unheaded(directly, w) && t.unheaded(all, w) && !w.spent(1) { // one list that no reader takes as a whole
			first := min(max(paragraph(kept), prior), len(kept))
			remark = found[len(found)-1].Note
			all = slices.Concat(kept[first:], directly, all)
			t, found, beside, kept = simpler(all), found[:len(found)-1], beside[:len(beside)-1-len(kept)+first], kept[:first]
			mark = prior
		}
		remark = strings.TrimSpace(remark + " " + remarkIn(kept, w))
		t.Title, t.Lead = above(kept), lastLine(kept)
		if t.Title == "" && spoken(kept) > 1 && len(t.Lead) < 80 && !w.wish(t.Lead) {
			t.Title = headlineOf(t.Lead)
		}
		other := func(l string) bool {
			return strings.TrimSpace(l) != "" && !(strings.ContainsAny(l, "0123456789") && w.notice([]string{l})) // else it may be all that is said
		}
		note, told := t.noteIn(lines[n:], t.Lead != "" || !slices.ContainsFunc(lines[n:], other), w)
		t.Note = strings.TrimSpace(remark + " " + note)
		found, beside, lines, directly = append(found, t), append(beside, ""), lines[n+told:], nil
		prior, mark = min(mark, len(kept)), len(kept)
		if told == 0 {
			directly = all
		}
	}
	if len(found) > 0 {
		note, done := unread(beside, found, w)
		found[len(found)-1].Note = strings.TrimSpace(found[len(found)-1].Note + " " + note)
		kept = without(kept, done)
	}
	rest = strings.TrimSpace(strings.Join(kept, "\n"))
	if len(found) == 0 {
		if before, t, ok := inline(rest, w); ok {
			before, t.Note = w.noted(before)
			return before, []Table{t}
		}
		if before, t, ok := loosely(rest, w); ok {
			return before, []Table{t}
		}
	}
	rest, found = byDay(rest, found)
	for i := range found {
		found[i] = found[i].narrowed()
	}
	return rest, found
}

// wish reports whether a line may ask for something.
func (w Words) wish(line string) bool {
	return wishes.MatchString(line) || w.Asks == nil || w.Asks(line)
}

// block reads what begins with the first of some lines.

func block(lines []string, w Words) (Table, int) {
	if strings.TrimSpace(lines[0]) == "" {
		return Table{}, 0
	}
	for _, read := range []reader{
		fenced, markdown, chats, cards, blocks, questions, places, opening, separated("\t"), hours, positions, separated(";"), separated("|"), separated(","), amounts,
		standings, entries, grouped, rows, daily, bullets,
	} {
		if t, n := read(lines, w); n > 0 {
			return t, n
		}
	}
	return Table{}, 0
}

// fenced reads what stands between ``` and ```.
func fenced(lines []string, w Words) (Table, int) {
	if !strings.HasPrefix(strings.TrimSpace(lines[0]), "```") {
		return Table{}, 0
	}
	end := slices.IndexFunc(lines[1:], func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "```") })
	if end < 1 {
		return Table{}, 0
	}
	if t, n := block(lines[1:end+1], w); n == end {
		return t, end + 2
	}
	return Table{}, 0
}

// paragraph returns where the last of some lines begin that stand below a blank one, none of which announces more; their number where none do.
func paragraph(lines []string) int {
	from := len(lines)
	for from > 0 && strings.TrimSpace(lines[from-1]) != "" && !strings.HasSuffix(lines[from-1], ":") {
		from--
	}
	if from == 0 || strings.TrimSpace(lines[from-1]) != "" {
		return len(lines)
	}
	return from
}

// open takes the line above the first rows for their section, unless it is all that is said, or announces the whole.
func (t Table) open(kept, following []string) []string {
	at := len(kept) - 1
	for at >= 0 && strings.TrimSpace(kept[at]) == "" {
		at--
	}
	said := func(l string) bool { return strings.TrimSpace(l) != "" }
	last := len(t.Rows[0]) - 1
	if at < 0 || t.Rows[0][last] != "" || len(strings.Fields(kept[at])) > 5 || prosaic(kept[at]) && !strings.HasSuffix(kept[at], ":") {
		return kept
	}
	alone := !slices.ContainsFunc(kept[:at], said) && !slices.ContainsFunc(following, said)
	title := above(kept)
	for i := 0; i < len(t.Rows) && t.Rows[i][last] == ""; i++ {
		t.Rows[i][last] = title
	}
	if alone {
		return kept
	}
	return kept[:at]
}

// above returns the words that announce a block: the last line before it, when that is short.
func above(lines []string) string {
	l := strings.Trim(lastLine(lines), "#*:=~–—- ")
	if len(strings.Fields(l)) > 6 {
		return ""
	}
	return l
}

// lastLine returns the last of some lines that says anything.
func lastLine(lines []string) string {
	for _, l := range slices.Backward(lines) {
		if l = strings.TrimSpace(l); l != "" {
			return l
		}
	}
	return ""
}

// headed puts the first row of a table that follows a colon, "Our breads: name,price", or stands in brackets, on a line of its own.
func headed(lines []string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i, l := range lines {
			before, after, ok := strings.Cut(l, ": ")
			ok = ok && !bullet.MatchString(l)
			lead, inner, bracket := strings.Cut(l, " (")
			if bracket && strings.Index(inner, ")") == len(inner)-1 && !bullet.MatchString(l) && i+1 < len(lines) && !strings.Contains(lines[i+1], " (") {
				before, after, ok = lead, strings.TrimSuffix(inner, ")"), true
			}
			ok = ok && !(i > 0 && strings.Contains(lines[i-1], ": ") && strings.ContainsAny(after, "0123456789")) // else it is like the one above
			if ok && i+1 < len(lines) && continues(after, lines[i+1]) && len(strings.Fields(before)) > 1 {
				if !yield(before+":") || !yield(strings.TrimSpace(after)) {
					return
				}
			} else if !yield(l) {
				return
			}
		}
	}
}

func continues(head, next string) bool {
	for _, d := range []string{"\t", ";", "|", ","} {
		if n := strings.Count(head, d); n > 0 && n == strings.Count(next, d) && !strings.ContainsAny(next, ":–—") && !strings.Contains(next, " - ") {
			return true
		}
	}
	return false
}

// Headers returns the words of the headers of tables, the other text where they have none.
func Headers(tables []Table, other string) string {
	text := ""
	for _, t := range tables {
		text += " " + strings.Join(t.Header, ". ")
	}
	if strings.TrimSpace(text) == "" {
		return other
	}
	return text
}
