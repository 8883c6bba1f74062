package catalogue_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/catalogue"
)

const packedFile = "gifts.json.gz"

var update = flag.Bool("update", false, "write "+packedFile)

// What ships inside is what the files of the themes say.
func TestPackedIsFresh(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("*.json")
	if err != nil {
		t.Fatal(err)
	}
	var gifts []catalogue.Gift
	for _, name := range names {
		if name == "vocabulary.json" {
			continue
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var theme []catalogue.Gift
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		if err := d.Decode(&theme); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		gifts = append(gifts, theme...)
	}
	slices.SortFunc(gifts, func(a, b catalogue.Gift) int { return cmp.Compare(a.Key, b.Key) })
	want, err := json.Marshal(gifts)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		var out bytes.Buffer
		w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
		if err == nil {
			_, err = w.Write(want)
		}
		if err == nil {
			err = w.Close()
		}
		if err == nil {
			err = os.WriteFile(packedFile, out.Bytes(), 0o644) //nolint:gosec // part of the sources
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(packedFile)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the themes have changed: go test ./apps/gift/catalogue -run Packed -update")
	}
}

// A gift comes out as it was put in, lists that are empty as none.
func TestPackedGiftsAreTheSame(t *testing.T) {
	t.Parallel()
	gifts, _ := load(t)
	gifts = append(gifts, catalogue.Gift{}, catalogue.Gift{Key: "k", Name: strings.Repeat("é", 300), Ages: [2]int{0, 120}, Price: [2]int{0, 5000}})
	packed := catalogue.Pack(gifts)
	if packed.Len() != len(gifts) {
		t.Fatalf("%d gifts became %d", len(gifts), packed.Len())
	}
	for i, want := range gifts {
		got, _ := json.Marshal(without(packed.At(i)))
		if want, _ := json.Marshal(without(want)); !bytes.Equal(got, want) {
			t.Fatalf("gift %d: %s became %s", i, want, got)
		}
	}
}

// without returns g with its empty lists as nil.
func without(g catalogue.Gift) catalogue.Gift {
	for _, list := range []*[]string{&g.Categories, &g.Occasions, &g.Recipients, &g.Interests, &g.Traits, &g.Situations, &g.Contains, &g.Assumes} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	return g
}
