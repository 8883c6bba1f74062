package search

import (
	"cmp"
	"slices"
	"strings"

	"berth/apps/gift/inplace"
	"berth/apps/gift/lexicon"
	"berth/platform/text"
	"berth/platform/text/meaning"
)

// How the meaning of a word that nobody has written down is guessed from words that mean nearly the same.
const (
	nearestConcepts = 14   // concepts whose words are looked at
	leastKinship    = 0.58 // cosine below which words have nothing in common
	surestKinship   = 0.80 // cosine from which on they mean the same
	kinshipShare    = 0.75 // of the weight that a phrase of the lexicon would have
	mostGuessed     = 2    // concepts of one word
	leastSure       = 0.7  // of a situation, which words that merely stand beside its own suggest too easily
	mostStrange     = 8    // words of a description that are guessed
)

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

// plainParts are parts of the names of pastimes that mean much else: what is like "true" is no crime.
const plainParts = "true stand toys pretend driving living cross metal detecting courts law uniformed services service medicine care emergency chefs kitchen " +
	"east asian sauce hot roller pool wild brain favourite second things modern design pets"

// idea is a concept with the words of the lexicon that mean it.
type idea struct {
	lexicon.Concept
	center meaning.Vector
	words  []meaning.Word
}

// writeIdeas writes the concepts that words can mean, each with its words.
func writeIdeas(w *inplace.Writer, l *lexicon.Lexicon) {
	by := map[string]map[string]bool{}
	add := func(c lexicon.Concept, word string) {
		if _, known := meaning.Look(word); known {
			by[c.String()][word] = true
		}
	}
	l.Entries(func(e *lexicon.Entry) bool {
		for _, c := range e.Concepts {
			if c.Weight < 0.8 || c.Facet != "interest" && c.Facet != "situation" {
				continue
			}
			if by[c.String()] == nil {
				by[c.String()] = map[string]bool{}
				for part := range strings.SplitSeq(c.Value, "-") {
					if !idle(part) && !vagueWords()[part] && !oneOf(part, plainParts) && c.Facet == "interest" { // "trying" is no exercise
						add(c.Concept, part)
					}
				}
			}
			add(c.Concept, e.Phrase) // a phrase of one word
		}
		return true
	})
	all := inplace.Sorted(by)
	w.Number(len(all))
	for _, c := range all {
		w.Text(c)
		w.Text(strings.Join(inplace.Sorted(by[c]), " "))
	}
}

func readIdeas(r *inplace.Reader) (all []idea) {
	for range r.Number() {
		i := idea{Concept: conceptOf(r.Text())}
		for word := range strings.FieldsSeq(r.Text()) {
			if w, known := meaning.Look(word); known {
				i.words = append(i.words, w)
			}
		}
		meaning.Sort(&i.words)
		for _, w := range i.words {
			w.AddTo(&i.center, 1)
		}
		if i.center.Unit() {
			all = append(all, i)
		}
	}
	return all
}

// guess returns the concepts that a word most likely means, the surest first.
func guess(all []idea, word meaning.Word) []lexicon.Weighted {
	var v meaning.Vector
	word.AddTo(&v, 1)
	near := make([]scored, len(all))
	for i := range all {
		near[i] = scored{i, float64(v.Dot(&all[i].center))}
	}
	var likely []lexicon.Weighted
	for _, n := range best(near, nearestConcepts) {
		i := &all[n.gift]
		kin := float32(n.score)
		for _, w := range i.words {
			kin = max(kin, w.Dot(&v))
		}
		if kin >= leastKinship {
			sure := min(1, float64(kin-leastKinship)/(surestKinship-leastKinship))
			if i.Facet == "interest" || sure > leastSure {
				likely = append(likely, lexicon.Weighted{Concept: i.Concept, Weight: kinshipShare * (0.3 + 0.7*sure)})
			}
		}
	}
	slices.SortStableFunc(likely, func(a, b lexicon.Weighted) int { return cmp.Compare(b.Weight, a.Weight) })
	return likely[:min(mostGuessed, len(likely))]
}

// guess adds the meanings of words that no phrase of the lexicon covers, by the words that mean nearly the same.
func (q *query) guess(all []idea, tokens []text.Token, covered []bool, s []scope) {
	left := mostStrange
	for i, t := range tokens {
		if covered[i] || s[i] != plain || idle(t.Word) || len(t.Word) < 4 || left == 0 || vague(t) || strings.HasSuffix(t.Word, "ly") {
			continue
		}
		w, ok := meaning.Look(t.Word)
		if !ok || w.Weight() < 0.8 {
			continue
		}
		left--
		var fresh []lexicon.Concept
		for _, c := range guess(all, w) {
			if q.hates[c.Concept] || q.want[c.Concept] > 0 || oneOf(c.Value, "travel lives-abroad") { // a place somebody is from
				continue
			}
			q.want[c.Concept] = c.Weight
			fresh = append(fresh, c.Concept)
		}
		if len(fresh) > 0 {
			q.phrases = append(q.phrases, fresh)
		}
	}
}
