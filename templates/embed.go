// Package templates holds the layouts as they were built: one HTML document each, with its description and preview, and
// the ready themes. What is in here is made by the build of this folder and read by package view; nothing else is known.
package templates

import (
	"embed"
	"io/fs"
)

//go:embed dist/*.html layouts/*/layout.json layouts/*/preview.svg tokens/presets.json
var files embed.FS

// FS returns dist/<layout>.html, layouts/<layout>/layout.json, layouts/<layout>/preview.svg and tokens/presets.json.
func FS() fs.FS { return files }
