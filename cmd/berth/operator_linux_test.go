package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A folder whose socket has a longer path than sockets may have is one like others.
func TestTheSocketOfALongPath(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), strings.Repeat("y", 120))
	flags := []string{"--data-dir", dir}
	p := start(t, "BERTH_DATA_DIR="+dir)
	for range 2 { // also when a killed server has left a socket
		if out := must(t, flags, "apps"); !strings.Contains(out, "todo") {
			t.Errorf("apps: %s", out)
		}
		p.kill()
		if out := must(t, flags, "apps"); !strings.Contains(out, "todo") {
			t.Errorf("without a server: %s", out)
		}
		p = start(t, "BERTH_DATA_DIR="+dir)
	}
}
