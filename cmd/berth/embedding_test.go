package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// embeddings is a server with OpenAI's embeddings API that counts what it is asked.
type embeddings struct {
	gifts, descriptions atomic.Int32
	down                atomic.Bool
}

func (e *embeddings) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in struct{ Input []string }
	if e.down.Load() || json.NewDecoder(r.Body).Decode(&in) != nil || r.Header.Get("Authorization") != "Bearer sk-very-secret" {
		http.Error(w, "sk-very-secret", http.StatusInternalServerError)
		return
	}
	if len(in.Input) == 1 {
		e.descriptions.Add(1)
	} else {
		e.gifts.Add(int32(len(in.Input)))
	}
	var data []string
	for i, text := range in.Input {
		data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%d,1,%d]}`, i, len(text)%7, len(text)%11))
	}
	_, _ = fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(data, ","))
}

// A configured embedding server is asked for the gifts once, also over a restart, and for each description; while it
// fails, gifts are found all the same, which is logged once and without its key.
func TestAnEmbeddingServerHasASay(t *testing.T) {
	t.Parallel()
	double := &embeddings{}
	server := httptest.NewServer(double)
	t.Cleanup(server.Close)
	env := []string{"BERTH_DATA_DIR=" + t.TempDir(), "BERTH_EMBEDDING_BASE_URL=" + server.URL + "/v1", "BERTH_EMBEDDING_MODEL=m", "BERTH_EMBEDDING_API_KEY=sk-very-secret"}
	ask := func(p *process) {
		t.Helper()
		status, answer := p.mcp("gift", "tools/call", "get_recommendations", `"name":"get_recommendations","arguments":{"recipient_description":"my dad who loves woodworking"}`)
		if status != 200 || strings.Count(answer, "relevance_score") < 5 {
			t.Fatalf("%d %s", status, answer)
		}
	}
	listened := func(p *process) {
		t.Helper()
		before := double.descriptions.Load()
		for end := time.Now().Add(2 * time.Minute); double.descriptions.Load() == before; ask(p) {
			if time.Now().After(end) {
				t.Fatalf("the server is not asked for descriptions: %s", p.out.String())
			}
		}
	}
	p := start(t, env...)
	listened(p)
	first := double.gifts.Load()
	if first < 1200 {
		t.Errorf("%d gifts were embedded", first)
	}
	double.down.Store(true)
	ask(p)
	ask(p)
	if log := p.out.String(); strings.Count(log, "does not answer") != 1 || strings.Contains(log, "sk-very-secret") {
		t.Errorf("the log: %s", log)
	}
	double.down.Store(false)
	p.stop()
	listened(start(t, env...))
	if again := double.gifts.Load() - first; again != 0 {
		t.Errorf("%d gifts were embedded again", again)
	}
}
