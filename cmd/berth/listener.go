package main

import (
	"errors"
	"net"
	"os"
	"sync/atomic"
	"time"
)

// handshake is how long a closing listener waits for handshakes that are under way. It is enough for the round trips across
// the world with one packet lost.
const handshake = 500 * time.Millisecond

// listener makes connections that are counted. Closing it loses no client: it still accepts those that have connected by
// then. Accept is called by one goroutine, until it fails.
type listener struct {
	*net.TCPListener
	counted *connections
	closing atomic.Bool
	last    bool // no new connections are let in; used by Accept only
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	conn, err := l.accept()
	if err != nil {
		return nil, err
	}
	return &connection{Conn: conn, of: l.counted}, nil
}

func (l *listener) accept() (net.Conn, error) {
	for {
		conn, err := l.TCPListener.Accept()
		switch {
		case !l.closing.Load() || !errors.Is(err, os.ErrDeadlineExceeded):
			return conn, err
		case l.last:
			return nil, errors.Join(net.ErrClosed, l.TCPListener.Close())
		}
		l.last = true
		letNobodyIn(l.TCPListener)
		if err := l.SetDeadline(time.Now().Add(handshake)); err != nil {
			return nil, err
		}
	}
}

// Close makes Accept close the listener, after it has accepted all who have connected: the kernel resets connections that a
// closing listener has not accepted.
func (l *listener) Close() error {
	if l.closing.Swap(true) {
		return nil
	}
	return l.SetDeadline(time.Unix(1, 0))
}
