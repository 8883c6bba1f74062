package gift

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"berth/apps/gift/catalogue"
	"berth/platform"
)

// Store keeps the catalogue between starts.
type Store interface {
	// SeedGifts stores a state of the catalogue, unless one with this digest was ever stored, and returns the gifts of
	// the newest state, nil when that is this one.
	SeedGifts(ctx context.Context, digest string, gifts []platform.GiftRecord) (newer []platform.GiftRecord, err error)
}

// Seed stores the gifts that ship inside, and returns the gifts to serve. They are those of the newest catalogue that any
// replica has stored, so that an older program beside a newer one recommends the same.
func Seed(ctx context.Context, store Store) ([]catalogue.Gift, error) {
	gifts, err := catalogue.Load()
	if err != nil {
		return nil, err
	}
	return seed(ctx, store, gifts)
}

func seed(ctx context.Context, store Store, gifts []catalogue.Gift) ([]catalogue.Gift, error) {
	sum := sha256.New()
	records := make([]platform.GiftRecord, len(gifts))
	for i, g := range gifts {
		document, err := json.Marshal(g)
		if err != nil {
			return nil, fmt.Errorf("seed gifts: %w", err)
		}
		records[i] = platform.GiftRecord{ID: g.ID(), Key: g.Key, Document: document}
		sum.Write(document)
	}
	newer, err := store.SeedGifts(ctx, hex.EncodeToString(sum.Sum(nil)), records)
	if err != nil {
		return nil, fmt.Errorf("seed gifts: %w", err)
	}
	if newer != nil {
		gifts = make([]catalogue.Gift, len(newer))
		for i, r := range newer {
			if err := json.Unmarshal(r.Document, &gifts[i]); err != nil {
				return nil, fmt.Errorf("read gift %s: %w", r.Key, err)
			}
		}
	}
	return gifts, nil
}
