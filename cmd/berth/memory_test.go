package main

import (
	"math"
	"testing"
	"testing/fstest"
)

func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing known": {nil, math.MaxInt64},
		"a machine":     {map[string]string{"proc/meminfo": "MemTotal:       2048 kB\nMemFree: 1 kB\n", "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}, 2048 << 10},
		"v2, of a container": {map[string]string{"proc/meminfo": "MemTotal: 2048 kB\n", "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "1000\n"}, 1000},
		"v2, of a group above": {map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "7000\n"}, 7000},
		"v1":                   {map[string]string{"proc/self/cgroup": "3:cpu:/x\n2:memory:/docker/1\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "5000\n"}, 5000},
		"v1 without a limit": {map[string]string{"proc/meminfo": "MemTotal: 4 kB\n", "proc/self/cgroup": "2:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 4096},
	} {
		root := fstest.MapFS{}
		for path, text := range c.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := memoryLimit(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestHeapIsCollectedByWhatIsInUse(t *testing.T) {
	t.Parallel()
	for live, want := range map[uint64]int{
		0: 1000, 1 << 20: 1000, 10 << 20: 300, 16 << 20: 150, 20 << 20: 100, 30 << 20: 100, roomyHeap: 100, roomyHeap + 1: largeHeap, 1 << 30: largeHeap,
	} {
		if got := percentFor(live); got != want {
			t.Errorf("%d bytes in use: %d percent, want %d", live, got, want)
		}
	}
}
