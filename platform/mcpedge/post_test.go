package mcpedge

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"berth/platform/intake"
)

// trickle is a body that arrives in small pieces and knows how much room it was offered beyond what had arrived.
type trickle struct {
	left    *bytes.Reader
	arrived int
	room    int
}

func (b *trickle) Read(p []byte) (int, error) {
	b.room = max(b.room, len(p)-b.arrived)
	n, err := b.left.Read(p[:min(len(p), 1000)])
	b.arrived += n
	return n, err
}

func (*trickle) Close() error { return nil }

// What a client announces is not believed: memory is spent on what arrives.
func TestReadBody(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name            string
		announced, sent int64
		status          int
	}{
		{"nothing", 0, 0, http.StatusOK},
		{"small", 2500, 2500, http.StatusOK},
		{"large", 200_000, 200_000, http.StatusOK},
		{"as large as may be", maxBody, maxBody, http.StatusOK},
		{"small, cut off", 2500, 2499, http.StatusBadRequest},
		{"large, cut off", maxBody, 10, http.StatusBadRequest},
		{"more than announced", 100, 200, http.StatusOK},
		{"unannounced", -1, 200_000, http.StatusOK},
		{"unannounced and too large", -1, maxBody + 1, http.StatusRequestEntityTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			sent := bytes.Repeat([]byte("x"), int(c.sent))
			arriving := &trickle{left: bytes.NewReader(sent)}
			r := httptest.NewRequest(http.MethodPost, "/", io.NopCloser(arriving))
			r.ContentLength = c.announced
			w := httptest.NewRecorder()
			body, done, ok := new(Edge).readBody(w, r, nil)
			if ok {
				done()
			}
			if ok != (c.status == http.StatusOK) || !ok && w.Code != c.status {
				t.Errorf("ok %v, status %d, want %d", ok, w.Code, c.status)
			}
			want := sent
			if c.announced >= 0 {
				want = sent[:min(c.announced, c.sent)]
			}
			if ok && !bytes.Equal(body, want) {
				t.Errorf("%d bytes, want %d", len(body), len(want))
			}
			if arriving.room > 64<<10 && arriving.arrived < intake.Small {
				t.Errorf("%d bytes arrived, and room for %d more was made", arriving.arrived, arriving.room)
			}
		})
	}
}

// A large body that finds no room is refused after a while, and the client is told when to come again.
func TestLargeBodiesWaitForRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := &Edge{Options: Options{Bodies: intake.New(1)}}
		post := func(length int) (*httptest.ResponseRecorder, func(), bool) {
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(bytes.Repeat([]byte("x"), length)))
			_, done, ok := e.readBody(w, r, nil)
			return w, done, ok
		}
		_, done, ok := post(200_000)
		if !ok {
			t.Fatal("the first is refused")
		}
		if w, _, ok := post(200_000); ok || w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" ||
			w.Header().Get("Connection") != "close" || !strings.Contains(w.Body.String(), `"UNAVAILABLE"`) {
			t.Errorf("the second: %t, %d %v %s", ok, w.Code, w.Header(), w.Body)
		}
		if w, _, ok := post(intake.Small); !ok {
			t.Errorf("a small one: %d", w.Code)
		}
		done()
		if w, _, ok := post(200_000); !ok {
			t.Errorf("when the first is done: %d", w.Code)
		}
	})
}

// What holds very many values is refused without mcp-go, and without being taken apart.
func TestMessagesOfTooManyValues(t *testing.T) {
	t.Parallel()
	b := setup(t)
	many := "[0" + strings.Repeat(",0", 200_000) + "]"
	for name, c := range map[string]struct{ body, want string }{
		"arguments":       {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"show_cards","arguments":{"message":` + many + `}}}`, `"id":7,"result":`},
		"params":          {`{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"capabilities":` + many + `}}`, `"id":7,"error":{"code":-32602`},
		"a batch":         {"[" + many + "]", `"id":null,"error":{"code":-32600`},
		"no tool of ours": {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"nobody","arguments":{"a":` + many + `}}}`, `"id":7,"error":{"code":-32602`},
	} {
		if _, answer, _ := b.post(t, "cards", c.body); !strings.Contains(answer, c.want) || !strings.Contains(answer, "150000") {
			t.Errorf("%s: %.300s", name, answer)
		}
	}
}

// The memory of a request is used again: no answer may hold what another caller has sent, whatever came between.
func TestRequestsShareNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var callers sync.WaitGroup
	for caller := range 8 {
		callers.Go(func() {
			for n := range 60 {
				id, mine := fmt.Sprint(1000*caller+n+1), fmt.Sprintf("~%d%02d~", caller, n) // five characters are what echo takes
				q := request{slug: "cards"}
				switch n % 4 {
				case 0: // of a compiled answer
					q.body, q.headers = modern(id, "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":"`+mine+`"}`)
				case 1: // by a handler that echoes the text
					q.slug = "fixture"
					q.body, q.headers = modern(id, "tools/call", "echo", `"name":"echo","arguments":{"text":"`+mine+`"}`)
				case 2: // refused
					q.body, q.headers = modern(id, "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":7,"other":"`+mine+`"}`)
				case 3: // shorter than what came before
					q.body, q.headers = legacy(id, "tools/list", "")
				}
				_, answer := b.serve(q)
				if !strings.HasPrefix(answer, `{"jsonrpc":"2.0","id":`+id+`,`) {
					t.Errorf("asked as %s, answered %.200s", id, answer)
				}
				if n%4 == 1 && !strings.Contains(answer, mine) || strings.Contains(strings.ReplaceAll(answer, mine, ""), "~") {
					t.Errorf("told %s, answered %s", mine, answer)
				}
			}
		})
	}
	callers.Wait()
}
