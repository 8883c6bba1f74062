// Package starters holds the apps that authors may start from besides those that ship inside: drafts that answer from tables, each
// as the body of POST /apps, with rows that say that they are examples. Package publish reads them; nothing else is known.
package starters

import (
	"embed"
	"io/fs"
)

//go:embed drafts/*.json
var files embed.FS

// FS returns drafts/<slug>.json.
func FS() fs.FS { return files }
