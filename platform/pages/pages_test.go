package pages_test

import (
	"strings"
	"testing"

	"berth/platform/pages"
)

func TestPagesRunAndLoadNothing(t *testing.T) {
	t.Parallel()
	p := pages.New()
	body, err := p.Render("message.html", pages.Message{Title: "<script>alert(1)</script>", Text: "“x”", Request: "r1"})
	if err != nil || strings.Contains(string(body), "<script") || !strings.Contains(string(body), "Request r1") {
		t.Errorf("%v: %s", err, body)
	}
	if _, err := p.Render("none.html", nil); err == nil {
		t.Error("a page that is not there renders")
	}
	for policy, want := range map[string]string{p.Policy(): "form-action 'self'", p.Policy("https://a.example", "b:"): "form-action 'self' https://a.example b:"} {
		if !strings.HasPrefix(policy, "default-src 'none'; style-src 'sha256-") || !strings.HasSuffix(policy, want) || strings.Contains(policy, "unsafe") {
			t.Errorf("policy %q", policy)
		}
	}
}
