package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/telemetry"
)

type migrateCommand struct{}

// Run brings the database up to date.
func (migrateCommand) Run(ctx context.Context, s *settings, c *console) (err error) {
	db, err := openStore(ctx, s, s.logger(c))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Migrate(ctx); err != nil {
		return err
	}
	c.printf("The database is up to date.\n")
	return nil
}

type keysCommand struct {
	Create keysCreateCommand `cmd:"" help:"Make an API key of the first workspace, acting as its owner, and print it once."`
}

type keysCreateCommand struct {
	Name string        `help:"What the key is for." default:"command line"`
	Role platform.Role `help:"owner, editor or viewer." enum:"owner,editor,viewer" default:"owner"`
	Days int           `help:"Days until it expires; 0 for never." default:"0"`
}

// Run makes the key.
func (k keysCreateCommand) Run(ctx context.Context, s *settings, c *console) (err error) {
	log := s.logger(c)
	db, err := openStore(ctx, s, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Migrate(ctx); err != nil {
		return err
	}
	people := identity.New(identity.Options{Store: db, Log: log, Now: time.Now, SignUp: s.SignUp, PublicURL: s.PublicURL,
		Limits: identity.Limits{Keys: s.LimitKeys, Members: s.LimitMembers, SignInPerMinute: s.LimitSignInRPM}})
	workspace, owner, err := people.EnsureOwner(ctx)
	if err != nil {
		return err
	}
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem, User: owner.ID, Email: owner.Email, Name: owner.Name,
		Workspace: workspace.ID, Role: platform.RoleOwner}}
	in := identity.NewKey{Name: k.Name, Role: k.Role}
	if k.Days > 0 {
		in.ExpiresAt = time.Now().UTC().AddDate(0, 0, k.Days)
	}
	_, key, err := people.CreateKey(ctx, by, in)
	if err != nil {
		return err
	}
	c.printf("%s\n", key)
	return nil
}

type doctorCommand struct {
	Timeout time.Duration `help:"How long to wait for the server." default:"5s"`
}

// Run asks the server at the address for its health; without one it checks the database. Exit code 0 means well.
func (d doctorCommand) Run(ctx context.Context, s *settings, c *console) error {
	ctx, cancel := context.WithTimeout(ctx, d.Timeout)
	defer cancel()
	c.printf("version     %s\naddress     %s\npublic URL  %s\n", version(), s.Addr, s.PublicURL)
	status, err := readyz(ctx, s.Addr)
	if err == nil {
		c.printf("server      %s\n", status)
		if status != "ready" {
			return errors.New("the server is not ready")
		}
		return nil
	}
	c.printf("server      not running (%v)\n", err)
	return d.database(ctx, s, c)
}

func (doctorCommand) database(ctx context.Context, s *settings, c *console) (err error) {
	if s.DatabaseURL == "" {
		if _, err := os.Stat(s.DataDir); errors.Is(err, os.ErrNotExist) {
			c.printf("database    none yet in %s: it is made at the first start\n", s.DataDir)
			return nil
		}
	}
	db, err := openStore(ctx, s, telemetry.NewLogger(io.Discard, nil, false))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.SchemaCurrent(ctx); err != nil {
		return err
	}
	c.printf("database    reachable, schema current\n")
	return nil
}

// readyz asks the server that listens on addr.
func readyz(ctx context.Context, addr string) (status string, err error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	var body struct{ Status string }
	if err := json.NewDecoder(io.LimitReader(resp.Body, 4096)).Decode(&body); err != nil {
		return "", fmt.Errorf("read answer: %w", err)
	}
	return body.Status, nil
}
