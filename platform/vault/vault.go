// Package vault encrypts secrets, so that neither a copy of the database nor a backup tells them. It is pure: it knows neither
// where they are kept nor what they are for.
package vault

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	keySize  = 32
	version  = 1
	idSize   = 8
	saltSize = 32
	header   = 1 + idSize + saltSize
)

// Errors of Open; find them with errors.Is.
var (
	// ErrKey is a secret that was sealed with another key.
	ErrKey = errors.New("sealed with another key")
	// ErrSealed is what no vault has sealed, or has sealed for another place.
	ErrSealed = errors.New("not sealed here")
)

// Vault seals and opens secrets with one key. It is immutable and safe for concurrent use. A nil Vault opens nothing.
type Vault struct {
	root []byte
	id   [idSize]byte // of the key: tells a wrong key from a damaged secret
}

// New makes a vault of a key of 32 bytes.
func New(key []byte) (*Vault, error) {
	if len(key) != keySize {
		return nil, fmt.Errorf("the key has %d bytes, want %d", len(key), keySize)
	}
	id, err := hkdf.Key(sha256.New, key, nil, "berth.vault.id", idSize)
	if err != nil {
		return nil, fmt.Errorf("name key: %w", err)
	}
	return &Vault{root: append([]byte(nil), key...), id: [idSize]byte(id)}, nil
}

// Parse makes a vault of a key in base64.
func Parse(text string) (*Vault, error) {
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(key) != keySize {
		return nil, errors.New("want 32 bytes in base64, as openssl rand -base64 32 makes")
	}
	return New(key)
}

// Generate returns a new key in base64.
func Generate() string {
	key := make([]byte, keySize)
	_, _ = rand.Read(key) // never fails
	return base64.StdEncoding.EncodeToString(key)
}

// Seal encrypts a secret for a place, such as "webhook" and an id, which Open must name again: a row that is moved to another
// place does not open. Each secret has a key of its own, derived from the vault's, a random salt and the place.
func (v *Vault) Seal(secret []byte, place ...string) ([]byte, error) {
	sealed := make([]byte, header, header+len(secret)+16)
	sealed[0] = version
	copy(sealed[1:], v.id[:])
	_, _ = rand.Read(sealed[1+idSize : header]) // never fails
	aead, err := v.aead(sealed[1+idSize:header], place)
	if err != nil {
		return nil, err
	}
	return aead.Seal(sealed, make([]byte, aead.NonceSize()), secret, sealed[:header]), nil
}

// Open decrypts what Seal made for that place.
func (v *Vault) Open(sealed []byte, place ...string) ([]byte, error) {
	if len(sealed) < header || sealed[0] != version {
		return nil, ErrSealed
	}
	if v == nil || [idSize]byte(sealed[1:]) != v.id {
		return nil, ErrKey
	}
	aead, err := v.aead(sealed[1+idSize:header], place)
	if err != nil {
		return nil, err
	}
	secret, err := aead.Open(nil, make([]byte, aead.NonceSize()), sealed[header:], sealed[:header])
	if err != nil {
		return nil, ErrSealed
	}
	return secret, nil
}

// aead returns the cipher of one secret. Its key encrypts nothing else, so that its nonce may be zero.
func (v *Vault) aead(salt []byte, place []string) (cipher.AEAD, error) {
	info := []byte("berth.vault.secret")
	for _, part := range place { // with their lengths, so that no two places read alike
		info = binary.AppendUvarint(info, uint64(len(part)))
		info = append(info, part...)
	}
	key, err := hkdf.Key(sha256.New, v.root, salt, string(info), keySize)
	if err != nil {
		return nil, fmt.Errorf("derive key: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("make cipher: %w", err)
	}
	return cipher.NewGCM(block)
}
