package tagger

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// table has the weights of features: sorted hashes, and for each a row of one byte a class, as it stands in the file.
type table struct {
	classes int
	unit    float64 // what a weight of one is
	keys    []uint32
	rows    []byte
}

// Add implements Weights; a feature without weights adds nothing.
func (w table) Add(feature uint32, scores []float64) {
	i, ok := slices.BinarySearch(w.keys, feature)
	if !ok {
		return
	}
	for c, x := range w.rows[i*w.classes : (i+1)*w.classes] {
		scores[c] += float64(int8(x)) * w.unit
	}
}

// read takes a table from the front of a file: three numbers, how much greater each hash is than the one before, and the rows.
func read(raw []byte) (w table, rest []byte, err error) {
	if len(raw) < 12 {
		return w, nil, fmt.Errorf("a table begins with 12 bytes, not %d", len(raw))
	}
	w.classes = int(binary.LittleEndian.Uint32(raw))
	w.unit = float64(binary.LittleEndian.Uint32(raw[4:])) / (1 << 20)
	w.keys = make([]uint32, binary.LittleEndian.Uint32(raw[8:]))
	raw = raw[12:]
	var last uint64
	for i := range w.keys {
		more, n := binary.Uvarint(raw)
		if n <= 0 {
			return w, nil, errors.New("the hashes of a table are cut off")
		}
		last += more
		w.keys[i], raw = uint32(last), raw[n:]
	}
	size := len(w.keys) * w.classes
	if len(raw) < size {
		return w, nil, fmt.Errorf("a table of %d features is cut off", len(w.keys))
	}
	w.rows = raw[:size]
	return w, raw[size:], nil
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
