package memo_test

import (
	"testing"
	"time"

	"berth/platform/memo"
	"berth/test/double"
)

const keep = 5 * time.Second

func TestMemoForgets(t *testing.T) {
	t.Parallel()
	c := double.NewClock(time.Now())
	m := memo.New[string, int](keep, c.Now)
	_, age, _ := m.Get("key")
	m.Put("key", age, 7, time.Time{})
	if v, _, ok := m.Get("key"); !ok || v != 7 {
		t.Fatalf("get = %d, %v", v, ok)
	}
	c.Pass(keep)
	if _, _, ok := m.Get("key"); ok {
		t.Error("remembers for longer than it should")
	}
	m.Put("key", age, 7, c.Now().Add(time.Second))
	c.Pass(time.Second)
	if _, _, ok := m.Get("key"); ok {
		t.Error("remembers beyond the end of the value")
	}
}

// What was read from the database before a revocation must not be kept after it.
func TestMemoDoesNotKeepWhatWasReadBeforeAClear(t *testing.T) {
	t.Parallel()
	m := memo.New[string, int](keep, time.Now)
	_, age, _ := m.Get("key")
	m.Clear()
	m.Put("key", age, 7, time.Time{})
	if _, _, ok := m.Get("key"); ok {
		t.Error("keeps a value from before the clear")
	}
}

func TestMemoIsBounded(t *testing.T) {
	t.Parallel()
	m := memo.New[int, int](keep, time.Now)
	for i := range memo.Size + 10 {
		m.Put(i, 0, i, time.Time{})
	}
	if n := m.Len(); n != memo.Size {
		t.Errorf("holds %d entries", n)
	}
	if v, _, ok := m.Get(10); !ok || v != 10 {
		t.Error("forgets more than the oldest")
	}
}
