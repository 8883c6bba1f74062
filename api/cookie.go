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

// secretLife is how long a browser keeps the secret of what it was asked: as long as any answer is taken.
const secretLife = 10 * time.Minute

// secretName is the name of the cookie that binds what a browser was asked (a code, a passkey, a sign-in at the OpenID provider) to that browser.
func (c cookies) secretName() string { return c.name() + "-asked" }

// keep makes that cookie.
func (c cookies) keep(secret string) *http.Cookie {
	return &http.Cookie{Name: c.secretName(), Value: secret, Path: "/", MaxAge: int(secretLife.Seconds()), Secure: c.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

// drop takes it away.
func (c cookies) drop() *http.Cookie {
	cookie := c.keep("")
	cookie.MaxAge = -1
	return cookie
}

// kept returns the secret that the browser sent, or "".
func (c cookies) kept(r *http.Request) string {
	cookie, err := r.Cookie(c.secretName())
	if err != nil {
		return ""
	}
	return cookie.Value
}
