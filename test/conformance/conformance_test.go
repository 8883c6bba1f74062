// Package conformance_test holds Berth against the official MCP suites and clients. They are Node programs, which
// `make setup` installs beside this file; without them the tests are skipped.
package conformance_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// endpoints is what the server program prints: one published app of the ordinary kind, and the fixture app.
type endpoints struct{ Published, Fixture string }

// setup answers a way to run Node programs of this folder, and a server to run them against.
func setup(t *testing.T) (node func(args ...string) (string, error), urls endpoints) {
	t.Helper()
	bin, err := filepath.Abs("node_modules/.bin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(bin, "node")); err != nil {
		t.Skip("the conformance suites are not installed: run make setup")
	}
	node = func(args ...string) (string, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, filepath.Join(bin, "node"), args...)
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	return node, serve(t)
}

// serve builds and starts the server program, and stops it as an operator does.
func serve(t *testing.T) endpoints {
	t.Helper()
	program := filepath.Join(t.TempDir(), "server")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "./server").CombinedOutput(); err != nil {
		t.Fatalf("build server: %v\n%s", err, out)
	}
	var log strings.Builder
	cmd := exec.Command(program)
	cmd.Dir = t.TempDir()
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("server: %v\n%s", err, &log)
		}
	})
	urls, err := firstLine(bufio.NewScanner(out))
	if err != nil {
		t.Fatalf("server: %v\n%s", err, &log)
	}
	return urls
}

func firstLine(lines *bufio.Scanner) (urls endpoints, err error) {
	if !lines.Scan() {
		return urls, errors.Join(errors.New("ended without a word"), lines.Err())
	}
	if err := json.Unmarshal(lines.Bytes(), &urls); err != nil || urls.Published == "" || urls.Fixture == "" {
		return urls, fmt.Errorf("said %q, not its endpoints: %w", lines.Text(), err)
	}
	return urls, nil
}

func TestConformance(t *testing.T) {
	t.Parallel()
	node, urls := setup(t)

	out, err := node("run.mjs", "--published", urls.Published, "--fixture", urls.Fixture)
	t.Log(out)
	if err != nil {
		t.Errorf("conformance: %v", err)
	}
}

func TestOfficialClients(t *testing.T) {
	t.Parallel()
	node, urls := setup(t)

	out, err := node("clients.mjs", "--url", urls.Published, "--tool", "find_boats", "--arguments", `{"message":"anything"}`)
	if err != nil {
		t.Errorf("clients: %v\n%s", err, out)
	}
	inspector := "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
	for _, era := range []string{"legacy", "modern"} {
		out, err := node(inspector, "--cli", urls.Published, "--transport", "http", "--protocol-era", era,
			"--method", "tools/call", "--tool-name", "find_boats", "--tool-arg", "message=anything")
		if err != nil || !strings.Contains(out, "structuredContent") {
			t.Errorf("inspector, %s era: %v\n%s", era, err, out)
		}
		if out, err = node(inspector, "--cli", urls.Published, "--transport", "http", "--protocol-era", era,
			"--method", "tools/list", "--strict"); err != nil {
			t.Errorf("inspector, %s era, strict: %v\n%s", era, err, out)
		}
	}
}
