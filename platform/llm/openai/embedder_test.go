package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform/llm/exchange"
)

const secret = "sk-secret"

// newEmbedder asks a server that answers by that function.
func newEmbedder(t *testing.T, answer http.HandlerFunc) *Embedder {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return embedderAt(t, s.URL)
}

func embedderAt(t *testing.T, server string) *Embedder {
	t.Helper()
	base, err := url.Parse(server + "/v1")
	if err != nil {
		t.Fatal(err)
	}
	return NewEmbedder(exchange.Server{Base: base, Key: secret, Named: true}, "small", 10*time.Second)
}

// embed answers as the API does: the vector of a text is its length and 1.
func embed(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Model string
		Input []string
	}
	if json.NewDecoder(r.Body).Decode(&in) != nil || r.URL.Path != "/v1/embeddings" || r.Header.Get("Authorization") != "Bearer "+secret || in.Model != "small" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	var data []string
	for i, text := range in.Input {
		data = append([]string{fmt.Sprintf(`{"index":%d,"embedding":[%d,1]}`, i, len(text))}, data...) // in any order
	}
	_, _ = fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(data, ","))
}

func TestEmbedInBatches(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	e := newEmbedder(t, func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		embed(w, r)
	})
	texts := make([]string, 150)
	for i := range texts {
		texts[i] = strings.Repeat("x", i)
	}
	vectors, err := e.Embed(t.Context(), texts)
	if err != nil || len(vectors) != len(texts) || requests.Load() != 3 {
		t.Fatalf("%d vectors by %d requests, %v", len(vectors), requests.Load(), err)
	}
	for i, v := range vectors {
		length := math.Hypot(float64(i), 1)
		if diff := cmp.Diff([]float32{float32(float64(i) / length), float32(1 / length)}, v, cmp.Comparer(func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-6 })); diff != "" {
			t.Fatalf("vector %d (-want +got):\n%s", i, diff)
		}
	}
	if id := e.ID(); !strings.HasSuffix(id, "/v1#small") || strings.Contains(id, secret) {
		t.Errorf("id %q", id)
	}
}

func TestAnswersThatDoNotFit(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`not JSON`, `{"data":[]}`, `{"data":[{"index":0,"embedding":[1]}]}`, `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`,
		`{"data":[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}`, `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`,
		`{"data":[{"index":0,"embedding":[0,0]},{"index":1,"embedding":[1,2]}]}`, `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[1]}]}`,
		`{"data":[{"index":0,"embedding":[1]},{"index":-1,"embedding":[1]}]}`,
	} {
		var requests atomic.Int32
		e := newEmbedder(t, func(w http.ResponseWriter, _ *http.Request) {
			requests.Add(1)
			_, _ = w.Write([]byte(body))
		})
		if v, err := e.Embed(t.Context(), []string{"a", "b"}); err == nil || requests.Load() != 1 {
			t.Errorf("%s: %v after %d requests", body, v, requests.Load())
		}
	}
}

// handled answers requests without a network, which stands still where time is synctest's.
type handled http.HandlerFunc

func (h handled) Do(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	h(w, r)
	return w.Result(), nil
}

func TestWhatPassesIsTriedAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status, failures int
		after            string // Retry-After
		want             int    // requests
		ok               bool
		least, most      time.Duration // of waiting
	}{
		{http.StatusTooManyRequests, 2, "", 3, true, 1500 * time.Millisecond, 2250 * time.Millisecond},
		{http.StatusTooManyRequests, 1, "7", 2, true, 7 * time.Second, 7 * time.Second},
		{http.StatusTooManyRequests, 1, "3600", 2, true, maxPause, maxPause},
		{http.StatusBadGateway, 3, "", 4, true, 3500 * time.Millisecond, 5250 * time.Millisecond},
		{http.StatusInternalServerError, 9, "", 4, false, 3500 * time.Millisecond, 5250 * time.Millisecond},
		{http.StatusUnauthorized, 9, "7", 1, false, 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			requests := 0
			e := embedderAt(t, "http://127.0.0.1:1")
			e.HTTP = handled(func(w http.ResponseWriter, r *http.Request) {
				if requests++; requests <= c.failures {
					w.Header().Set("Retry-After", c.after)
					http.Error(w, "your key "+secret+" is wrong", c.status)
					return
				}
				embed(w, r)
			})
			start := time.Now()
			_, err := e.Embed(t.Context(), []string{"a"})
			if waited := time.Since(start); (err == nil) != c.ok || requests != c.want || waited < c.least || waited > c.most+time.Microsecond {
				t.Errorf("%d: %d requests in %s, %v", c.status, requests, waited, err)
			}
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("the error repeats what the server says: %v", err)
			}
		})
	}
}

func TestAServerThatIsNotThereIsTriedAgainUntilTheContextEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := embedderAt(t, "http://127.0.0.1:1") // where nobody listens
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		if _, err := e.Embed(ctx, []string{"a"}); err == nil || time.Since(start) != time.Second {
			t.Errorf("%v after %s", err, time.Since(start))
		}
	})
}
