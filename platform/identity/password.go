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

// PasswordCost is what hashing a password costs.
type PasswordCost int

// Costs of argon2id. The zero value is what OWASP's password storage cheat sheet recommends at the least memory; CheapPasswords keep nothing
// secret and are for the tests of others. A hash of one cost matches nothing at another.
const (
	OWASPPasswords PasswordCost = iota
	CheapPasswords
)

// argon returns the memory, in KiB, and the passes.
func (c PasswordCost) argon() (memory, time uint32) {
	if c == CheapPasswords {
		return 8, 1
	}
	return 19 * 1024, 2
}

const (
	argonThreads = 1
	argonSalt    = 16 // bytes
	argonKey     = 32 // bytes
)

// hasher hashes passwords on at most half of the processors, so that any number of sign-ins leaves room for calls; each
// one takes 19 MiB.
type hasher struct {
	cost  PasswordCost
	slots *semaphore.Weighted
	decoy string // stands in for the hash of an account that does not exist
}

func newHasher(cost PasswordCost) *hasher {
	h := &hasher{cost: cost, slots: semaphore.NewWeighted(int64(max(1, runtime.NumCPU()/2)))}
	h.decoy = cost.phc(random(argonSalt), random(argonKey))
	return h
}

// hash returns the PHC string of a password. It waits for its turn until ctx ends.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	salt := random(argonSalt)
	key, err := h.derive(ctx, password, salt)
	if err != nil {
		return "", err
	}
	return h.cost.phc(salt, key), nil
}

// verify reports whether the password matches the hash. An empty hash, or one that this program did not make, costs the
// same time and never matches.
func (h *hasher) verify(ctx context.Context, hash, password string) (bool, error) {
	salt, want, known := h.cost.parsePHC(hash)
	if !known {
		salt, want, _ = h.cost.parsePHC(h.decoy)
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
	memory, time := h.cost.argon()
	return argon2.IDKey([]byte(password), salt, time, memory, argonThreads, argonKey), nil
}

func (c PasswordCost) phcHead() string {
	memory, time := c.argon()
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, memory, time, argonThreads)
}

func (c PasswordCost) phc(salt, key []byte) string {
	return c.phcHead() + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(key)
}

// parsePHC parses what phc made. The cost is fixed, so that a stored string cannot choose it.
func (c PasswordCost) parsePHC(s string) (salt, key []byte, ok bool) {
	const saltText, keyText = (argonSalt*8 + 5) / 6, (argonKey*8 + 5) / 6
	head := c.phcHead()
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
