package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestConstantPages(t *testing.T) {
	t.Parallel()
	const program = "/opt/berth one/berth"
	for line, want := range map[string][2]uintptr{
		"00400000-01a3b000 r-xp 00000000 fe:00 5242 /opt/berth one/berth\n": {0x400000, 0x1a3b000},
		"01a3b000-02f0e000 r--p 0163b000 fe:00 5242 /opt/berth one/berth\n": {0x1a3b000, 0x2f0e000},
		"02f0e000-02fb0000 rw-p 02b0e000 fe:00 5242 /opt/berth one/berth\n": {}, // variables
		"02fb0000-03000000 r--p 00000000 00:00 0\n":                         {}, // of no file
		"7f0000000000-7f0000200000 r-xp 00000000 fe:00 77 /lib/libc.so.6\n": {},
		"": {},
	} {
		from, to, ok := constantPages(line, program)
		if got := [2]uintptr{from, to}; got != want || ok != (want != [2]uintptr{}) {
			t.Errorf("%q: %x %v, want %x", line, got, ok, want)
		}
	}
}

// Not parallel: other tests map pages.
func TestUnmapProgramGivesPagesBack(t *testing.T) {
	data, err := os.ReadFile("/proc/self/exe") // so that the system has the file's pages, and all of them can be mapped
	if err != nil || len(data) == 0 {
		t.Fatal("cannot read the program", err)
	}
	before := ofFiles(t)
	unmapProgram()
	if after := ofFiles(t); after >= before {
		t.Errorf("%d KiB of files before, %d after", before, after)
	}
}

// ofFiles returns the KiB of files that the process has mapped.
func ofFiles(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); f[0] == "RssFile:" {
			n, err := strconv.Atoi(f[1])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatal("no RssFile in /proc/self/status")
	return 0
}
