package store_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"berth/platform/store"
	"berth/platform/store/storetest"
)

// childDir names the data folder in the program that TestKill starts.
const childDir = "BERTH_STORETEST_CHILD"

// A publish that has returned survives the process being killed, and while the process lives no other one may open the
// file. (Losing the machine's power is another matter: see litepgx.Open.)
func TestKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPublishUntilKilled$", "-test.v")
	child.Env = append(os.Environ(), childDir+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	published := 0
	for lines := bufio.NewScanner(out); published < 20 && lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "published ") {
			published++
		}
	}
	options := store.Options{DataDir: dir, Now: time.Now}
	if s, err := store.Open(t.Context(), options); err == nil || !strings.Contains(err.Error(), "another process is using") {
		t.Errorf("a second process got %v, %v", s, err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed
	if published < 20 {
		t.Fatalf("the child published %d apps", published)
	}
	s := storetest.OpenWith(t, options)
	for i := range published {
		if _, err := s.Live(t.Context(), fmt.Sprintf("app-%d", i+1)); err != nil {
			t.Errorf("app-%d is lost: %v", i+1, err)
		}
	}
	if err := s.SchemaCurrent(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestPublishUntilKilled is the program that TestKill starts and kills.
func TestPublishUntilKilled(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		return // TestKill starts it; by itself there is nothing to see
	}
	s := storetest.OpenWith(t, store.Options{DataDir: dir})
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	by := storetest.Person(t, s, "ann@example.com")
	for {
		app := publishApp(t, s, by, createApp(t, s, by, draft("Things")))
		fmt.Fprintln(os.Stdout, "published", app.ServedSlug)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	for _, o := range []store.Options{
		{DatabaseURL: "mysql://localhost/x"}, {DatabaseURL: "berth.db"}, {DatabaseURL: "postgres://%zz"},
		{DatabaseURL: "postgres:///x?host=/nowhere"}, {DataDir: "/dev/null/x"},
	} {
		o.Now = time.Now
		if s, err := store.Open(t.Context(), o); err == nil {
			t.Errorf("%+v: opened", o)
			_ = s.Close()
		}
	}
	dir := t.TempDir()
	storetest.OpenWith(t, store.Options{DataDir: dir})
	if s, err := store.Open(t.Context(), store.Options{DataDir: dir, Now: time.Now}); err == nil {
		t.Error("opened twice in one process")
		_ = s.Close()
	}
}
