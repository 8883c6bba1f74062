package search_test

import (
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/catalogue"
)

// What eyes, hands and legs no longer do is told by many words, and nothing is given for it.
func TestBodies(t *testing.T) {
	t.Parallel()
	small := func(g catalogue.Gift) bool {
		return !slices.Contains(g.Situations, "low-vision") && hasAny(g.Categories, "puzzle craft-kit art-supplies magazine") || said("thousand pieces", "embroid")(g)
	}
	heeded(t, []limit{
		{"too small to see", small, []string{
			"grandpa loves jigsaws, the pieces are getting too small for him, £25",
			"grandpa and i do puzzles together, he can't see the small pieces any more, $30",
			"dad can't read the small print any more, loves crosswords, £20",
			"dad just lost his licence because of his eyesight, loved driving, listens to the cricket, £60",
			"mi abuela ve muy mal, 84, le gusta coser, 30 euros",
			"para a minha avó, 85 anos, faz croché, vê mal, 30 euros",
		}},
		{"for two hands", func(g catalogue.Gift) bool {
			return hasAny(g.Categories, "art-supplies sport craft-kit kitchen tool musical-instrument")
		}, []string{
			"boy 9 broke his right arm, loves drawing and football, £20",
			"friend has her wrist in plaster, likes baking and reading, $25",
			"niece 12 with her arm in a sling, loves art, £20",
			"my mum's wrist is broken, she loves to knit and read, £25",
		}},
		{"a cup to spill", said("mug", "cup", "saucer", "stamp", "loose leaf"), []string{
			"grandad has parkinsons, his hands shake, likes tea and birds, £30",
			"opa zittert mit den händen, mag tee und vögel, 25 euro",
			"dad's 75th, he has parkinsons, loves cricket, something easy to handle",
		}},
		{"an outing", func(g catalogue.Gift) bool { return hasAny(g.Categories, "ticket experience") }, []string{
			"mother in law broke her hip, stuck indoors, loves quilting, £45",
			"aunt is housebound, loves theatre and cats, £40",
		}},
	})
}

// Whose arm it was, and what is merely small, decides.
func TestBodiesOfOthers(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, part := range map[string]string{
		"she helped me when I broke my arm, loves baking, £20": "avoid two-hands",
		"sister with a small kitchen, loves baking, £30":       "situation/low-vision",
		"dad can't see us often, loves gardening, £30":         "situation/low-vision",
		"brother broke his leg, loves drawing, £25":            "avoid two-hands",
	} {
		if read := e.Explain(description); strings.Contains(read, part) {
			t.Errorf("%s: %s", description, read)
		}
	}
}
