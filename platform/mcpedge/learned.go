package mcpedge

import (
	"encoding/json"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// learned caches what clients repeat with every request: names, and capability declarations that were found to be well
// formed. It is safe for concurrent use. Looking up a part of a request in a map allocates nothing. There are few distinct
// clients, so that a full map is simply emptied.
type learned struct {
	mu    sync.RWMutex
	known map[string]struct{}
	names map[string]string // by raw clientInfo
}

// Limits of what is remembered: the bytes of one declaration, and the number of declarations.
const (
	learnedSize  = 4096
	learnedCount = 256
)

func newLearned() *learned {
	return &learned{known: map[string]struct{}{}, names: map[string]string{}}
}

// client returns the name in a raw clientInfo, "" when there is none.
func (l *learned) client(raw []byte) string {
	l.mu.RLock()
	name, ok := l.names[string(raw)]
	l.mu.RUnlock()
	if ok {
		return name
	}
	name, _ = clientInfo(raw)
	if len(raw) <= learnedSize {
		l.mu.Lock()
		if len(l.names) >= learnedCount {
			clear(l.names)
		}
		l.names[string(raw)] = strings.Clone(name)
		l.mu.Unlock()
	}
	return name
}

// capabilities reports whether raw is a well-formed io.modelcontextprotocol/clientCapabilities.
func (l *learned) capabilities(raw []byte) bool {
	if string(raw) == "{}" {
		return true
	}
	if len(raw) == 0 || raw[0] != '{' {
		return false
	}
	l.mu.RLock()
	_, ok := l.known[string(raw)]
	l.mu.RUnlock()
	if ok {
		return true
	}
	var caps mcp.ClientCapabilities
	if json.Unmarshal(raw, &caps) != nil {
		return false
	}
	if len(raw) <= learnedSize {
		l.mu.Lock()
		if len(l.known) >= learnedCount {
			clear(l.known)
		}
		l.known[string(raw)] = struct{}{}
		l.mu.Unlock()
	}
	return true
}
