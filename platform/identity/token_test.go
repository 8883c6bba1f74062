package identity

import (
	"strings"
	"testing"
)

func TestKeysHaveTheirShape(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 200 {
		key, shown := newKey()
		if !keyShaped(key) || len(key) != keyLength || !strings.HasPrefix(key, "brt_") || !strings.HasPrefix(key, shown) || seen[key] {
			t.Fatalf("newKey() = %q, %q", key, shown)
		}
		if len(shown) != keyShown {
			t.Errorf("shown prefix %q has %d characters", shown, len(shown))
		}
		seen[key] = true
	}
}

// One mistyped character, a cut or a lengthened key is told without a database.
func TestDamagedKeysAreRecognised(t *testing.T) {
	t.Parallel()
	key, _ := newKey()
	for i := len(keyPrefix); i < len(key); i++ {
		other := byte('a')
		if key[i] == other {
			other = 'b'
		}
		if damaged := key[:i] + string(other) + key[i+1:]; keyShaped(damaged) {
			t.Errorf("accepts %q, which differs from a key at %d", damaged, i)
		}
	}
	for _, damaged := range []string{"", "brt_", key[:len(key)-1], key + "a", strings.ToUpper(key), " " + key, key[4:]} {
		if keyShaped(damaged) {
			t.Errorf("accepts %q", damaged)
		}
	}
}

func FuzzKeyShaped(f *testing.F) {
	key, _ := newKey()
	f.Add(key)
	f.Add("brt_" + strings.Repeat("a", 67))
	f.Add("brt_\x00é")
	f.Fuzz(func(t *testing.T, s string) {
		if keyShaped(s) && (len(s) != keyLength || s[:keyUnsummed]+keySum(s[:keyUnsummed]) != s) {
			t.Errorf("accepts %q", s)
		}
		if tokenShaped(s) && len(s) != 43 {
			t.Errorf("takes %q for a token", s)
		}
		if CheckAdminKey(s) == nil && (len(s) < minAdminKey || len(s) > maxBearer) {
			t.Errorf("takes %q for an admin key", s)
		}
	})
}

func TestTokens(t *testing.T) {
	t.Parallel()
	a, b := newToken(), newToken()
	if a == b || !tokenShaped(a) || !tokenShaped(b) {
		t.Errorf("newToken() = %q, %q", a, b)
	}
	for _, s := range []string{"", a[1:], a + "A", strings.Repeat("!", 43), a[:42] + "\n"} {
		if tokenShaped(s) {
			t.Errorf("tokenShaped(%q)", s)
		}
	}
}

func TestAdminKeysMayHaveAnyForm(t *testing.T) {
	t.Parallel()
	for value, ok := range map[string]bool{
		strings.Repeat("x", 32):          true,
		"brt_" + strings.Repeat("~", 28): true,
		strings.Repeat("x", 512):         true,
		strings.Repeat("x", 31):          false,
		strings.Repeat("x", 513):         false,
		strings.Repeat("x", 31) + " ":    false,
		strings.Repeat("x", 31) + "\n":   false,
		strings.Repeat("é", 32):          false,
	} {
		if err := CheckAdminKey(value); (err == nil) != ok {
			t.Errorf("CheckAdminKey(%q) = %v", value, err)
		}
	}
}
