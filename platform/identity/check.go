package identity

import (
	"fmt"
	"net/mail"
	"strings"
	"unicode/utf8"

	"berth/platform"
)

// Lengths in characters.
const (
	minPassword = 10
	maxPassword = 200
	maxEmail    = 254 // RFC 5321 §4.5.3.1.3
	maxName     = 100
)

// checker collects everything that is wrong with an input.
type checker struct{ problems []platform.Problem }

func (c *checker) add(field, format string, args ...any) {
	c.problems = append(c.problems, platform.Problem{Location: "body." + field, Message: fmt.Sprintf(format, args...)})
}

func (c *checker) err() error {
	if len(c.problems) == 0 {
		return nil
	}
	return platform.Invalid(c.problems)
}

func (c *checker) email(s string) {
	if !validEmail(s) {
		c.add("email", "must be an e-mail address")
	}
}

func (c *checker) password(field, s string) {
	switch n := utf8.RuneCountInString(s); {
	case n < minPassword:
		c.add(field, "must have at least %d characters", minPassword)
	case n > maxPassword:
		c.add(field, "must have at most %d characters", maxPassword)
	}
}

// name requires one line of text that is not blank.
func (c *checker) name(s string) {
	switch {
	case strings.TrimFunc(s, platform.Invisible) == "":
		c.add("name", "must not be empty")
	case utf8.RuneCountInString(s) > maxName:
		c.add("name", "must have at most %d characters", maxName)
	case !utf8.ValidString(s) || strings.ContainsFunc(s, platform.Hidden):
		c.add("name", "must be one line of text without characters that control its direction or are not seen")
	}
}

// validEmail accepts a bare address (RFC 5322 addr-spec) in ASCII, since databases compare other letters differently.
func validEmail(s string) bool {
	if len(s) > maxEmail || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return false
	}
	a, err := mail.ParseAddress(s)
	return err == nil && a.Name == "" && a.Address == s && !strings.ContainsAny(s, `"<>()`)
}
