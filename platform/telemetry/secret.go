package telemetry

import (
	"fmt"
	"io"
	"log/slog"
)

const redacted = "[redacted]"

// Secret is a string that shows itself nowhere: not in logs, not through any verb of package fmt, not as JSON or text.
// Reveal is the one way to its value, so that every use of it can be found by name.
type Secret string

// Reveal returns the value.
func (s Secret) Reveal() string { return string(s) }

// LogValue implements slog.LogValuer.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// Format implements fmt.Formatter, for every verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// String implements fmt.Stringer, for code that calls it without package fmt.
func (s Secret) String() string { return redacted }

// MarshalText implements encoding.TextMarshaler, which encoding/json uses too.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }
