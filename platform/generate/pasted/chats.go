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

// chats reads two or more messages; a line without a time before another message goes on with the one above. The table has who and what first.
func chats(lines []string, _ Words) (Table, int) {
	t, n := Table{Form: Grid}, 0 // lines
	for i, l := range lines {
		m := chatted().FindStringSubmatch(strings.TrimSpace(l))
		if m == nil && n > 0 && i+1 < len(lines) && strings.TrimSpace(l) != "" && chatted().MatchString(strings.TrimSpace(lines[i+1])) {
			t.Rows[len(t.Rows)-1][1] += "\n" + strings.TrimSpace(l)
			continue
		} else if m == nil {
			break
		}
		t.Rows, n = append(t.Rows, []string{strings.TrimSpace(m[5]), m[6], m[1] + m[4], m[2] + m[3]}), i+1
	}
	if len(t.Rows) < 2 {
		return Table{}, 0
	}
	return t, n
}
