package tagger

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"sort"
)

// table has the weights of features, as it stands in the file: sorted hashes of four bytes, then for each a row of one byte a class.
type table struct {
	classes int
	unit    float64 // what a weight of one is
	keys    []byte
	rows    []byte
}

// Add implements Weights; a feature without weights adds nothing.
func (w table) Add(feature uint32, scores []float64) {
	n := len(w.keys) / 4
	i := sort.Search(n, func(i int) bool { return binary.LittleEndian.Uint32(w.keys[4*i:]) >= feature })
	if i == n || binary.LittleEndian.Uint32(w.keys[4*i:]) != feature {
		return
	}
	for c, x := range w.rows[i*w.classes : (i+1)*w.classes] {
		scores[c] += float64(int8(x)) * w.unit
	}
}

// read takes a table from the front of a file.
func read(raw []byte) (w table, rest []byte, err error) {
	if len(raw) < 12 {
		return w, nil, fmt.Errorf("a table begins with 12 bytes, not %d", len(raw))
	}
	w.classes = int(binary.LittleEndian.Uint32(raw))
	w.unit = float64(binary.LittleEndian.Uint32(raw[4:])) / (1 << 20)
	n := int(binary.LittleEndian.Uint32(raw[8:]))
	if raw = raw[12:]; len(raw) < n*(4+w.classes) {
		return w, nil, fmt.Errorf("a table of %d features is cut off", n)
	}
	w.keys, w.rows = raw[:4*n], raw[4*n:n*(4+w.classes)]
	return w, raw[n*(4+w.classes):], nil
}

//go:embed model.bin
var file []byte

// Digest is how many bytes at the beginning of the file say of which corpus it was made: SHA-256. What follows is deflated.
const Digest = 32

// Load returns the model that was learned, which it unpacks.
func Load() (*Model, error) {
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(file[min(Digest, len(file)):])))
	if err != nil {
		return nil, fmt.Errorf("unpack what was learned: %w", err)
	}
	m := &Model{}
	for i, to := range m.parts() {
		w, rest, err := read(raw)
		if err != nil {
			return nil, fmt.Errorf("read part %d of what was learned: %w", i, err)
		}
		*to, raw = w, rest
	}
	return m, nil
}

// parts are the weights in the order of the file.
func (m *Model) parts() []*Weights {
	out := []*Weights{&m.Label, &m.Topic, &m.Sent, &m.Kind, &m.Cell, &m.Language}
	for i := range m.Flags {
		out = append(out, &m.Flags[i])
	}
	return out
}
