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
	if loads != 100 || d.pages.Len() < 2 {
		t.Errorf("%d loads; %d pages", loads, d.pages.Len())
	}
}

func TestInternedIsBoundedInBytes(t *testing.T) {
	t.Parallel()
	const limit = 10 << 10
	n := NewInterned(limit)
	first := n.Text(json.RawMessage(`{"a": 1}`))
	if again := n.Text(json.RawMessage(`{"a":1}`)); &again[0] != &first[0] {
		t.Error("one text is kept twice")
	}
	var inputs int64
	for i := range 200 {
		text := fmt.Appendf(nil, `{"description":"%d %s"}`, i, strings.Repeat("x", 200))
		before := n.texts.Weight()
		switch i % 3 {
		case 0:
			n.Text(text)
		case 1:
			n.Piece(text)
		case 2:
			if in := n.Input(text); n.Input(text) != in {
				t.Fatal("one schema is compiled twice")
			}
			inputs = max(inputs, n.texts.Weight()-before)
		}
		if again := n.Text(json.RawMessage(`{"a":1}`)); &again[0] != &first[0] { // all apps have it
			t.Fatalf("what is asked for all the time is forgotten after %d others", i+1)
		}
		if n.texts.Weight() > limit {
			t.Fatalf("%d bytes are held after %d texts", n.texts.Weight(), i+1)
		}
	}
	if n.texts.Weight() < limit/2 {
		t.Errorf("only %d bytes are kept", n.texts.Weight())
	}
	if inputs < 1000 {
		t.Errorf("a compiled schema of 220 bytes counts for %d", inputs)
	}
}
