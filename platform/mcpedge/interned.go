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
	mu      sync.Mutex
	bytes   int
	texts   map[string][]byte
	schemas map[string]arguments
}

// arguments decide whether a call's arguments fit: flat recognises most, the schema decides.
type arguments struct {
	*schema.Schema
	flat *flat
}

func newInterned() *interned {
	return &interned{texts: map[string][]byte{}, schemas: map[string]arguments{}}
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
		clear(n.schemas)
		n.bytes = bytes
	}
}

// schema answers the compiled form of a schema.
func (n *interned) schema(raw json.RawMessage) (arguments, error) {
	n.mu.Lock()
	known, ok := n.schemas[string(raw)]
	n.mu.Unlock()
	if ok {
		return known, nil
	}
	s, err := schema.Compile(raw)
	if err != nil {
		return arguments{}, err
	}
	compiled := arguments{s, newFlat(raw)}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.grow(4 * len(raw)) // a compiled schema is some times its text
	n.schemas[string(raw)] = compiled
	return compiled, nil
}
