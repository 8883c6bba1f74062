package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// Words for people whom somebody has, and for those who have them.
const (
	parents = "mother father mum mom mam mummy mommy dad daddy papa mama parent parents grandmother grandfather grandma grandpa granny gran nan nana " +
		"grandparents stepmum stepmom stepdad guardian"
	offspring = "kid kids child children boy boys girl girls son sons daughter daughters twin twins triplets baby babies newborn toddler toddlers teenager " +
		"teenagers teens teen preschooler preschoolers infant infants grandkid grandkids grandchild grandchildren grandson grandsons granddaughter " +
		"granddaughters stepson stepdaughter little ones kiddo kiddos"
	relatives = offspring + " " + parents + " husband wife partner boyfriend girlfriend fiance fiancee brother brothers sister sisters sibling siblings friend " +
		"friends family mate mates niece nieces nephew nephews cousin cousins aunt uncle inlaws boss colleague colleagues coworkers team neighbours neighbors " +
		"neighbour neighbor ex roommate flatmate students pupils class"
	counts = "a an one two three four five six seven eight nine ten several some many grown adult young small little tiny teenage teen new beautiful lovely " +
		"adorable wonderful energetic lively busy wild crazy baby twin both older younger youngest oldest eldest only first second her his their the of school age aged " +
		"adopted foster step grown-up best close good 1 2 3 4 5 6 7 8 9 10"
)

// asides marks the words about people who are not the recipient, and their ages: "a mother of two kids (4 and 7)", "my sister,
// whose son is 5,", "she adores her grandchildren", "he is going to be a dad".
func asides(tokens []text.Token, found []lexicon.Found, givers []giver) []bool {
	a := aside{figures{tokens: tokens, numbers: numbers{used: make([]bool, len(tokens))}}, make([]bool, len(tokens)), -1}
	for _, g := range givers {
		a.mark(g.from, g.to)
		a.whom = max(a.whom, g.whom)
	}
	named := len(tokens) // the first word for a person
	for _, f := range found {
		if names(f) >= 0.4 {
			named = f.From
			break
		}
	}
	if first := slices.IndexFunc(tokens, func(t text.Token) bool { return oneOf(t.Word, people) }); first >= 0 {
		named = min(named, first)
	}
	for i := range tokens {
		if !a.marks[i] {
			a.at(i, named)
		}
	}
	return a.marks
}

// both reports whether several people get something: "a baby and her brother, 15 each".
func (a *aside) both() bool {
	return slices.ContainsFunc(a.tokens, func(t text.Token) bool { return oneOf(t.Word, "each both") })
}

type aside struct {
	figures
	marks []bool
	whom  int // where the words for whoever gets it begin, -1 when they are not told from those for who gives it
}

func (a *aside) at(i, named int) {
	if n, to, ok := a.givers(i); ok && n > 1 {
		a.mark(i, to)
		return
	}
	if a.is(i, "to with") && a.is(i-1, "reads read sings sang plays talks") && a.is(i+1, "the our") && a.is(i+2, offspring) { // "who reads to the kids"
		a.mark(i, i+3)
		return
	}
	if tendedTo(a.tokens, i) { // "the doctor who looked after my husband"
		if end := a.kin(i+1, relatives); end > 0 {
			a.mark(i, end)
			return
		}
	}
	if i > named && a.is(i, "his her their") && a.is(i+1, parents) && a.is(named, offspring) { // "a boy turning 3, his parents live next door"
		follow(a.tokens, i, a.marks)
		return
	}
	if i > named && a.is(i, parents) && a.is(named, offspring+" niece nephew godson goddaughter godchild") && !a.is(i-1, "my our") && a.is(i+1, listed("says")) {
		a.mark(i, i+1) // "a girl of 4, mum is fed up with glitter"
		return
	}
	known := i > named || i > 0 && a.is(i-1, "who she he they shes hes")
	switch {
	case a.is(i, "of") && a.is(i-1, parents): // "mother of two kids"
		if end := a.kin(i+1, offspring); end > 0 {
			a.mark(i+1, a.ages(end))
		} else if _, end, ok := a.number(i + 1); ok {
			a.mark(i+1, a.ages(end))
		}
	case a.is(i, "to") && a.is(i-1, "engaged married") || a.is(i, "marrying marries") && a.is(i+1, "a an"): // "engaged to a doctor"
		a.mark(i, a.clause(i+1))
	case a.is(i, "whose"):
		if end := a.kin(i+1, relatives); end > 0 {
			a.mark(i, a.clause(end))
		}
	case known && a.is(i, "has have had having raising raises with got to and looks after") && !a.is(i-1, "live lives living"): // "who has two boys, 4 and 7"
		if end := a.kin(i+1, offspring); a.is(i, "having") && a.is(end-1, "baby babies twins triplets") { // "my colleague is having a baby"
			return
		} else if end > i+2 || end > 0 && !a.is(i, "and to") && i > named {
			if a.is(i, "and") && !a.is(i+1, "her his their") || a.is(i, "to") && !a.is(i-1, parents+" mum dad") {
				return
			}
			a.mark(i+1, a.relative(a.ages(end)))
		}
	case known && i != a.whom && a.is(i, "her his their") && i > 0 && (!a.is(i-1, "for is from") || a.tends(i-1)) && (!a.is(i-1, "and &") || i-2 != named && !a.both()):
		if end := a.kin(i+1, relatives); end > 0 {
			a.mark(i, a.predicate(a.ages(end)))
		}
	case known && i > 0 && (a.tokens[i].Before >= text.Comma || a.is(i-1, "our the her his their")) && a.is(i, offspring) && i > named+1:
		if a.is(i+1, "is are was turns just has") || a.figure(i+1) { // "new mum, baby is 3 months old"
			a.mark(i, a.clause(i+1))
		}
	case a.is(i, parents+" mum dad grandad granddad") && i > named && a.becoming(i):
		a.mark(i, i+1)
	}
}

