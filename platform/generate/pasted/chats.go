package pasted

import (
	"regexp"
	"strings"
	"sync"
)

// When a message was sent, as chats write it.
const (
	sentAt = `(\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?)`
	sentOn = `(\d{1,2}[./-]\d{1,2}(?:[./-](?:\d{2,4})?)?|\d{4}-\d\d-\d\d|\d{1,2}\.?\s` + month + `(?:\s\d{4})?|` + month + `\s\d{1,2}(?:,?\s\d{4})?)`
)

// posted is a message as people copy it from a chat: when, who, and what they say.
var posted = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(\[?)(?:` + sentOn + `,?\s` + sentAt + `|` + sentAt + `(?:,?\s` + sentOn + `)?)(\]\s?|\s?[–-]\s?)(?:([^:]{1,40}):\s)?(\S.*)$`)
})

// headline is who wrote what stands below, and when: "Anna  09:13", "Anna, [12 May 2024 at 09:13]:".
var headline = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(\pL[^:\d\[(|;]{0,40}?|\+[\d ]{7,})(,\s|\s)\s*[\[(]?(?:` + sentOn + `(?:,|\sat|\sum|\sà)?\s)?` + sentAt + `[\])]?:?$`)
})

// chats reads two or more messages; lines without a time go on with the one above, behind the last one unless they ask for something. The table has who
// and what first.
func chats(lines []string, w Words) (Table, int) {
	if w.over() {
		return Table{}, 0
	}
	read := message
	if headline().MatchString(visible(lines[0])) {
		read = opener
	}
	t, n, further, named := Table{Form: Grid, Chat: true}, 0, "", 0
	for i, l := range lines {
		l = visible(l)
		row := read(l)
		if next := i + 1; l == "" && i > 0 && next < len(lines) && read(visible(lines[next])) != nil {
			continue
		}
		if l == "" || row == nil && i == 0 {
			break
		} else if row == nil {
			further += "\n" + l
			continue
		}
		if i > 0 {
			t.say(further)
		}
		if row[0] != "" {
			named++
		}
		t.Rows, n, further = append(t.Rows, row), i+1, ""
	}
	if n > 0 && t.Rows[len(t.Rows)-1][1] == "" && n < len(lines) { // what the last one says stands below
		t.say("\n" + strings.TrimSpace(lines[n]))
		n++
	}
	for ; len(t.Rows) > 1 && n < len(lines) && strings.TrimSpace(lines[n]) != "" && w.Asks != nil && !w.Asks(lines[n]); n++ {
		t.say("\n" + strings.TrimSpace(lines[n]))
	}
	if len(t.Rows) < 2 || 2*named < len(t.Rows) || t.speechless() {
		if len(t.Rows) > 0 {
			w.spent(1 + n/sample)
		}
		return Table{}, 0
	}
	return t.dropEmpty(2), n
}

// unseen puts plain blanks for the odd ones that telephones write, and nothing for their marks.
var unseen = strings.NewReplacer("\u200e", "", "\u200f", "", "\u202a", "", "\u202c", "", "\u202f", " ", "\u00a0", " ")

// visible returns a line without the marks and the odd blanks that telephones put into it.
func visible(line string) string {
	return strings.TrimSpace(unseen.Replace(line))
}

// say adds lines to the last message.
func (t Table) say(more string) {
	last := t.Rows[len(t.Rows)-1]
	last[1] = strings.TrimPrefix(last[1]+more, "\n")
}

// message reads a line that has all of a message; who is empty where the chat itself tells something.
func message(line string) []string {
	m := posted().FindStringSubmatch(line)
	if m == nil || m[2]+m[5] == "" && m[1] == "" { // a time alone stands in brackets
		return nil
	}
	return []string{strings.TrimSpace(m[7]), m[8], m[2] + m[5], m[3] + m[4]}
}

// opener reads a line that stands above a message.
func opener(line string) []string {
	if m := headline().FindStringSubmatch(line); m != nil && len(strings.Fields(m[1])) < 5 {
		return []string{strings.TrimSpace(m[1]), "", m[3], m[4]}
	}
	return nil
}

// speechless reports whether somebody says nothing: then lines with a time are no messages.
func (t Table) speechless() bool {
	for _, row := range t.Rows {
		if row[1] == "" {
			return true
		}
	}
	return false
}

// dropEmpty leaves out a column that says nothing.
func (t Table) dropEmpty(at int) Table {
	for _, row := range t.Rows {
		if row[at] != "" {
			return t
		}
	}
	for i, row := range t.Rows {
		t.Rows[i] = append(row[:at:at], row[at+1:]...)
	}
	return t
}
