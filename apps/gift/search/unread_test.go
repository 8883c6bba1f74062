package search_test

import (
	"strings"
	"testing"

	"berth/apps/gift/search"
)

// What is said in other words than elsewhere is read too: nicknames, misspellings, homes and lives, and so in other languages.
func TestReadsWhatIsSaidOtherwise(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]string{
		"my aunt is a total bookaholic, $20":                         "interest/reading",
		"nephew has caught the climbing bug, $30":                    "interest/climbing",
		"colleage leaving, does archery, $20":                        "recipient/colleague interest/archery", //nolint:misspell // on purpose
		"friend bought an old house and is doing it up himself, $50": "interest/diy",
		"new neighbours with a baby, $15":                            "situation/new-baby occasion/housewarming",
		"boy, 7, in hospital for some weeks, likes Lego, $30":        "situation/in-hospital",
		"my tutor plays go, $20":                                     "interest/board-games",
		"wife is going to trace her family tree, $50":                "interest/genealogy",
		"grandson, 9, builds bridges out of lolly sticks, $25":       "interest/model-making",
		"girl, 5, loves to whisk and stir, $20":                      "interest/cooking",
		"mi abuelo ve muy poco, juega al ajedrez, 30 euros":          "situation/low-vision interest/chess",
		"a minha avó vê mal e gosta de fado, 30 euros":               "situation/low-vision",
		"meine Schwester ist gerade Mama geworden, 50 Euro":          "recipient/new-parents",
		"mi sobrina ama el cine de miedo y bailar, 30 euros":         "interest/ballet-and-dance",
		"mein Bruder kocht gern scharf, 30 Euro":                     "interest/chillies-and-hot-sauce",
		"mia cugina studia biologia, 40 euro":                        "interest/science", //nolint:misspell // Italian
	} {
		read := wanted(t, e, description)
		for concept := range strings.FieldsSeq(want) {
			if read[concept] < 0.5 {
				t.Errorf("%s: %s is not read: %v", description, concept, read)
			}
		}
	}
	for description, age := range map[string]int{
		"husband 44 learns chess, $30": 44, "dad 63 cooks curry every Friday, $35": 63, "wife 39 wants to get into pottery, $50": 39,
		"my brother 28 climbs three times a week, $50": 28, "chap at work, male 27, always baking, $20": 27, "uncle is 58 on Sunday, loves the accordion": 58,
		"grandad with bad knees, 77 yrs, loves maps": 77, "my dad 30 dogs": 0, "leaving gift for our receptionist, 20 years, loves gin": 0,
	} {
		got := e.Recommend(t.Context(), search.Request{Description: description, Limit: 1}).Age
		if age == 0 && got != nil && (got.Low == 30 || got.Low == 20) || age > 0 && (got == nil || got.Low != age) {
			t.Errorf("%s: age %v, want %d", description, got, age)
		}
	}
}
