package pasted

import (
	"regexp"
	"strings"
	"sync"
)

// chatted is a message as people copy it from a chat: when, who, and what they say.
var chatted = sync.OnceValue(func() *regexp.Regexp {
	const at, on = `(\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?)`, `(\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d\d-\d\d)`
	return regexp.MustCompile(`(?i)^\[?(?:` + on + `,?\s` + at + `|` + at + `,?\s` + on + `)(?:\]\s?|\s?[–-]\s?)([^:]{1,40}):\s(.+)$`)
})

// chats reads two or more messages; lines without a time go on with the one above, behind the last one unless they ask for something. The table has who
// and what first.
func chats(lines []string, w Words) (Table, int) {
	t, n, further := Table{Form: Grid}, 0, ""
	for i, l := range lines {
		l = strings.TrimSpace(l)
		m := chatted().FindStringSubmatch(l)
		if l == "" || m == nil && i == 0 {
			break
		} else if m == nil {
			further += "\n" + l
			continue
		}
		if i > 0 {
			t.Rows[len(t.Rows)-1][1] += further
		}
		t.Rows, n, further = append(t.Rows, []string{strings.TrimSpace(m[5]), m[6], m[1] + m[4], m[2] + m[3]}), i+1, ""
	}
	for ; len(t.Rows) > 1 && n < len(lines) && strings.TrimSpace(lines[n]) != "" && w.Asks != nil && !w.Asks(lines[n]); n++ {
		t.Rows[len(t.Rows)-1][1] += "\n" + strings.TrimSpace(lines[n])
	}
	if len(t.Rows) < 2 {
		return Table{}, 0
	}
	return t, n
}
