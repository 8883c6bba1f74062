package identity

import (
	"encoding/binary"
	"testing"
	"time"
)

func TestMemoForgets(t *testing.T) {
	t.Parallel()
	c := newClock()
	m := newMemo[int](c.Now)
	key := digestOf("key")
	_, age, _ := m.get(key)
	m.put(key, age, 7, time.Time{})
	if v, _, ok := m.get(key); !ok || v != 7 {
		t.Fatalf("get = %d, %v", v, ok)
	}
	c.Pass(cacheTime)
	if _, _, ok := m.get(key); ok {
		t.Error("remembers for longer than cacheTime")
	}
	m.put(key, age, 7, c.Now().Add(time.Second))
	c.Pass(time.Second)
	if _, _, ok := m.get(key); ok {
		t.Error("remembers beyond the end of the credential")
	}
}

// What was read from the database before a revocation must not be kept after it.
func TestMemoDoesNotKeepWhatWasReadBeforeAClear(t *testing.T) {
	t.Parallel()
	m := newMemo[int](newClock().Now)
	key := digestOf("key")
	_, age, _ := m.get(key)
	m.clear()
	m.put(key, age, 7, time.Time{})
	if _, _, ok := m.get(key); ok {
		t.Error("keeps a value from before the clear")
	}
}

func TestMemoIsBounded(t *testing.T) {
	t.Parallel()
	m := newMemo[int](newClock().Now)
	for i := range memoSize + 10 {
		var key digest
		binary.BigEndian.PutUint64(key[:], uint64(i))
		m.put(key, 0, i, time.Time{})
	}
	if n := m.entries.Len(); n != memoSize {
		t.Errorf("holds %d entries", n)
	}
	var last digest
	binary.BigEndian.PutUint64(last[:], 10)
	if v, _, ok := m.get(last); !ok || v != 10 {
		t.Error("forgets more than the oldest")
	}
}
