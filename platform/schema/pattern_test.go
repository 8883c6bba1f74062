package schema

import (
	"runtime"
	"testing"
)

// Equal patterns in use are one, and what nobody uses any more is forgotten.
func TestPatternsAreShared(t *testing.T) {
	const text = "^pattern-of-this-test-[a-z]{3}$"
	a, err := pattern(text)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := pattern(text); err != nil || a != b {
		t.Errorf("the same text is compiled twice, %v", err)
	}
	if _, err := pattern("("); err == nil {
		t.Error("a pattern that is none is taken")
	}
	runtime.KeepAlive(a)
	for range 1000 {
		runtime.GC()
		if _, kept := patternsInUse.Load(text); !kept {
			return
		}
		runtime.Gosched()
	}
	t.Error("a pattern that nobody uses is kept")
}
