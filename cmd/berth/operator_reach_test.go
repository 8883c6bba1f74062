package main

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A command whose server cannot be reached says so, and not that the server should be stopped.
func TestAServerWithoutASocket(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "operator"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := start(t, "BERTH_DATA_DIR="+dir)
	for _, args := range [][]string{{"apps"}, {"backup", filepath.Join(t.TempDir(), "berth.backup")}, {"doctor", "--addr", strings.TrimPrefix(p.url, "http://")}} {
		code, out := command(t, append(args, "--data-dir", dir)...)
		if code != 1 || !strings.Contains(out, "takes no commands; if it is a server, its log says why: dial unix "+socketPath(dir)) {
			t.Errorf("%q: exit code %d: %s", args, code, out)
		}
	}
}

// Who is not the server's user is told so, not what SQLite makes of it.
func TestCommandsOfAnotherUser(t *testing.T) {
	t.Parallel()
	refused := &net.OpError{Op: "dial", Net: "unix", Err: os.NewSyscallError("connect", syscall.EACCES)}
	opened := errors.New("unable to open database file (14)")
	if err := whyNot(opened, refused); !errors.Is(err, refused) || !strings.HasPrefix(err.Error(), "commands are for the user that the server runs as") {
		t.Error(err)
	}
	for _, unreached := range []error{nil, &net.OpError{Op: "dial", Net: "unix", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}} {
		if err := whyNot(opened, unreached); !errors.Is(err, opened) {
			t.Errorf("%v: %v", unreached, err)
		}
	}
}
