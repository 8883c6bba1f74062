package secrets

import "testing"

func TestHostsAreSpelledInOneWay(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"API.Example.com": "api.example.com", " a.b:0443 ": "a.b:443", "localhost": "localhost", "127.0.0.1:80": "127.0.0.1:80", "::1": "[::1]", "[::1]:80": "[::1]:80",
		"[0:0::1]": "[::1]", "::ffff:10.0.0.1": "10.0.0.1", "xn--bcher-kva.example": "xn--bcher-kva.example",
	} {
		if got, fault := spelled(given); got != want || fault != "" {
			t.Errorf("%q: %q, %s", given, got, fault)
		}
	}
	for _, given := range []string{"", "https://example.com", "example.com/x", "*.example.com", "a@example.com", "example.com:0", "example.com:99999", "example.com:", "exämple.com",
		"example.com.", "a b.com", "-a.com", "[::1", "::1:443:x", "example.com?x", "example.com#x", "a%2eb", "[fe80::1%25eth0]", "a\r\nb", "a:b"} {
		if got, fault := spelled(given); fault == "" {
			t.Errorf("%q: %q", given, got)
		}
	}
}
