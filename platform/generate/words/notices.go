package words

import (
	"regexp"
	"slices"
	"sync"
)

// notices are words of what holds for all that stands above them, and bounds those of them that may as well say who may do something.
var (
	notices = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\pL])(?:closed|shut|(?:public|bank|school) holidays?|except|excluding|no (?:\pL+ )?(?:appointments?|deliver(?:y|ies)|services?|bus(?:es)?|trains?|ferr(?:y|ies)|cards|refunds?|tours?|class(?:es)?)|` +
			`by appointment|cash|vat|included|free|half price|discounts?|minimum|deposit|in advance|essential|last (?:entry|orders|admission)|incl|allergens|while stocks last|weather permitting|` +
			`not on|(?:swapped|cancelled)|prices (?:from|until|per|in)|% off|` +
			`geschlossen|feiertags?|feiertagen|\pL*ferien|geöffnet|außer|ausser|kein\pL* (?:\pL+ )?(?:termine?|lieferung\pL*|verkehr|betrieb|fahrt\pL*|bus\pL*|kurs\pL*|karten\pL*)|entfällt|inkl|inklusive|zzgl|mwst|barzahlung|bar zahlen|` +
			`nur bar|(?:nach|nur mit) (?:vereinbarung|termin|anmeldung|voranmeldung)|ermäßigt|rabatt|kostenlos|frei|ruhetag|halber preis|pfand|kaution|` +
			`ferm[ée]\pL*|fériés?|sauf|(?:pas|aucune?) (?:de )?(?:rendez-vous|livraison|service|bus|train|circulation|cours)|inclus\pL*|compris\pL*|tva|ttc|espèces|sur (?:rendez-vous|réservation|demande)|gratuit\pL*|demi-tarif|tarif réduit|` +
			`congés|acompte|caution|` +
			`cerrad\pL+|festivos?|excepto|salvo|(?:sin|no hay) (?:citas?|reparto|servicio|autob[úu]s\pL*|clases?|trenes)|incluid\pL+|iva|efectivo|con cita|gratis|mitad de precio|descuento|fianza|` +
			`fechad\pL+|feriados?|(?:não|nao) (?:abre|há|ha)|exceto|(?:sem|nenhum\pL?) (?:marcaç\pL+|entregas?|serviço|autocarros?|ônibus|aulas?)|incluíd\pL+|dinheiro|com marcação|grátis|metade do preço|desconto|caução|` +
			`chius\pL+|festiv\pL+|tranne|eccetto|(?:senza|nessun\pL*|non c'è) (?:appuntament\pL+|consegn\pL+|servizio|corse|corsa|autobus|lezion\pL)|compres\pL+|contant\pL+|su (?:appuntamento|prenotazione)|coperto|metà prezzo|sconto|caparra)(?:[^\pL]|$)`)
	})
	bounds = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\pL])(?:only|nur|uniquement|seulement|solo|sólo|solamente|só|somente|apenas|soltanto)(?:[^\pL]|$)`)
	})
	attention = regexp.MustCompile(`(?i)^(?:please note|nb|n\.b\.|note|notes|hinweis|achtung|bitte beachten|attention|nota bene|nota|remarque|attenzione|atención|aviso)(?:\s?[:!.–-]|\s)\s*`)
)

// Notice reports whether a line tells something about all that stands above it, such as when it does not hold, in any language, and neither how it is to look nor
// who is to do or see something, or with what.
func (g *Grammar) Notice(line string) bool {
	said := attention.ReplaceAllString(line, "")
	bounded, told := bounds().MatchString(said), notices().MatchString(said)
	if said == "" || said == line && !told && !bounded || bounded && !told && g.AsksFor(said) {
		return false
	}
	return !slices.ContainsFunc(g.spokenIn(said), func(l *Language) bool {
		ws := l.Read(said)
		return len(ws) > 0 && g.Commands[ws[0].English] || g.takes(l, ws) || slices.ContainsFunc(ws, func(w Word) bool {
			return g.looks(w) && !w.Is("card", "cards") || bounded && (g.somebody(w) || w.Is("with"))
		})
	})
}

// takes reports whether words say with what people do something: "customers book in advance with name and phone", "reserve for free with name".
func (g *Grammar) takes(l *Language, ws []Word) bool {
	does := func(w Word) bool {
		return !slices.Contains([]string{"", "look", "entry", "change", "tick", "remove"}, g.Act(l, w)) && !g.somebody(w)
	}
	field := func(w Word) bool { // and not: guests leave a deposit, members book free, half price for students with ID
		return g.Heading(l, w) && !slices.Contains([]string{"money", "boolean"}, g.Cue(l, w)) && !w.Is("id")
	}
	after := func(j, n int) bool { return g.within(ws, j+1, n, field) > 0 }
	return slices.ContainsFunc(Starts(ws), func(i int) bool {
		who := g.somebody(ws[i])
		return (who || does(ws[i])) && slices.ContainsFunc(Starts(ws)[i:], func(j int) bool {
			return g.Details[ws[j].English] && after(j, 3) || who && does(ws[j]) && after(j, 1)
		})
	})
}
