package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/web"
)

// builderPolicy lets the builder run its own files, show pictures of apps, and frame the widgets of this server: those of
// drafts at the address where the builder was opened, those of apps at the public URL, which is filled in.
const builderPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; " +
	"frame-src 'self' %s; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// asset is one built file, as it is in the program: after gzip.
type asset struct {
	mime, cache string
	etag        func() string // without quotes; made on first use
}

// builder serves the pages of package web.
type builder struct {
	files  fs.FS
	assets map[string]asset // by path within the build
	policy string
}

// newBuilder lists the build. Apps are reached under publicURL, which may differ from the address of the builder.
func newBuilder(publicURL string) (*builder, error) {
	b := &builder{files: web.FS(), assets: map[string]asset{}, policy: fmt.Sprintf(builderPolicy, publicURL)}
	return b, fs.WalkDir(b.files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "manifest.json" {
			return err
		}
		name, packed := strings.CutSuffix(name, ".gz")
		if !packed {
			return fmt.Errorf("the built file %s is not packed", name)
		}
		b.assets[name] = newAsset(b.files, name)
		return nil
	})
}

func newAsset(files fs.FS, name string) asset {
	a := asset{mime: mediaType(path.Ext(name)), cache: "no-cache"}
	if strings.HasPrefix(name, "assets/") {
		a.cache = "public, max-age=31536000, immutable" // the name changes with the content
	}
	a.etag = sync.OnceValue(func() string {
		packed, _ := fs.ReadFile(files, name+".gz") // it is in the binary
		sum := sha256.Sum256(packed)
		return hex.EncodeToString(sum[:12])
	})
	return a
}

// mediaType returns what a file with that ending is. The machine's table is not asked: it differs, and once read it takes
// half a megabyte.
func mediaType(ending string) string {
	switch ending {
	case ".html":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}

// routes adds the files of the build, and the addresses whose pages the builder draws itself.
func (b *builder) routes(r chi.Router) {
	// web/src/shell/router.tsx has them too.
	for _, route := range []string{"/", "/signin", "/signup", "/apps", "/apps/*", "/settings", "/settings/*"} {
		r.Get(route, func(w http.ResponseWriter, r *http.Request) { b.serve(w, r, "index.html", http.StatusOK) })
	}
	for name := range b.assets {
		if name != "index.html" {
			r.Get("/"+name, func(w http.ResponseWriter, r *http.Request) { b.serve(w, r, name, http.StatusOK) })
		}
	}
}

// notFound shows the builder's page to people at an unknown address, and reports whether it did. Programs get the error of
// the surface that they called.
func (b *builder) notFound(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return false
	}
	for _, surface := range []string{"/api", "/servers", "/assets", "/oauth", "/.well-known"} {
		if r.URL.Path == surface || strings.HasPrefix(r.URL.Path, surface+"/") {
			return false
		}
	}
	b.serve(w, r, "index.html", http.StatusNotFound)
	return true
}

func (b *builder) serve(w http.ResponseWriter, r *http.Request, name string, status int) {
	a := b.assets[name]
	h := w.Header()
	h.Set("Content-Type", a.mime)
	h.Set("Cache-Control", a.cache)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Vary", "Accept-Encoding")
	packed := acceptsGzip(r)
	content, etag, err := b.content(name, packed)
	if err != nil {
		panic("builder: " + err.Error()) // it is in the binary, as it was packed
	}
	if packed {
		h.Set("Content-Encoding", "gzip")
	}
	if a.mime == "text/html; charset=utf-8" {
		h.Set("Content-Security-Policy", b.policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	if status != http.StatusOK {
		w.WriteHeader(status)
		_, _ = io.Copy(w, content) // the client may have gone
		return
	}
	h.Set("ETag", `"`+etag+`"`)
	http.ServeContent(w, r, "", time.Time{}, content)
}

// content returns a file as it is in the program, read in place, or unpacked for a client that does not take gzip, and its tag.
func (b *builder) content(name string, packed bool) (content io.ReadSeeker, etag string, err error) {
	f, err := b.files.Open(name + ".gz")
	if err != nil {
		return nil, "", err
	}
	etag = b.assets[name].etag()
	if packed {
		content, ok := f.(io.ReadSeeker)
		if !ok {
			return nil, "", fmt.Errorf("%s cannot be read in place", name)
		}
		return content, etag + "-gzip", nil
	}
	r, err := gzip.NewReader(f)
	if err != nil {
		return nil, "", err
	}
	raw, err := io.ReadAll(r)
	return bytes.NewReader(raw), etag, err
}

// acceptsGzip reports whether the client takes gzip (RFC 9110 §12.5.3).
func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		coding, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			q, given := strings.CutPrefix(strings.TrimSpace(weight), "q=")
			return !given || strings.Trim(q, "0.") != ""
		}
	}
	return false
}
