package authorization

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// What clients may say of themselves.
const (
	MaxRedirects = 10
	maxRedirect  = 2000 // characters
)

// dangerous are schemes that run or show what the address itself holds, or that belong to others.
func dangerous() []string {
	return []string{"javascript", "data", "file", "blob", "filesystem", "vbscript", "about", "view-source", "intent", "mailto", "ws", "wss", "ftp"}
}

// RedirectProblem returns what is wrong with an address that codes may be sent to, "" = nothing. It must be https, http on this machine
// (loopback), or, where a client has registered, of a scheme of the client's own. A document is bound to its host, and a private scheme to
// nobody.
func RedirectProblem(redirect string, document bool) string {
	if redirect == "" || len(redirect) > maxRedirect {
		return "must have 1 to 2000 characters"
	}
	if strings.ContainsFunc(redirect, func(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf || r == 0x7f }) {
		return "must consist of ASCII characters without spaces"
	}
	u, err := url.Parse(redirect)
	if err != nil || u.Scheme == "" {
		return "must be an absolute address, such as https://client.example.com/callback"
	}
	switch {
	case strings.Contains(redirect, "#"):
		return "must have no fragment"
	case u.User != nil:
		return "must name no user"
	case u.Scheme == "https":
		if !plainHost(u.Host) {
			return "must name a host"
		}
	case u.Scheme == "http":
		if _, _, ok := loopback(redirect); !ok {
			return "must be https: http is for 127.0.0.1, [::1] and localhost alone"
		}
	case document:
		return "must be https, or http on 127.0.0.1, [::1] or localhost; schemes of its own are for clients that register"
	case slices.Contains(dangerous(), u.Scheme):
		return "must not have the scheme " + u.Scheme
	}
	return ""
}

// plainHost reports whether a host, with or without port, consists of characters of names and addresses: what else could stand there would have
// a meaning in a policy.
func plainHost(host string) bool {
	return host != "" && !strings.ContainsFunc(host, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune(".-:[]", r)
	})
}

// loopback takes a redirect to this machine apart: its host, and what follows the port, which each start of a client chooses anew (RFC 8252 §7.3).
func loopback(redirect string) (host, rest string, ok bool) {
	after, ok := strings.CutPrefix(redirect, "http://")
	if !ok {
		return "", "", false
	}
	for _, host := range []string{"127.0.0.1", "[::1]", "localhost"} {
		rest, ok := strings.CutPrefix(after, host)
		if !ok {
			continue
		}
		if port, ok := strings.CutPrefix(rest, ":"); ok {
			rest = strings.TrimLeft(port, "0123456789")
			if digits := len(port) - len(rest); digits == 0 || digits > 5 {
				return "", "", false
			}
		}
		if rest == "" || rest[0] == '/' || rest[0] == '?' {
			return host, rest, true
		}
	}
	return "", "", false
}

// returnsTo reports whether codes may be sent to that address: one of the client's, character by character, but for the port of
// one on the person's own machine.
func (c Client) returnsTo(redirect string) bool {
	if RedirectProblem(redirect, c.Document) != "" {
		return false
	}
	host, rest, local := loopback(redirect)
	return slices.ContainsFunc(c.Redirects, func(own string) bool {
		ownHost, ownRest, ownLocal := loopback(own)
		return own == redirect || local && ownLocal && host == ownHost && rest == ownRest
	})
}

// onward returns the source for form-action that lets a browser follow a redirect there after a form was sent, and where that is, in words.
func onward(redirect string) (source, place string) {
	u, err := url.Parse(redirect)
	if err != nil {
		return "'self'", ""
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return u.Scheme + ":", "an app on your device (" + u.Scheme + ")"
	case strings.HasPrefix(u.Host, "["): // a policy cannot name such a host
		return u.Scheme + ":", u.Host
	}
	return u.Scheme + "://" + u.Host, u.Host
}

// OnwardOf returns the source for form-action that lets a browser follow a sign-in to where a request for authorization, given by its query,
// sends it in the end; "" = to nowhere that it may.
func OnwardOf(query string) string {
	q, err := url.ParseQuery(query)
	if err != nil || RedirectProblem(q.Get("redirect_uri"), false) != "" {
		return ""
	}
	source, _ := onward(q.Get("redirect_uri"))
	return source
}

// unclaimed reports whether any program on the person's device could receive what is sent there (RFC 8252 §8.6).
func unclaimed(redirect string) bool { return !strings.HasPrefix(redirect, "https://") }

// LocalOnly reports whether the client can only be answered on the person's own machine.
func (c Client) LocalOnly() bool {
	return !slices.ContainsFunc(c.Redirects, func(r string) bool { return !unclaimed(r) })
}
