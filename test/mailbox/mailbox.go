// Package mailbox is a small SMTP server for tests, which keeps what it is sent.
package mailbox

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/mail"
	"net/textproto"
	"strings"
	"sync"
	"testing"
	"time"
)

// Mode is how a server takes connections.
type Mode string

// Plain servers have no TLS, StartTLS servers take no mail without it, TLS servers begin with it.
const (
	Plain    Mode = "plain"
	StartTLS Mode = "starttls"
	TLS      Mode = "tls"
)

// Host is the name in the certificate of a server with TLS.
const Host = "mail.test"

// Received is one mail.
type Received struct {
	From, To string // of the envelope
	Header   mail.Header
	Text     string // of the body, decoded
	Raw      string
	TLS      bool
	User     string // who has signed in, "" = nobody
}

// Server is a running SMTP server. It is safe for concurrent use.
type Server struct {
	Addr     string      // host:port
	Trust    *tls.Config // trusts the server's certificate
	User     string      // who may send, with Password; "" = everybody
	Password string

	mode    Mode
	config  *tls.Config
	mu      sync.Mutex
	arrived *sync.Cond
	mails   []Received
}

// Start starts a server on loopback, which ends with the test. With a user it takes mail from nobody else.
func Start(t testing.TB, mode Mode, user, password string) *Server {
	t.Helper()
	s := &Server{mode: mode, User: user, Password: password}
	s.arrived = sync.NewCond(&s.mu)
	cert, pool, err := certificate()
	if err != nil {
		t.Fatal(err)
	}
	s.config = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	s.Trust = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Addr = l.Addr().String()
	var conns sync.WaitGroup
	t.Cleanup(func() {
		_ = l.Close()
		conns.Wait()
	})
	conns.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conns.Go(func() {
				defer func() { _ = conn.Close() }()
				_ = conn.SetDeadline(time.Now().Add(10 * time.Second)) // a client that hangs must not keep the test
				_ = s.serve(conn)
			})
		}
	})
	return s
}

func certificate() (tls.Certificate, *x509.CertPool, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{Host}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, of, of, key.Public(), key)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool, nil
}

// Mails returns what has arrived so far.
func (s *Server) Mails() []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Received{}, s.mails...)
}

// Await returns the nth mail, counted from 1, when it has arrived.
func (s *Server) Await(n int) Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.mails) < n {
		s.arrived.Wait()
	}
	return s.mails[n-1]
}

// session is one connection.
type session struct {
	*textproto.Conn
	raw       net.Conn
	encrypted bool
	user      string
	from, to  string
}

func (s *Server) serve(conn net.Conn) error {
	c := &session{raw: conn}
	if s.mode == TLS {
		c.raw, c.encrypted = tls.Server(conn, s.config), true
	}
	c.Conn = textproto.NewConn(c.raw)
	if err := c.PrintfLine("220 %s ESMTP", Host); err != nil {
		return err
	}
	for {
		line, err := c.ReadLine()
		if err != nil {
			return err
		}
		verb, rest, _ := strings.Cut(line, " ")
		if err := s.command(c, strings.ToUpper(verb), rest); err != nil {
			return err
		}
	}
}

func (s *Server) command(c *session, verb, rest string) error {
	allowed := (s.mode == Plain || c.encrypted) && (s.User == "" || c.user != "")
	switch {
	case verb == "EHLO":
		if s.mode == StartTLS && !c.encrypted {
			return c.PrintfLine("250-%s\r\n250 STARTTLS", Host)
		}
		return c.PrintfLine("250-%s\r\n250-8BITMIME\r\n250 AUTH PLAIN", Host)
	case verb == "STARTTLS" && s.mode == StartTLS && !c.encrypted:
		if err := c.PrintfLine("220 go on"); err != nil {
			return err
		}
		c.raw, c.encrypted = tls.Server(c.raw, s.config), true
		c.Conn = textproto.NewConn(c.raw)
		return nil
	case verb == "AUTH" && (s.mode == Plain || c.encrypted):
		said, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(rest, "PLAIN "))
		if err != nil || string(said) != "\x00"+s.User+"\x00"+s.Password {
			return c.PrintfLine("535 no")
		}
		c.user = s.User
		return c.PrintfLine("235 yes")
	case verb == "QUIT":
		return errors.Join(c.PrintfLine("221 bye"), io.EOF)
	case verb == "RSET", verb == "NOOP":
		return c.PrintfLine("250 ok")
	case !allowed:
		return c.PrintfLine("530 not like this")
	case verb == "MAIL":
		c.from = address(rest)
		return c.PrintfLine("250 ok")
	case verb == "RCPT":
		c.to = address(rest)
		return c.PrintfLine("250 ok")
	case verb == "DATA":
		return s.data(c)
	}
	return c.PrintfLine("500 what?")
}

func address(rest string) string {
	_, rest, _ = strings.Cut(rest, "<")
	a, _, _ := strings.Cut(rest, ">")
	return a
}

func (s *Server) data(c *session) error {
	if err := c.PrintfLine("354 go on"); err != nil {
		return err
	}
	raw, err := c.ReadDotBytes()
	if err != nil {
		return err
	}
	got, err := parse(string(raw))
	if err != nil {
		return c.PrintfLine("554 %v", err)
	}
	got.From, got.To, got.TLS, got.User = c.from, c.to, c.encrypted, c.user
	s.mu.Lock()
	s.mails = append(s.mails, got)
	s.mu.Unlock()
	s.arrived.Broadcast()
	return c.PrintfLine("250 ok")
}

func parse(raw string) (Received, error) {
	m, err := mail.ReadMessage(bufio.NewReader(strings.NewReader(raw)))
	if err != nil {
		return Received{}, fmt.Errorf("read mail: %w", err)
	}
	text, err := decoded(m)
	return Received{Header: m.Header, Text: text, Raw: raw}, err
}
