package main

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// unmapProgram gives back the pages of the program's own file that the process has mapped until now, most of them by
// starting: code, tables for unwinding stacks, and constants, never what can be written to. The system keeps them as long as
// it has room, and maps again those that are used (madvise(2), MADV_DONTNEED on a private mapping of a file).
func unmapProgram() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return // without /proc the pages stay
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(maps)) {
		from, to, ok := constantPages(line, program)
		if ok {
			_, _, _ = syscall.RawSyscall(syscall.SYS_MADVISE, from, to-from, syscall.MADV_DONTNEED) // refused: they stay
		}
	}
}

// constantPages reads a line of /proc/self/maps (proc_pid_maps(5)): the addresses of a mapping of the file program that cannot be
// written to.
func constantPages(line, program string) (from, to uintptr, ok bool) {
	fields := strings.Fields(line) // address, permissions, offset, device, inode, path
	if len(fields) < 6 || strings.Join(fields[5:], " ") != program || strings.Contains(fields[1], "w") {
		return 0, 0, false
	}
	first, last, _ := strings.Cut(fields[0], "-")
	a, err1 := strconv.ParseUint(first, 16, 64)
	b, err2 := strconv.ParseUint(last, 16, 64)
	return uintptr(a), uintptr(b), err1 == nil && err2 == nil && a < b
}
