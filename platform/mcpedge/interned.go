package mcpedge

import (
	"bytes"
	"encoding/json"
	"sync"

	"berth/platform/schema"
)

// internedLimit bounds the bytes that interned keeps.
const internedLimit = 16 << 20

// interned keeps one copy of texts that many apps share, such as the schemas of a layout, and one compiled form of
// them. When it is full it starts anew: what is in use then stays in use. Safe for concurrent use.
type interned struct {
	mu     sync.Mutex
	bytes  int
	texts  map[string][]byte
	inputs map[string]*input
}

// input is an input schema, compiled when it is first needed: flat recognises most arguments that fit, schema decides.
type input struct {
	text   json.RawMessage
	once   sync.Once
	flat   *flat
	schema *schema.Schema
	err    error
}

// compile must come before flat and schema are used.
func (in *input) compile() error {
	in.once.Do(func() {
		if in.schema, in.err = schema.Compile(in.text); in.err == nil {
			in.flat = newFlat(in.text)
		}
	})
	return in.err
}

func newInterned() *interned {
	return &interned{texts: map[string][]byte{}, inputs: map[string]*input{}}
}

// text answers the one copy of a JSON text, compact and without HTML escapes, as answers hold it.
func (n *interned) text(raw json.RawMessage) json.RawMessage {
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
	text := unescapeHTML(compact.Bytes())
	return n.keep(text)
}

// piece answers the one copy of any text.
func (n *interned) piece(text []byte) []byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	if known, ok := n.texts[string(text)]; ok {
		return known
	}
	return n.keep(bytes.Clone(text))
}

// keep answers the copy that is kept of text, which may become text itself. The lock is held.
func (n *interned) keep(text []byte) []byte {
	if known, ok := n.texts[string(text)]; ok {
		return known
	}
	n.grow(len(text))
	n.texts[string(text)] = text
	return text
}

// grow counts bytes, and starts anew when they are too many. The lock is held.
func (n *interned) grow(bytes int) {
	if n.bytes += bytes; n.bytes > internedLimit {
		clear(n.texts)
		clear(n.inputs)
		n.bytes = bytes
	}
}

// input answers the one copy of an input schema.
func (n *interned) input(raw json.RawMessage) *input {
	text := n.text(raw)
	n.mu.Lock()
	defer n.mu.Unlock()
	known, ok := n.inputs[string(text)]
	if !ok {
		known = &input{text: text}
		n.grow(4 * len(text)) // a compiled schema is some times its text
		n.inputs[string(text)] = known
	}
	return known
}
