//go:build !linux

package cluster

// Memory returns "": nothing is known here of a folder whose files stay in memory.
func Memory() string { return "" }
