package embedding_test

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
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform/embedding"
	"berth/platform/outbound"
)

// double is a server that speaks the embeddings API: the vector of a text is its length and 1.
func double(t *testing.T, answer http.HandlerFunc) *embedding.Client {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	base, err := url.Parse(s.URL + "/v1")
	if err != nil {
		t.Fatal(err)
	}
	client := outbound.New(outbound.Options{Named: []*url.URL{base}, Timeout: 10 * time.Second, MaxBytes: 1 << 20})
	t.Cleanup(client.CloseIdleConnections)
	return embedding.New(embedding.Options{HTTP: client, BaseURL: base, Model: "small", Key: "sk-secret", Pause: time.Millisecond})
}

type asked struct {
	Model string   `json:"model"`
	Input []string `json:"input"`
}

func answer(w http.ResponseWriter, r *http.Request) {
	var in asked
	if json.NewDecoder(r.Body).Decode(&in) != nil || r.URL.Path != "/v1/embeddings" || r.Header.Get("Authorization") != "Bearer sk-secret" || in.Model != "small" {
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
	c := double(t, func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		answer(w, r)
	})
	texts := make([]string, 150)
	for i := range texts {
		texts[i] = strings.Repeat("x", i)
	}
	vectors, err := c.Embed(t.Context(), texts)
	if err != nil || len(vectors) != len(texts) || requests.Load() != 3 {
		t.Fatalf("%d vectors by %d requests, %v", len(vectors), requests.Load(), err)
	}
	for i, v := range vectors {
		length := math.Hypot(float64(i), 1)
		if diff := cmp.Diff([]float32{float32(float64(i) / length), float32(1 / length)}, v, cmp.Comparer(func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-6 })); diff != "" {
			t.Fatalf("vector %d (-want +got):\n%s", i, diff)
		}
	}
	if id := c.ID(); !strings.HasSuffix(id, "/v1#small") || strings.Contains(id, "secret") {
		t.Errorf("id %q", id)
	}
}

func TestWhatPassesIsTriedAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status, failures int
		want             int32 // requests
		ok               bool
	}{{http.StatusTooManyRequests, 2, 3, true}, {http.StatusBadGateway, 3, 4, true}, {http.StatusInternalServerError, 9, 4, false}, {http.StatusUnauthorized, 9, 1, false}} {
		var requests atomic.Int32
		client := double(t, func(w http.ResponseWriter, r *http.Request) {
			if int(requests.Add(1)) <= c.failures {
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte("your key sk-secret is wrong"))
				return
			}
			answer(w, r)
		})
		_, err := client.Embed(t.Context(), []string{"a"})
		if (err == nil) != c.ok || requests.Load() != c.want {
			t.Errorf("%d: %d requests, %v", c.status, requests.Load(), err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the error repeats what the server says: %v", err)
		}
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
		c := double(t, func(w http.ResponseWriter, _ *http.Request) {
			requests.Add(1)
			_, _ = w.Write([]byte(body))
		})
		if v, err := c.Embed(t.Context(), []string{"a", "b"}); err == nil || requests.Load() != 1 {
			t.Errorf("%s: %v after %d requests", body, v, requests.Load())
		}
	}
}

func TestEmbedEndsWithItsContext(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	t.Cleanup(s.Close)
	base, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := outbound.New(outbound.Options{Named: []*url.URL{base}, Timeout: time.Minute, MaxBytes: 1000})
	t.Cleanup(client.CloseIdleConnections)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := embedding.New(embedding.Options{HTTP: client, BaseURL: base, Model: "m"}).Embed(ctx, []string{"a"}); err == nil || time.Since(start) > 10*time.Second {
		t.Errorf("%v after %s", err, time.Since(start))
	}
}
