//go:build !unix

package litepgx

// vfs is the system's own.
const vfs = ""
