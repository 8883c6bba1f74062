package platform

import "encoding/json"

// GiftRecord is one gift of the gift app's catalogue. ID and Key never change; only the gift app reads the document.
type GiftRecord struct {
	ID       string // a UUID
	Key      string
	Document json.RawMessage
}

// GiftVector is the vector that an embedder made of a gift's text.
type GiftVector struct {
	Gift   string // GiftRecord.ID
	Digest string // SHA-256 of the text, in hexadecimal
	Vector []float32
}
