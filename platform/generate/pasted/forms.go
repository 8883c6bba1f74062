package pasted

import (
	"regexp"
	"strings"
	"sync"
)

// What values are written like, in six languages. The patterns hold no groups.
const (
	currency = `(?:R\$|US\$|[$€£¥₹]|(?i:chf|eur|usd|gbp|brl|euros?)\b|Fr\.|zł|kr\b)`
	number   = `(?:\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)`
	sum      = number + `(?:[.,][–-])?(?:\s?[–-]\s?` + currency + `?` + number + `)?`
	about    = `(?:(?i:from|up to|ab|bis(?: zu)?|dès|à partir de|desde|a partir de|da|a partire da|hasta|até|fino a|jusqu'à|ca\.|ca|circa|about|approx\.|around|environ|rund|etwa|unos|cerca de)\s|[~≈<>]\s?)?`
	perUnit  = `(?:\s?/\s?[\pL\d²³.]+(?:\s\pL+)?|\s(?i:pro|per|por|par|al|alla|a|an|à la|je|la|le|el|the|cada)\s[\pL.]+(?:\s(?:de|di|da|à|of|zu|von)\s\d{1,4}\s?(?:g|kg|ml|cl|l)\b)?|\s(?i:l['’]un[aoe]?\b|each|pp|p\.\s?p\.|kalt|warm|netto|brutto|ttc|ht|chacune?|pièce|stück|stk\.?|pezzo|unidade?|ud\.?|cad\.?)|\s(?i:les|los|le|for|für|pour|por|per)\s\d{1,3})`
	each     = perUnit + `?`
	nightly  = `(?:\s?/\s?|\s(?i:per|pro|par|por|a|alla|al|la|pr\.)\s)(?i:night|nacht|nuit|noche|noite|notte)`
	weekday  = `(?i:(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mi[ée]|jue|vie|s[áa]b|dom|seg|ter|qua|qui|sex|gio)\b\.?|` +
		`(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:mon|diens|donners|frei|sams|sonn)tags?\b|mittwochs?\b|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|` +
		`lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bados?\b|domingos?\b|(?:segunda|ter[çc]a|quarta|quinta|sexta)(?:-feira)?\b|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)`
	month = `(?i:jan(?:uary|uar|vier|eiro)?|gen(?:naio)?|ene(?:ro)?|feb(?:ruary|ruar|rero|braio)?|f[eé]v(?:ereiro|rier)?|mar(?:ch|s|zo|ço)?|märz|mrz|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|mayo?|maio?|mag(?:gio)?|` +
		`jun(?:e|i|io|ho)?|juin|giu(?:gno)?|jul(?:y|i|io|ho)?|juil(?:let)?|lug(?:lio)?|aug(?:ust)?|août|aout|ago(?:sto)?|sep(?:t|tember|tembre|tiembre)?|set(?:embro|tembre)?|` +
		`oct(?:ober|obre|ubre)?|okt(?:ober)?|out(?:ubro)?|ott(?:obre)?|nov(?:ember|embre|iembre|embro)?|dec(?:ember)?|d[ée]c(?:embre)?|dez(?:ember|embro)?|dic(?:iembre|embre)?)\b\.?`
	nth        = `\d{1,2}(?:\.|st|nd|rd|th|er|º)?`
	days       = `(?:` + weekday + `,?\s)?(?:\d{4}-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)|\d{1,2}\.\d{1,2}\.|(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|[12]\d|3[01])|` + nth + `(?:\s?(?:[–-]|(?i:to|bis|au|al?|à|e|y|et|und|and)\s)\s?` + nth + `)?\s?(?:de\s)?` + month + `(?:\s(?:de\s)?\d{4})?|` + month + `\s(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?\b(?:,?\s\d{4})?)`
	dates      = days + `(?:\s?(?:[–-]|(?i:to|bis|au|al|até|a)\s)\s?` + days + `)?`
	clock      = `(?:12\s?(?i:noon|midday|midnight)|\d{1,2}[:h]\d\d(?:\s?(?i:uhr|[ap]\.?m\.?))?|\d{1,2}(?:[:.]\d\d)?\s?(?i:uhr|[ap]m|h)\b)`
	clocks     = `(?:(?i:at|um|ab|à|a las|às|alle|ore|from|de|dalle)\s)?(?:` + clock + `(?:\s?(?:[–-]|(?i:to|bis|à|a|às|as|alle|until)\s)\s?` + clock + `)?|\d{1,2}(?:[:.]\d\d)?\s?[–-]\s?` + clock + `)h?|(?i:ore|um|às|alle|at)\s\d{1,2}(?:\.\d\d)?`
	dial       = `(?:(?i:tel|phone|fon|mob|mobil|mobile|handy|tél|cell|telefon|telefone)\b\.?:?\s?|[☎📞]\s?)?(?:\+|\(\+?)?\d[\d ()./-]{5,}\d`
	mail       = `(?:(?i:e-?mail|mail)\s?:\s?)?[\pL\d._%+-]+@[\pL\d-]+(?:\.[\pL\d-]+)*\.\pL{2,}`
	site       = `(?:https?://|www\.)[^\s)]+`
	piecesOf   = `(?:[x×]\s?\d+|\d+\s?[x×])`
	pieceCount = `\d+\s(?i:pcs|stück|stk\.?|uds?\.?|unidades|pezzi|pz\.?|pièces)`
	sizes      = `(?:[2-6]?X{0,3}[SL]|M)`
	year       = `(?:19|20)\d\d`
	shut       = `(?:closed|geschlossen|ferm[ée]\pL{0,2}|cerrad\pL+|fechad\pL+|chius\pL+)`
	span       = `\d{1,2}(?:[:.h]\d\d|h)?\s?(?i:[ap]m\s?|uhr\s)?(?:[–-]|(?i:to|bis|à|a|às|alle)\s)\s?\d{1,2}(?:[:.h]\d\d|h)?(?:\s?(?i:[ap]m|uhr|h))?`
	daytime    = `(?:\s(?i:mornings?|afternoons?|evenings?|vormittags?|nachmittags?|abends?|früh|matin|après-midi|soir|mañana|tarde|noche|manhã|noite|mattina|pomeriggio|sera))?`
	inquiry    = `(?i:on\s(?:request|application)|p\.?o\.?a\.?|auf\sanfrage|sur\s(?:demande|devis)|a\sconsultar|sob\sconsulta|a\srichiesta|su\srichiesta)`
	everyDay   = `(?i:daily|every\sday|weekdays|weekends?|täglich|werktags|tous\sles\sjours|todos\slos\sdías|todos\sos\sdias|ogni\sgiorno|tutti\si\sgiorni)`
	openings   = `(?:` + everyDay + `|` + weekday + `(?:\s?(?:[–/+&-]|(?i:to|bis|und|and|à|et|al?|y|e)\s)\s?` + weekday + `)?)[.,:]?\s` + span + `(?:\s?(?:[,&+/]|(?i:und|and|et|y|e)\s)\s?` + span + `)*`
)

