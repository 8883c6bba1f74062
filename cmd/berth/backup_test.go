package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform/store/pgtest"
)

// A backup is made while servers run, belongs to its owner, and brings everything to the other engine.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, all []*process, flags []string) {
		all[0].publishApp("Kept")
		file := filepath.Join(t.TempDir(), "berth.backup")
		if out := must(t, flags, "backup", file); !strings.Contains(out, "everything but the key of secrets") {
			t.Errorf("backup: %s", out)
		}
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Fatalf("%v, %v", info.Mode(), err)
		}
		if code, out := command(t, append([]string{"backup", file}, flags...)...); code != 1 || !strings.Contains(out, "is there already") {
			t.Errorf("again: %d %s", code, out)
		}
		if out := must(t, nil, "doctor", file); !strings.Contains(out, "whole") || !strings.Contains(out, "apps") {
			t.Errorf("doctor: %s", out)
		}
		if code, out := command(t, append([]string{"restore", file}, flags...)...); code != 1 {
			t.Errorf("while a server runs: %d %s", code, out)
		}
		other := t.TempDir()
		settings := [][]string{{"--data-dir", other}, {"--database-url", pgtest.Empty(t)}}
		environment := []string{"BERTH_DATA_DIR=" + other, "BERTH_DATABASE_URL=" + settings[1][1]}
		for i := range settings {
			if out := must(t, settings[i], "restore", file); !strings.Contains(out, "with the key of secrets") {
				t.Errorf("restore: %s", out)
			}
			if code, out := command(t, append([]string{"restore", file}, settings[i]...)...); code != 1 || !strings.Contains(out, "installation in this database already") {
				t.Errorf("again: %d %s", code, out)
			}
			if p := start(t, environment[i]); p.serving("kept") != "1" {
				t.Error("the app is not served")
			}
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		raw[len(raw)/2] ^= 1
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if code, out := command(t, "doctor", file); code != 1 || !strings.Contains(out, "not a whole backup") {
			t.Errorf("doctor of a damaged one: %d %s", code, out)
		}
		if left, err := filepath.Glob(filepath.Join(filepath.Dir(file), ".berth*")); err != nil || left != nil {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
}

// What people do with the image, in which there is no place for a file: a backup goes to standard output and comes back by standard
// input. Nothing but the backup is in what was written: its end and its checksum allow no further byte.
func TestBackupByStandardOutput(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, all []*process, flags []string) {
		all[0].publishApp("Kept")
		made := child(t, nil, append([]string{"backup", "-"}, flags...)...)
		holds := rowsOf(t, made)
		if len(holds) < 30 {
			t.Errorf("doctor: %q", holds)
		}
		if code, out := command(t, "doctor", written(t, append(made, '\n'))); code != 1 || !strings.Contains(out, "not a whole backup") {
			t.Errorf("with one byte more: %d %s", code, out)
		}
		into := []string{"--data-dir", t.TempDir()}
		if flags[0] == into[0] { // each engine's goes to the other one
			into = []string{"--database-url", pgtest.Empty(t)}
		}
		child(t, made, append([]string{"restore", "-"}, into...)...)
		again := child(t, nil, append([]string{"backup", "-"}, into...)...)
		if diff := cmp.Diff(holds, rowsOf(t, again)); diff != "" {
			t.Errorf("rows (-before +after):\n%s", diff)
		}
	})
}

// child runs the program with the standard input, and returns its standard output. It logs all that it can, to standard error.
func child(t *testing.T, in []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), "TEST_BERTH_PROCESS=1", "BERTH_LOG_LEVEL=debug")
	cmd.Stdin = bytes.NewReader(in)
	var failed strings.Builder
	cmd.Stderr = &failed
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", args, err, out, failed.String())
	}
	return out
}

// rowsOf returns the lines of berth doctor about a whole backup that say how many rows a table has, but that of the feed's entries: a
// restored installation has told nobody anything.
func rowsOf(t *testing.T, made []byte) (lines []string) {
	t.Helper()
	said := string(child(t, made, "doctor", "-"))
	if !strings.HasPrefix(said, "backup      whole\n") {
		t.Errorf("doctor: %s", said)
	}
	for line := range strings.Lines(said) {
		if strings.HasSuffix(line, " rows\n") && !strings.HasPrefix(line, "feed_entries ") {
			lines = append(lines, line)
		}
	}
	return lines
}

func written(t *testing.T, raw []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
