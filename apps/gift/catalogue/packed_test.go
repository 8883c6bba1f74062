package catalogue_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/inplace"
)

// A gift comes out as it was put in, to the byte of the document that is stored of it.
func TestPackedGiftsAreTheSame(t *testing.T) {
	t.Parallel()
	gifts, _ := load(t)
	none := catalogue.Gift{Categories: []string{}, Occasions: []string{}, Recipients: []string{}, Interests: []string{}, Traits: []string{}, Situations: []string{}, Contains: []string{}}
	odd := none
	odd.Key, odd.Name, odd.Brief, odd.Description = "k", strings.Repeat("é", 300), " ", "  “It's” — 5% , \n off."
	odd.Ages, odd.Price, odd.Assumes = [2]int{0, 120}, [2]int{0, 5000}, []string{"cat", "cat"}
	gifts = append(gifts, none, odd)
	var w inplace.Writer
	catalogue.Pack(&w, gifts)
	packed := catalogue.Unpack(&inplace.Reader{Rest: string(w.Data)})
	if packed.Len() != len(gifts) {
		t.Fatalf("%d gifts became %d", len(gifts), packed.Len())
	}
	for i, want := range gifts {
		if key := packed.Key(i); key != want.Key {
			t.Errorf("gift %d has the key %q, want %q", i, key, want.Key)
		}
		got, _ := json.Marshal(packed.At(i))
		if want, _ := json.Marshal(want); string(got) != string(want) {
			t.Fatalf("gift %d: %s became %s", i, want, got)
		}
	}
	if each := len(w.Data) / len(gifts); each > 220 {
		t.Errorf("a gift takes %d bytes", each)
	}
}