// priced are several prices of one thing, with what each is for, and slashed are figures of which nobody says what they are.
const (
	price   = `(?:` + currency + `\s?` + number + `|` + number + `\s?` + currency + `)`
	priced  = price + `(?:\s?/\s?\pL{1,10})?(?:\s?/\s?(?:` + price + `|` + number + `\s)|\s/\s\p{Ll}[^/\d(),;]{0,25}\s` + price + `).*`
	slashed = `(?:` + number + `|[–—-])(?:\s/\s` + number + `|\s/\s[–—-])+`
)

// What has several prices or figures, one for each of something, and what is counted before one.
var (
	pricedTwice = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:(.*?\S)\s+)?(` + priced + `|` + slashed + `)$`)
	})
	pricedPer = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\s` + price + `\s/\s\pL+$`) })
	countedAt = regexp.MustCompile(`^(.*\S)\s(\d{1,4}\s(\pL+))$`)
)

// several returns a name and its several prices or figures, nil where a slash separates other parts as well.
func several(s string) []string {
	m := pricedTwice().FindStringSubmatch(s[:min(len(s), longest)])
	if m == nil || len(s) > longest || !strings.Contains(m[2], "/") || strings.HasSuffix(m[1], "/") {
		return nil
	}
	if apart := strings.HasSuffix(s[:len(s)-len(m[2])], "  "); separators[slash].MatchString(m[1]) && !apart {
		return nil
	}
	if of := countedAt.FindStringSubmatch(m[1]); of != nil && strings.Contains(m[2], " "+of[3]+" ") { // "30 min £18 / 60 min £34"
		m[1], m[2] = of[1], of[2]+" "+m[2]
	}
	return m
}

