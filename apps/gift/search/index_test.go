package search_test

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"flag"
	"io"
	"log/slog"
	"os"
	"reflect"
	"testing"

	"berth/apps/gift/search"
)

const indexFile = "index.bin"

var update = flag.Bool("update", false, "write "+indexFile)

// What ships inside is what the catalogue, the lexicon and the lists of this package say.
func TestIndexIsFresh(t *testing.T) {
	t.Parallel()
	gifts, l := parts(t)
	want, err := search.Build(gifts, l)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(indexFile, deflated(t, want), 0o644); err != nil { //nolint:gosec // part of the sources
			t.Fatal(err)
		}
	}
	packed, err := os.ReadFile(indexFile)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := search.Unpack(packed); got != want || err != nil {
		t.Error("the catalogue, the lexicon or how they are indexed has changed: go test ./apps/gift/search -run Fresh -update")
	}
}

// deflated returns an index as it ships.
func deflated(t *testing.T, data string) []byte {
	t.Helper()
	b := bytes.NewBuffer(binary.LittleEndian.AppendUint32(nil, uint32(len(data)))) //nolint:gosec // some megabytes
	w, err := flate.NewWriter(b, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What ships inside answers as an index that is built of the same gifts, has all of them, and is opened in a few milliseconds.
func TestShipped(t *testing.T) {
	t.Parallel()
	gifts, _ := parts(t)
	e, err := search.Shipped(slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if packed, digest := search.Gifts(); e.Len() != len(gifts) || packed.Len() != len(gifts) || len(digest) != 64 || search.ShippedWords().Lexicon.Len() < 5000 {
		t.Errorf("%d gifts, %d packed, want %d; digest %q", e.Len(), packed.Len(), len(gifts), digest)
	}
	for _, description := range []string{"my sister, 34, loves pottery, up to $40", "mein Opa, 80, gärtnert gern", "a colleague"} {
		r := search.Request{Description: description, Past: []string{"scraf"}, Limit: 8}
		if got, want := e.Recommend(t.Context(), r), engine(t).Recommend(t.Context(), r); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", description, keys(got.Hits), keys(want.Hits))
		}
	}
}
