package main

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"berth/platform/text"
	"berth/platform/text/meaning"
)

// vector is a word of the package.
type vector struct {
	word string
	rank int // 1 for the most frequent
	unit meaning.Vector
	near float32
}

func (v vector) dot(o vector) (sum float32) {
	for i, x := range v.unit {
		sum += x * o.unit[i]
	}
	return sum
}

// read returns the words of the package that are words, the most frequent first.
func read(raw []byte) ([]vector, error) {
	_, raw, ok := bytes.Cut(raw, []byte(`"vectors":`))
	if !ok {
		return nil, fmt.Errorf("read package: it has no vectors")
	}
	d := jsontext.NewDecoder(bytes.NewReader(raw))
	if _, err := d.ReadToken(); err != nil { // {
		return nil, fmt.Errorf("read package: %w", err)
	}
	var all []vector
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return nil, fmt.Errorf("read package: %w", err)
		}
		v := vector{word: name.String()}
		cells, err := d.ReadValue()
		if err == nil && isWord(v.word) {
			if err = v.read(cells); err == nil {
				all = append(all, v)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("read package: %s: %w", v.word, err)
		}
	}
	return all, nil
}

// isWord reports whether a word is one that text.Tokens makes.
func isWord(s string) bool {
	if len(s) < 2 || len(s) > 24 {
		return false
	}
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return text.Fold(s) == s
}

// read reads the vector of a word, its length and its place among the words.
func (v *vector) read(cells []byte) error {
	parts := bytes.Split(bytes.Trim(cells, "[]"), []byte(","))
	if len(parts) != meaning.Dims+2 {
		return fmt.Errorf("it has %d cells", len(parts))
	}
	rank, err := strconv.Atoi(string(parts[meaning.Dims+1]))
	if err != nil {
		return err
	}
	v.rank = rank + 1
	sum := 0.0
	for i := range v.unit {
		x, err := strconv.ParseFloat(string(parts[i]), 32)
		if err != nil {
			return err
		}
		v.unit[i] = float32(x)
		sum += x * x
	}
	for i := range v.unit {
		v.unit[i] /= float32(math.Sqrt(sum))
	}
	return nil
}
