package vault

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

const (
	// Redacted stands where a secret stood.
	Redacted = "•••"
	// minRedacted is how many bytes a secret needs to be looked for: a shorter one is part of other words.
	minRedacted = 4
)

// Redactor removes secrets from texts that people see. It is immutable and safe for concurrent use. The zero value knows none.
type Redactor struct{ replacer *strings.Replacer }

// NewRedactor makes a redactor of secrets, which it finds as they are, in base64, and as JSON and addresses write them.
func NewRedactor(secrets ...string) Redactor {
	var forms []string
	for _, s := range secrets {
		if len(s) < minRedacted {
			continue
		}
		quoted, _ := json.Marshal(s) // a string always has a form
		forms = append(forms, s, string(quoted[1:len(quoted)-1]), url.QueryEscape(s), url.PathEscape(s))
		for _, e := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
			forms = append(forms, e.EncodeToString([]byte(s)))
		}
	}
	// The longest first: of two that begin at one place the replacer takes the first.
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) })
	pairs := make([]string, 0, 2*len(forms))
	for _, form := range forms {
		pairs = append(pairs, form, Redacted)
	}
	return Redactor{strings.NewReplacer(pairs...)}
}

// Redact returns the text without the secrets.
func (r Redactor) Redact(text string) string {
	if r.replacer == nil {
		return text
	}
	return r.replacer.Replace(text)
}
