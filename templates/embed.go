// Package templates holds the layouts as they were built: one HTML document each, with its description and preview, and
// the ready themes. What is in here is made by the build of this folder and read by package view; nothing else is known.
package templates

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"io/fs"
	"strings"
)

//go:embed dist/*.html.gz layouts/*/layout.json layouts/*/preview.svg tokens/presets.json
var files embed.FS

// FS returns dist/<layout>.html, layouts/<layout>/layout.json, layouts/<layout>/preview.svg and tokens/presets.json. The documents are in the
// program after gzip, a third of their size: fs.ReadFile unpacks them, and only it finds them under these names.
func FS() fs.FS { return unpacking{files} }

type unpacking struct{ embed.FS }

// ReadFile implements fs.ReadFileFS.
func (u unpacking) ReadFile(name string) ([]byte, error) {
	if !strings.HasPrefix(name, "dist/") {
		return u.FS.ReadFile(name)
	}
	packed, err := u.FS.ReadFile(name + ".gz")
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
