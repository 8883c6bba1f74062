package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"
)

// Cost of a password hash: argon2id as OWASP's password storage cheat sheet recommends it at the least memory.
const (
	argonMemory  = 19 * 1024 // KiB
	argonTime    = 2
	argonThreads = 1
	argonSalt    = 16 // bytes
	argonKey     = 32 // bytes
)

// hasher hashes passwords on at most half of the processors, so that any number of sign-ins leaves room for calls; each
// one takes 19 MiB.
type hasher struct {
	slots *semaphore.Weighted
	decoy string // stands in for the hash of an account that does not exist
}

func newHasher() *hasher {
	h := &hasher{slots: semaphore.NewWeighted(int64(max(1, runtime.NumCPU()/2)))}
	h.decoy = phc(random(argonSalt), random(argonKey))
	return h
}

// hash returns the PHC string of a password. It waits for its turn until ctx ends.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	salt := random(argonSalt)
	key, err := h.derive(ctx, password, salt)
	if err != nil {
		return "", err
	}
	return phc(salt, key), nil
}

// verify reports whether the password matches the hash. An empty hash, or one that this program did not make, costs the
// same time and never matches.
func (h *hasher) verify(ctx context.Context, hash, password string) (bool, error) {
	salt, want, known := parsePHC(hash)
	if !known {
		salt, want, _ = parsePHC(h.decoy)
	}
	got, err := h.derive(ctx, password, salt)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && known, nil
}

func (h *hasher) derive(ctx context.Context, password string, salt []byte) ([]byte, error) {
	if err := h.slots.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait to hash a password: %w", err)
	}
	defer h.slots.Release(1)
	return argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonThreads, argonKey), nil
}

func phcHead() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, argonMemory, argonTime, argonThreads)
}

func phc(salt, key []byte) string {
	return phcHead() + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(key)
}

// parsePHC parses what phc made. The cost is fixed, so that a stored string cannot choose it.
func parsePHC(s string) (salt, key []byte, ok bool) {
	const saltText, keyText = (argonSalt*8 + 5) / 6, (argonKey*8 + 5) / 6
	head := phcHead()
	if len(s) != len(head)+saltText+1+keyText || s[:len(head)] != head || s[len(head)+saltText] != '$' {
		return nil, nil, false
	}
	salt, err := base64.RawStdEncoding.DecodeString(s[len(head) : len(head)+saltText])
	if err != nil {
		return nil, nil, false
	}
	key, err = base64.RawStdEncoding.DecodeString(s[len(head)+saltText+1:])
	return salt, key, err == nil
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails (crypto/rand)
	return b
}
