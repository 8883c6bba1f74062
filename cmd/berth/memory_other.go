//go:build !linux

package main

// unmapProgram does nothing here: see memory_linux.go.
func unmapProgram() {}
