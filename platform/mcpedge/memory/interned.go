package memory

import (
	"bytes"
	"encoding/json"
	"sync"

	"berth/platform/mcpedge/wire"
	"berth/platform/schema"
)

// Interned keeps one copy of texts that many apps share, such as the schemas of a layout, and one compiled form of
// them. When it is full it starts anew: what is in use then stays in use. Safe for concurrent use.
type Interned struct {
	limit  int
	mu     sync.Mutex
	bytes  int
	texts  map[string][]byte
	inputs map[string]*Input
}

// Input is an input schema, compiled when it is first needed: Flat recognises most arguments that fit, Schema decides.
type Input struct {
	Text   json.RawMessage
	Flat   *wire.Flat
	Schema *schema.Schema
	once   sync.Once
	err    error
}

// Compile must come before Flat and Schema are used.
func (in *Input) Compile() error {
	in.once.Do(func() {
		if in.Schema, in.err = schema.Compile(in.Text); in.err == nil {
			in.Flat = wire.NewFlat(in.Text)
		}
	})
	return in.err
}

// NewInterned keeps at most so many bytes.
func NewInterned(limit int) *Interned {
	return &Interned{limit: limit, texts: map[string][]byte{}, inputs: map[string]*Input{}}
}

// Text returns the one copy of a JSON text, compact and without HTML escapes, as answers hold it.
func (n *Interned) Text(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return raw
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if known, ok := n.texts[string(raw)]; ok {
		return known
	}
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return raw
	}
	text := wire.UnescapeHTML(compact.Bytes())
	return n.keep(text)
}

// Piece returns the one copy of any text.
func (n *Interned) Piece(text []byte) []byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	if known, ok := n.texts[string(text)]; ok {
		return known
	}
	return n.keep(bytes.Clone(text))
}

// keep returns the copy that is kept of text, which may become text itself. The lock is held.
func (n *Interned) keep(text []byte) []byte {
	if known, ok := n.texts[string(text)]; ok {
		return known
	}
	n.grow(len(text))
	n.texts[string(text)] = text
	return text
}

// grow counts bytes, and starts anew when they are too many. The lock is held.
func (n *Interned) grow(bytes int) {
	if n.bytes += bytes; n.bytes > n.limit {
		clear(n.texts)
		clear(n.inputs)
		n.bytes = bytes
	}
}

// Input returns the one copy of an input schema.
func (n *Interned) Input(raw json.RawMessage) *Input {
	text := n.Text(raw)
	n.mu.Lock()
	defer n.mu.Unlock()
	known, ok := n.inputs[string(text)]
	if !ok {
		known = &Input{Text: text}
		n.grow(4 * len(text)) // a compiled schema is some times its text
		n.inputs[string(text)] = known
	}
	return known
}
