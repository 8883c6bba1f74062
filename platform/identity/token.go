package identity

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"strings"
)

// digest is the SHA-256 of a secret. Only the digest is stored.
type digest [sha256.Size]byte

func digestOf(secret string) digest { return sha256.Sum256([]byte(secret)) }

// newToken makes the secret of a session or a link: 32 random bytes.
func newToken() string { return base64.RawURLEncoding.EncodeToString(random(32)) }

// tokenShaped reports whether newToken could have made s.
func tokenShaped(s string) bool {
	if len(s) != base64.RawURLEncoding.EncodedLen(32) {
		return false
	}
	b, err := base64.RawURLEncoding.DecodeString(s)
	return err == nil && base64.RawURLEncoding.EncodeToString(b) == s // decoding alone skips line ends
}

// An API key is keyPrefix, an id of 8 characters that may be shown, 52 characters of secret (32 bytes), and a checksum
// of 7 characters, in lower case base32 (RFC 4648), so that a double click selects it all. The checksum lets a mistyped
// key, or a string that a scanner found, be told from a real one without a database.
const (
	keyPrefix   = "brt_"
	keyShown    = len(keyPrefix) + 8
	keyUnsummed = keyShown + 52
	keyLength   = keyUnsummed + 7
)

func keyText(b []byte) string {
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b))
}

// newKey makes an API key and the prefix by which it is told apart.
func newKey() (key, shown string) {
	key = keyPrefix + keyText(random(5)) + keyText(random(32))
	return key + keySum(key), key[:keyShown]
}

// keyShaped reports whether newKey could have made s.
func keyShaped(s string) bool {
	return len(s) == keyLength && strings.HasPrefix(s, keyPrefix) && s[keyUnsummed:] == keySum(s[:keyUnsummed])
}

func keySum(s string) string {
	return keyText(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(s))))
}
