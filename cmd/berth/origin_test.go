package main

import (
	"net"
	"strings"
	"testing"
)

// TestCanonicalOrigin: browsers send origins in one spelling, with which the public URL is compared.
func TestCanonicalOrigin(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"https://apps.example.com": "https://apps.example.com", "https://apps.example.com/": "https://apps.example.com",
		"HTTPS://Apps.Example.COM": "https://apps.example.com", "https://apps.example.com:443": "https://apps.example.com",
		"http://apps.example.com:80/": "http://apps.example.com", "http://apps.example.com:443": "http://apps.example.com:443",
		"https://berth": "https://berth", "http://my_host:8080": "http://my_host:8080", "https://xn--bcher-kva.example": "https://xn--bcher-kva.example",
		"http://192.0.2.7:3001": "http://192.0.2.7:3001", "https://[FD00:0::1]": "https://[fd00::1]", "https://[::1]:8443": "https://[::1]:8443",
		"https://bücher.example": "", "https://u:p@apps.example.com": "", "https://apps.example.com:": "", "https://apps.example.com:0": "",
		"https://apps.example.com:99999": "", "https://apps.example.com.": "", "https://a..b": "", "https://-": "", "https://apps.example.com/path": "",
		"https://apps.example.com?x": "", "https://apps.example.com?": "", "https://apps.example.com#x": "", "ftp://apps.example.com": "",
		"apps.example.com": "", "https://": "", "https://[fe80::1%25eth0]": "", "https://a b": "",
	} {
		if got, ok := canonicalOrigin(text); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %t, want %q", text, got, ok, want)
		}
	}
}

// TestPublicURLIsCanonical: what is served and compared is the one spelling, and an error repeats no password.
func TestPublicURLIsCanonical(t *testing.T) {
	t.Parallel()
	_, out := command(t, "doctor", "--public-url", "HTTPS://Apps.Example.com:443/", "--data-dir", t.TempDir(), "--addr", "127.0.0.1:1")
	if !strings.Contains(out, "public URL  https://apps.example.com\n") {
		t.Error(out)
	}
	for address, want := range map[string]string{"192.0.2.7:80": "http://192.0.2.7", "Apps.Example.com:3001": "http://apps.example.com:3001",
		"[FD00:0::1]:80": "http://[fd00::1]", "0.0.0.0:80": "http://localhost", ":443": "http://localhost:443"} {
		s := settings{Addr: address}
		_ = s.check() // other settings are missing
		if s.PublicURL != want {
			t.Errorf("%s: %q, want %q", address, s.PublicURL, want)
		}
	}
	taken := &net.TCPAddr{Port: 3001}
	for address, want := range map[string]string{"LOCALHOST:0": "http://localhost:3001", ":0": "http://localhost:3001", "[::]:0": "http://localhost:3001"} {
		s := settings{Addr: address}
		_ = s.check()
		if s.resolvePort(taken); s.PublicURL != want {
			t.Errorf("%s: %q, want %q", address, s.PublicURL, want)
		}
	}
	code, out := command(t, "version", "--public-url", "https://u:hidden@apps.example.com")
	if code != 2 || !strings.Contains(out, "BERTH_PUBLIC_URL") || strings.Contains(out, "hidden") {
		t.Errorf("exit code %d: %s", code, out)
	}
}
