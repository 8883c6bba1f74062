package pasted

import (
	"regexp"
	"slices"
	"strings"
)

// manner is what the lines of a table have in common.
type manner struct {
	cutter
	words    Words
	bulleted bool
	valued   bool        // most lines have a value
	common   [kinds]bool // the kinds that most lines have
}

// mannerOf finds out how the lines of a table are written that begins with the first; nil where fewer than two of them are alike, which are no
// sentences.
func mannerOf(lines []string, w Words) *manner {
	b := &manner{words: w, bulleted: listed(lines)}
	var own []string
	for i, l := range lines {
		blank := strings.TrimSpace(l) == ""
		if blank && (i > 2 || i == 2 && len(own) == 2 && valuable(own[0]) && valuable(own[1])) || !blank && b.bulleted && !bullet.MatchString(l) {
			break
		}
		if !blank && b.like(l) {
			own = append(own, timed(b.plain(l))...)
		}
	}
	var like []string // without those that are sentences
	for _, l := range own {
		if !prosaic(l) {
			like = append(like, l)
		}
	}
	if len(like) < 2 {
		return nil
	}
	b.cutter = cutterOf(like)
	b.signs = surcharges(lines)
	if b.bulleted { // a point with a remark is one name
		b.figures = b.figures && !slices.ContainsFunc(like, func(l string) bool { return ended(l) == nil })
	}
	values := 0
	var counts [kinds]int
	for _, l := range like {
		pieces := b.cut(l)
		if valued(pieces) {
			values++
		}
		for k := range b.common {
			if slices.ContainsFunc(pieces, func(p piece) bool { return int(p.kind.near()) == k }) {
				counts[k]++
			}
		}
	}
	for k, n := range counts {
		b.common[k] = 2*n >= len(like)
	}
	b.valued = 2*values > len(like)
	return b
}

// continues reports whether a line after a blank one, or below a heading, is of the same table.
func (b *manner) continues(line string) bool {
	pieces := b.row(line)
	return pieces != nil && (!b.valued || slices.ContainsFunc(pieces, func(p piece) bool { return valued([]piece{p}) && b.common[p.kind.near()] }))
}

func valued(pieces []piece) bool {
	return slices.ContainsFunc(pieces, func(p piece) bool { return p.kind != Text && p.kind != none })
}

// prosaic reports whether a line is a sentence rather than a row.
func prosaic(line string) bool {
	n := len(strings.Fields(line))
	return n > 40 || strings.HasSuffix(line, ":") || n > 4 && strings.ContainsAny(line[len(line)-1:], ".!?") && !strings.HasSuffix(line, "..") && !byDate.MatchString(line) &&
		!(shortened.MatchString(line) && slices.ContainsFunc(separators[:slash], func(by *regexp.Regexp) bool { return by.MatchString(line) }))
}

// shortened is what ends in a unit that is cut short, whose point ends no sentence: "45 Min.", "2 Talente/Std.".
var shortened = regexp.MustCompile(`\d\s?(?:\pL+/)?\pL{1,5}\.$`)

// byDate is what ends in a day and a month, whose point ends no sentence: "ab 1.4."
var byDate = regexp.MustCompile(`\s\d{1,2}\.\d{1,2}\.$`)

// like reports whether a line has a bullet as the others have; a number may be a part of it: "1. Vorsitzender".
func (b *manner) like(line string) bool {
	m := bullet.FindStringSubmatchIndex(line)
	return (m != nil) == b.bulleted || m != nil && strings.ContainsAny(line[:m[2]], "0123456789")
}

// plain returns a line without a bullet before it, and without bars around it.
func (b *manner) plain(line string) string {
	if line = strings.Trim(line, " "); b.bulleted {
		line = unbulleted(line)
	}
	if inner, ok := strings.CutPrefix(line, "|"); ok {
		return strings.TrimSpace(strings.TrimSuffix(inner, "|"))
	}
	return line
}

// row returns the pieces of a line that is a row, nil for another.
func (b *manner) row(line string) []piece {
	if strings.Trim(line, "|-:=_ \t") == "" || !b.like(line) {
		return nil
	}
	line = b.plain(line)
	head := named.FindStringSubmatch(line)
	if head != nil && b.words.Instruction(head[1]) {
		return nil
	}
	pieces := b.cut(line)
	has := valued(pieces)
	if reached := b.common[Phone] || b.common[Email] || b.common[Link]; !has && reached { // somebody who is reached in another way
		all := b.cutter
		all.loose[Email], all.loose[Link] = true, true
		pieces = all.cut(line)
		has = valued(pieces)
	}
	if slices.ContainsFunc(pieces, func(p piece) bool { return len(strings.Fields(p.text)) > 25 }) || !has && prosaic(line) && !b.bulleted {
		return nil
	}
	switch {
	case has && (len(pieces) > 1 || b.bulleted), b.monthly && len(pieces) == 2 && ofMonth().MatchString(line): // "July trace"
		return pieces
	case b.bulleted:
		return pieces
	case len(pieces) < 2:
		return nil
	case !b.valued:
		return pieces
	case (b.by == comma || b.by == noSeparator) && !b.headed(head): // "our team, as a table" is no row of values
		if slices.ContainsFunc(pieces, func(p piece) bool { return len(strings.Fields(p.text)) > 2 && p.kind == Text }) {
			return nil
		}
	}
	return pieces
}

// headed reports whether a name stands first in a line, cut into that and the rest, and no sentence behind it.
func (b *manner) headed(head []string) bool {
	return b.named && head != nil && heading(head[1], head[3]) && (len(strings.Fields(head[3])) < 5 || strings.ContainsAny(head[3], "0123456789"))
}

// titled reports whether the first of some lines stands above rows that all have a value, while it has two names: "menú / menu".
func (b *manner) titled(lines []string) bool {
	if len(lines) < 3 || b.by != slash || !b.valued || valued(b.cut(b.plain(lines[0]))) {
		return false
	}
	for _, l := range lines[1:min(len(lines), sample)] {
		if strings.TrimSpace(l) == "" {
			break
		} else if pieces := b.row(l); pieces == nil || !valued(pieces) {
			return false
		}
	}
	return true
}

// remark reports whether the first of some lines says more of the row with a price above it, without a value and in small letters, and another row follows:
// "with bread".
func (b *manner) remark(lines []string) bool {
	line := strings.TrimSpace(lines[0])
	return b.common[Money] && !b.bulleted && b.valued && small(line) && len(strings.Fields(line)) > 1 && !prosaic(line) && !valuable(line) && len(lines) > 1 && b.continues(lines[1])
}

// section returns the heading that stands above further rows, and how many lines come before them; 0 where none follow.
func (b *manner) section(lines []string) (title string, n int) {
	for n < len(lines) && n < 2 && strings.TrimSpace(lines[n]) == "" {
		n++
	}
	blank := n > 0
	if n == len(lines) {
		return "", 0
	}
	title = strings.TrimSpace(lines[n])
	if b.row(lines[n]) != nil {
		if blank && b.valued && b.continues(lines[n]) {
			return "", n
		}
		return "", 0
	}
	if bullet.MatchString(title) || len(strings.Fields(title)) > 5 || prosaic(title) && !strings.HasSuffix(title, ":") {
		return "", 0
	}
	for n++; n < len(lines) && strings.TrimSpace(lines[n]) == ""; n++ {
		continue
	}
	if n == len(lines) {
		return "", 0
	}
	if !b.continues(lines[n]) {
		return "", 0
	}
	return strings.TrimSpace(strings.Trim(title, "#*_:=~–—- ")), n
}
