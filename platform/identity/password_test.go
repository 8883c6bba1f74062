package identity

import (
	"context"
	"runtime"
	"strings"
	"testing"
)

func TestPasswordHashes(t *testing.T) {
	t.Parallel()
	h := newHasher(OWASPPasswords)
	hash, err := h.hash(t.Context(), "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") || strings.Contains(hash, "correct") {
		t.Errorf("hash is %q", hash)
	}
	cheap := strings.Replace(hash, "m=19456", "m=8", 1)
	made, err := newHasher(CheapPasswords).hash(t.Context(), "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, hash, password string
		want                 bool
	}{
		{"the password", hash, "correct horse", true},
		{"another", hash, "correct horsE", false},
		{"an empty one", hash, "", false},
		{"no hash", "", "", false},
		{"no hash, some password", "", "correct horse", false},
		{"a cost that somebody else chose", cheap, "correct horse", false},
		{"the cost of tests", made, "correct horse", false},
		{"a cut hash", hash[:len(hash)-1], "correct horse", false},
	} {
		got, err := h.verify(t.Context(), c.hash, c.password)
		if err != nil || got != c.want {
			t.Errorf("%s: verify = %v, %v", c.name, got, err)
		}
	}
	again, err := h.hash(t.Context(), "correct horse")
	if err != nil || again == hash {
		t.Errorf("the same password has the same hash twice (%v)", err)
	}
}

func TestHashingGivesUpWithItsCaller(t *testing.T) {
	t.Parallel()
	h := newHasher(OWASPPasswords)
	for h.slots.TryAcquire(1) { // somebody hashes on every processor
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.hash(ctx, "correct horse"); err == nil {
		t.Error("hash does not wait for its turn")
	}
	if _, err := h.verify(ctx, "", "correct horse"); err == nil {
		t.Error("verify does not hash for an account without a password")
	}
}

// Sign-ins, however many, leave half of the processors to others.
func TestHashingLeavesProcessorsFree(t *testing.T) {
	t.Parallel()
	h := newHasher(OWASPPasswords)
	slots := 0
	for h.slots.TryAcquire(1) {
		slots++
	}
	if want := max(1, runtime.NumCPU()/2); slots != want {
		t.Errorf("%d passwords are hashed at a time, not %d", slots, want)
	}
}
