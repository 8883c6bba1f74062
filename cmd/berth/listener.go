package main

import (
	"errors"
	"net"
	"os"
	"sync/atomic"
	"time"
)

// handshake is how long a closing listener waits for those whose handshake was under way: round trips across the world, one of
// them lost.
const handshake = 500 * time.Millisecond

// listener makes connections that are counted. To close it loses nobody: whoever has connected by then is accepted still.
// Accept is called by one goroutine, until it fails.
type listener struct {
	*net.TCPListener
	counted *connections
	closing atomic.Bool
	last    bool // nobody new is let in; of Accept alone
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

// Close makes Accept close the listener, so that nobody holds it open in between: the kernel resets whoever connects to a
// listener that is about to close.
func (l *listener) Close() error {
	if l.closing.Swap(true) {
		return nil
	}
	return l.SetDeadline(time.Unix(1, 0))
}
