package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"berth/platform"
)

func TestDocumentsAreBoundedInBytes(t *testing.T) {
	t.Parallel()
	loads := 0
	const size = 10 << 10
	d := NewDocuments(func(_ context.Context, digest string) (platform.Document, error) {
		loads++
		return platform.Document{Digest: digest, Head: bytes.Repeat([]byte("x"), size)}, nil
	}, 5*2*size)
	for i := range 100 {
		if _, err := d.Get(t.Context(), fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
		if d.Size() > 5*2*size {
			t.Fatalf("%d bytes are kept after %d documents", d.Size(), i+1)
		}
	}
	for range 10 { // what was asked for last is still there
		if _, err := d.Get(t.Context(), "99"); err != nil {
			t.Fatal(err)
		}
	}
	if loads != 100 || len(d.pages) != d.recent.Len() || d.recent.Len() < 2 {
		t.Errorf("%d loads; %d pages, %d in order", loads, len(d.pages), d.recent.Len())
	}
}

func TestInternedIsBoundedInBytes(t *testing.T) {
	t.Parallel()
	const limit = 10 << 10
	n := NewInterned(limit)
	held := func() (sum int) {
		for text := range n.texts {
			sum += len(text)
		}
		for text := range n.inputs {
			sum += 4 * len(text)
		}
		return sum
	}
	first := n.Text(json.RawMessage(`{"a": 1}`))
	if again := n.Text(json.RawMessage(`{"a":1}`)); &again[0] != &first[0] {
		t.Error("one text is kept twice")
	}
	most := 0
	for i := range 200 {
		text := fmt.Appendf(nil, `{"description":"%d %s"}`, i, strings.Repeat("x", 200))
		switch i % 3 {
		case 0:
			n.Text(text)
		case 1:
			n.Piece(text)
		case 2:
			n.Input(text)
		}
		most = max(most, held())
		if held() > limit || n.bytes > limit || n.bytes < held() {
			t.Fatalf("%d bytes are held after %d texts, %d are counted", held(), i+1, n.bytes)
		}
	}
	if most < limit/2 {
		t.Errorf("only %d bytes were ever kept", most)
	}
}
