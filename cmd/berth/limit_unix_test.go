//go:build unix

package main

import (
	"os"
	"os/signal"
	"strconv"
	"syscall"
)

// limitFiles has the system refuse whatever this process writes to files beyond TEST_BERTH_FILE_SIZE bytes.
func limitFiles() {
	bytes, err := strconv.ParseUint(os.Getenv("TEST_BERTH_FILE_SIZE"), 10, 64)
	if err != nil {
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes}); err != nil {
		panic(err)
	}
}
