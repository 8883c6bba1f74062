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
	"slices"
	"sync/atomic"
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

// Sealed is a sealed secret and its place.
type Sealed struct {
	Place  []string
	Secret []byte
}

// Vault seals secrets with one key, and opens those of further keys as well while they are rotated. Safe for concurrent use. A nil
// Vault opens nothing.
type Vault struct{ keys atomic.Pointer[[]key] } // the first one seals

type key struct {
	root []byte
	id   [idSize]byte // tells a wrong key from a damaged secret
}

// New makes a vault of keys of 32 bytes: the first one seals, all of them open.
func New(keys ...[]byte) (*Vault, error) {
	if len(keys) == 0 {
		return nil, errors.New("there is no key")
	}
	ring := make([]key, len(keys))
	for i, root := range keys {
		if len(root) != keySize {
			return nil, fmt.Errorf("the key has %d bytes, want %d", len(root), keySize)
		}
		id, err := hkdf.Key(sha256.New, root, nil, "berth.vault.id", idSize)
		if err != nil {
			return nil, fmt.Errorf("name key: %w", err)
		}
		ring[i] = key{append([]byte(nil), root...), [idSize]byte(id)}
	}
	v := &Vault{}
	v.keys.Store(&ring)
	return v, nil
}

// Parse makes a vault of keys in base64.
func Parse(texts ...string) (*Vault, error) {
	keys := make([][]byte, len(texts))
	for i, text := range texts {
		var err error
		if keys[i], err = base64.StdEncoding.DecodeString(text); err != nil || len(keys[i]) != keySize {
			return nil, errors.New("want 32 bytes in base64, as openssl rand -base64 32 makes")
		}
	}
	return New(keys...)
}

// Become takes over the keys of another vault, at once for everybody who holds v.
func (v *Vault) Become(other *Vault) { v.keys.Store(other.keys.Load()) }

// Keys returns how many keys the vault has.
func (v *Vault) Keys() int { return len(v.ring()) }

func (v *Vault) ring() []key {
	if v == nil {
		return nil
	}
	return *v.keys.Load()
}

// Present reports whether a secret is sealed with the key that seals now.
func (v *Vault) Present(sealed []byte) bool {
	ring := v.ring()
	return len(ring) > 0 && len(sealed) >= header && sealed[0] == version && [idSize]byte(sealed[1:]) == ring[0].id
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
	ring := v.ring()
	if len(ring) == 0 {
		return nil, ErrKey
	}
	k := ring[0]
	sealed := make([]byte, header, header+len(secret)+16)
	sealed[0] = version
	copy(sealed[1:], k.id[:])
	_, _ = rand.Read(sealed[1+idSize : header]) // never fails
	aead, err := k.aead(sealed[1+idSize:header], place)
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
	ring := v.ring()
	at := slices.IndexFunc(ring, func(k key) bool { return k.id == [idSize]byte(sealed[1:]) })
	if at < 0 {
		return nil, ErrKey
	}
	aead, err := ring[at].aead(sealed[1+idSize:header], place)
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
func (k key) aead(salt []byte, place []string) (cipher.AEAD, error) {
	info := []byte("berth.vault.secret")
	for _, part := range place { // with their lengths, so that no two places read alike
		info = binary.AppendUvarint(info, uint64(len(part)))
		info = append(info, part...)
	}
	own, err := hkdf.Key(sha256.New, k.root, salt, string(info), keySize)
	if err != nil {
		return nil, fmt.Errorf("derive key: %w", err)
	}
	block, err := aes.NewCipher(own)
	if err != nil {
		return nil, fmt.Errorf("make cipher: %w", err)
	}
	return cipher.NewGCM(block)
}
