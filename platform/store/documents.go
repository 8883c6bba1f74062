package store

import (
	"context"
	"encoding/json"
	"fmt"

	"berth/platform"
	"berth/platform/store/db"
)

// documentBatch is how many documents one transaction deletes: each has some hundred pages.
const documentBatch = 100

// insertDocuments stores the new documents of a release, and records that releases of its digest show these documents.
func (t tx) insertDocuments(ctx context.Context, documents []platform.Document, r platform.Release) error {
	for _, d := range documents {
		styles, err := texts(d.StyleHashes)
		if err != nil {
			return fmt.Errorf("encode style hashes: %w", err)
		}
		err = t.InsertDocument(ctx, db.InsertDocumentParams{Digest: d.Digest, Layout: d.Layout,
			Head: append([]byte{}, d.Head...), Tail: append([]byte{}, d.Tail...), ScriptHash: d.ScriptHash, StyleHashes: styles})
		if err != nil {
			return wrap("insert document", err)
		}
	}
	return t.insertUses(ctx, r.Digest, r.Views)
}

func (t tx) insertUses(ctx context.Context, release string, views []platform.BuiltView) error {
	for _, v := range views {
		if err := t.InsertDocumentUse(ctx, release, v.Document); err != nil {
			return wrap("insert use of document", err)
		}
	}
	return nil
}

// pruneDocuments deletes the documents that no release refers to. It keeps publishes out while it looks and deletes, and
// waits for those that have stored their document or have found it stored, also those of older replicas.
func (s *Store) pruneDocuments(ctx context.Context) error {
	// The references of older releases are read without keeping anybody out.
	if err := (tx{Queries: s.q}).enterUses(ctx); err != nil {
		return err
	}
	for deleted := int64(documentBatch); deleted == documentBatch; {
		err := s.inTransaction(ctx, func(t tx) (err error) {
			if err := s.lockDocuments(ctx, t.raw); err != nil {
				return wrap("lock documents", err)
			}
			if err := t.enterUses(ctx); err != nil {
				return err
			}
			if err := inBatches(func() (int64, error) { return t.PruneDocumentUses(ctx, pruneBatch) }); err != nil {
				return wrap("prune uses of documents", err)
			}
			deleted, err = t.PruneDocuments(ctx, documentBatch)
			return wrap("prune documents", err)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// enterUses records the references of releases that older versions of this program have stored.
func (t tx) enterUses(ctx context.Context) error {
	for after := ""; ; {
		rows, err := t.ReleasesWithoutUses(ctx, after, documentBatch)
		if err != nil {
			return wrap("list releases", err)
		}
		for _, r := range rows {
			var views []platform.BuiltView
			if err := json.Unmarshal([]byte(r.Views), &views); err != nil {
				return fmt.Errorf("decode views of release %s: %w", r.ID, err)
			}
			if err := t.insertUses(ctx, r.Digest, views); err != nil {
				return err
			}
			after = r.ID
		}
		if len(rows) < documentBatch {
			return nil
		}
	}
}