func whole(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }

// form is what pieces of a kind are written like.
type form struct {
	kind    Kind
	figures bool // they have some
	*regexp.Regexp
}

// forms returns those of whole pieces, the narrowest first. It and the next are large, and compiled at first use.
var forms = sync.OnceValue(func() []form {
	return []form{
		{none, false, whole(`(?i:n/a|n\.a\.|-|–|—|\?|tb[acd]|k\.\s?a\.)`)},
		{Email, false, whole(mail)},
		{Link, false, whole(site + `|[a-z\d-]+\.(?:com|org|net|de|fr|es|pt|it|eu|io|co\.uk|com\.br)(?:/\S*)?`)},
		{Place, true, whole(`\(?[-+]?\d{1,2}\.\d{3,},\s?[-+]?\d{1,3}\.\d{3,}\)?`)},
		{Date, true, whole(dates + `|` + weekday + `,?\s\d{1,2}\.?`)},
		{Day, false, whole(weekday + daytime + `(?:\s?(?:[,–/+&-]|(?i:to|bis|und|and|à|et|a|y|e)\s)\s?` + weekday + daytime + `)*`)},
		{Opening, false, whole(openings + `(?:\s?[,;/]\s?` + openings + `)*|` +
			`24/7|24\s?(?:h(?:/24)?|(?i:hours|horas|ore|heures|stunden|std\.?))|(?i:open(?:s|ed)?|geöffnet|offen|ouvert\pL?|abiert\pL+|abert\pL+|apert\pL+|` + shut + `)(?:\s.*\d.*)?`)},
		{Time, true, whole(clocks)},
		{Money, false, whole(about + `(?:` + currency + `\s?` + sum + `|` + sum + `\s?` + currency + `)` + each + `|\d+[.,]\d\d` + perUnit + `|` + number + nightly + `|\d+[.,]\d\d(?:\s?/\s?\d+[.,]\d\d)+|` + priced + `|` + bySize + `|(?i:free|gratis|kostenlos|gratuit|gratuit[oa]|grátis)|` + inquiry)},
		{Year, true, whole(year)},
		{Quantity, true, whole(piecesOf + `|` + pieceCount)},
		{Score, true, whole(`\d{1,2}:\d(?:\s\(\d{1,2}:\d\))?`)},
		{Phone, true, whole(dial)},
		{Figure, true, whole(about + `[-+–−]?` + sum + `\s?(?:%|°C|°F|kg|g|mg|t|km|m|m²|m2|qm|mq|ha|cm|mm|kWh|kW|h|min|ml|cl|l|GB|MB|pts|points?|miles?)?|` + number + `(?:\s?[x×]\s?` + number + `){1,2}\s?(?:mm|cm|m)?|` + slashed)},
		{City, true, whole(`(?:[A-Z]{1,2}-)?(?:\d{5}|\d{4}-\d{3})\s\p{Lu}[\pL '’().-]+`)},
		{Size, false, whole(sizes + `(?:\s?[,/–-]\s?` + sizes + `)*`)},
		{Counted, true, whole(about + `\d{1,3}(?:\s?[–-]\s?\d{1,3})?\s\pL+\.?`)},
	}
})

