package pasted

import "strings"

// noteIn returns what the lines right below a block say of it: those with a star, "* without VAT", sentences with a figure that ask for nothing, and, where
// something stands above the block, notices, "no service on 24 Dec". Lines that are nothing but notices are told: nobody need read them again.
func noteIn(lines []string, led bool, w Words) (note string, told int) {
	var notes []string
	starred, noticed := true, led
	for i, l := range lines {
		l = strings.TrimSpace(l)
		if l == "" && i == 0 && led && w.notice(lines[1:]) {
			continue
		}
		star := starred && strings.HasPrefix(l, "*") && !(i+1 < len(lines) && bullet.MatchString(lines[i+1]))
		stated := strings.HasSuffix(l, ".") && len(strings.Fields(l)) > 3 && strings.ContainsAny(l, "0123456789") && !wishes.MatchString(l) && w.Asks != nil && !w.Asks(l)
		notice := led && w.notice(lines[i:])
		if !star && !stated && !notice && !exception(l) {
			break
		}
		if noticed = noticed && notice; noticed {
			told = i + 1
		}
		starred = star
		notes = append(notes, strings.TrimSpace(strings.Trim(l, "*")))
	}
	return strings.Join(notes, " "), told
}

// notice reports whether the first of some lines tells something about all that stands above, and stands above no data itself.
func (w Words) notice(lines []string) bool {
	if len(lines) == 0 || w.Notice == nil {
		return false
	}
	l := strings.TrimSpace(lines[0])
	if l == "" || len(l) > longest || strings.HasSuffix(l, ":") || bullet.MatchString(l) || wishes.MatchString(l) || !w.Notice(l) {
		return false
	}
	if len(lines) == 1 || strings.TrimSpace(lines[1]) == "" {
		return true
	}
	return !valuable(lines[1]) || prosaic(lines[1]) || w.notice(lines[1:2])
}

// noted returns a text without its last line where that is a notice, and what that says.
func (w Words) noted(text string) (rest, note string) {
	at := strings.LastIndexByte(text, '\n')
	if at < 0 {
		return text, ""
	}
	if last := strings.TrimLeft(text[at+1:], ".!,; "); w.notice([]string{last}) {
		return strings.TrimSpace(text[:at]), last
	}
	return text, ""
}
