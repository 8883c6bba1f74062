package intake

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// from is a source of so many bytes of text that announces its length or not.
func from(text string, known bool, most int64) Source {
	s := Source{Reader: strings.NewReader(text), Length: -1, Max: most, Hurry: func() {}}
	if known {
		s.Length = int64(len(text))
	}
	return s
}

func TestRead(t *testing.T) {
	t.Parallel()
	const most = 100 << 10
	for _, b := range []*Budget{nil, New(1 << 20), New(10)} {
		for _, n := range []int{0, 1, Small, Small + 1, Small + 2, most - 1, most, most + 1, most + 2} {
			for _, known := range []bool{true, false} {
				text := strings.Repeat("x", n)
				body, done, err := b.Read(t.Context(), from(text, known, most), make([]byte, 0, 100))
				if n > most {
					if !errors.Is(err, ErrTooLarge) {
						t.Errorf("%d bytes, known %t: %v", n, known, err)
					}
					continue
				}
				if err != nil || string(body) != text {
					t.Fatalf("%d bytes, known %t: %d bytes, %v", n, known, len(body), err)
				}
				if held := b.Stats().Held; b != nil && (held > 0) != (n > Small) {
					t.Errorf("%d bytes, known %t: holds %d", n, known, held)
				}
				done()
			}
			cut := from(strings.Repeat("x", n), true, most+10)
			cut.Length++
			if _, _, err := b.Read(t.Context(), cut, nil); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%d bytes and one missing: %v", n, err)
			}
		}
		if s := b.Stats(); s.Held != 0 || s.Waiting != 0 || s.Refused != 0 {
			t.Errorf("in the end: %+v", s)
		}
	}
}

// TestRoomIsTakenUntilDone: a large body waits for another one, and a small one does not.
func TestRoomIsTakenUntilDone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const large = 40 << 10 // read without a pause
		b := New(9 * large)    // for four bodies, of which two can be worked on
		text := strings.Repeat("x", large)
		var all []func()
		for range 2 {
			_, done, err := b.Read(t.Context(), from(text, true, large), nil)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, done)
		}
		third := make(chan error)
		go func() {
			_, done, err := b.Read(t.Context(), from(text, true, large), nil)
			if err == nil {
				done()
			}
			third <- err
		}()
		synctest.Wait()
		if s := b.Stats(); s.Waiting != 1 {
			t.Fatalf("with no room: %+v", s)
		}
		if _, _, err := b.Read(t.Context(), from(text[:Small], true, large), nil); err != nil {
			t.Errorf("a small body: %v", err)
		}
		all[0]()
		if err := <-third; err != nil {
			t.Errorf("with room again: %v", err)
		}
		_, done, err := b.Read(t.Context(), from(text, true, large), nil)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if _, _, err := b.Read(t.Context(), from(text, true, large), nil); !errors.Is(err, ErrBusy) || time.Since(start) != patience {
			t.Errorf("with no room for long: %v after %s", err, time.Since(start))
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, _, err := b.Read(gone, from(text, true, large), nil); !errors.Is(err, context.Canceled) {
			t.Errorf("of a client that has gone: %v", err)
		}
		done()
		done()
		all[1]()
		if s := b.Stats(); s.Held != 0 || s.Waiting != 0 || s.Refused != 1 {
			t.Errorf("in the end: %+v", s)
		}
	})
}

// TestBodiesArriveSlowlyWhereThereAreMany: reading takes a share of the processor that does not grow with the bodies. Those that have
// stalled take none, and slow nobody.
func TestBodiesArriveSlowlyWhereThereAreMany(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		bodies, stalled int
		pause           time.Duration
	}{{1, 0, afterPiece}, {1, 300, afterPiece}, {50, 0, 50 * pauseForEach}, {200, 0, longestAfterPiece}} {
		synctest.Test(t, func(t *testing.T) {
			const pieces = 4
			text := strings.Repeat("x", pieces*piece)
			b := New(1 << 40)
			for range c.stalled {
				r, w := io.Pipe()
				go b.Read(t.Context(), Source{Reader: io.MultiReader(strings.NewReader(text[:Small+1]), r), Length: pieces * piece, Max: pieces * piece, Hurry: func() {}}, nil) //nolint:errcheck // ends with the test
				defer w.Close()                                                                                                                                                  //nolint:errcheck // nothing is written
			}
			synctest.Wait()
			start := time.Now()
			var all sync.WaitGroup
			for range c.bodies {
				all.Go(func() {
					if _, done, err := b.Read(t.Context(), from(text, true, pieces*piece), nil); err != nil {
						t.Error(err)
					} else {
						done()
					}
				})
			}
			all.Wait()
			// The first piece begins with what has been read before, and who begins first pauses beside fewer.
			if took := time.Since(start); took > pieces*c.pause || took < (pieces-2)*c.pause {
				t.Errorf("%d bodies beside %d that have stalled were read in %s, the pause being %s", c.bodies, c.stalled, took, c.pause)
			}
		})
	}
}

// TestManyValuesWeighMore: what a body becomes counts, not only its bytes.
func TestManyValuesWeighMore(t *testing.T) {
	t.Parallel()
	b := New(1 << 30)
	held := func(text string) int64 {
		_, done, err := b.Read(t.Context(), from(text, true, 1<<20), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		return b.Stats().Held
	}
	const n = 50_000
	text, values := held(`"`+strings.Repeat("x", 4*n)+`"`), held("["+strings.Repeat("{},\n", n)+"0]")
	if text > 20*n || values < 300*n {
		t.Errorf("one text holds %d bytes, %d objects hold %d", text, n, values)
	}
}

// TestStalledBodiesGiveWay: one that has stalled holds its room as long as nobody wants it, and gives it up to who does.
func TestStalledBodiesGiveWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const large = 1 << 20
		b := New(2 * large)
		read := func(chunk int, every time.Duration, sent int) chan error {
			r, w := io.Pipe()
			result := make(chan error, 1)
			go func() {
				for left := sent; left > 0; left -= chunk {
					if left < sent {
						time.Sleep(every) //nolint:forbidigo // synctest: the client is slow
					}
					if _, err := w.Write(bytes.Repeat([]byte("x"), chunk)); err != nil {
						return
					}
				}
			}()
			go func() {
				_, done, err := b.Read(t.Context(), Source{Reader: r, Length: large, Max: large, Hurry: sync.OnceFunc(func() {
					if err := r.CloseWithError(errors.New("hurry")); err != nil {
						t.Error(err)
					}
				})}, nil)
				if err == nil {
					done()
				}
				result <- err
			}()
			return result
		}
		stalled := read(large/2, 0, large/2)
		time.Sleep(20 * time.Second) //nolint:forbidigo // synctest: nobody waits for so long
		if s := b.Stats(); s.Held != large || s.Refused != 0 {
			t.Fatalf("nobody waits: %+v", s)
		}
		start := time.Now()
		slow := read(pace, interval-10*time.Millisecond, large) // nearly as slow as may be: reading it has pauses, too
		if err := <-stalled; !errors.Is(err, ErrBusy) || time.Since(start) > 2*interval {
			t.Errorf("while somebody waits: %v after %s", err, time.Since(start))
		}
		synctest.Wait()
		other := read(large, 0, large)
		if err := <-slow; err != nil {
			t.Errorf("one that is fast enough: %v", err)
		}
		if err := <-other; err != nil {
			t.Errorf("one that waited for it: %v", err)
		}
		if s := b.Stats(); s.Held != 0 || s.Waiting != 0 {
			t.Errorf("in the end: %+v", s)
		}
	})
}
