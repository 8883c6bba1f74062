package gift

import (
	"context"
	"encoding/json"
	"fmt"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
	"berth/platform"
)

// Store keeps the catalogue between starts.
type Store interface {
	// SeedGifts stores a state of the catalogue, unless one with this digest was ever stored: it asks for the gifts when it needs them. It
	// returns the gifts of the newest state, nil when that is this one.
	SeedGifts(ctx context.Context, digest string, gifts func() ([]platform.GiftRecord, error)) (newer []platform.GiftRecord, err error)
}

// Seed stores the gifts that ship inside, and returns the gifts to serve instead, nil for none. They are those of the newest catalogue that
// any replica has stored, so that an older program beside a newer one recommends the same.
func Seed(ctx context.Context, store Store) ([]catalogue.Gift, error) {
	shipped, digest := search.Gifts()
	newer, err := store.SeedGifts(ctx, digest, func() ([]platform.GiftRecord, error) { return records(&shipped) })
	if err != nil {
		return nil, fmt.Errorf("seed gifts: %w", err)
	}
	if newer == nil {
		return nil, nil
	}
	gifts := make([]catalogue.Gift, len(newer))
	for i, r := range newer {
		if err := json.Unmarshal(r.Document, &gifts[i]); err != nil {
			return nil, fmt.Errorf("read gift %s: %w", r.Key, err)
		}
	}
	return gifts, nil
}

func records(gifts *catalogue.Packed) ([]platform.GiftRecord, error) {
	all := make([]platform.GiftRecord, gifts.Len())
	for i := range all {
		g := gifts.At(i)
		document, err := json.Marshal(g)
		if err != nil {
			return nil, fmt.Errorf("write gift %s: %w", g.Key, err)
		}
		all[i] = platform.GiftRecord{ID: g.ID(), Key: g.Key, Document: document}
	}
	return all, nil
}
