package mailbox

import (
	"encoding/base64"
	"fmt"
	"io"
	"mime/quotedprintable"
	"net/mail"
	"strings"
)

// decoded returns the text of a mail of one part.
func decoded(m *mail.Message) (string, error) {
	body := m.Body
	switch strings.ToLower(m.Header.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return "", fmt.Errorf("decode mail: %w", err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n"), nil
}
