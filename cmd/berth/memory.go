package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// roomyHeap is the size, in bytes, up to which the heap may grow before it is collected, however little of it is in
	// use. Without it a process with a live heap of ten megabytes collects so often that a tenth of a call's cost is spent on it.
	roomyHeap = 96 << 20
	// largeHeap is GOGC for a heap that is larger than that: very many apps in memory. To mark it takes tenths of a second, in
	// which calls wait, and that happens half as often as with Go's own 100.
	largeHeap = 200
)

// roomy lets the garbage collector wait for roomyHeap. It looks at the live heap after each collection. GOGC in the
// environment wins; GOMEMLIMIT holds as always.
func roomy() {
	if os.Getenv("GOGC") == "" {
		pace(0)
	}
}

// marker is an object that lives until the next collection. It must not be so small that it shares a block.
type marker [4]uint64

func pace(last int) {
	const most = 1000
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	percent := most
	if live := sample[0].Value.Uint64(); live > 0 {
		percent = int(min(max(roomyHeap*100/live, 100+largeHeap)-100, most))
	}
	if percent < last*9/10 || percent > last*11/10 {
		debug.SetGCPercent(percent)
		last = percent
	}
	runtime.AddCleanup(new(marker), pace, last)
}
