package store

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"berth/platform"
	"berth/platform/store/db"
)

// SeedGifts stores a state of the catalogue in one transaction, unless one with this digest was ever stored: so neither a
// restart nor an older program undoes what a newer one did. It asks for the gifts only when it stores them. It returns the gifts of the newest state, by key, and nil when that is
// this one. Several replicas may do this at once.
func (s *Store) SeedGifts(ctx context.Context, digest string, gifts func() ([]platform.GiftRecord, error)) (newer []platform.GiftRecord, err error) {
	for range attempts {
		known, newest := false, false
		err := s.inTransaction(ctx, func(t tx) error {
			versions, err := t.InsertGiftCatalogue(ctx, digest, t.now)
			if err == nil && len(versions) == 1 {
				known, newest = true, true
				all, err := gifts()
				if err != nil {
					return err
				}
				return t.bringGifts(ctx, versions[0], all)
			}
			if err == nil {
				var stored []bool
				stored, err = t.GiftCatalogue(ctx, digest)
				known, newest = len(stored) == 1, slices.Contains(stored, true)
			}
			return err
		})
		switch {
		case err != nil:
			return nil, wrap("seed gifts", err)
		case newest:
			return nil, nil
		case known:
			return s.gifts(ctx)
		}
	}
	return nil, platform.Errorf(platform.CodeConflict, "The catalogue is being changed by another replica.")
}

func (t tx) bringGifts(ctx context.Context, version int32, gifts []platform.GiftRecord) error {
	rows, err := t.Gifts(ctx)
	if err != nil {
		return err
	}
	known := make(map[string]db.Gift, len(rows))
	for _, row := range rows {
		known[row.ID] = row
	}
	var fresh []db.InsertGiftsParams
	for _, g := range gifts {
		row, ok := known[g.ID]
		delete(known, g.ID)
		switch {
		case !ok:
			fresh = append(fresh, db.InsertGiftsParams{ID: g.ID, Key: g.Key, Document: string(g.Document), Version: version})
		case row.Removed || row.Document != string(g.Document):
			if err := t.UpdateGift(ctx, db.UpdateGiftParams{ID: g.ID, Document: string(g.Document), Version: version}); err != nil {
				return err
			}
		}
	}
	for _, row := range known { // no longer in the catalogue
		if !row.Removed {
			if err := t.UpdateGift(ctx, db.UpdateGiftParams{ID: row.ID, Document: row.Document, Version: version, Removed: true}); err != nil {
				return err
			}
		}
	}
	_, err = t.InsertGifts(ctx, fresh)
	return err
}

func (s *Store) gifts(ctx context.Context) ([]platform.GiftRecord, error) {
	rows, err := s.q.Gifts(ctx)
	if err != nil {
		return nil, wrap("list gifts", err)
	}
	gifts := make([]platform.GiftRecord, 0, len(rows))
	for _, row := range rows {
		if !row.Removed {
			gifts = append(gifts, platform.GiftRecord{ID: row.ID, Key: row.Key, Document: json.RawMessage(row.Document)})
		}
	}
	return gifts, nil
}

// GiftVectors returns the vectors that are kept under an embedder's id.
func (s *Store) GiftVectors(ctx context.Context, embedder string) ([]platform.GiftVector, error) {
	rows, err := s.q.GiftVectors(ctx, embedder)
	if err != nil {
		return nil, wrap("list gift vectors", err)
	}
	vectors := make([]platform.GiftVector, len(rows))
	for i, row := range rows {
		if len(row.Vector)%4 != 0 {
			return nil, fmt.Errorf("decode vector of gift %s: %d bytes", row.GiftID, len(row.Vector))
		}
		v := make([]float32, len(row.Vector)/4)
		for d := range v {
			v[d] = math.Float32frombits(binary.LittleEndian.Uint32(row.Vector[4*d:]))
		}
		vectors[i] = platform.GiftVector{Gift: row.GiftID, Digest: row.Digest, Vector: v}
	}
	return vectors, nil
}

// SaveGiftVectors keeps vectors under an embedder's id, instead of those that it has for these gifts.
func (s *Store) SaveGiftVectors(ctx context.Context, embedder string, vectors []platform.GiftVector) error {
	return wrap("save gift vectors", s.inTransaction(ctx, func(t tx) error {
		for _, v := range vectors {
			raw := make([]byte, 0, 4*len(v.Vector))
			for _, x := range v.Vector {
				raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
			}
			if err := t.UpsertGiftVector(ctx, db.UpsertGiftVectorParams{Embedder: embedder, GiftID: v.Gift, Digest: v.Digest, Vector: raw}); err != nil {
				return err
			}
		}
		return nil
	}))
}
