package identity

import (
	"strings"
	"testing"
)

func TestEmailAddresses(t *testing.T) {
	t.Parallel()
	for email, ok := range map[string]bool{
		"a@b":                        true,
		"Ana.Lima+berth@example.com": true,
		"owner@berth.local":          true,
		"":                           false,
		"a":                          false,
		"@b":                         false,
		"a@":                         false,
		"a b@example.com":            false,
		"Ana <ana@example.com>":      false,
		"<ana@example.com>":          false,
		"a@b, c@d":                   false,
		"a@b\r\nBcc: c@d":            false,
		"a@b\x00":                    false,
		"josé@example.com":           false,
		strings.Repeat("a", 250) + "@example.com": false,
	} {
		if validEmail(email) != ok {
			t.Errorf("validEmail(%q) = %v", email, !ok)
		}
	}
}

func FuzzValidEmail(f *testing.F) {
	f.Add("a@example.com")
	f.Add(`"a b"@example.com`)
	f.Add("a@[127.0.0.1]")
	f.Fuzz(func(t *testing.T, s string) {
		if validEmail(s) && (len(s) > maxEmail || !strings.Contains(s, "@") || strings.ContainsAny(s, " \t\r\n\x00<>,;\"")) {
			t.Errorf("validEmail(%q)", s)
		}
	})
}
