package authorization

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"strings"

	"berth/platform"
)

// Prefixes of what clients hold. They let a string that a scanner found be told.
const (
	codePrefix    = "btc_"
	accessPrefix  = "bta_"
	refreshPrefix = "btr_"
	clientPrefix  = "btc_"
)

// secretBytes is the entropy of codes and tokens.
const secretBytes = 32

// newSecret makes a code or a token.
func newSecret(prefix string) string {
	raw := make([]byte, secretBytes)
	_, _ = rand.Read(raw) // it never fails
	return prefix + base64.RawURLEncoding.EncodeToString(raw)
}

// isSecret reports whether newSecret could have made text. Every call with a token asks: it makes nothing.
func isSecret(prefix, text string) bool {
	rest, ok := strings.CutPrefix(text, prefix)
	return ok && len(rest) == base64.RawURLEncoding.EncodedLen(secretBytes) && !strings.ContainsFunc(rest, isForeign) &&
		strings.IndexByte("AEIMQUYcgkosw048", rest[len(rest)-1]) >= 0 // whose last two bits are no part of the secret
}

// isForeign reports whether base64url does not have the character.
func isForeign(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

// IsAccessToken reports whether text has the form of an access token of ours.
func IsAccessToken(text string) bool { return isSecret(accessPrefix, text) }

// HashOf returns what is stored of a code or a token.
func HashOf(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// refreshToken returns the refresh token of a grant's generation. It is derived, so that whoever asks twice gets the same one, and nothing
// that could be used is stored.
func refreshToken(key []byte, grant platform.GrantID, generation int) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("berth refresh token\x00" + string(grant) + "\x00"))
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(generation)))
	return refreshPrefix + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// NewClientID makes the id of a client that registers: its prefix and 26 characters in lower case base32.
func NewClientID() string {
	raw := make([]byte, 16)
	_, _ = rand.Read(raw) // it never fails
	return clientPrefix + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw))
}

// IsClientID reports whether id has the form of a registered client's.
func IsClientID(id string) bool {
	rest, ok := strings.CutPrefix(id, clientPrefix)
	return ok && len(rest) == 26 && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz234567") == ""
}
