package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"berth/platform/outbound"
	"berth/platform/store/litepgx"
	"berth/platform/telemetry"
)

type doctorCommand struct {
	File    string        `arg:"" optional:"" help:"A backup to look at, instead of a server; - for standard input."`
	Timeout time.Duration `help:"How long to wait for the server, and for the database." default:"5s"`
}

// Run checks a backup, if one is named. Otherwise it asks the server at the address for its health, and looks at the
// database. Exit code 0 means that all is well, also when no server runs.
func (d doctorCommand) Run(ctx context.Context, s *settings, c *console) error {
	if d.File != "" {
		return checkBackup(d.File, c)
	}
	c.printf("version     %s\naddress     %s\npublic URL  %s\n", version(), s.Addr, s.PublicURL)
	running, err := d.server(ctx, s, c)
	return errors.Join(err, d.database(ctx, s, c, running))
}

// server reports whether one of our servers answers.
func (d doctorCommand) server(ctx context.Context, s *settings, c *console) (running bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, d.Timeout)
	defer cancel()
	status, err := askHealth(ctx, s.Addr, "/readyz")
	dial := (*net.OpError)(nil)
	switch {
	case errors.As(err, &dial) && dial.Op == "dial":
		c.printf("server      not running (%v)\n", err)
		return false, nil
	case err != nil:
		c.printf("server      something else\n")
		return false, fmt.Errorf("what answers at %s is not Berth: %w", s.Addr, err)
	}
	c.printf("server      %s\n", status)
	if status != statusReady {
		return true, errors.New("the server is not ready")
	}
	return true, nil
}

func (d doctorCommand) database(ctx context.Context, s *settings, c *console, running bool) (err error) {
	ctx, cancel := context.WithTimeout(ctx, d.Timeout)
	defer cancel()
	if s.DatabaseURL == "" {
		if there, err := findDatabase(s.DataDir); err != nil {
			c.printf("database    cannot be in %s\n", s.DataDir)
			return err
		} else if !there {
			c.printf("database    none yet in %s: it is made at the first start\n", s.DataDir)
			return nil
		}
	}
	db, err := openStore(ctx, s, telemetry.NewLogger(io.Discard, nil, false), nil)
	if running && errors.Is(err, litepgx.ErrInUse) {
		c.printf("database    in use by the server\n")
		return secretsOpen(c, func(out io.Writer) error {
			sent, err := ask(ctx, socketPath(s.DataDir), "vault-check", &vaultCheckCommand{}, out)
			if !sent {
				return cannotAsk(err)
			}
			return err
		})
	}
	if err != nil {
		c.printf("database    cannot be used\n")
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.SchemaCurrent(ctx); err != nil {
		c.printf("database    reachable, schema not current\n")
		return err
	}
	schema := "current"
	if ahead, err := db.SchemaAhead(ctx); err != nil {
		return err
	} else if ahead {
		schema = "of a later version of Berth"
	}
	if err := db.TakesChanges(ctx); err != nil {
		c.printf("database    reachable, schema %s, takes no changes\n", schema)
		return err
	}
	if err := db.Room(); err != nil {
		c.printf("database    reachable, schema %s, disk full: reads are served, nothing can be stored\n", schema)
		return err
	}
	c.printf("database    reachable, schema %s\n", schema)
	return secretsOpen(c, func(out io.Writer) error {
		return (&vaultCheckCommand{}).operate(ctx, &operator{store: db, keys: s.presentKeys}, out)
	})
}

// secretsOpen says whether every secret opens.
func secretsOpen(c *console, check func(out io.Writer) error) error {
	var said strings.Builder
	err := check(&said)
	for line := range strings.Lines(said.String()) {
		c.printf("secrets     %s", line)
	}
	return err
}

// findDatabase reports whether the folder holds a database. It is an error when the folder holds none and none can be made
// in it.
func findDatabase(folder string) (bool, error) {
	if there, err := hasDatabase(folder); there || err != nil {
		return there, err
	}
	folder, err := filepath.Abs(folder)
	for err == nil {
		if _, err = os.Stat(folder); err == nil {
			break
		}
		if errors.Is(err, fs.ErrNotExist) && folder != filepath.Dir(folder) {
			folder, err = filepath.Dir(folder), nil // the missing folder can be made in it
		}
	}
	if err == nil {
		var trial string
		if trial, err = os.MkdirTemp(folder, ".berth-doctor-*"); err == nil {
			err = os.Remove(trial)
		}
	}
	if err != nil {
		return false, fmt.Errorf("BERTH_DATA_DIR: %w", err)
	}
	return false, nil
}

// askHealth asks the server that listens on addr for /healthz or /readyz. An answer that is not from one of our servers is
// an error.
func askHealth(ctx context.Context, addr, path string) (status string, err error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+path, nil)
	if err != nil {
		return "", err
	}
	client := outbound.New(outbound.Options{Named: []*url.URL{r.URL}, Timeout: time.Minute, MaxBytes: 4096})
	resp, err := client.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	var body struct{ Status string }
	if err := json.NewDecoder(resp.Body).Decode(&body); err != nil {
		return "", fmt.Errorf("read answer: %w", err)
	}
	answers := map[string]int{statusHealthy: http.StatusOK, statusReady: http.StatusOK, statusStopping: http.StatusServiceUnavailable, statusDatabase: http.StatusServiceUnavailable,
		statusFull: http.StatusServiceUnavailable}
	if want, ours := answers[body.Status]; !ours || resp.StatusCode != want {
		return "", fmt.Errorf("GET %s answers %d %.40q", path, resp.StatusCode, body.Status)
	}
	return body.Status, nil
}
