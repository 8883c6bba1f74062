package main

import (
	"net/http"
	"time"
)

// bodyTimeout bounds how long a client may take to send a body.
const bodyTimeout = 30 * time.Second

// slowBodies ends connections whose body does not arrive, whether or not anybody reads it. Who has read a body clears
// the deadline, so that a long call is not cut short; http.Server.ReadTimeout would do just that.
func slowBodies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout)) // a connection always has deadlines
		}
		next.ServeHTTP(w, r)
	})
}
