package main

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"time"
)

// maxFloor is the largest answer of the floor, in bytes.
const maxFloor = 1 << 20

// serveFloor is the least that an HTTP server in Go can do for a request: POST /{size} reads the body and answers size
// fixed bytes.
func serveFloor(addr string) error {
	fixed := bytes.Repeat([]byte("x"), maxFloor)
	server := &http.Server{Addr: addr, ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		size, err := strconv.Atoi(r.URL.Path[1:])
		if err != nil || size < 0 || size > maxFloor {
			http.Error(w, "size?", http.StatusNotFound)
			return
		}
		if _, err := io.ReadAll(r.Body); err != nil {
			return
		}
		h := w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", strconv.Itoa(size))
		_, _ = w.Write(fixed[:size]) // the client may have gone
	})}
	return server.ListenAndServe()
}
