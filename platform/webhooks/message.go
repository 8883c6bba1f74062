package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"berth/platform"
)

// Secrets and signatures are those of Standard Webhooks 1.0 (standardwebhooks.com): whsec_ and 24 to 64 bytes in base64; v1, HMAC
// with SHA-256 of "id.timestamp.body".
const (
	secretPrefix = "whsec_"
	secretBytes  = 32
)

// Body returns what is sent of an event: {type, timestamp, data: {table, row}}.
func Body(kind Kind, table string, row platform.Row, at time.Time) (string, error) {
	type rowBody struct {
		ID        platform.RowID  `json:"id"`
		Values    json.RawMessage `json:"values"`
		Owner     *string         `json:"owner"`
		CreatedAt time.Time       `json:"createdAt"`
		UpdatedAt time.Time       `json:"updatedAt"`
	}
	var body struct {
		Type      Kind      `json:"type"`
		Timestamp time.Time `json:"timestamp"`
		Data      struct {
			Table string  `json:"table"`
			Row   rowBody `json:"row"`
		} `json:"data"`
	}
	body.Type, body.Timestamp, body.Data.Table = kind, at.UTC(), table
	body.Data.Row = rowBody{ID: row.ID, Values: row.Values, CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC()}
	if row.Owner != "" {
		body.Data.Row.Owner = &row.Owner
	}
	text, err := platform.PlainJSON(body)
	if err != nil {
		return "", fmt.Errorf("write event: %w", err)
	}
	return text, nil
}

// headers returns the headers of one attempt.
func headers(id, body string, key []byte, at time.Time) map[string]string {
	seconds := strconv.FormatInt(at.Unix(), 10)
	sum := hmac.New(sha256.New, key)
	_, _ = sum.Write([]byte(id + "." + seconds + "." + body)) // never fails
	return map[string]string{
		"Content-Type": "application/json", "User-Agent": "Berth",
		"Webhook-Id": id, "Webhook-Timestamp": seconds, "Webhook-Signature": "v1," + base64.StdEncoding.EncodeToString(sum.Sum(nil)),
	}
}
