package openai

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"berth/platform/llm"
	"berth/platform/llm/exchange"
)

const (
	maxVectors = 32 << 20 // bytes of an answer
	batch      = 64       // texts in one request
	tries      = 4        // of one request
	firstPause = 500 * time.Millisecond
	maxPause   = 20 * time.Second
)

// Embedder turns texts into vectors by one model. It is safe for concurrent use.
type Embedder struct {
	*exchange.Client

	timeout time.Duration
}

// NewEmbedder makes an Embedder of a server, whose base has the version; it does not ask anything yet. timeout is for one request.
func NewEmbedder(s exchange.Server, model string, timeout time.Duration) *Embedder {
	return &Embedder{exchange.New(s, model, maxVectors), timeout}
}

// ID names the server and the model, without anything secret: vectors of one ID can be compared.
func (e *Embedder) ID() string { return e.Server.Base.Host + e.Server.Base.Path + "#" + e.Model }

// Embed returns one vector of length 1 for each text, all of one dimension. A transient failure
// (429, 5xx, or of the network) is tried again until ctx ends, four times at most.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		n := min(batch, len(texts))
		part, err := e.persist(ctx, texts[:n])
		if err != nil {
			return nil, fmt.Errorf("embed %d texts: %w", n, err)
		}
		vectors, texts = append(vectors, part...), texts[n:]
	}
	for _, v := range vectors {
		if len(v) != len(vectors[0]) {
			return nil, fmt.Errorf("embed texts: vectors of %d and of %d dimensions", len(vectors[0]), len(v))
		}
	}
	return vectors, nil
}

// persist waits before each repetition about twice as long as before the last, and no shorter than the server wishes.
func (e *Embedder) persist(ctx context.Context, texts []string) ([][]float32, error) {
	pause := firstPause
	for try := 1; ; try++ {
		vectors, err := e.ask(ctx, texts)
		if err == nil || !passes(err) || try == tries || ctx.Err() != nil {
			return vectors, err
		}
		wait := min(max(wish(err), pause+rand.N(pause/2+1)), maxPause)
		pause *= 2
		select {
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		case <-time.After(wait):
		}
	}
}

// passes reports whether a failure may not come again.
func passes(err error) bool {
	var f *llm.Failure
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &f) && f.Passing
}

// wish is how long the server wants to be left alone.
func wish(err error) time.Duration {
	if f := (*llm.Failure)(nil); errors.As(err, &f) {
		return f.After
	}
	return 0
}

func (e *Embedder) ask(ctx context.Context, texts []string) ([][]float32, error) {
	var answer struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	if err := e.Post(ctx, "embeddings", e.Server.Bearer(), map[string]any{"model": e.Model, "input": texts, "encoding_format": "float"}, &answer); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for _, d := range answer.Data {
		if d.Index < 0 || d.Index >= len(texts) || vectors[d.Index] != nil || !normalise(d.Embedding) {
			return nil, errors.New("read answer: its vectors do not fit what was asked")
		}
		vectors[d.Index] = d.Embedding
	}
	if len(answer.Data) != len(texts) {
		return nil, fmt.Errorf("read answer: %d vectors for %d texts", len(answer.Data), len(texts))
	}
	return vectors, nil
}

// normalise gives v the length 1; there is none for a vector of zeros.
func normalise(v []float32) bool {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 || math.IsInf(sum, 0) || math.IsNaN(sum) {
		return false
	}
	by := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= by
	}
	return true
}
