package main

import (
	"io"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// gate is a way to a database that can be shut: then connections through it break, and further ones are refused.
type gate struct {
	url     string // of the database, through the gate
	mu      sync.Mutex
	closed  bool
	refused int
	through map[net.Conn]bool
}

// newGate makes a way to the database at an address, which is open.
func newGate(t *testing.T, database string) *gate {
	t.Helper()
	config, err := pgx.ParseConfig(database)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Del("host")
	u.Host, u.RawQuery = listener.Addr().String(), query.Encode()
	g := &gate{url: u.String(), through: map[net.Conn]bool{}}
	t.Cleanup(func() {
		_ = listener.Close()
		g.shut()
	})
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			go g.lead(t, from, config)
		}
	}()
	return g
}

// lead connects one connection with the database, or refuses it.
func (g *gate) lead(t *testing.T, from net.Conn, config *pgx.ConnConfig) {
	network, address := pgconn.NetworkAddress(config.Host, config.Port)
	to, err := (&net.Dialer{}).DialContext(t.Context(), network, address)
	if err != nil || !g.enter(from, to) {
		_ = from.Close()
		if to != nil {
			_ = to.Close()
		}
		return
	}
	pass := func(to, from net.Conn) {
		_, _ = io.Copy(to, from) // one of them has ended, or the gate is shut
		g.leave(from, to)
	}
	go pass(to, from)
	pass(from, to)
}

func (g *gate) enter(ends ...net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		g.refused++
		return false
	}
	for _, end := range ends {
		g.through[end] = true
	}
	return true
}

func (g *gate) leave(ends ...net.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, end := range ends {
		_ = end.Close()
		delete(g.through, end)
	}
}

// shut breaks every connection, and has further ones refused.
func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed, g.refused = true, 0
	for end := range g.through {
		_ = end.Close()
	}
}

// open lets further connections through.
func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = false
}

// attempts returns how many connections were refused since the gate was shut.
func (g *gate) attempts() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refused
}