// becoming reports whether somebody becomes what word i says: "is going to be a dad", "about to become a grandmother".
func (a *aside) becoming(i int) bool {
	at := i - 1
	for at > 0 && a.is(at, "a an the first time new proud single") {
		at--
	}
	return a.is(at, "be become becoming becomes being became")
}

// tends reports whether "for" at word i says for whom somebody cares.
func (a *aside) tends(i int) bool {
	return a.is(i, "for") && a.is(i-1, "cares care caring cared carer caregiver caregiving")
}

// kin returns the position after a word for people that follows i, with at most four words for how many and which they are
// before it; 0 when there is none.
func (a *aside) kin(i int, people string) int {
	for n := 0; n < 5 && i+n < len(a.tokens); n++ {
		switch {
		case n > 0 && a.tokens[i+n].Before > text.None:
			return 0
		case a.is(i+n, people) && !(a.is(i+n, "little baby teen") && a.is(i+n+1, relatives+" one")):
			return i + n + 1
		case !a.is(i+n, counts) && !a.age(i+n):
			return 0
		}
	}
	return 0
}

// age reports whether word i is part of an age before the word for somebody: "4-year-old".
func (a *aside) age(i int) bool { return a.figure(i) || a.unit(i) > 0 || a.is(i, "old yo") }

func (a *aside) figure(i int) bool {
	_, _, ok := a.number(i)
	return ok && !a.money(i-1) && !a.money(i+1)
}

// ages returns the position after the ages that follow.
func (a *aside) ages(i int) int {
	for end := i; ; end++ {
		switch {
		case a.figure(end), a.unit(end) > 0 && end > i:
			i = end + 1
		case end < len(a.tokens) && a.is(end, "and & to or aged ages age old yo both under about") && a.tokens[end].Before < text.Stop:
		default:
			return i
		}
	}
}

// relative goes on over "who …" up to the next comma.
func (a *aside) relative(i int) int {
	if i < len(a.tokens) && a.is(i, "who that") && a.tokens[i].Before <= text.Comma && !a.is(i-1, parents) {
		return a.clause(i + 1)
	}
	return i
}

// predicate goes on over what is said of somebody: "her son is 5 and loves trains".
func (a *aside) predicate(i int) int {
	if a.is(i, "is are was has have had loves love likes plays died passed lives works just who with") && a.tokens[i].Before == text.None {
		return a.clause(i)
	}
	return i
}

// clause returns where the clause ends that goes on at i.
func (a *aside) clause(i int) int {
	for i < len(a.tokens) && a.tokens[i].Before == text.None {
		i++
	}
	if i < len(a.tokens) && a.tokens[i].Before == text.Comma && a.figure(i) { // "whose kids, 4 and 7, …"
		return a.ages(i)
	}
	return i
}

func (a *aside) mark(from, to int) {
	for i := from; i < min(to, len(a.marks)); i++ {
		a.marks[i] = true
	}
}

// outside returns the ages that are not those of somebody else.
func outside(ages []ageAt, asides []bool) []ageAt {
	return slices.DeleteFunc(ages, func(a ageAt) bool { return slices.Contains(asides[a.from:a.to], true) })
}
