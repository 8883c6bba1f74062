package mcpedge

import (
	"encoding/json"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// learned remembers what a client says of itself, since it says the same with every request: its declarations of
// capabilities that were found well formed, and its name. Safe for concurrent use. They are maps, since whoever asks them for a
// part of a request allocates nothing; there are so few clients that starting anew does as well as forgetting the oldest.
type learned struct {
	mu    sync.RWMutex
	known map[string]struct{}
	names map[string]string // by raw clientInfo
}

// A declaration is remembered up to so many bytes, and so many of them.
const (
	learnedSize  = 4096
	learnedCount = 256
)

func newLearned() *learned {
	return &learned{known: map[string]struct{}{}, names: map[string]string{}}
}

// client returns the name in a raw clientInfo, "" when it has none.
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
