package catalogue_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"berth/apps/gift/catalogue"
)

// alike is the similarity from which on two names must not belong to different gifts.
const alike = 0.72

var kebab = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// where matches kinds of shops, makers and places where a gift comes from.
var where = regexp.MustCompile(`(?i)\b((book|bought|sold|paid|tickets come) (with|at|from|on|a|the)|from (a|the) [\w-]+( \w+)? (firm|organiser|owner)|choir itself|animal shelter|\w*shops?|stores?|\w*makers?|markets?|nurser(y|ies)|studios?|suppliers?|dealers?|merchants?|outfitters?|centres?|galler(y|ies)|museums?|` +
	`clubs?|societ(y|ies)|associations?|schools?|universit(y|ies)|librar(y|ies)|box office|ticket (office|desk|site)|agenc(y|ies)|compan(y|ies)|` +
	`stationer's|stationers|chemists?('s)?|pharmac(y|ies)|opticians|grocers?('s)?|supermarkets?|delicatessens?|delis?|baker(y|ies)|roasters?|cheesemongers|` +
	`chocolatiers?|brewer(y|ies)|distiller(y|ies)|vineyards?|farms?|florists?|jewellers|silversmiths|cutlers|haberdasher(y|ies)|printers?|labs?|laborator(y|ies)|` +
	`engravers?|illustrators?|potters?|weavers?|carvers?|artists?|photographers?|calligraphers?|tailor|shirtmaker|carpenter|locksmith|hotels?|restaurants?|cafés?|inn|` +
	`charit(y|ies)|trusts?|publishers?|banks?|post office|garages?|guides?|teachers?|trainers?|coach|therapists?|practice|adviser|broker|platform|` +
	`scheme|services?|sites?|online|cinemas?|theatres?|zoo|railway's?|pool|gym|hall|rink|circuit|stables?|perfumeries|perfumers?|boutiques|chandlers|saddlers|` +
	`hatters|laundrette|flea|fairs|growers?|beekeepers?|tanneries|mills'|yards|ironmongers|blacksmiths|herbalists|astrologers|directly|chef|songwriter|poet|` +
	`seamstress|quilter|barbers?|dentist|editor|you (make|give|write|cook|gather|bake|grow|plan|record|cut|ask|take|draw|post|do|set)|planned by you|your own)\b`)

// check finds everything that is wrong with gifts, in words, each beginning with the gift's key.
func check(gifts []catalogue.Gift, words catalogue.Vocabulary) []string {
	var wrong []string
	for _, g := range gifts {
		for _, w := range checkOne(g, words) {
			wrong = append(wrong, g.Key+": "+w)
		}
	}
	return append(wrong, twins(gifts)...)
}

func checkOne(g catalogue.Gift, words catalogue.Vocabulary) []string {
	var c checker
	if !kebab.MatchString(g.Key) || len(g.Key) > 80 {
		c.say("the key must be kebab-case of at most 80 characters")
	}
	c.text("name", g.Name, 3, 60)
	c.text("brief", g.Brief, 20, 140)
	c.text("description", g.Description, 110, 600)
	c.text("guidance", g.Guidance, 40, 250)
	if !where.MatchString(g.Guidance) {
		c.say("guidance does not say where: name a kind of shop, maker or place")
	}
	c.list("categories", g.Categories, words.Categories, 1, 3)
	c.list("occasions", g.Occasions, words.Occasions, 1, 8)
	c.list("recipients", g.Recipients, words.Recipients, 1, 8)
	c.list("interests", g.Interests, words.Interests, 0, 5)
	c.list("traits", g.Traits, words.Traits, 0, 5)
	c.list("situations", g.Situations, words.Situations, 0, 4)
	c.list("contains", g.Contains, words.Contains, 0, len(words.Contains))
	facts := slices.Concat(g.Interests, g.Situations, g.Occasions, g.Recipients)
	c.list("best", g.Best, facts, 0, len(facts))
	c.list("passable", g.Passable, slices.DeleteFunc(slices.Clone(facts), func(of string) bool { return slices.Contains(g.Best, of) }), 0, len(facts))
	var named []string
	for _, assumed := range g.Assumes {
		if strings.ContainsAny(assumed, "|/") {
			c.spelled(assumed, words)
		} else {
			named = append(named, assumed)
		}
	}
	c.list("assumes", named, words.Assumes, 0, 3)
	if len(g.Interests)+len(g.Traits)+len(g.Situations) == 0 {
		c.say("it needs an interest, a trait or a situation to be found by")
	}
	if g.Price[0] < 0 || g.Price[0] > g.Price[1] || g.Price[1] == 0 || g.Price[1] > 5000 {
		c.say("price %v must be a low and a high in dollars, of at most 5000", g.Price)
	}
	if g.Ages[0] < 0 || g.Ages[0] > g.Ages[1] || g.Ages[1] > 120 {
		c.say("ages %v must be the youngest and the oldest in years", g.Ages)
	}
	if g.Ages[0] < 18 && slices.Contains(g.Contains, "alcohol") {
		c.say("alcohol starts at an adult age")
	}
	if g.Ages[0] < 3 && slices.Contains(g.Contains, "small-parts") {
		c.say("small parts start at age 3")
	}
	return c.wrong
}

