// Package people writes the letters that go to people, and sends them in the background. It decides what a letter says; whom it goes to and
// when is decided by package identity, and how it travels is known to a leaf.
package people

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"

	"berth/platform/identity"
)

// Mail is a letter as it is sent: plain text to one address.
type Mail struct {
	To      string // a bare address
	Subject string // one line of our own words
	Text    string // lines end with \n
}

// Write returns the mail of a letter. home is the server's canonical base URL, by whose host the letter calls itself.
func Write(l identity.Letter, home string) Mail {
	host := home
	if u, err := url.Parse(home); err == nil && u.Host != "" {
		host = u.Host
	}
	m := Mail{To: l.To}
	var body []string
	switch l.Kind {
	case identity.LetterCode:
		m.Subject = "Your code for " + host
		body = []string{"Your code to sign in at " + host + ":", l.Code,
			"It is good for ten minutes, in the browser that asked for it. Nobody from " + host + " ever asks you for it.",
			"You did not ask for a code? Then somebody has typed your address, and nothing happens."}
	case identity.LetterVerify:
		m.Subject = "Is this your e-mail address?"
		body = []string{"Somebody has entered this address for their account at " + host + ". If that is your account, open this link in the browser where you are signed in:", l.Link,
			"The link is good until " + until(l.Until) + ".", "It is not your account? Then do nothing."}
	case identity.LetterReset:
		m.Subject = "A new password for " + host
		body = []string{"With this link you set a new password for your account at " + host + ":", l.Link,
			"It is good once, until " + until(l.Until) + ". A new password signs you out everywhere else, and ends what apps may do for you.",
			"You did not ask for this? Then do nothing, and your password stays as it is."}
	case identity.LetterInvitation:
		m.Subject = "An invitation to " + host
		body = []string{fmt.Sprintf("%s invites you to the workspace “%s” at %s. To join, open this link:", quoted(l.By, "Somebody"), quoted(l.Workspace, "of a team"), host), l.Link,
			"The link is good once, until " + until(l.Until) + ".", "You do not know who that is? Then do nothing."}
	}
	m.Text = strings.Join(body, "\n\n") + "\n"
	return m
}

func until(at time.Time) string { return at.UTC().Format("2 January 2006, 15:04 UTC") }

const maxQuoted = 60 // characters of a name

// quoted returns a name that somebody has typed, made harmless: letters to strangers must not carry addresses of whoever invites.
func quoted(name, nobody string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		joins := r == '.' && i+1 < len(runes) && !unicode.IsSpace(runes[i+1]) // programs make links of what has dots within
		if joins || strings.ContainsRune(`/\:@<>“”`, r) || unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
			r = ' '
		}
		b.WriteRune(r)
	}
	out := strings.Join(strings.Fields(b.String()), " ")
	if cut := []rune(out); len(cut) > maxQuoted {
		out = strings.TrimSpace(string(cut[:maxQuoted])) + "…"
	}
	return cmp.Or(out, nobody)
}
