package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

type migrateCommand struct{}

// Run brings the database up to date.
func (migrateCommand) Run(ctx context.Context, s *settings, c *console) (err error) {
	db, err := openStore(ctx, s, s.logger(c), nil)
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

// maxDays bounds times in days: a hundred years.
const maxDays = 36_500

// Validate returns everything that is wrong with the flags.
func (k keysCreateCommand) Validate() error {
	var errs []error
	for _, p := range (identity.NewKey{Name: k.Name, Role: k.Role}).Problems(time.Time{}) {
		errs = append(errs, fmt.Errorf("--%s %s", strings.TrimPrefix(p.Location, "body."), p.Message))
	}
	if k.Days < 0 || k.Days > maxDays {
		errs = append(errs, fmt.Errorf("--days must be from 0, which is never, to %d", maxDays))
	}
	return errors.Join(errs...)
}

// Run makes the key.
func (k *keysCreateCommand) Run(ctx context.Context, s *settings, c *console) error {
	return operate(ctx, s, c, "keys-create", k, c.out)
}

func (k *keysCreateCommand) operate(ctx context.Context, o *operator, out io.Writer) error {
	if err := o.store.Migrate(ctx); err != nil {
		return err
	}
	workspace, owner, err := o.identity.EnsureOwner(ctx)
	if err != nil {
		return err
	}
	in := identity.NewKey{Name: k.Name, Role: k.Role}
	if k.Days > 0 {
		end := time.Now().UTC().AddDate(0, 0, k.Days)
		in.ExpiresAt = &end
	}
	_, key, err := o.identity.CreateKey(ctx, identity.SystemActor(workspace, owner), in)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, key)
	return err
}
