package words

import (
	"slices"
	"strings"
)

// choosing are how words begin that ask to choose, and beside those what only stands around what is chosen.
var (
	choosing = strings.Fields("choos chose pick select choice option wahl auswahl auszuwahl aussuch choisi choix parmi eleg elij elig escog opcion escolh opcoes scegl scelt opzion")
	nouns    = strings.Fields("choice option auswahl choix scelt opcion opcoes")
	around   = strings.Fields("one of from these following the aus von zwischen folgenden eine einen einer un une uno una um uma " +
		"de des entre les suivants dos das fra tra le seguenti seguintes siguientes")
)

// Offered reports whether a line announces what can be chosen from, as "choose a course, one of:" does, and the heading that it gives to what is chosen,
// "" where it says none: "course", "what they bring".
func (g *Grammar) Offered(l *Language, line string) (heading string, ok bool) {
	line = line[strings.LastIndexAny(line, ".!?")+1:]
	ws := l.Read(strings.TrimRight(line, " :"))
	at := slices.IndexFunc(ws, func(w Word) bool {
		return slices.ContainsFunc(choosing, func(c string) bool { return strings.HasPrefix(w.Folded, c) })
	})
	from, to := at+1, len(ws)
	if at < 0 { // "size, one of"
		if to -= 2; to < 0 || ws[to].Folded != "one" || ws[to+1].Folded != "of" {
			return "", false
		}
		for from = max(0, to-1); from > 0 && ws[from-1].Stop == 0 && !ws[from].Is("and"); from-- {
			continue
		}
	}
	for i := from; i < to-1; i++ {
		if ws[i].Stop != 0 {
			to = i + 1
		}
	}
	outside := func(w Word) bool { return slices.Contains(around, w.Folded) }
	for to > from && (outside(ws[to-1]) || strings.HasPrefix(ws[to-1].Folded, "parmi")) {
		to--
	}
	for from < to-1 && (g.Articles[ws[from].English] || ws[from].Is("your", "their", "his", "my", "and") || outside(ws[from])) && !strings.HasPrefix(ws[from+1].Folded, "qu") {
		from++
	}
	if at >= 0 && (from == to || ws[from].Is("at", "for", "in", "with", "on", "by", "of") || ws[from].Folded == "beim") { // "choice of course"
		if from = at; !slices.ContainsFunc(nouns, func(n string) bool { return strings.HasPrefix(ws[at].Folded, n) }) {
			from = to
		}
	}
	if from == to || to-from > 5 {
		return "", true
	}
	return line[ws[from].From:ws[to-1].To], true
}

// Unlisted returns what people send, "" where that is only one of the things that are listed: "a boat" of boats.
func (g *Grammar) Unlisted(l *Language, object string, listed []Word) string {
	known := func(w Word) bool {
		return g.Articles[w.English] || slices.ContainsFunc(listed, func(l Word) bool { return l.Root == w.Root })
	}
	if !slices.ContainsFunc(l.Read(object), func(w Word) bool { return !known(w) }) {
		return ""
	}
	return object
}

// Bare returns English words without what they are for or about: "a request" of "a request for a boat".
func Bare(ws []Word) []Word {
	if at := slices.IndexFunc(ws, func(w Word) bool { return w.Folded == "for" || w.Folded == "about" }); at > 0 {
		return ws[:at]
	}
	return ws
}

// Asking reports whether the English of what people send ends in a word for asking.
func Asking(sent string) bool {
	return slices.Contains([]string{"request", "enquiry", "inquiry", "question", "message"}, sent[strings.LastIndexByte(sent, ' ')+1:])
}