// loose returns those of what is found without a separator beside it, between blanks.
var loose = sync.OnceValue(func() []form {
	return []form{
		{Email, true, between(mail)},
		{Link, true, between(site)},
		{Date, true, between(dates)},
		{Day, true, regexp.MustCompile(`^(` + weekday + daytime + `)(?:$|[\s),;:])`)},
		{Time, true, between(clocks)},
		{Money, true, between(about + `(?:` + currency + `\s?` + sum + `|` + sum + `\s?` + currency + `)` + each)},
		{Money, true, regexp.MustCompile(`(?:^|\s)(\d+[.,]\d\d(?:\s?/\s?\d+[.,]\d\d)*(?:` + perUnit + `)?|(?i:free|gratis|kostenlos|frei|gratuit|gratuito|grátis)|` + inquiry + `)$`)},
		{Quantity, true, between(piecesOf + `|` + pieceCount)},
		{Score, true, regexp.MustCompile(`(?:^|\s)(\d{1,2}:\d(?:\s\(\d{1,2}:\d\))?)$`)},
		{Year, true, regexp.MustCompile(`(?:^|\s)\(((?:1[4-9]|20)\d\d)\)`)},
		{Phone, true, between(dial)},
	}
})

func between(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[\s(])(` + pattern + `)(?:$|[\s),;:])`)
}

// Streets with the numbers of their houses: the number is first in English and French, else last.
var (
	numberFirst = regexp.MustCompile(`^\d{1,5}\s?[a-zA-Z]?(?:\s?(?:bis|ter)\b)?,?\s(?:(?i:rue|avenue|av\.|boulevard|bd\.?|place|pl\.|chemin|impasse|allée|quai|cours|route|square|passage)\s.+|` +
		`(?:[\pL'’.-]+\s){1,4}(?:St|Street|Rd|Road|Ave|Avenue|Lane|Ln|Drive|Square|Sq|Way|Court|Place|Blvd|Boulevard|Hill|Close|Terrace|Row|Walk|Crescent|Gardens|Quay)\b\.?(?:,.*)?$)`)
	road      = `(?i:calle|c/|avda\.?|avenida|av\.|plaza|pza\.?|paseo|camino|carrer|ronda|rua|r\.|travessa|largo|praça|estrada|alameda|beco|via|viale|v\.le|piazza|p\.za|corso|c\.so|vicolo|piazzale|strada|rue|place)\s?\pL`
	roadFirst = regexp.MustCompile(`^` + road + `[^\d,]*,?\s(?:n\.?º?\s?)?\d{1,5}\s?[a-zA-Z]?(?:,.*|\s\D.*)?$`)
	roadOnly  = regexp.MustCompile(`^` + road + `[^\d,]*$`)
	houseOnly = regexp.MustCompile(`^(?:n\.?º?\s?)?\d{1,4}\s?[a-zA-Z]?$`)
	german    = regexp.MustCompile(`^(?:(?:[\pL.-]+\s)*\pL+(?:str\.|straße|strasse|weg|platz|gasse|allee|ring|ufer|damm|markt|chaussee|graben)|(?:\pL+\s)+(?:Str\.|Straße|Strasse|Weg|Allee))` +
		`\s\d{1,4}\s?[a-zA-Z]?(?:,.*|\s\([^()]*\))?$|^(?:Am|Im|An der|An den|Auf dem|Zum|Zur|In der)\s[\pL. -]+\s\d{1,4}\s?[a-z]?(?:,.*)?$`)
	decimalOf   = regexp.MustCompile(`^[-+]?\d{1,3}\.\d{3,}$`)
	oneWord     = regexp.MustCompile(`^(.*\S)\s[\pL.]+$`)
	yearLike    = regexp.MustCompile(`^(?:1[4-9]|20)\d\d$`)
	townLike    = regexp.MustCompile(`^(?:\d{4,5}\s)?\p{Lu}[\pL'’.-]+(?:\s[\pL'’.-]+){0,2}(?:\s[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})?$`)
	numbersOf   = regexp.MustCompile(`\d[\d ./()-]{6,}`)
	monthYear   = regexp.MustCompile(`^\d{1,2}[./-](?:19|20)\d\d$`)
	datedFigure = regexp.MustCompile(`^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)|\d{4}-\d\d-\d\d)\s`)
	dialDigits  = regexp.MustCompile(`^\d{3}[-.]\d{4}$`)
)
