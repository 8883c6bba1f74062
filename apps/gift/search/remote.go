package search

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"berth/platform"
)

// Vectors keeps the vectors of the gifts, so that they are embedded once and not at every start.
type Vectors interface {
	GiftVectors(ctx context.Context, embedder string) ([]platform.GiftVector, error)
	SaveGiftVectors(ctx context.Context, embedder string, vectors []platform.GiftVector) error
}

const (
	chunk    = 64               // number of gifts that are embedded and saved together
	patience = 3 * time.Second  // how long one call waits for a remote embedder
	respite  = 30 * time.Second // how long a failed remote embedder is not asked again
	fusion   = 20               // the constant of the blend by reciprocal rank: how little the first place is ahead of the second
)

// remote is an embedder beside the built-in one, with its vectors of all gifts.
type remote struct {
	Embedder
	vectors [][]float32
	down    atomic.Bool
	retry   atomic.Int64 // Unix time, nanoseconds
}

// Attach adds another embedder: it embeds the gifts whose vectors are not kept yet, or are of another text, and keeps the
// vectors. From then on its ranking is blended with the built-in one. A later Attach replaces an earlier one.
func (e *Engine) Attach(ctx context.Context, embedder Embedder, kept Vectors) error {
	known, err := kept.GiftVectors(ctx, embedder.ID())
	if err != nil {
		return fmt.Errorf("load gift vectors: %w", err)
	}
	by := make(map[string]platform.GiftVector, len(known))
	for _, v := range known {
		by[v.Gift] = v
	}
	r := &remote{Embedder: embedder, vectors: make([][]float32, len(e.profiles))}
	var missing []int
	digests := make([]string, len(e.profiles))
	for i := range e.gifts.Len() {
		g := e.gifts.At(i)
		sum := sha256.Sum256([]byte(Prose(g)))
		digests[i] = hex.EncodeToString(sum[:])
		if v, ok := by[g.ID()]; ok && v.Digest == digests[i] {
			r.vectors[i] = v.Vector
		} else {
			missing = append(missing, i)
		}
	}
	for part := range slices.Chunk(missing, chunk) {
		if err := e.embed(ctx, r, part, digests, kept); err != nil {
			return err
		}
	}
	for _, v := range r.vectors {
		if len(v) != len(r.vectors[0]) {
			return fmt.Errorf("embed gifts: %s answers vectors of %d and of %d dimensions", embedder.ID(), len(r.vectors[0]), len(v))
		}
	}
	e.remote.Store(r)
	return nil
}

func (e *Engine) embed(ctx context.Context, r *remote, gifts []int, digests []string, kept Vectors) error {
	texts := make([]string, len(gifts))
	for i, g := range gifts {
		texts[i] = Prose(e.gifts.At(g))
	}
	vectors, err := r.Embed(ctx, texts)
	if err != nil {
		return fmt.Errorf("embed gifts: %w", err)
	}
	if len(vectors) != len(gifts) {
		return fmt.Errorf("embed gifts: %d vectors for %d texts", len(vectors), len(gifts))
	}
	fresh := make([]platform.GiftVector, len(gifts))
	for i, g := range gifts {
		r.vectors[g] = vectors[i]
		fresh[i] = platform.GiftVector{Gift: e.gifts.At(g).ID(), Digest: digests[g], Vector: vectors[i]}
	}
	if err := kept.SaveGiftVectors(ctx, r.ID(), fresh); err != nil {
		return fmt.Errorf("keep gift vectors: %w", err)
	}
	return nil
}

// blend orders ranked by the reciprocal ranks of the built-in and the remote embedder. While the remote one fails, the
// built-in order stays; the first failure is logged.
func (e *Engine) blend(ctx context.Context, q *query, fit *fitter, ranked []scored) []scored {
	r := e.remote.Load()
	if r == nil || time.Now().UnixNano() < r.retry.Load() {
		return ranked
	}
	if q.asked != nil { // a list that was shown before is made again
		return fuse(ranked, r.order(fit, ranked, q.asked))
	}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var words []string
	for _, t := range q.words {
		words = append(words, t.Word)
	}
	asked, err := r.Embed(within, []string{strings.Join(words, " ")})
	if errors.Is(ctx.Err(), context.Canceled) {
		return ranked // the caller has gone, which is no fault of the embedder
	}
	if err == nil && (len(asked) != 1 || len(asked[0]) != len(r.vectors[0])) {
		err = fmt.Errorf("embed description: %s answers another number of dimensions than before", r.ID())
	}
	if err != nil {
		r.retry.Store(time.Now().Add(respite).UnixNano())
		if !r.down.Swap(true) {
			e.log.WarnContext(ctx, "the embedding server does not answer: gifts are found by the built-in search alone", "error", err)
		}
		return ranked
	}
	r.down.Store(false)
	q.asked = asked[0]
	return fuse(ranked, r.order(fit, ranked, asked[0]))
}

// order orders ranked by the embedder's similarity, as far as the gift fits otherwise.
func (r *remote) order(fit *fitter, ranked []scored, asked []float32) []scored {
	theirs := make([]scored, len(ranked))
	for i, c := range ranked {
		var near float64
		for d, x := range asked {
			near += float64(x * r.vectors[c.gift][d])
		}
		theirs[i] = scored{c.gift, fit.fit(c.gift, max(0, near))}
	}
	sortScored(theirs)
	return theirs
}

// fuse blends two orders of the same gifts. The scores are those of ours, lowered where needed to fall in the new order.
func fuse(ours, theirs []scored) []scored {
	place := make(map[int]float64, len(ours))
	for i, c := range theirs {
		place[c.gift] = 1 / float64(fusion+i)
	}
	for i, c := range ours {
		place[c.gift] += 1 / float64(fusion+i)
	}
	blended := slices.Clone(ours)
	slices.SortStableFunc(blended, func(a, b scored) int { return cmp.Compare(place[b.gift], place[a.gift]) })
	best := 0.0
	for i := len(blended) - 1; i >= 0; i-- {
		best = max(best, blended[i].score)
		blended[i].score = best
	}
	return blended
}
