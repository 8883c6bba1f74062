package main

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestFullDisk fills the disk below a server, and starts another one on what it left. Where no disk of its own can be mounted,
// the system refuses every byte that the process writes to a file instead; that is tried in any case.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	t.Run("no byte free", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		if err := syscall.Mount("berth", dir, "tmpfs", 0, "size=24m"); err != nil {
			t.Skipf("NOT RUN: no tmpfs can be mounted (%v), which takes root, in a container CAP_SYS_ADMIN as well; no byte allowed is tested alone", err)
		}
		t.Cleanup(func() {
			if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
				t.Error(err)
			}
		})
		data := "BERTH_DATA_DIR=" + filepath.Join(dir, "data")
		p := start(t, data)
		one := p.publishApp("Full")
		p.kill() // its log is still beside the file
		empty := fill(t, dir)
		p = start(t, data)
		p.reads(t, one)
		p.full(t)
		empty()
		eventually(t, 10*time.Second, func() string {
			if status := p.rest("PATCH", "/apps/"+one.ID, map[string]any{"name": "Room again"}, nil); status != http.StatusOK {
				return http.StatusText(status)
			}
			if status := p.readiness(t); status != http.StatusOK {
				return "/readyz: " + http.StatusText(status)
			}
			return ""
		})
		empty = fill(t, dir) // below a server that runs
		p.reads(t, one)
		p.full(t)
		if code := p.stop(); code != 0 {
			t.Errorf("exit code %d\n%s", code, p.out.String())
		}
		empty()
		fill(t, dir)
		p = start(t, data) // after a stop that put everything in order
		p.reads(t, one)
		if said := doctor(t, p, data); !strings.Contains(said, "disk full") {
			t.Errorf("doctor says %s", said)
		}
		p.kill()
		if said := doctor(t, p, data); !strings.Contains(said, "disk full") {
			t.Errorf("without a server, doctor says %s", said)
		}
	})
	t.Run("no byte allowed", func(t *testing.T) {
		t.Parallel()
		data := "BERTH_DATA_DIR=" + t.TempDir()
		p := start(t, data)
		one := p.publishApp("Full")
		if code := p.stop(); code != 0 {
			t.Fatalf("exit code %d", code)
		}
		p = start(t, data, "TEST_BERTH_FILE_SIZE=0")
		p.reads(t, one)
		p.full(t)
		if code := p.stop(); code != 0 {
			t.Errorf("exit code %d\n%s", code, p.out.String())
		}
	})
}

// reads asks for what needs no byte on the disk.
func (p *process) reads(t *testing.T, one app) {
	t.Helper()
	for _, path := range []string{"/apps", "/apps/" + one.ID, "/apps/" + one.ID + "/releases", "/apps/" + one.ID + "/calls", "/layouts"} {
		if status := p.rest("GET", path, nil, nil); status != http.StatusOK {
			t.Errorf("GET %s: %d", path, status)
		}
	}
	if status, answer := p.mcp("full", "tools/call", "search_products", `"name":"search_products","arguments":{"message":"hi"}`); status != http.StatusOK || !strings.Contains(answer, `"items"`) {
		t.Errorf("a call: %d %s", status, answer)
	}
	if status, answer := p.mcp("gift", "tools/list", "", ""); status != http.StatusOK {
		t.Errorf("tools/list: %d %s", status, answer)
	}
}

// full expects that nothing can be stored once the room is used up that the database has in its own files, and that the
// server says so.
func (p *process) full(t *testing.T) {
	t.Helper()
	draft := map[string]any{"name": "Large", "mockData": map[string]any{"items": []any{map[string]any{"title": strings.Repeat("x", 200_000)}}}}
	const enough = 200 // drafts are more than the disk has
	for n := 0; ; n++ {
		status, raw, err := p.try("POST", "/apps", draft)
		if err == nil && status == http.StatusServiceUnavailable && strings.Contains(string(raw), `"code":"UNAVAILABLE"`) {
			break
		}
		if err != nil || status != http.StatusCreated || n == enough {
			t.Errorf("write %d: %d %v %.200s", n, status, err, raw)
			break
		}
	}
	if status := p.readiness(t); status != http.StatusServiceUnavailable {
		t.Errorf("/readyz: %d", status)
	}
	if said := p.out.String(); !strings.Contains(said, "full") {
		t.Errorf("the log says nothing of it: %s", said)
	}
}

// fill leaves no byte free on the disk of dir; empty takes back what it wrote.
func fill(t *testing.T, dir string) (empty func()) {
	t.Helper()
	file, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	for size := 1 << 20; size > 0; size /= 2 {
		for err = nil; err == nil; {
			_, err = io.WriteString(file, strings.Repeat("x", size))
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(file.Name()); err != nil {
			t.Error(err)
		}
	}
}

// doctor returns what the command says of the process, which may have ended, and its database. It must not be content.
func doctor(t *testing.T, p *process, data string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "doctor")
	cmd.Env = append(os.Environ(), "TEST_BERTH_PROCESS=1", "BERTH_ADDR="+strings.TrimPrefix(p.url, "http://"), data)
	said, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("doctor is content")
	}
	return string(said)
}
