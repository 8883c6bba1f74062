package api

import (
	"net/http"
	"time"
)

// cookies reads and makes the session cookie. Over https it is a __Host- cookie; such a cookie must be Secure, which a
// browser does not send back over plain http, so a local server uses another name.
type cookies struct{ secure bool }

func (c cookies) name() string {
	if c.secure {
		return "__Host-berth"
	}
	return "berth"
}

// read returns the session token that the browser sent, or "".
func (c cookies) read(r *http.Request) string {
	cookie, err := r.Cookie(c.name())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// set makes the cookie. The server decides how long a session lives; the browser is told the longest time it accepts.
func (c cookies) set(token string) http.Cookie {
	return http.Cookie{Name: c.name(), Value: token, Path: "/", MaxAge: int((400 * 24 * time.Hour).Seconds()),
		Secure: c.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

func (c cookies) clear() http.Cookie {
	cookie := c.set("")
	cookie.MaxAge = -1
	return cookie
}
