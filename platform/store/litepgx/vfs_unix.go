//go:build unix

package litepgx

// vfs has SQLite keep the index of its log in memory instead of in a file, since no other process opens the database: that
// file would have to be made at each start, which a full disk refuses (sqlite.org/vfs.html, unix-excl).
const vfs = "vfs=unix-excl&"
