package gift_test

import (
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"berth/apps/gift"
	"berth/apps/gift/catalogue"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// The gifts that ship inside are served after the first start, and the same ones after the next.
func TestSeed(t *testing.T) {
	t.Parallel()
	shipped, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for range 2 {
			if gifts, err := gift.Seed(t.Context(), s); err != nil || gifts != nil {
				t.Fatalf("%d gifts are served instead; %v", len(gifts), err)
			}
		}
		// A newer program has other gifts.
		document, err := json.Marshal(shipped[7])
		if err != nil {
			t.Fatal(err)
		}
		fewer := func() ([]platform.GiftRecord, error) {
			return []platform.GiftRecord{{ID: shipped[7].ID(), Key: shipped[7].Key, Document: document}}, nil
		}
		if _, err := s.SeedGifts(t.Context(), strings.Repeat("d", 64), fewer); err != nil {
			t.Fatal(err)
		}
		gifts, err := gift.Seed(t.Context(), s)
		if diff := cmp.Diff(shipped[7:8], gifts, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("the newer gifts are not served: %v %s", err, diff)
		}
	})
}

// A gift that a later catalogue leaves out is treated like one that never existed, in the document's words.
func TestRemovedGift(t *testing.T) {
	t.Parallel()
	gifts := few(t)
	ask := func(gifts []catalogue.Gift, id string) string {
		result, err := gift.New(gift.Options{Gifts: gifts, Log: slog.New(slog.DiscardHandler)}).Handlers()["get_gift_details"](t.Context(),
			appkit.Call{Arguments: json.RawMessage(`{"gift_id":"` + id + `"}`)})
		if err != nil {
			t.Fatal(err)
		}
		return result.Content[0].Text
	}
	if text := ask(gifts, strings.ToUpper(gifts[2].ID())); !strings.Contains(text, gifts[2].Name) {
		t.Errorf("before: %s", text)
	}
	if text := ask(append(gifts[:2:2], gifts[3:]...), gifts[2].ID()); text != "Gift not found. It may have been removed from our catalog." {
		t.Errorf("after: %s", text)
	}
}

// A newer program beside this one, or one that was taken back, has stored a gift with an assumption that this one does not know: it serves the
// others, and logs once how many it leaves out.
func TestGiftOfANewerProgram(t *testing.T) {
	t.Parallel()
	gifts := slices.Clone(few(t))
	strange := gifts[2].ID()
	gifts[2].Assumes = []string{"what-nobody-knows-yet"}
	var logged strings.Builder
	app := gift.New(gift.Options{Gifts: gifts, Log: slog.New(slog.NewTextHandler(&logged, nil))})
	for id, want := range map[string]string{gifts[1].ID(): gifts[1].Name, strange: "Gift not found."} {
		got, err := app.Handlers()["get_gift_details"](t.Context(), appkit.Call{Arguments: json.RawMessage(`{"gift_id":"` + id + `"}`)})
		if err != nil || !strings.Contains(got.Content[0].Text, want) {
			t.Errorf("%s: %v %v", want, got.Content, err)
		}
	}
	if n := strings.Count(logged.String(), "level=WARN"); n != 1 || !strings.Contains(logged.String(), "gifts=1\n") {
		t.Errorf("%d warnings are logged: %s", n, logged.String())
	}
}
