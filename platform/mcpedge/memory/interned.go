package memory

import (
	"bytes"
	"encoding/json"
	"sync"

	"berth/platform/lru"
	"berth/platform/mcpedge/wire"
	"berth/platform/schema"
)

// Interned keeps one copy of texts that many apps share, such as the schemas of a layout, and one compiled form of each
// schema. A text that it forgets stays valid for its users. It is safe for concurrent use.
type Interned struct {
	mu    sync.Mutex
	texts *lru.Map[string, *shared]
}

// shared is a text, with its compiled form if it is an input schema that has been asked for.
type shared struct {
	text  []byte
	input *Input
}

// bytes returns roughly how much heap the text takes.
func (s *shared) bytes() int64 {
	n := int64(len(s.text))
	if s.input != nil {
		n += 4 * n // a compiled schema is some times its text
	}
	return n
}

// Input is an input schema that is compiled on first use. Flat accepts most valid arguments; Schema decides about the
// others.
type Input struct {
	Text   json.RawMessage
	Flat   *wire.Flat
	Schema *schema.Schema
	once   sync.Once
	err    error
}

// Compile must be called before Flat and Schema are used.
func (in *Input) Compile() error {
	in.once.Do(func() {
		if in.Schema, in.err = schema.Compile(in.Text); in.err == nil {
			in.Flat = wire.NewFlat(in.Text)
		}
	})
	return in.err
}

// NewInterned makes an Interned that keeps at most limit bytes.
func NewInterned(limit int64) *Interned { return &Interned{texts: lru.New[string, *shared](limit)} }

// Text returns the one copy of a JSON text, compact and without HTML escapes, as answers hold it.
func (n *Interned) Text(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return raw
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if known, ok := n.texts.Get(string(raw)); ok {
		return known.text
	}
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return raw
	}
	return n.keep(wire.UnescapeHTML(compact.Bytes())).text
}

// Piece returns the one copy of any text.
func (n *Interned) Piece(text []byte) []byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	if known, ok := n.texts.Get(string(text)); ok {
		return known.text
	}
	return n.keep(bytes.Clone(text)).text
}

// keep returns what is kept for the text, and may keep text itself. The caller holds the lock.
func (n *Interned) keep(text []byte) *shared {
	key := string(text)
	known, ok := n.texts.Get(key)
	if !ok {
		known = &shared{text: text}
		n.texts.Put(key, known, known.bytes())
	}
	return known
}

// Input returns the one copy of an input schema.
func (n *Interned) Input(raw json.RawMessage) *Input {
	text := n.Text(raw)
	n.mu.Lock()
	defer n.mu.Unlock()
	known := n.keep(text)
	if known.input == nil {
		known.input = &Input{Text: known.text}
		n.texts.Put(string(text), known, known.bytes())
	}
	return known.input
}
