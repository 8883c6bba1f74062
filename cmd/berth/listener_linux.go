package main

import (
	"net"

	"golang.org/x/sys/unix"
)

// letNobodyIn makes the listener take no new connections: a filter drops the first packet of each, so that the client tries
// again after a second and is refused then. Handshakes that are under way complete as usual. Where filters are not allowed,
// it does nothing.
func letNobodyIn(l *net.TCPListener) {
	raw, err := l.SyscallConn()
	if err != nil {
		return // it is closed
	}
	const flags, syn, all = 13, 0x02, 0xffffffff // where a TCP header has its flags (RFC 9293 §3.1)
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_B | unix.BPF_ABS, K: flags},
		{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, Jf: 1, K: syn},
		{Code: unix.BPF_RET | unix.BPF_K},
		{Code: unix.BPF_RET | unix.BPF_K, K: all},
	}
	_ = raw.Control(func(fd uintptr) { // fails when the listener is closed
		_ = unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]})
	})
}
