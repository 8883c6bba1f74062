package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"

	"berth/platform"
)

// suspended names what a command is about.
type suspended struct {
	Kind platform.SuspensionKind `arg:"" enum:"app,workspace,user" help:"app, workspace or user."`
	Name string                  `arg:"" help:"The app's slug, the workspace's id, the user's e-mail address."`
}

type suspendCommand struct {
	suspended `embed:""`

	Reason string `required:"" help:"Why; the owner reads it." placeholder:"TEXT"`
}

// Validate says what is wrong with the reason.
func (k *suspendCommand) Validate() error {
	k.Reason = strings.TrimSpace(k.Reason)
	if k.Reason == "" || utf8.RuneCountInString(k.Reason) > platform.MaxSuspensionReason || strings.ContainsFunc(k.Reason, unicode.IsControl) {
		return fmt.Errorf("--reason must be one line of 1 to %d characters", platform.MaxSuspensionReason)
	}
	return nil
}

// Run suspends it.
func (k *suspendCommand) Run(ctx context.Context, s *settings, c *console) error {
	return operate(ctx, s, c, "suspend", k, c.out)
}

func (k *suspendCommand) operate(ctx context.Context, o *operator, out io.Writer) error {
	slugs, err := o.store.Suspend(ctx, k.Kind, k.Name, k.Reason)
	return k.done(o, out, "suspended", slugs, err)
}

// done tells the server about a change, and prints what has changed, or returns the error for the operator.
func (k suspended) done(o *operator, out io.Writer, what string, slugs []string, err error) error {
	var known *platform.Error
	if errors.As(err, &known) && known.Err == nil {
		return errors.New(known.Msg)
	}
	if err != nil {
		return err
	}
	o.identity.Forget()
	_, err = fmt.Fprintf(out, "The %s %s is %s. Affected: %s.\n", k.Kind, k.Name, what, platform.Count(len(slugs), "served app"))
	return err
}

type resumeCommand struct {
	suspended `embed:""`
}

// Run ends a suspension.
func (k *resumeCommand) Run(ctx context.Context, s *settings, c *console) error {
	return operate(ctx, s, c, "resume", k, c.out)
}

func (k *resumeCommand) operate(ctx context.Context, o *operator, out io.Writer) error {
	slugs, err := o.store.Resume(ctx, k.Kind, k.Name)
	return k.done(o, out, "no longer suspended", slugs, err)
}

// linesAtOnce is how many lines of a list are read at once.
const linesAtOnce = 500

type appsCommand struct{}

// Run lists the apps of all workspaces.
func (k *appsCommand) Run(ctx context.Context, s *settings, c *console) error {
	return operate(ctx, s, c, "apps", k, c.out)
}

func (k *appsCommand) operate(ctx context.Context, o *operator, out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "SLUG\tSERVED\tNAME\tOWNER\tWORKSPACE\tSUSPENDED") // errors come with Flush
	for after := platform.AppID(""); ; {
		lines, err := o.store.AllApps(ctx, after, linesAtOnce)
		if err != nil || len(lines) == 0 {
			return errors.Join(err, w.Flush())
		}
		for _, l := range lines {
			served := "-"
			if l.LiveVersion > 0 {
				served = fmt.Sprintf("v%d", l.LiveVersion)
			}
			_, _ = fmt.Fprintln(w, strings.Join([]string{cmp.Or(l.Slug, "-"), served, printable(l.Name), l.Owner, string(l.Workspace), printable(l.Suspended)}, "\t"))
			after = l.ID
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
}

type usersCommands struct {
	List          usersCommand         `cmd:"" default:"1" help:"List everybody who has an account (the default)."`
	ResetPassword resetPasswordCommand `cmd:"" help:"Print a link by which somebody sets a new password: once, within an hour."`
}

type resetPasswordCommand struct {
	Email string `arg:"" help:"The user's e-mail address." placeholder:"E-MAIL"`
}

// Run prints the link.
func (k *resetPasswordCommand) Run(ctx context.Context, s *settings, c *console) error {
	return operate(ctx, s, c, "users-reset-password", k, c.out)
}

func (k *resetPasswordCommand) operate(ctx context.Context, o *operator, out io.Writer) error {
	link, err := o.identity.ResetLink(ctx, k.Email)
	if platform.IsCode(err, platform.CodeNotFound) {
		return fmt.Errorf("nobody has the address %s", printable(k.Email))
	} else if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, link)
	return err
}

type usersCommand struct{}

// Run lists everybody who has an account.
func (k *usersCommand) Run(ctx context.Context, s *settings, c *console) error {
	return operate(ctx, s, c, "users", k, c.out)
}

func (k *usersCommand) operate(ctx context.Context, o *operator, out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "E-MAIL\tNAME\tSINCE\tWORKSPACES\tSUSPENDED") // errors come with Flush
	for after := platform.UserID(""); ; {
		lines, err := o.store.AllUsers(ctx, after, linesAtOnce)
		if err != nil || len(lines) == 0 {
			return errors.Join(err, w.Flush())
		}
		for _, l := range lines {
			workspaces, err := o.store.Workspaces(ctx, l.ID)
			if err != nil {
				return err
			}
			var in []string
			for _, ws := range workspaces {
				in = append(in, fmt.Sprintf("%s (%s)", ws.ID, ws.Role))
			}
			_, _ = fmt.Fprintln(w, strings.Join([]string{printable(l.Email), printable(l.Name), l.CreatedAt.Format(time.DateOnly),
				cmp.Or(strings.Join(in, ", "), "-"), printable(l.Suspended)}, "\t"))
			after = l.ID
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
}

// printable replaces unprintable characters in what people have typed, which could move an operator's cursor.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, s)
}
