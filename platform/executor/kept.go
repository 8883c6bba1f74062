package executor

import (
	"encoding/json"
	"sync"

	"berth/platform/lru"
)

// mostKept is how many configurations are kept; what is made of one takes a few kilobytes.
const mostKept = 2000

// Kept keeps what a kind has made of the configurations that are in use. Safe for concurrent use.
type Kept[T any] struct {
	mu  sync.Mutex
	all *lru.Map[string, T]
}

// NewKept makes an empty one.
func NewKept[T any]() *Kept[T] { return &Kept[T]{all: lru.New[string, T](mostKept)} }

// Get returns what read has made of a configuration, which it is asked for once, unless it failed or that was long ago.
func (k *Kept[T]) Get(config json.RawMessage, read func() (T, error)) (T, error) {
	key := string(config)
	k.mu.Lock()
	kept, ok := k.all.Get(key)
	k.mu.Unlock()
	if ok {
		return kept, nil
	}
	made, err := read()
	if err != nil {
		return made, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all.Put(key, made, 1)
	return made, nil
}
