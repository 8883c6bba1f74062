package words

import (
	"slices"
	"strings"
)

// SeesAll reports whether words say that everybody sees what is sent: "everyone can see what the others bring".
func (g *Grammar) SeesAll(ws []Word) bool {
	return slices.ContainsFunc(Starts(ws), func(i int) bool {
		if !ws[i].Is("everyone", "everybody", "all", "each") {
			return false
		}
		see := g.within(ws, i+1, 4, sees)
		return see > 0 && g.within(ws, see+1, 4, owns) < 0
	})
}

// SeesOwn reports whether words say that people see only what is theirs.
func (g *Grammar) SeesOwn(l *Language, ws []Word) bool {
	return slices.ContainsFunc(Starts(ws), func(i int) bool {
		only := ws[i].Is("only", "just") || l.Code == "fr" && ws[i].Folded == "que"
		return only && g.within(ws, i+1, 3, owns) > 0 && g.within(ws, max(0, i-4), 7, sees) >= 0
	})
}

// SeenByFew reports whether a sentence says that only some people see the rows: "only the board may see it", "nobody else sees them".
func (g *Grammar) SeenByFew(l *Language, ws []Word) bool {
	return slices.ContainsFunc(Starts(ws), func(i int) bool {
		begins := i == 0 || ws[i-1].Stop != 0 || ws[i-1].Is("and", "but", "so that")
		only := ws[i].Is("only", "just") || l.Code == "fr" && (ws[i].Folded == "seul" || ws[i].Folded == "seuls" || ws[i].Folded == "seule" || ws[i].Folded == "seules")
		nobody := ws[i].Is("nobody")
		see := g.within(ws, i+1, 6, func(w Word) bool { return sees(w) || reads(w) })
		read := see > 0 && reads(ws[see]) && (ws[see-1].Is("i", "we", "you", "have", "has", "to") || strings.HasSuffix(ws[see-1].Folded, "ve")) // "only books that I have read"
		return begins && (only || nobody) && see > i+1 && !read && !ws[i+1].Is("i", "me") && g.within(ws, i+1, 9, owns) < 0
	})
}

// Restricted reports whether words say that not everybody may come in: "réservé aux adhérents", "reserved for members", "only for the board", "logged in
// parents", "not public".
func (g *Grammar) Restricted(ws []Word) bool {
	whom := func(w Word) bool { return g.People[w.Root] || w.Is("member", "members", "staff") }
	return slices.ContainsFunc(Starts(ws[:max(0, len(ws)-1)]), func(i int) bool {
		raw, next := strings.ToLower(ws[i].Raw), ws[i+1].Folded
		kept := slices.Contains(strings.Fields("réservé réservée réservés réservées reservado reservada reservados reservadas "+
			"riservato riservata riservati riservate reserved restricted"), raw)
		switch ends := ws[i+1].Stop != 0 || i+2 == len(ws); {
		case ws[i].Stop != 0:
			return false
		case ws[i].Is("only") && i > 0 && ws[i-1].Stop == ',' && (ws[i+1].Is("for") || next == "per") && i+2 < len(ws):
			return g.Articles[ws[i+2].English] || whom(ws[i+2])
		case kept && slices.Contains([]string{"aux", "au", "ai", "agli"}, next):
			return true
		case kept && slices.Contains([]string{"a", "para", "for", "to"}, next):
			return g.within(ws, i+2, 3, whom) > 0
		case Negates(ws[i]) && ends:
			return slices.Contains([]string{"public", "offentlich", "publique", "publico", "publica", "pubblico", "pubblica"}, next)
		}
		return ws[i].Folded == "logged" && next == "in"
	})
}

// Starts returns the indexes of words.
func Starts(ws []Word) []int {
	out := make([]int, len(ws))
	for i := range out {
		out[i] = i
	}
	return out
}

// AnybodyAdds reports whether words say that anybody can do something else than look: "cualquiera puede poner una oferta".
func (g *Grammar) AnybodyAdds(l *Language, ws []Word) bool {
	return slices.ContainsFunc(Starts(ws), func(i int) bool {
		anybody := ws[i].Is("anyone", "anybody", "everyone", "everybody") || slices.Contains([]string{"cualquiera", "chiunque", "quienquiera", "jeder", "chacun"}, ws[i].Folded)
		if (anybody || ws[i].Is("each")) && i+2 < len(ws) && ws[i].Stop == 0 && (g.Act(l, ws[i+1]) == "addition" || ws[i].Is("each") && g.Act(l, ws[i+2]) == "addition") {
			return true // que cualquiera publique, cada um coloca
		}
		if anybody && ws[i].Stop == 0 && reflexive(ws, min(len(ws), i+4)) && g.within(ws, i+1, 3, func(w Word) bool {
			return g.Act(l, w) == "registration" || strings.HasPrefix(w.Folded, "trag")
		}) > 0 {
			return true // jeder trägt sich ein, chacun s'inscrit
		}
		return anybody && i+2 < len(ws) && ws[i].Stop == 0 && ws[i+1].Is("can", "may") && ws[i+1].Stop == 0 && g.Act(l, ws[i+2]) != "look" && !ws[i+2].Is("see", "find", "ask", "search")
	})
}

