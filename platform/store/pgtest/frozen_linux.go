package pgtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Private starts a server for this test alone and returns the address of its empty database. freeze stops every process of
// it where it stands (SIGSTOP), so that connections stay open and nothing responds; thaw lets them go on, at the latest when
// the test ends.
func Private(t testing.TB) (address string, freeze, thaw func()) {
	t.Helper()
	u, lifeline, err := startCluster() // also with TEST_DATABASE_URL, whose server is not ours to freeze
	check(t, err)
	text, err := os.ReadFile(filepath.Join(u.Query().Get("host"), "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	postmaster, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	signal := func(s syscall.Signal) {
		// The postmaster comes first, so that it starts no more processes.
		for _, pid := range append([]int{postmaster}, children(postmaster)...) {
			if err := syscall.Kill(pid, s); err != nil && !errors.Is(err, syscall.ESRCH) {
				t.Error(err)
			}
		}
		if s == syscall.SIGSTOP {
			for _, pid := range children(postmaster) { // started in between
				_ = syscall.Kill(pid, s)
			}
		}
	}
	t.Cleanup(func() {
		signal(syscall.SIGCONT)
		if err := lifeline.Close(); err != nil {
			t.Error(err)
		}
	})
	return u.String(), func() { signal(syscall.SIGSTOP) }, func() { signal(syscall.SIGCONT) }
}

// children returns the processes of a parent (proc(5), stat: the parent is the second field after the name).
func children(parent int) []int {
	var found []int
	all, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is valid
	for _, path := range all {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest)
		if len(fields) < 2 || fields[1] != fmt.Sprint(parent) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			found = append(found, pid)
		}
	}
	return found
}
