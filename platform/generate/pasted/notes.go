package pasted

import (
	"slices"
	"strings"
)

// noteIn returns what the lines right below a block say of it: those with a star, "* without VAT", sentences with a figure that ask for nothing, and, where
// something stands above the block, notices, "no service on 24 Dec". Lines that are nothing but notices are told: nobody need read them again.
func (t Table) noteIn(lines []string, led bool, w Words) (note string, told int) {
	var notes []string
	starred, noticed := true, led
	for i, l := range lines {
		l = strings.TrimSpace(l)
		if l == "" && i == 0 && led && (w.notice(lines[1:]) || len(lines) > 1 && strings.HasPrefix(lines[1], "*") && !bullet.MatchString(lines[1])) {
			continue
		}
		star := starred && strings.HasPrefix(l, "*") && !(i+1 < len(lines) && bullet.MatchString(lines[i+1]))
		stated := strings.HasSuffix(l, ".") && len(strings.Fields(l)) > 3 && strings.ContainsAny(l, "0123456789") && !w.wish(l)
		notice := led && w.notice(lines[i:])
		if !star && !stated && !notice && !exception(l) {
			break
		}
		if noticed = noticed && notice; noticed {
			told = i + 1
		}
		starred = star
		notes = append(notes, t.footnote(l))
	}
	return strings.Join(notes, " "), told
}

// footnote returns a line below a table without the stars around it, unless a cell or heading has one as well, of which it speaks then.
func (t Table) footnote(line string) string {
	starred := func(row []string) bool {
		return slices.ContainsFunc(row, func(c string) bool { return strings.Contains(strings.TrimLeft(c, "*"), "*") })
	}
	if strings.HasPrefix(line, "*") && (starred(t.Header) || slices.ContainsFunc(t.Rows, starred)) {
		return line
	}
	return strings.TrimSpace(strings.Trim(line, "*"))
}

// remarkIn takes a notice off the last line that says anything, "Our prices. Cash only!", and returns it; "" where there is none.
func remarkIn(kept []string, w Words) string {
	of := len(kept) - 1
	for of >= 0 && strings.TrimSpace(kept[of]) == "" {
		of--
	}
	if of < 0 {
		return ""
	}
	line := strings.TrimSpace(kept[of])
	at := strings.LastIndexAny(strings.TrimRight(line, ".!"), ".!") + 1
	if at < 2 || !w.notice([]string{line[at:]}) {
		return ""
	}
	kept[of] = line[:at]
	return strings.TrimSpace(line[at:])
}

// unread returns what the lines beside data tell that nobody read: those that do not only ask for something, but in the first paragraph, such as who wrote all of
// it, and of the others those that say how somebody is reached. Nobody need read a paragraph again of which none may ask for anything.
func unread(kept []string, found []Table, w Words) (note string, done []string) {
	var told []string
	taken := func(l string) bool {
		return slices.ContainsFunc(found, func(t Table) bool {
			above := func(row []string) bool {
				return t.Form == Sections && headlineOf(l) == row[len(row)-1]
			}
			return l == t.Lead && t.Title != "" || strings.Contains(t.Note, strings.Trim(l, "* ")) || slices.ContainsFunc(t.Rows, above)
		})
	}
	blank := func(l string) bool { return strings.TrimSpace(l) == "" }
	for from := slices.IndexFunc(kept, blank) + 1; from > 0 && from < len(kept); {
		to := from
		for to < len(kept) && strings.TrimSpace(kept[to]) != "" {
			to++
		}
		led := spoken(kept[:from]) > 0 && !(to == from+1 && parting(kept[from]))
		valued := slices.ContainsFunc(kept[from:to], func(l string) bool { return strings.ContainsAny(l, "0123456789@") || valuable(l) })
		whole := (led || valued) && !slices.ContainsFunc(kept[from:to], w.wish)
		for _, l := range kept[from:to] {
			if l = strings.TrimSpace(l); !taken(l) && (whole || led && w.Demands != nil && !w.Demands(l) || !wishes.MatchString(l) && reached(l, w.Asks == nil || w.Asks(l))) {
				told = append(told, l)
			}
		}
		if whole && to > from+1 { // one line may be a wish as well
			done = append(done, kept[from:to]...)
		}
		from = to + 1
	}
	return strings.Join(told, " "), done
}

// without returns what was kept but for lines that are done, which stand behind their like: a signature may repeat what stands above.
func without(kept, done []string) []string {
	times := map[string]int{}
	for _, l := range done {
		times[l]++
	}
	for i, l := range slices.Backward(kept) {
		if times[l] > 0 {
			times[l]--
			kept = slices.Delete(kept, i, i+1)
		}
	}
	return kept
}

// reached reports whether a line says how somebody is reached, or has a price or a date and asks for nothing.
func reached(line string, asks bool) bool {
	c := cutter{by: noSeparator}
	c.loose[Money], c.loose[Date], c.loose[Phone], c.loose[Email], c.loose[Link] = !asks, !asks, true, true, true
	return slices.ContainsFunc(c.cut(strings.TrimRight(line, ".!")), func(p piece) bool { return strong(p.kind) })
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
