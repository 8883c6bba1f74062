package main

import (
	"errors"
	"net"
	"os"
	"sync/atomic"
	"time"
)

// listener makes connections that are counted. To close it loses nobody: whoever has connected by then is accepted still.
// Accept is called by one goroutine, until it fails.
type listener struct {
	*net.TCPListener
	counted *connections
	closing atomic.Bool
	pending []net.Conn // connected when the listener was closed, not yet accepted
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
	if len(l.pending) == 0 {
		conn, err := l.TCPListener.Accept()
		if !l.closing.Load() || !errors.Is(err, os.ErrDeadlineExceeded) {
			return conn, err
		}
		l.pending = acceptRest(l.TCPListener)
		if err := l.TCPListener.Close(); err != nil {
			return nil, err
		}
	}
	if len(l.pending) == 0 {
		return nil, net.ErrClosed
	}
	conn := l.pending[0]
	l.pending = l.pending[1:]
	return conn, nil
}

// Close makes Accept close the listener, so that nobody holds it open in between: the kernel resets whoever connects to a
// listener that is about to close.
func (l *listener) Close() error {
	if l.closing.Swap(true) {
		return nil
	}
	return l.SetDeadline(time.Unix(1, 0))
}
