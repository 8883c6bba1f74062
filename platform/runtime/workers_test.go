package runtime

import (
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestWorkers(t *testing.T) { //nolint:paralleltest // it counts the goroutines of the process
	synctest.Test(t, func(t *testing.T) {
		w := newWorkers()
		var ran atomic.Int32
		release := make(chan struct{})
		for range 8 { // more than anybody waits for: nobody queues behind a function that blocks
			w.run(func() { <-release; ran.Add(1) })
		}
		synctest.Wait()
		close(release)
		synctest.Wait()
		before := runtime.NumGoroutine()
		for range 100 {
			w.run(func() { ran.Add(1) })
			synctest.Wait()
		}
		if ran.Load() != 108 {
			t.Errorf("%d functions ran, want 108", ran.Load())
		}
		if now := runtime.NumGoroutine(); now > before {
			t.Errorf("%d goroutines after 100 functions, %d before: workers are not used again", now, before)
		}
		time.Sleep(2 * workerIdle) //nolint:forbidigo // synctest: time passes at once
		synctest.Wait()
		if now := runtime.NumGoroutine(); now >= before {
			t.Errorf("%d goroutines long after the last function, %d before", now, before)
		}
		w.run(func() { ran.Add(1) })
		synctest.Wait()
		close(w.closed) // a worker that stays fails the test at its end
		w.run(func() { ran.Add(1) })
		if synctest.Wait(); ran.Load() != 110 {
			t.Errorf("%d functions ran, want 110", ran.Load())
		}
	})
}