type checker struct{ wrong []string }

func (c *checker) say(format string, a ...any) { c.wrong = append(c.wrong, fmt.Sprintf(format, a...)) }

func (c *checker) text(field, s string, least, most int) {
	if n := utf8.RuneCountInString(s); n < least || n > most {
		c.say("%s has %d characters, not %d to %d", field, n, least, most)
	}
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(first) && !unicode.IsDigit(first) && !strings.ContainsRune(`"“‘'`, first) {
		c.say("%s must begin with a word", field)
	}
	if strings.TrimSpace(s) != s || strings.ContainsAny(s, "<>\n\t*`") || strings.Contains(s, "  ") {
		c.say("%s must be one line of plain text", field)
	}
}

func (c *checker) list(field string, have, known []string, least, most int) {
	if len(have) < least || len(have) > most {
		c.say("%s has %d values, not %d to %d", field, len(have), least, most)
	}
	for i, v := range have {
		if !slices.Contains(known, v) {
			c.say("%s: %q is not in the vocabulary", field, v)
		}
		if slices.Contains(have[:i], v) {
			c.say("%s: %q stands twice", field, v)
		}
	}
}

// spelled checks what says an assumption.
func (c *checker) spelled(assumed string, words catalogue.Vocabulary) {
	known := map[string][]string{"interest": words.Interests, "situation": words.Situations, "trait": words.Traits, "occasion": words.Occasions,
		"recipient": words.Recipients, "category": words.Categories, "avoid": words.Contains, "assume": words.Assumes}
	for way := range strings.SplitSeq(assumed, "|") {
		switch facet, value, fact := strings.Cut(way, "/"); {
		case !fact && (way == "" || way != strings.ToLower(strings.TrimSpace(way))):
			c.say("assumes: %q: want words in small letters", way)
		case fact && facet != "age" && !slices.Contains(known[facet], value):
			c.say("assumes: %q is not in the vocabulary", way)
		}
	}
}

// twins returns keys and names that occur twice, or nearly.
func twins(gifts []catalogue.Gift) []string {
	var wrong []string
	keys := map[string]bool{}
	sizes := make([]int, len(gifts))
	with := map[string][]int{} // the gifts whose names have a run of three letters
	for i, g := range gifts {
		if keys[g.Key] {
			wrong = append(wrong, g.Key+": the key stands twice")
		}
		keys[g.Key] = true
		grams := trigrams(g.Name)
		sizes[i] = len(grams)
		both := make([]int, i)
		for _, gram := range grams {
			for _, j := range with[gram] {
				both[j]++
			}
			with[gram] = append(with[gram], i)
		}
		for j, n := range both {
			if s := float64(n) / float64(sizes[i]+sizes[j]-n); s >= alike { // Jaccard
				wrong = append(wrong, fmt.Sprintf("%s: its name %q is nearly that of %s, %q (%.2f)", g.Key, g.Name, gifts[j].Key, gifts[j].Name, s))
			}
		}
	}
	return wrong
}

// trigrams returns the different runs of three letters of s.
func trigrams(s string) []string {
	s = " " + strings.Join(strings.FieldsFunc(strings.ToLower(s), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }), " ") + " "
	var grams []string
	for i := range len(s) - 2 {
		grams = append(grams, s[i:i+3])
	}
	slices.Sort(grams)
	return slices.Compact(grams)
}
