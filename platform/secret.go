package platform

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// Secret is what an app sends along to its author's API, and to nobody else.
type Secret struct {
	Name  string   // as templates name it; see ValidSecretName
	Hosts []string // whom it may be sent to, each "host" or "host:port" in lower case
	Value SecretText
}

// ValidSecretName reports whether a name has the form ^[A-Z][A-Z0-9_]{0,63}$.
func ValidSecretName(s string) bool {
	if s == "" || len(s) > 64 || s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') })
}

const redacted = "•••"

// SecretText is a text that shows itself nowhere: not in logs, not through any verb of package fmt, not as JSON or text, where it is
// three dots. Reveal is the one way to its value, so that every use of it can be found by name.
type SecretText string

// Reveal returns the value.
func (s SecretText) Reveal() string { return string(s) }

// LogValue implements slog.LogValuer.
func (s SecretText) LogValue() slog.Value { return slog.StringValue(redacted) }

// Format implements fmt.Formatter, for every verb.
func (s SecretText) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// String implements fmt.Stringer, for code that calls it without package fmt.
func (s SecretText) String() string { return redacted }

// MarshalText implements encoding.TextMarshaler, which encoding/json uses too.
func (s SecretText) MarshalText() ([]byte, error) { return []byte(redacted), nil }
