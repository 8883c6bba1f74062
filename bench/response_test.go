package main

import (
	"math/rand/v2"
	"testing"
)

// However an answer is cut on its way, it is read once it is whole and not before.
func TestResponseIsReadWhenItIsWhole(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ raw, body string }{
		"length":  {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-length: 11\r\n\r\n{\"id\":\r\n\r\n}", "{\"id\":\r\n\r\n}"},
		"chunked": {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\nb\r\n:\"\r\n0\r\n\r\n\"}\r\n0\r\n\r\n", "{\"a\":\"\r\n0\r\n\r\n\"}"},
		"empty":   {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var scratch []byte
			for cut := range len(tc.raw) {
				if status, body, err := parseResponse([]byte(tc.raw[:cut]), &scratch); status != 0 || err != nil {
					t.Fatalf("after %d of %d bytes: %d %q %v, want nothing yet", cut, len(tc.raw), status, body, err)
				}
			}
			status, body, err := parseResponse([]byte(tc.raw), &scratch)
			if status != 200 || string(body) != tc.body || err != nil {
				t.Errorf("got %d %q %v, want 200 %q", status, body, err, tc.body)
			}
		})
	}
}

func TestResponseThatIsNoneIsAnError(t *testing.T) {
	t.Parallel()
	for name, raw := range map[string]string{
		"no HTTP":          "SSH-2.0-x\r\n\r\n",
		"no length":        "HTTP/1.1 200 OK\r\nA: b\r\n\r\n",
		"length no number": "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
		"too much":         "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab",
		"bad chunk size":   "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"wrong chunk size": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabcd\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var scratch []byte
			if status, body, err := parseResponse([]byte(raw), &scratch); err == nil {
				t.Errorf("got %d %q, want an error", status, body)
			}
		})
	}
}

// A wrong answer must never count: each of these is what a broken server might send.
func TestWrongAnswersAreNoticed(t *testing.T) {
	t.Parallel()
	const right = `{"jsonrpc":"2.0","id":10000001,"result":{"content":[]}}`
	id := []byte("10000002")
	for name, body := range map[string]string{
		"another id":     right,
		"an error":       `{"jsonrpc":"2.0","id":10000002,"error":{"code":-32603,"message":"x"}}`,
		"another result": `{"jsonrpc":"2.0","id":10000002,"result":{"content":{}}}`,
		"cut":            `{"jsonrpc":"2.0","id":10000002,"result":{"content":[`,
		"nothing":        ``,
	} {
		if err := answers([]byte(right))([]byte(body), id, "", 1); err == nil {
			t.Errorf("%s passes", name)
		}
	}
	if err := answers([]byte(right))([]byte(`{"jsonrpc":"2.0","id":10000002,"result":{"content":[]}}`), id, "", 64); err != nil {
		t.Errorf("the right answer: %v", err)
	}
	failed := []byte(`{"jsonrpc":"2.0","id":10000002,"result":{"content":[],"isError":true}}`)
	if err := answers(nil)(failed, id, "", 1); err == nil {
		t.Error("a failed tool passes")
	}
}

func TestZipfFavoursTheFirst(t *testing.T) {
	t.Parallel()
	items := []int{7, 8, 9}
	draw, random, seen := zipf(items, 1), rand.New(rand.NewPCG(1, 2)), map[int]int{}
	for range 11_000 {
		seen[draw(random)]++
	}
	// Weights 1, 1/2, 1/3 sum to 11/6: of 11,000 draws 6,000, 3,000 and 2,000.
	for i, want := range []int{6000, 3000, 2000} {
		if got := seen[items[i]]; got < want-300 || got > want+300 {
			t.Errorf("item at rank %d came %d times, want about %d", i+1, got, want)
		}
	}
}
