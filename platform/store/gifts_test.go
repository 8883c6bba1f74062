package store_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func gifts(documents ...string) []platform.GiftRecord {
	var records []platform.GiftRecord
	for _, d := range documents {
		name, text, _ := strings.Cut(d, "=")
		records = append(records, platform.GiftRecord{ID: fmt.Sprintf("%036s", name), Key: name, Document: json.RawMessage(`{"text":"` + text + `"}`)})
	}
	return records
}

// brings is the gifts of a program that has these.
func brings(gifts []platform.GiftRecord) func() ([]platform.GiftRecord, error) {
	return func() ([]platform.GiftRecord, error) { return gifts, nil }
}

func digest(c byte) string { return strings.Repeat(string(c), 64) }

func TestSeedGifts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, step := range []struct {
			why    string
			digest byte
			gifts  []platform.GiftRecord
			want   []platform.GiftRecord // nil = those that it brought
		}{
			{"first", 'a', gifts("saw=1", "hat=1"), nil},
			{"restart", 'a', gifts("saw=1", "hat=1"), nil},
			{"one new, nothing changed", '9', gifts("saw=1", "hat=1", "mug=1"), nil},
			{"an older program", 'a', gifts("saw=1", "hat=1"), gifts("hat=1", "mug=1", "saw=1")},
			{"one changed, one new, two left out", 'b', gifts("saw=2", "tea=1"), nil},
			{"an older program again", 'a', gifts("saw=1", "hat=1"), gifts("saw=2", "tea=1")},
			{"one comes back under its id", 'c', gifts("saw=2", "hat=3", "tea=1"), nil},
			{"restart", 'c', gifts("saw=2", "hat=3", "tea=1"), nil},
			{"an even older program", '9', gifts("saw=1", "hat=1", "mug=1"), gifts("hat=3", "saw=2", "tea=1")},
		} {
			got, err := s.SeedGifts(t.Context(), digest(step.digest), brings(step.gifts))
			if err != nil {
				t.Fatalf("%s: %v", step.why, err)
			}
			if diff := cmp.Diff(step.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", step.why, diff)
			}
		}
		// The id of a gift that was left out is not for another one, nor is its key.
		for _, other := range [][]platform.GiftRecord{{{ID: fmt.Sprintf("%036s", "new"), Key: "hat", Document: json.RawMessage(`{}`)}}, gifts("ok=1", "ok=2")} {
			if _, err := s.SeedGifts(t.Context(), digest('d'), brings(other)); err == nil {
				t.Errorf("%v was taken", other)
			}
		}
		if got, err := s.SeedGifts(t.Context(), digest('a'), nil); err != nil || len(got) != 3 {
			t.Errorf("after what was refused: %v, %v", got, err)
		}
	})
}

func TestSeedGiftsFromManyReplicas(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				got, err := s.SeedGifts(t.Context(), digest(byte('a'+i%2)), brings(gifts("saw=1", fmt.Sprintf("hat=%d", i%2))))
				if err != nil && !platform.IsCode(err, platform.CodeConflict) || got != nil && len(got) != 2 {
					t.Errorf("%v, %v", got, err)
				}
			})
		}
		all.Wait()
	})
}

func TestGiftVectors(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		records := gifts("saw=1", "tea=1")
		if _, err := s.SeedGifts(t.Context(), digest('a'), brings(records)); err != nil {
			t.Fatal(err)
		}
		saw, tea := records[0].ID, records[1].ID
		save := func(embedder string, vectors ...platform.GiftVector) {
			t.Helper()
			if err := s.SaveGiftVectors(t.Context(), embedder, vectors); err != nil {
				t.Fatal(err)
			}
		}
		save("one", platform.GiftVector{Gift: saw, Digest: digest('1'), Vector: []float32{1, -0.5, 0}}, platform.GiftVector{Gift: tea, Digest: digest('2'), Vector: []float32{0, 1, 3e-9}})
		save("two", platform.GiftVector{Gift: saw, Digest: digest('3'), Vector: []float32{7}})
		save("one", platform.GiftVector{Gift: saw, Digest: digest('4'), Vector: []float32{0.25, 0, 1}})
		want := []platform.GiftVector{{Gift: saw, Digest: digest('4'), Vector: []float32{0.25, 0, 1}}, {Gift: tea, Digest: digest('2'), Vector: []float32{0, 1, 3e-9}}}
		got, err := s.GiftVectors(t.Context(), "one")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if got, err := s.GiftVectors(t.Context(), "three"); err != nil || len(got) != 0 {
			t.Errorf("of an embedder that nobody knows: %v, %v", got, err)
		}
		if err := s.SaveGiftVectors(t.Context(), "one", []platform.GiftVector{{Gift: fmt.Sprintf("%036s", "none"), Digest: digest('5')}}); err == nil {
			t.Error("the vector of a gift that does not exist was taken")
		}
	})
}
