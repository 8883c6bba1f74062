//go:build unix

package main

import (
	"errors"
	"io"
	"net"
	"syscall"
)

// tryRead reads what has arrived and never waits; n is 0 when nothing has.
func tryRead(raw syscall.RawConn, _ net.Conn, p []byte) (n int, err error) {
	outer := raw.Read(func(fd uintptr) bool {
		n, err = syscall.Read(int(fd), p)
		return true
	})
	switch {
	case outer != nil:
		return 0, outer
	case errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR):
		return 0, nil
	case err == nil && n == 0:
		return 0, io.ErrUnexpectedEOF
	}
	return n, err
}
