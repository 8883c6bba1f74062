package pages

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"berth/platform"
)

// Site answers browsers with pages and reads the forms on them. It is safe for concurrent use.
type Site struct {
	*Pages
	// Origins refuses what other sites have browsers send.
	Origins *http.CrossOriginProtection
	log     *slog.Logger
}

// NewSite makes the Site of a server. publicURL is its canonical base URL, where browsers may see it besides; "" = nowhere.
func NewSite(publicURL string, log *slog.Logger) (*Site, error) {
	s := &Site{Pages: New(), Origins: http.NewCrossOriginProtection(), log: log}
	u, err := url.Parse(publicURL)
	if err != nil {
		return nil, fmt.Errorf("read public URL: %w", err)
	}
	if u.Host == "" {
		return s, nil
	}
	if err := s.Origins.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
		return nil, fmt.Errorf("trust public URL: %w", err)
	}
	return s, nil
}

// Private has answers neither kept nor framed, and tell other sites nothing of their address, under the policy of pages.
func (s *Site) Private(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		// Links with tokens must not leak to other sites; but no referrer at all would make browsers send the form with “Origin: null”.
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Content-Security-Policy", s.Policy())
		next.ServeHTTP(w, r)
	})
}

// Write answers a request with the named page.
func (s *Site) Write(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	body, err := s.Render(name, data)
	if err != nil {
		s.log.ErrorContext(r.Context(), "render page", "page", name, "error", err.Error())
		http.Error(w, "Something went wrong on our side.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone
}

const maxForm = 64 << 10 // bytes

// ReadForm reads the form that a page of this server has sent into r.PostForm: FORBIDDEN for other sites', TOO_LARGE, BAD_REQUEST.
func (s *Site) ReadForm(w http.ResponseWriter, r *http.Request) error {
	if err := s.Origins.Check(r); err != nil {
		return platform.Errorf(platform.CodeForbidden, "Requests from other sites are refused.")
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
			return platform.Errorf(platform.CodeTooLarge, "The form may have at most 64 KiB.")
		}
		return platform.Errorf(platform.CodeBadRequest, "The form could not be read.")
	}
	return nil
}
