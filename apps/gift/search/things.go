package search

import (
	"slices"

	"berth/platform/text"
)

// thing is what somebody was given or has, taken apart: a "blue yoga mat from Berlin" is a mat, and one for yoga.
type thing struct {
	head string   // the stem of the noun
	more []string // the stems beside it
}

// Words of names.
const (
	// holders come before "of" and what they hold: "a box of chocolates".
	holders = "mountain heap pile box set pair bottle bag bunch pack packet jar tin bouquet collection year trio duo kit crate basket hamper case piece pieces bar bars roll " +
		"selection range lot lots loads tons heaps mountains piles plenty full hundreds " +
		"thousands dozens couple dozen tray bowl cup book tube stack string handful roll sheet spool skein month ball"
	// tails begin what says no more what a thing is.
	tails = "from you for at in on by last this when because to with without which that who we i he she they already before since and-a during after until as " +
		"already years ago recently earlier now so but though yesterday over like sewn"
	// trims are words that say nothing of what a thing is.
	trims = "red blue green black white pink purple yellow grey gray brown orange navy beige gold golden silver turquoise teal cream new old big small large " +
		"little mini huge tiny nice good lovely beautiful pretty cute fancy cheap expensive real proper great favourite favorite another more other one two " +
		"three four five six first second extra matching personalised personalized custom fine simple same similar january february march april may june july " +
		"august september october november december christmas birthday easter valentines anniversary home her his their my our set"
)

// thingsOf returns the things that tokens name, separated by commas and "and".
func thingsOf(tokens []text.Token) []thing {
	var all []thing
	var now []text.Token
	end := func() {
		if t, ok := thingOf(now); ok {
			all = append(all, t)
		}
		now = nil
	}
	cut := false
	for i, t := range tokens {
		if t.Before > text.None || oneOf(t.Word, "and & plus or nor") {
			end()
			cut = false
		}
		if oneOf(t.Word, tails) && i > 0 {
			cut = true
		}
		if !cut && !oneOf(t.Word, "and & plus or nor") {
			now = append(now, t)
		}
	}
	end()
	return all
}

// thingOf returns the thing that tokens name together; false = they name none.
func thingOf(tokens []text.Token) (thing, bool) {
	if about := slices.IndexFunc(tokens, func(t text.Token) bool { return t.Word == "about" }); about > 0 { // "a book about gardens"
		t, ok := thingOf(tokens[:about])
		t.more = append(t.more, tellingStems(tokens[about:])...)
		return t, ok
	}
	if of := slices.IndexFunc(tokens, func(t text.Token) bool { return t.Word == "of" }); of > 0 {
		after := tokens[of+1:]
		if oneOf(tokens[of-1].Word, holders) {
			return thingOf(after)
		}
		t, ok := thingOf(tokens[:of])
		if !ok {
			return thingOf(after)
		}
		t.more = append(t.more, tellingStems(after)...)
		return t, ok
	}
	stems := tellingStems(tokens)
	if len(stems) == 0 {
		return thing{}, false
	}
	n := len(stems) - 1
	return thing{synonym(stems[n]), stems[:n]}, true
}

// tellingStems returns the stems that say what a thing is.
func tellingStems(tokens []text.Token) []string {
	var stems []string
	for _, t := range tokens {
		if idle(t.Word) || oneOf(t.Word, trims) || t.Word[0] >= '0' && t.Word[0] <= '9' {
			continue
		}
		stems = append(stems, t.Stem)
	}
	return stems
}

// synonym returns one stem for nouns that mean the same thing.
func synonym(stem string) string {
	switch stem {
	case "cup":
		return "mug"
	case "sweater", "pullov", "jersey":
		return "jumper"
	case "bicycl":
		return "bike"
	case "sneaker":
		return "trainer"
	case "flashlight":
		return "torch"
	case "earphon", "headphon", "earbud", "airpod", "headset":
		return "headphon"
	case "pendant":
		return "necklac"
	case "notebook", "journal", "diari":
		return "journal"
	case "throw":
		return "blanket"
	case "rucksack", "daypack", "knapsack":
		return "backpack"
	case "pyjama":
		return "pajama"
	case "veg", "veggi":
		return "veget"
	case "dice":
		return "die"
	case "uke":
		return "ukulel"
	case "choc", "chocol":
		return "chocol"
	}
	return stem
}

func isWide(stem string) bool { return oneOf(stem, wideStems) }

// wideStems are nouns that say too little by themselves: a chocolate box is no toolbox.
const wideStems = "box set kit bag pack book card bottl glass cup game print poster voucher ticket class lesson day weekend cours subscript hamper basket " +
	"sampler collect jar tin case holder stand light lamp board stone tool maker machin cloth paper pot pan roll wall tray servic session visit workshop even " +
	"night afternoon morn hour year pouch rack cover strap cap map plan guid gift present membership pass trip tour flight crate bundl duo trio pair ring wrap " +
	"care station play piec thing item stuff brush stick block ball tabl"

// cuddly reports whether a thing is a soft toy: "stuffed animals", "a soft toy", "plushies".
func (t thing) cuddly() bool {
	return oneOf(t.head, "plushi peluch teddi") || oneOf(t.head, "anim toi toy") &&
		slices.ContainsFunc(t.more, func(s string) bool { return oneOf(s, "stuf soft cuddli plush") })
}
