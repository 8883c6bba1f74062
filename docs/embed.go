// Package docs holds the documents that the product shows under /docs, as they are written. The others are for those who
// work on Berth.
package docs

import "embed"

// Files are the Markdown documents for people who connect to apps, and who operate Berth.
//
//go:embed connecting.md operating.md deploying.md capacity.md security.md
var Files embed.FS
