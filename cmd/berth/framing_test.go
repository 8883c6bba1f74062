package main

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// What stands behind a request of two lengths may be somebody else's words: it is not taken for a request (RFC 9112 §6.1).
func TestNothingFollowsARequestOfTwoLengths(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir())
	const behind = "GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
	for _, c := range []struct {
		name, path, head, body string
		answers                int // to both requests
	}{
		{"a length", "/servers/none/mcp", "Content-Length: 2\r\n", "{}", 2},
		{"no body", "/servers/none/mcp", "", "", 2},
		{"two lengths, MCP", "/servers/none/mcp", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n", 1},
		{"two lengths, REST", "/api/v1/auth/login", "Transfer-Encoding: chunked\r\nContent-Length: 12\r\n", "2\r\n{}\r\n0\r\n\r\n", 1},
		{"two lengths, nowhere", "/nowhere", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n", 1},
		{"chunks alone, which cannot be told from them", "/servers/none/mcp", "Transfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(p.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			request := "POST " + c.path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" + c.head + "\r\n" + c.body
			if _, err := io.WriteString(conn, request+behind); err != nil {
				t.Fatal(err)
			}
			answers := 0
			for r := bufio.NewReader(conn); answers < 2; answers++ {
				answer, err := http.ReadResponse(r, nil)
				if errors.Is(err, io.ErrUnexpectedEOF) {
					break // closed
				}
				if err != nil {
					t.Fatalf("after %d answers: %v", answers, err)
				}
				if _, err := io.Copy(io.Discard, answer.Body); err != nil {
					t.Fatal(err)
				}
				_ = answer.Body.Close()
				if answer.StatusCode >= 500 || answer.Close != (c.answers == 1) {
					t.Errorf("answer %d is %s, close %v", answers+1, answer.Status, answer.Close)
				}
			}
			if answers != c.answers {
				t.Errorf("%d answers, want %d", answers, c.answers)
			}
		})
	}
}
