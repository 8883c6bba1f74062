package gift_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"berth/apps/gift"
	"berth/apps/gift/catalogue"
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
			gifts, err := gift.Seed(t.Context(), s)
			if err != nil || len(gifts) != len(shipped) || gifts[0].ID() != shipped[0].ID() || gifts[0].Name != shipped[0].Name {
				t.Fatalf("%d gifts, want %d; %v", len(gifts), len(shipped), err)
			}
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
