package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strings"
)

// endings returns how often the endings of words, and of seldom words most of all, are of which class.
func (m *model) endings() map[string]*shares {
	all := map[string]*shares{}
	for word, s := range m.words {
		if strings.ContainsAny(word, "0123456789") || s.sum() > 30 || s.sum() == 0 {
			continue
		}
		weight := 1.0
		if !m.read[word] {
			weight = 0.1 // lists are of verbs most of all
		}
		for n := 0; n <= 5 && n < len(word); n++ {
			e := word[len(word)-n:]
			if all[e] == nil {
				all[e] = &shares{}
			}
			for i, v := range s {
				all[e][i] += weight * v / s.sum()
			}
		}
	}
	for _, e := range slices.SortedFunc(maps.Keys(all), func(a, b string) int { return len(b) - len(a) }) {
		if e == "" {
			continue
		}
		s, shorter := all[e], all[e[1:]]
		differs := false
		for i := range s {
			differs = differs || math.Abs(s[i]/s.sum()-shorter[i]/shorter.sum()) > 0.15
		}
		if s.sum() < 5 || !differs {
			delete(all, e)
		}
	}
	return all
}

// told returns what the ending of a word says.
func told(endings map[string]*shares, word string) *shares {
	for n := min(5, len(word)-1); n > 0; n-- {
		if s := endings[word[len(word)-n:]]; s != nil {
			return s
		}
	}
	return endings[""]
}

// table packs the model as wordclass reads it.
func (m *model) table(frequent float64) []byte {
	ends := m.endings()
	entries := map[string]string{} // the shares of words, in sixths: "NNNNNV"
	for word, s := range m.words {
		e := told(ends, word)
		if top := s.top(); len(word) < 2 || s.sum() >= frequent || top != e.top() && s.sum() > 0 || s[top]/s.sum() < 0.7 {
			if !strings.ContainsAny(word, "0123456789") && word != "" && len(word) < 40 {
				entries[word] = sixths(s)
			}
		}
	}
	for e, s := range ends {
		entries["-"+e] = sixths(s)
	}
	var kinds []string
	seen := map[string]int{}
	for _, k := range entries {
		seen[k]++
	}
	kinds = slices.SortedFunc(maps.Keys(seen), func(a, b string) int {
		if seen[a] != seen[b] {
			return seen[b] - seen[a]
		}
		return strings.Compare(a, b)
	})
	of := map[string]byte{}
	var raw bytes.Buffer
	for i := range m.next {
		for c := range m.next[i] {
			raw.WriteByte(eighth((m.next[i][c] + 0.5) / (m.next[i].sum() + 8)))
		}
	}
	few := kinds[:min(len(kinds), 250)]
	raw.WriteByte(byte(len(few)))
	for i, k := range kinds {
		if i >= len(few) { // the nearest kind: that of the class that is most frequent
			of[k] = of[strings.Repeat(k[:1], len(k))]
			continue
		}
		of[k] = byte(i)
		for c := range classes {
			share := (float64(strings.Count(k, classes[c:c+1]))/6 + 0.0001) / (m.total[c]/m.total.sum() + 0.0005)
			raw.WriteByte(eighth(share / 40))
		}
	}
	words := slices.Sorted(maps.Keys(entries))
	raw.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(words))))
	last := ""
	for _, w := range words {
		kept := 0
		for kept < len(w) && kept < len(last) && w[kept] == last[kept] {
			kept++
		}
		raw.Write([]byte{byte(kept), byte(len(w) - kept)})
		raw.WriteString(w[kept:])
		raw.WriteByte(of[entries[w]])
		last = w
	}
	var packed bytes.Buffer
	z, _ := flate.NewWriter(&packed, flate.BestCompression) // the level is one
	_, _ = z.Write(raw.Bytes())                             // memory does not fail
	_ = z.Close()
	return packed.Bytes()
}

// sixths writes shares as six letters, the most frequent first.
func sixths(s *shares) string {
	left := *s
	var out []byte
	for range 6 {
		c := left.top()
		out = append(out, classes[c])
		left[c] -= s.sum() / 6
	}
	slices.SortFunc(out, func(a, b byte) int {
		if d := s[strings.IndexByte(classes, b)] - s[strings.IndexByte(classes, a)]; d != 0 {
			return int(math.Copysign(1, d))
		}
		return int(a) - int(b)
	})
	return string(out)
}
