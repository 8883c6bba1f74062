// Package web holds the builder, the pages that a browser gets at the root, as they were built.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// FS returns index.html, the files that it names, and under assets/ those whose names change with their content, each after
// gzip and with the ending .gz; and manifest.json, which tells what the build made of what.
func FS() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic("web: " + err.Error()) // the name is a constant, and valid
	}
	return dist
}
