package clients

import (
	"slices"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/authorization"
)

// Kept returns how many clients are in memory.
func (s *Service) Kept() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept.Len()
}

// CheckRead reads a document and checks what must hold of every client.
func CheckRead(t *testing.T, body []byte) {
	t.Helper()
	const id = "https://a.example/c"
	s := New(Options{Refusal: func(string) string { return "" }})
	c, problems := s.read(id, body)
	if len(problems) > 0 {
		return
	}
	if c.ID != id || !c.Document || c.Name == "" || strings.ContainsFunc(c.Name, platform.Hidden) || len(c.Redirects) == 0 || len(c.Redirects) > authorization.MaxRedirects || len(c.Methods) == 0 {
		t.Errorf("%s: %+v", body, c)
	}
	for _, redirect := range c.Redirects {
		if authorization.RedirectProblem(redirect, true) != "" {
			t.Errorf("%s: %s", body, redirect)
		}
	}
	if slices.Contains(c.Methods, authorization.MethodAssertion) && c.Keys == nil && c.KeysURL == "" {
		t.Errorf("%s: no keys", body)
	}
}
