//go:build !unix

package litepgx

// vfs is empty: SQLite uses the system's default.
const vfs = ""
