//go:build unix

package litepgx

// vfs makes SQLite keep the index of its log in memory instead of in a file, since no other process opens the database.
// Such a file would have to be made at each start, which a full disk refuses (sqlite.org/vfs.html, unix-excl).
const vfs = "vfs=unix-excl&"
