package platform

import "encoding/json"

// GiftRecord is one gift of the gift app's catalogue. ID and Key belong to the gift for ever; the document is the app's.
type GiftRecord struct {
	ID       string // a UUID
	Key      string
	Document json.RawMessage
}

// GiftVector is what an embedder made of a gift's text.
type GiftVector struct {
	Gift   string // GiftRecord.ID
	Digest string // SHA-256 of the text, in hexadecimal
	Vector []float32
}
