package api

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"berth/platform"
)

func TestAddressesWithoutAnAction(t *testing.T) {
	t.Parallel()
	_, h := bare(t)
	for _, c := range []struct {
		method, path string
		status       int
		code         platform.Code
		allow        string
	}{
		{"GET", "/api/v1/nothing", 404, platform.CodeNotFound, ""},
		{"GET", "/api/v1/", 404, platform.CodeNotFound, ""},
		{"POST", "/api/v1/me/../../etc", 404, platform.CodeNotFound, ""},
		{"PUT", "/api/v1/me", 405, platform.CodeMethodNotAllowed, "GET, HEAD, PATCH"},
		{"GET", "/api/v1/auth/login", 405, platform.CodeMethodNotAllowed, "POST"},
		{"TRACE", "/api/v1/workspaces", 405, platform.CodeMethodNotAllowed, "GET, HEAD, POST"},
	} {
		w, p := send(t, h, httptest.NewRequest(c.method, c.path, nil))
		if w.Code != c.status || p.Code != c.code || w.Header().Get("Allow") != c.allow {
			t.Errorf("%s %s answers %d %s, Allow %q", c.method, c.path, w.Code, w.Body, w.Header().Get("Allow"))
		}
	}
}

func TestHeadersOfEveryAnswer(t *testing.T) {
	t.Parallel()
	_, h := bare(t)
	for _, path := range []string{"/api/v1/openapi.json", "/api/v1/me", "/api/v1/nothing", "/api/docs", "/signin/x"} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
			for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Cache-Control": "no-store"} {
				if got := w.Header().Get(name); method == http.MethodGet && got != want {
					t.Errorf("%s %s: %s is %q", method, path, name, got)
				}
			}
			if csp := w.Header().Get("Content-Security-Policy"); method == http.MethodGet &&
				(!strings.HasPrefix(csp, "default-src 'none'") || strings.Contains(csp, "unsafe")) {
				t.Errorf("%s %s: policy %q", method, path, csp)
			}
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodHead, "/api/v1/openapi.json", nil))
	if w.Code != http.StatusOK {
		t.Errorf("HEAD answers %d", w.Code)
	}
}

// Nobody without a credential gets past register, whatever the request is.
func TestGuardedRoutesRefuseAnonymous(t *testing.T) {
	t.Parallel()
	a, h := bare(t) // with nothing behind it, reaching an action is a 500
	for route, who := range a.access {
		if who == anybody {
			continue
		}
		method, path, _ := strings.Cut(route, " ")
		path = strings.NewReplacer("{", "", "}", "").Replace(path)
		for name, header := range map[string][2]string{
			"no credential": {"", ""}, "Basic": {"Authorization", "Basic YTpi"}, "no scheme": {"Authorization", "brt_x"},
			"another cookie": {"Cookie", "session=x; __Host-berth=x"},
		} {
			r := httptest.NewRequest(method, path, strings.NewReader(`{}`))
			if header[0] != "" {
				r.Header.Set(header[0], header[1])
			}
			w, p := send(t, h, r)
			if w.Code != http.StatusUnauthorized || p.Code != platform.CodeUnauthenticated || w.Header().Get("WWW-Authenticate") == "" {
				t.Errorf("%s with %s answers %d %s", route, name, w.Code, w.Body)
			}
		}
	}
}

func TestOtherSitesCannotUseABrowsersSession(t *testing.T) {
	t.Parallel()
	a, h := bare(t)
	for _, c := range []struct {
		name, header, value string
	}{
		{"a form of another site", "Sec-Fetch-Site", "cross-site"},
		{"a form of a sibling", "Sec-Fetch-Site", "same-site"},
		{"an old browser", "Origin", "https://evil.example"},
		{"a sandboxed frame", "Origin", "null"},
	} {
		for route := range a.access {
			method, path, _ := strings.Cut(route, " ")
			if method == http.MethodGet {
				continue
			}
			r := httptest.NewRequest(method, strings.NewReplacer("{", "", "}", "").Replace(path), strings.NewReader(`{}`))
			r.Header.Set(c.header, c.value)
			r.Header.Set("Cookie", "berth=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != http.StatusForbidden {
				t.Errorf("%s from %s answers %d %s", route, c.name, w.Code, w.Body)
			}
		}
	}
}

// The cause of a failure goes to the log, never to the caller.
func TestFailuresOfOursSayNothing(t *testing.T) {
	t.Parallel()
	a, h := bare(t)
	a.v1.Get("/panic", func(http.ResponseWriter, *http.Request) { panic("secret cause") })
	a.v1.Get("/fail", func(w http.ResponseWriter, r *http.Request) { a.fail(w, r, errors.New("secret cause")) })
	a.v1.Get("/wrapped", func(w http.ResponseWriter, r *http.Request) {
		a.fail(w, r, &platform.Error{Code: platform.CodeUnavailable, Msg: "The database is away.", Err: errors.New("secret cause")})
	})
	for path, status := range map[string]int{"/panic": 500, "/fail": 500, "/wrapped": 503} {
		w, p := send(t, h, httptest.NewRequest(http.MethodGet, "/api/v1"+path, nil))
		if w.Code != status || strings.Contains(w.Body.String(), "secret") || p.RequestID == "" {
			t.Errorf("%s answers %d %s", path, w.Code, w.Body)
		}
	}
}

func TestEveryCodeHasItsStatus(t *testing.T) {
	t.Parallel()
	for code, want := range map[platform.Code]int{
		platform.CodeInvalidConfig: 422, platform.CodeBadRequest: 400, platform.CodeAppNotFound: 404, platform.CodeNotFound: 404,
		platform.CodeMethodNotAllowed: 405, platform.CodeSlugTaken: 409, platform.CodeConflict: 409, platform.CodePreconditionFailed: 412,
		platform.CodeUnsupportedMedia: 415, platform.CodeUnauthenticated: 401, platform.CodeForbidden: 403, platform.CodeLimitReached: 403,
		platform.CodeRateLimited: 429, platform.CodeTooLarge: 413, platform.CodeExecution: 502, platform.CodeLLM: 502,
		platform.CodeTimeout: 504, platform.CodeInternal: 500, "SOMETHING_ELSE": 500,
	} {
		if got := code.Status(); got != want {
			t.Errorf("status(%s) = %d, not %d", code, got, want)
		}
	}
}
