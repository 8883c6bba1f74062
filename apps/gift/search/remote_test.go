package search_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
	"berth/platform"
)

// double is an embedder that recognises one thing: whether a text mentions moonlight.
type double struct {
	mu    sync.Mutex
	texts int
	fails bool
	dims  int
}

func (*double) ID() string { return "double" }

func (d *double) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if d.fails {
		return nil, errors.New("no answer")
	}
	d.texts += len(texts)
	vectors := make([][]float32, len(texts))
	for i, t := range texts {
		vectors[i] = make([]float32, max(2, d.dims))
		if strings.Contains(strings.ToLower(t), "moon") {
			vectors[i][0] = 1
		} else {
			vectors[i][1] = 1
		}
	}
	return vectors, nil
}

func (d *double) fail(fails bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fails = fails
}

// memory keeps vectors.
type memory struct{ vectors []platform.GiftVector }

func (m *memory) GiftVectors(context.Context, string) ([]platform.GiftVector, error) {
	return m.vectors, nil
}

func (m *memory) SaveGiftVectors(_ context.Context, _ string, vectors []platform.GiftVector) error {
	m.vectors = append(m.vectors, vectors...)
	return nil
}

func TestAttach(t *testing.T) {
	t.Parallel()
	gifts, l := parts(t)
	var log bytes.Buffer
	e, err := search.New(gifts, l, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	const moonlit = "a friend who loves astronomy and the moon"
	rank := func() []string {
		var keys []string
		last := 1.0
		for _, h := range e.Recommend(t.Context(), search.Request{Description: moonlit, Limit: 10}).Hits {
			if h.Relevance > last {
				t.Errorf("%s has %v after %v", h.Key, h.Relevance, last)
			}
			keys, last = append(keys, h.Key), h.Relevance
		}
		return keys
	}
	alone := rank()
	kept := &memory{}
	broken := &double{fails: true}
	if err := e.Attach(t.Context(), broken, kept); err == nil || len(kept.vectors) > 0 || !slices.Equal(rank(), alone) {
		t.Errorf("an embedder that fails: %v, %d vectors", err, len(kept.vectors))
	}
	d := &double{}
	if err := e.Attach(t.Context(), d, kept); err != nil || d.texts != len(gifts) || len(kept.vectors) != len(gifts) {
		t.Fatalf("%v, %d texts, %d vectors", err, d.texts, len(kept.vectors))
	}
	if with := rank(); slices.Equal(with, alone) {
		t.Errorf("the embedder has no say: %v", with)
	}
	d.fail(true)
	if down := rank(); !slices.Equal(down, alone) || !slices.Equal(rank(), alone) || strings.Count(log.String(), "does not answer") != 1 {
		t.Errorf("while the embedder fails: %v, want %v; log %s", down, alone, log.String())
	}

	// A later start embeds nothing again, and only what has changed.
	again := &double{}
	if err := e.Attach(t.Context(), again, kept); err != nil || again.texts != 0 {
		t.Errorf("%v, %d texts", err, again.texts)
	}
	changed := slices.Clone(gifts)
	changed[3].Description += " It is new."
	other, err := search.New(changed, l, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Attach(t.Context(), again, kept); err != nil || again.texts != 1 {
		t.Errorf("after one change: %v, %d texts", err, again.texts)
	}
	if err := other.Attach(t.Context(), &double{dims: 3}, &memory{vectors: kept.vectors[:5]}); err == nil {
		t.Error("vectors of two lengths were taken")
	}
}

// Callers who hang up must not disable the embedder for all others.
func TestCallersWhoHangUp(t *testing.T) {
	t.Parallel()
	gifts, l := parts(t)
	e, err := search.New(gifts, l, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	d := &double{}
	if err := e.Attach(t.Context(), d, &memory{}); err != nil {
		t.Fatal(err)
	}
	r := search.Request{Description: "a friend who loves astronomy and the moon", Limit: 3}
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	e.Recommend(gone, r)
	before := d.texts
	if e.Recommend(t.Context(), r); d.texts != before+1 {
		t.Errorf("the next caller's embedder was asked %d times", d.texts-before)
	}
}

func TestSameQuestionSameAnswer(t *testing.T) {
	t.Parallel()
	gifts, l := parts(t)
	shuffled := slices.Clone(gifts)
	slices.Reverse(shuffled)
	one, err := search.New(gifts, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	two, err := search.New(sorted(shuffled), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"my dad who loves woodworking", "grandma, 80, arthritis, birds and radio", "zzz", "cadeau pour ma mère"} {
		a, b := one.Recommend(t.Context(), search.Request{Description: d, Limit: 10}), two.Recommend(t.Context(), search.Request{Description: d, Limit: 10})
		for i := range a.Hits {
			if a.Hits[i].Key != b.Hits[i].Key || a.Hits[i].Relevance != b.Hits[i].Relevance {
				t.Errorf("%s: %d is %s and %s", d, i, a.Hits[i].Key, b.Hits[i].Key)
			}
		}
	}
}

// Who is named as surely as another comes first when named first, whatever the order of a map.
func TestEqualRecipients(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, d := range []string{"my sister just had twins and hasn't slept in about six weeks. what would actually help her??", "Chess club coach, kids chip in, $30"} {
		first := e.Recommend(t.Context(), search.Request{Description: d, Limit: 5})
		for range 40 {
			if again := e.Recommend(t.Context(), search.Request{Description: d, Limit: 5}); !reflect.DeepEqual(first, again) {
				t.Fatalf("%s: %v, then %v", d, first.Hits, again.Hits)
			}
		}
	}
}

func sorted(gifts []catalogue.Gift) []catalogue.Gift {
	slices.SortFunc(gifts, func(a, b catalogue.Gift) int { return strings.Compare(a.Key, b.Key) })
	return gifts
}
