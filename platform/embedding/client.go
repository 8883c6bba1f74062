// Package embedding turns texts into vectors by asking a server that speaks OpenAI's embeddings API. It knows that API,
// and which failures pass; it must not know what the texts are, nor where its HTTP client may dial.
package embedding

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Doer sends requests; *http.Client is one.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// Options are what a Client is made of. HTTP, BaseURL and Model are required.
type Options struct {
	HTTP    Doer
	BaseURL *url.URL // "/embeddings" is appended: https://api.openai.com/v1
	Model   string
	Key     string // sent as a bearer token; "" = none
	// Pause is the wait before the first repetition, doubled before each further one; 0 = half a second.
	Pause time.Duration
}

const (
	batch    = 64 // texts in one request
	tries    = 4  // of one request
	maxPause = 20 * time.Second
)

// Client embeds texts. It is safe for concurrent use.
type Client struct {
	o        Options
	endpoint string
}

// New makes a client; it does not ask anything yet.
func New(o Options) *Client {
	if o.Pause <= 0 {
		o.Pause = 500 * time.Millisecond
	}
	return &Client{o, o.BaseURL.JoinPath("embeddings").String()}
}

// ID names the server and the model, without anything secret: vectors of one ID can be compared.
func (c *Client) ID() string { return c.o.BaseURL.Host + c.o.BaseURL.Path + "#" + c.o.Model }

// Embed answers one vector of length 1 for each text, all of one dimension. What may pass, a refusal for its rate (429), a
// failure of the server (5xx) or of the network, is tried again until ctx ends, four times at most.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		n := min(batch, len(texts))
		part, err := c.persist(ctx, texts[:n])
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

func (c *Client) persist(ctx context.Context, texts []string) ([][]float32, error) {
	pause := c.o.Pause
	for try := 1; ; try++ {
		vectors, err := c.ask(ctx, texts)
		var passing *passingError
		if err == nil || !errors.As(err, &passing) || try == tries || ctx.Err() != nil {
			return vectors, err
		}
		wait := min(max(passing.after, pause+rand.N(pause/2+1)), maxPause)
		pause *= 2
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, errors.Join(err, ctx.Err())
		case <-timer.C:
		}
	}
}

// passingError is a failure that may not come again.
type passingError struct {
	err   error
	after time.Duration // the server's wish
}

func (e *passingError) Error() string { return e.err.Error() }
func (e *passingError) Unwrap() error { return e.err }

func (c *Client) ask(ctx context.Context, texts []string) (vectors [][]float32, err error) {
	body, err := json.Marshal(map[string]any{"model": c.o.Model, "input": texts, "encoding_format": "float"})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if c.o.Key != "" {
		r.Header.Set("Authorization", "Bearer "+c.o.Key)
	}
	resp, err := c.o.HTTP.Do(r)
	if err != nil {
		return nil, &passingError{err: err}
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	if resp.StatusCode != http.StatusOK {
		// What the server says may repeat what it was sent, so that it is not for the log.
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // so that the connection can be used again
		err := fmt.Errorf("the server answers %s", resp.Status)
		if resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500 {
			seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // a date or nothing is 0
			return nil, &passingError{err, time.Duration(max(0, seconds)) * time.Second}
		}
		return nil, err
	}
	var answer struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("read answer: %w", err)
	}
	vectors = make([][]float32, len(texts))
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
