package main

import (
	"errors"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// acceptRest accepts whoever has connected, and lets nobody connect any more: a filter drops what arrives for the listener
// itself, so that whoever comes now tries again in a second and is refused. It does what it can; errors are no connections.
func acceptRest(l *net.TCPListener) (all []net.Conn) {
	raw, err := l.SyscallConn()
	if err != nil {
		return nil
	}
	_ = raw.Control(func(fd uintptr) { // a closed listener has nobody
		nothing := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K}
		_ = unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &unix.SockFprog{Len: 1, Filter: &nothing}) // not everywhere allowed
		for {
			accepted, _, err := unix.Accept4(int(fd), unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK)
			if errors.Is(err, unix.EINTR) || errors.Is(err, unix.ECONNABORTED) {
				continue
			}
			if err != nil {
				return // EAGAIN: that was the last
			}
			file := os.NewFile(uintptr(accepted), "")
			if conn, err := net.FileConn(file); err == nil {
				all = append(all, conn)
			}
			_ = file.Close() // conn has a copy
		}
	})
	return all
}
