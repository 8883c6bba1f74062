// Package web holds the pages that a browser gets at the root: for now the start page.
package web

import (
	"embed"
	"io/fs"
)

//go:embed index.html start.css
var files embed.FS

// FS holds index.html, served at /, and the files that it names under /assets/.
func FS() fs.FS { return files }
