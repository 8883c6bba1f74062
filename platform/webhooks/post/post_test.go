package post_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"berth/platform/outbound"
	"berth/platform/webhooks/post"
)

func TestPost(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Method != "POST" || r.Header.Get("Webhook-Id") != "1" || string(body) != "{}" {
			t.Errorf("%s %v %q, %v", r.Method, r.Header, body, err)
		}
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "/here", http.StatusTemporaryRedirect)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		_, _ = io.WriteString(w, strings.Repeat("x", 100_000))
	}))
	defer s.Close()
	allow, err := outbound.ParseAllow([]string{strings.TrimPrefix(s.URL, "http://")})
	if err != nil {
		t.Fatal(err)
	}
	headers := map[string]string{"Webhook-Id": "1"}
	for path, want := range map[string]int{"/here": 202, "/away": 307} {
		if status, fault := post.New(allow).Post(t.Context(), s.URL+path, headers, "{}"); status != want || fault != "" {
			t.Errorf("%s: %d, %s", path, status, fault)
		}
	}
	s.Close()
	for address, want := range map[string]string{s.URL: "no connection", "http://169.254.169.254/": "private network", "http://nobody.invalid/": "", "http://1.1.1.1/": "port 443", ":": "not valid"} {
		status, fault := post.New(allow).Post(t.Context(), address, headers, "{}")
		if status != 0 || fault == "" || !strings.Contains(fault, want) || strings.Contains(fault, "dial") {
			t.Errorf("%s: %d, %q", address, status, fault)
		}
	}
}
