package inplace_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/inplace"
)

// What was written is read again, one thing after the other.
func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	numbers := []int{0, 1, 127, 128, 300, 1 << 14, math.MaxInt32, math.MaxInt64}
	floats := []float64{0, -0.31, 1e-300, math.Inf(1), math.MaxFloat64}
	texts := []string{"", "é", strings.Repeat("x", 300)}
	var w inplace.Writer
	for _, n := range numbers {
		w.Number(n)
	}
	for _, x := range floats {
		w.Float(x)
	}
	for _, s := range texts {
		w.Text(s)
	}
	r := inplace.Reader{Rest: string(w.Data)}
	for _, want := range numbers {
		if got := r.Number(); got != want {
			t.Errorf("%d became %d", want, got)
		}
	}
	for _, want := range floats {
		if got := r.Float(); got != want {
			t.Errorf("%v became %v", want, got)
		}
	}
	for _, want := range texts {
		if got := r.Text(); got != want {
			t.Errorf("%q became %q", want, got)
		}
	}
	if r.Rest != "" {
		t.Errorf("%q is left", r.Rest)
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 2, 15, 16, 17, 32, 33, 400} {
		known := map[string]bool{}
		for i := range n {
			known[strings.Repeat(string(rune('a'+i%26)), 1+i/26*13)] = true
		}
		all := inplace.Sorted(known)
		var w inplace.Writer
		w.Blocks(1+n%8, all)
		w.Number(7)
		r := inplace.Reader{Rest: string(w.Data)}
		texts := r.Texts()
		if texts.Len() != n || r.Number() != 7 {
			t.Fatalf("%d texts became %d", n, texts.Len())
		}
		for i, s := range texts.All {
			if at, found := texts.Find(s); s != all[i] || texts.At(i) != s || !found || at != i {
				t.Errorf("text %d of %d: %q at %d (%v), want %q", i, n, s, at, found, all[i])
			}
		}
		for i, s := range texts.Since(n / 2) {
			if s != all[i] {
				t.Errorf("text %d of %d is %q, want %q", i, n, s, all[i])
			}
		}
		for _, s := range []string{"", "a!", "mm", "zzz", "{"} {
			want, found := slices.BinarySearch(all, s)
			if at, ok := texts.Find(s); ok != found || at != want {
				t.Errorf("%q: %d (%v), want %d (%v)", s, at, ok, want, found)
			}
		}
	}
}

// Reading copies nothing.
func TestNothingIsCopied(t *testing.T) {
	var w inplace.Writer
	w.Texts([]string{"kayak", "opera"})
	data := string(w.Data)
	if n := testing.AllocsPerRun(100, func() {
		r := inplace.Reader{Rest: data}
		if i, found := r.Texts().Find("opera"); !found || i != 1 {
			t.Error("not found")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
