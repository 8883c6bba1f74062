package runtime

import "time"

// workerIdle is how long a worker without work stays.
const workerIdle = 10 * time.Second

// workers run functions in reused goroutines: a new goroutine would have to grow its stack in every call. There are as many
// workers as functions that run at once. Safe for concurrent use.
type workers struct {
	waiting chan func()
	closed  chan struct{} // nobody waits any more
}

func newWorkers() workers {
	return workers{waiting: make(chan func()), closed: make(chan struct{})}
}

// run starts f, which must not panic, and returns at once.
func (w workers) run(f func()) {
	select {
	case w.waiting <- f:
	default:
		go w.work(f)
	}
}

func (w workers) work(f func()) {
	idle := time.NewTimer(workerIdle)
	defer idle.Stop()
	for {
		f()
		idle.Reset(workerIdle)
		select {
		case f = <-w.waiting:
		case <-idle.C:
			return
		case <-w.closed:
			return
		}
	}
}
