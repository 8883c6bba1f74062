package search

import (
	"slices"
	"strings"
	"sync"

	"berth/apps/gift/inplace"
	"berth/platform/text"
	"berth/platform/text/meaning"
)

// How much the words of a gift's fields count for its meaning.
const (
	senseOfName        = 2.0
	senseOfFacets      = 1.6
	senseOfBrief       = 1.0
	senseOfDescription = 0.5
)

// senses are the meanings of all gifts, by the learned vectors of their words. An exact search compares them all.
type senses struct {
	common meaning.Vector
	gifts  string // a meaning.Small each
}

func writeSenses(w *inplace.Writer, texts []prose) {
	gifts := make([]meaning.Vector, len(texts))
	for i, p := range texts {
		v := &gifts[i]
		mean(v, p.ofName(), senseOfName)
		mean(v, p.ofFacets(), senseOfFacets)
		mean(v, p.ofBrief(), senseOfBrief)
		mean(v, p.ofDescription(), senseOfDescription)
		v.Unit()
	}
	common := meaning.Common(gifts)
	for _, x := range common {
		w.Float(float64(x))
	}
	var small strings.Builder
	for i := range gifts {
		gifts[i].Without(&common)
		small.WriteString(string(gifts[i].Small()))
	}
	w.Text(small.String())
}

func readSenses(r *inplace.Reader) *senses {
	s := &senses{}
	for i := range s.common {
		s.common[i] = float32(r.Float())
	}
	s.gifts = r.Text()
	return s
}

func (s *senses) gift(i int) meaning.Small {
	return meaning.Small(s.gifts[i*meaning.SmallSize : (i+1)*meaning.SmallSize])
}

// everyday are words that say nothing of what somebody does, or too many things to guess which.
const everyday = "dating birthday birthdays play plays played playing game games single last next first live lives living work works working worked year years " +
	"married engaged anniversary retired turned turn become house home room school class coming come comes making make makes made take takes taking " +
	"impossible easy hard kinda sort money save saving wish wishes wedding party parties name named born lose lost died passed night nights evening " +
	"evenings morning mornings afternoon today tonight yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday weekends january february " +
	"march april june july august september october november december spring summer autumn winter holiday holidays christmas moved move moving " +
	"started start starts beginner used using tell tells talk talks talking call calls feel feels feeling keep keeps keeping leave leaves leaving " +
	"wear wears wearing watch watches watching listen listens listening help helps helping every everyone everything whole together almost anyone " +
	"world life people person place places town city country street north south east west english german french spanish italian portuguese american " +
	"british young younger oldest youngest little middle ages woman women girl girls lady ladies guys dude bloke blokes gentleman humour humor sense " +
	"absolutely honestly literally finally totally currently soon already basically particularly especially including favourite favorite collects " +
	"collecting collector collection spends spending spent wants wanting limit limits small large tiny huge long short high late early always " +
	"goes gone went lots plenty piece pieces item items thoughtful meaningful special unique useful practical personal quality token kind kinds type types " +
	"hours hour minutes minute weeks twice thing ones bought given gave received receive secret santa budget maximum around something barely hardly somebody nobody " +
	"aged asked asks asking stairs heart stay stays stayed behind upstairs downstairs parcels post see sees together flat building " +
	"portuguese polish turkish greek indian chinese irish " +
	"second hand hands ball balls club clubs care living worker workers starting studio tell told rules rule open owner manager agent comfort instead " +
	"patron customer customers paper papers card cards smart full attic seat seats drowning " +
	"project projects exchange models model screen screens pictures picture champion interest interests seasons season study studies studied studying teaching teaches taught " +
	"course courses closed close deal deals professional amateur matches match hate hates rather perhaps though thought true learned learning grade classroom diploma prices " +
	"side sides starter pass passing passed drop difference means below feeding sent equipment overseas indoor floor window deck lines line route sleeves shirts shirt " +
	"jacket pink black brand display cases case scene sound sounds human land earth water waters cups council issues question questions suggested existence novelty " +
	"sales loads lets along decide whether sentence junior test tests tested master masters shower phone round press famous legend roller development theme themes " +
	"themed bottles bottle leather plastic glass metal warm warmer cold eyes physical factory hospital fight fights lunch meal meals dish dishes shots clips clip " +
	"apparently needed allowed fridge door stray label labels chart scissors cotton enamel copper machines parts player players supporter logic practice sheet spoon " +
	"collected collect drive drives drove accident bottle opener full seven puts since thinking three four five eight nine eleven twelve fifteen twenty thirty forty fifty sixty"

// vague reports whether a word says too little of somebody to be compared.
func vague(t text.Token) bool { return vagueWords()[t.Word] }

var vagueWords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(everyday + " " + relatives + " " + people) {
		all[w] = true
	}
	return all
})

// mean adds the words that carry meaning to v, the rare ones most, each counting by.
func mean(v *meaning.Vector, tokens []text.Token, by float32) {
	for _, t := range tokens {
		if !idle(t.Word) {
			v.AddWord(t.Word, by)
		}
	}
}

// direction returns the meaning of words, nil when none of them is known.
func (s *senses) direction(tokens []text.Token) *meaning.Vector {
	var asked meaning.Vector
	mean(&asked, slices.DeleteFunc(slices.Clone(tokens), vague), 1)
	if !asked.Unit() || !asked.Without(&s.common) {
		return nil
	}
	return &asked
}

// near returns how near a gift is to a direction, -1 to 1; 0 when there is none.
func (s *senses) near(asked *meaning.Vector, gift int) float32 {
	if asked == nil {
		return 0
	}
	return s.gift(gift).Dot(asked)
}
