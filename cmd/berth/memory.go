package main

import (
	"io/fs"
	"math"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
)

// limitMemory makes the garbage collector work harder when the process comes close to the memory that it may take.
// GOMEMLIMIT in the environment wins.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if limit := memoryLimit(os.DirFS("/")); limit < math.MaxInt64 {
		debug.SetMemoryLimit(limit / 10 * 9) // the rest is for what Go does not count
	}
}

// memoryLimit returns the smallest limit in bytes: the machine's memory or what the cgroups of the process allow (v2
// memory.max, v1 memory.limit_in_bytes). It returns math.MaxInt64 where nothing sets one, as on systems other than Linux.
func memoryLimit(root fs.FS) int64 {
	limit := int64(math.MaxInt64)
	lower := func(file string) {
		raw, err := fs.ReadFile(root, file)
		if err != nil {
			return
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(string(raw)), 10, 64); err == nil && n > 0 { // not "max"
			limit = min(limit, n)
		}
	}
	groups, _ := fs.ReadFile(root, "proc/self/cgroup") // none: no limit from it
	for line := range strings.Lines(string(groups)) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, _ := strings.Cut(rest, ":")
		folder, file := "sys/fs/cgroup", "memory.max"
		if controllers == "memory" {
			folder, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		} else if controllers != "" {
			continue
		}
		for group = path.Clean("/" + group); ; group = path.Dir(group) { // each one above limits too
			lower(path.Join(folder, group, file))
			if group == "/" {
				break
			}
		}
	}
	info, _ := fs.ReadFile(root, "proc/meminfo") // none: no limit from it
	if _, total, ok := strings.Cut(string(info), "MemTotal:"); ok {
		if fields := strings.Fields(total); len(fields) > 1 && fields[1] == "kB" {
			if n, err := strconv.ParseInt(fields[0], 10, 64); err == nil {
				limit = min(limit, n<<10)
			}
		}
	}
	return limit
}

const (
	// roomyHeap is the size, in bytes, up to which the heap may grow before it is collected, however little of it is in
	// use. Without it a process with a live heap of ten megabytes collects so often that a tenth of a call's cost is spent on it.
	roomyHeap = 40 << 20
	// largeHeap is GOGC when more than that is in use: very many apps in memory. Marking such a heap takes tenths of a second,
	// in which calls wait, and with 200 it happens half as often as with Go's own 100.
	largeHeap = 200
	// startingHeap is GOGC while the server starts. What a start leaves behind lies between what stays, and keeps whole blocks of memory
	// taken: with half of Go's own 100 that is about 3 of 10 MiB less, and the most that a start takes at one time about a tenth less.
	startingHeap = 50
)

// sparing makes the garbage collector keep the heap small until roomy. GOGC in the environment wins.
func sparing() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(startingHeap)
	}
}

// roomy returns the memory that only the start needed, and makes the garbage collector wait for roomyHeap from now on. It
// looks at the live heap after each collection. GOGC in the environment wins; GOMEMLIMIT applies as always.
func roomy() {
	debug.FreeOSMemory()
	unmapProgram()
	if os.Getenv("GOGC") == "" {
		pace(0)
	}
}

// marker is an object that lives until the next collection. It must not be so small that it shares a block.
type marker [4]uint64

func pace(last int) {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	percent := percentFor(sample[0].Value.Uint64())
	if percent < last*9/10 || percent > last*11/10 {
		debug.SetGCPercent(percent)
		last = percent
	}
	runtime.AddCleanup(new(marker), pace, last)
}

// percentFor returns GOGC for a heap of which live bytes are in use.
func percentFor(live uint64) int {
	const usual, most = 100, 1000
	switch {
	case live == 0:
		return most
	case live > roomyHeap:
		return largeHeap
	}
	return int(min(max(roomyHeap*100/live-100, usual), most))
}