// WrittenByFew reports whether a sentence says that only some people write the rows: "only the treasurer can change it", "only we add them".
func (g *Grammar) WrittenByFew(l *Language, ws []Word) bool {
	return slices.ContainsFunc(Starts(ws), func(i int) bool {
		begins := i == 0 || ws[i-1].Stop != 0 || ws[i-1].Is("and", "but", "that", "which")
		write := g.within(ws, i+2, 6, func(w Word) bool {
			return slices.Contains([]string{"change", "addition", "entry", "remove"}, g.Act(l, w)) || slices.Contains(g.Writes[l.Code], w.Folded)
		})
		return begins && ws[i].Is("only", "just") && write > 0 && g.within(ws, i+1, 9, owns) < 0
	})
}

// Forbids reports whether words say that nobody changes or removes rows.
func (g *Grammar) Forbids(l *Language, ws []Word) bool {
	return slices.ContainsFunc(Starts(ws), func(i int) bool {
		return ws[i].Is("nobody") && g.within(ws, i+1, 6, func(w Word) bool { return slices.Contains([]string{"change", "remove"}, g.Act(l, w)) }) > 0
	})
}

// sees reports whether a word is to see, also with what is seen: "vederlo", "verlas".
func sees(w Word) bool {
	return w.Is("see", "sees", "view") || strings.HasPrefix(w.Folded, "vederl") || strings.HasPrefix(w.Folded, "verl") && len(w.Folded) < 7
}

// reads reports whether a word is to read, which is to see what somebody sent.
func reads(w Word) bool {
	return w.Is("read", "reads") || slices.Contains([]string{"lesen", "liest", "lire", "leer", "ler", "leggere"}, w.Folded)
}

func owns(w Word) bool { return w.Is("own", "their", "theirs", "his", "her", "mine") }

// within returns the index of the first of n words from i on that is one of some, before the sentence ends; -1 for none.
func (g *Grammar) within(ws []Word, i, n int, is func(Word) bool) int {
	for j := i; j < len(ws) && j < i+n; j++ {
		if is(ws[j]) {
			return j
		}
		if s := ws[j].Stop; s == '.' || s == '?' || s == 'n' {
			return -1
		}
	}
	return -1
}

// Shared reports whether words say that a list is that of several people: "our shared shopping list".
func (g *Grammar) Shared(l *Language, ws []Word) bool {
	return slices.ContainsFunc(ws, func(w Word) bool {
		return slices.ContainsFunc(g.Shares[l.Code], func(begin string) bool { return strings.HasPrefix(w.Folded, begin) })
	})
}

// Does reports whether a word says that people do something.
func (g *Grammar) Does(l *Language, ws []Word, act string) bool {
	return slices.ContainsFunc(ws, func(w Word) bool { return g.Act(l, w) == act })
}

// Enters reports whether words say that people enter themselves: "sign up", "sie tragen sich ein".
func (g *Grammar) Enters(l *Language, ws []Word) bool {
	return slices.ContainsFunc(Starts(ws), func(i int) bool { return g.Act(l, ws[i]) == "registration" && (l.Code == "en" || reflexive(ws, i)) })
}

// Asks reports whether words say that people can look at something, and ask for, book or order it: "and sign a kid up", "e chiedere informazioni".
func (g *Grammar) Asks(l *Language, ws []Word) bool {
	return slices.ContainsFunc(Starts(ws), func(i int) bool {
		act := g.Act(l, ws[i])
		does := slices.Contains([]string{"registration", "booking", "order", "application", "loan"}, act) || act == "request" && ws[i].Is("ask", "request") &&
			i+1 < len(ws) && !g.Clauses[ws[i+1].English] && !ws[i+1].Is("what", "which", "about")
		more := slices.ContainsFunc(ws[max(0, i-2):i], func(w Word) bool { return w.Is("and") }) // "you can hire" says what there is
		return does && more && g.within(ws, max(0, i-6), min(6, i), func(w Word) bool { return w.Is("can", "could", "may", "should", "must", "let", "able") }) >= 0
	})
}

// reflexive reports whether somebody does to themselves what the i-th word says: "sie tragen sich ein", "se apuntan".
func reflexive(ws []Word, i int) bool {
	return slices.ContainsFunc(ws[max(0, i-3):i], func(w Word) bool {
		return slices.Contains([]string{"sich", "mich", "se", "s", "si", "me", "nos", "ci", "uns"}, w.Folded)
	})
}

// SentBy returns what people send where they do what the i-th word says, "" for nothing, and whether it is the author who does so.
func (g *Grammar) SentBy(l *Language, ws []Word, i int) (name string, own bool) {
	w := ws[i]
	switch {
	case g.People[w.Root] || g.People[Singular(l.called(w))]: // Mieter, and not mieten
		return "", false
	case w.Folded == "book" && i > 0 && (g.Articles[ws[i-1].English] || ws[i-1].Is("next", "each", "every")): // which people read
		return "", false
	case w.Folded == "books" || w.Is("book", "books") && l.Code != "en": // which people read
		return "", false
	}
	name = g.Act(l, w)
	if slices.Contains([]string{"look", "change", "remove", "tick", "choice", "addition"}, name) || slices.Contains(g.Writes[l.Code], w.Folded) && !reflexive(ws, i) {
		name = ""
	}
	if noun := g.Sends[w.Root]; noun != "" && noun != "request" {
		name = noun
	}
	return name, i > 0 && ws[i-1].Is("i", "we")
}
