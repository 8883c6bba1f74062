package main

import (
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// shown is what a browser got.
type shown struct {
	status int
	header http.Header
	body   string
}

// page asks the server for path as a browser would, with further headers as pairs.
func (p *process) page(method, path string, headers ...string) shown {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultTransport.RoundTrip(r) // no redirects
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return shown{resp.StatusCode, resp.Header, string(raw)}
}

func TestBuilderIsServed(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir())
	index := p.page("GET", "/").body
	script := regexp.MustCompile(`src="(/assets/[^"]+\.js)"`).FindStringSubmatch(index)
	if script == nil || strings.Contains(index, "<style") || regexp.MustCompile(`<script[^>]*>[^<]`).MatchString(index) {
		t.Fatalf("index.html names no script, or holds code that the policy refuses:\n%s", index)
	}
	for path, want := range map[string]struct {
		status  int
		builder bool
		cache   string
	}{
		"/":                         {200, true, "no-cache"},
		"/signin":                   {200, true, "no-cache"},
		"/signup":                   {200, true, "no-cache"},
		"/apps":                     {200, true, "no-cache"},
		"/apps/0198/releases?a=b":   {200, true, "no-cache"},
		"/settings/members":         {200, true, "no-cache"},
		"/no/such/page":             {404, true, "no-cache"},
		"/theme.js":                 {200, false, "no-cache"},
		"/favicon.svg":              {200, false, "no-cache"},
		script[1]:                   {200, false, "public, max-age=31536000, immutable"},
		"/assets/none-12345678.js":  {404, false, ""},
		"/manifest.json":            {404, true, "no-cache"},
		"/api":                      {404, false, ""},
		"/api/none":                 {404, false, ""},
		"/.well-known/none":         {404, false, ""},
		"/servers/none/mcp/further": {404, false, ""},
	} {
		got := p.page("GET", path)
		isIndex := got.body == index
		if got.status != want.status || isIndex != want.builder || want.cache != "" && got.header.Get("Cache-Control") != want.cache {
			t.Errorf("%s: %d, cache %q, the builder: %t", path, got.status, got.header.Get("Cache-Control"), isIndex)
		}
		policy := got.header.Get("Content-Security-Policy")
		if isIndex && (!strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; style-src 'self';") || strings.Contains(policy, "unsafe") || !strings.Contains(policy, "frame-ancestors 'none'")) {
			t.Errorf("%s: policy %q", path, policy)
		}
	}
	if got := p.page("GET", "/no/such/page", "Accept", "application/json"); got.status != 404 || !strings.Contains(got.body, `"NOT_FOUND"`) {
		t.Errorf("a program gets %d %s", got.status, got.body)
	}
	for _, path := range []string{"/apps", "/livez", "/servers/gift", "/servers/gift/ui/gift-list.html"} {
		if got := p.page("POST", path); got.status != 405 || !strings.Contains(got.body, `"METHOD_NOT_ALLOWED"`) || got.header.Get("Allow") != "GET, HEAD" {
			t.Errorf("POST %s: %d %v %s", path, got.status, got.header, got.body)
		}
	}
	if got := p.page("PROPFIND", "/api/v1/apps"); got.status != 405 || got.header.Get("Content-Type") != "application/problem+json" || got.header.Get("Allow") != "GET, HEAD, POST" {
		t.Errorf("PROPFIND: %d %v %s", got.status, got.header, got.body)
	}
}

func TestBuilderIsCompressedAndCached(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir())
	plain := p.page("GET", "/", "Accept-Encoding", "identity").body
	for accept, packed := range map[string]bool{"gzip": true, "br, GZIP;q=0.5": true, "gzip;q=0": false, "gzip; q=0.00": false, "identity": false, "x-gzip-not": false} {
		got := p.page("GET", "/", "Accept-Encoding", accept)
		if (got.header.Get("Content-Encoding") == "gzip") != packed || got.header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: encoding %q, vary %q", accept, got.header.Get("Content-Encoding"), got.header.Get("Vary"))
			continue
		}
		if packed {
			r, err := gzip.NewReader(strings.NewReader(got.body))
			if err != nil {
				t.Fatal(err)
			}
			raw, err := io.ReadAll(r)
			if err != nil || string(raw) != plain {
				t.Errorf("%q: %v, %d bytes instead of %d", accept, err, len(raw), len(plain))
			}
		}
		if again := p.page("GET", "/", "Accept-Encoding", accept, "If-None-Match", got.header.Get("ETag")); again.status != http.StatusNotModified {
			t.Errorf("%q: asked again with its ETag: %d", accept, again.status)
		}
	}
	if got := p.page("HEAD", "/apps"); got.status != 200 || got.body != "" {
		t.Errorf("HEAD: %d %q", got.status, got.body)
	}
}

// A browser refuses a script or a style that is said to be something else.
func TestBuilderSaysWhatItsFilesAre(t *testing.T) {
	t.Parallel()
	b, err := newBuilder("http://localhost")
	if err != nil || len(b.assets) < 10 {
		t.Fatalf("%d files, %v", len(b.assets), err)
	}
	for name, a := range b.assets {
		if a.mime == mediaType("") {
			t.Errorf("%s: %s", name, a.mime)
		}
	}
}
