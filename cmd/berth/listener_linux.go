package main

import (
	"net"

	"golang.org/x/sys/unix"
)

// letNobodyIn has the listener take no new connection: a filter drops what begins one, so that whoever comes now tries again
// in a second, and is refused. Handshakes that are under way end as always. It does what it can: filters are not allowed
// everywhere.
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
	_ = raw.Control(func(fd uintptr) { // fails where it is closed
		_ = unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]})
	})
}
