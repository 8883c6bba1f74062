package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
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

// asset is one built file.
type asset struct {
	mime, cache string
	forms       func() forms // made on first use
}

// forms are what a file is sent with. Plain it is read where the program has it.
type forms struct {
	etag string
	gzip []byte // nil where it would not be smaller
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
		b.assets[name] = newAsset(b.files, name)
		return nil
	})
}

func newAsset(files fs.FS, name string) asset {
	a := asset{mime: mediaType(path.Ext(name)), cache: "no-cache"}
	if strings.HasPrefix(name, "assets/") {
		a.cache = "public, max-age=31536000, immutable" // the name changes with the content
	}
	a.forms = sync.OnceValue(func() forms {
		content, _ := fs.ReadFile(files, name) // it is in the binary
		sum := sha256.Sum256(content)
		return forms{`"` + hex.EncodeToString(sum[:12]) + `"`, compress(content)}
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

// compress returns content after gzip, nil where that would not be smaller.
func compress(content []byte) []byte {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil
	}
	_, err = w.Write(content)
	if errors.Join(err, w.Close()) != nil || packed.Len() >= len(content) {
		return nil
	}
	return packed.Bytes()
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
	sent := a.forms()
	body, etag := sent.gzip, strings.TrimSuffix(sent.etag, `"`)+`-gzip"`
	if body != nil && acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
	} else {
		body, _ = fs.ReadFile(b.files, name) // it is in the binary
		etag = sent.etag
	}
	if a.mime == "text/html; charset=utf-8" {
		h.Set("Content-Security-Policy", b.policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	if status != http.StatusOK {
		w.WriteHeader(status)
		_, _ = w.Write(body) // the client may have gone
		return
	}
	h.Set("ETag", etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
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
