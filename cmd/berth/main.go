// Command berth hosts MCP apps. This package is the one place that knows every other one: it reads the configuration,
// picks the database, wires the packages together and runs them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"
)

// cli is the command line. Every setting is a flag and an environment variable.
type cli struct {
	settings

	Serve   serveCommand   `cmd:"" default:"withargs" help:"Migrate, seed and serve (the default)."`
	Migrate migrateCommand `cmd:"" help:"Bring the database up to date and exit."`
	Keys    keysCommand    `cmd:"" help:"Make API keys."`
	Doctor  doctorCommand  `cmd:"" help:"Check the settings and a running server, or a backup."`
	Vault   vaultCommand   `cmd:"" help:"Look after the key of the secrets in the database."`
	Backup  backupCommand  `cmd:"" help:"Write everything into a file, while servers run."`
	Restore restoreCommand `cmd:"" help:"Fill an empty installation with a backup."`
	Suspend suspendCommand `cmd:"" help:"Stop an app, a workspace with its apps, or a user and what they own alone."`
	Resume  resumeCommand  `cmd:"" help:"End a suspension."`
	Apps    appsCommand    `cmd:"" help:"List the apps of all workspaces."`
	Users   usersCommands  `cmd:"" help:"List everybody who has an account, or let somebody set a new password."`
	Health  healthCommand  `cmd:"" help:"Ask the server at the address whether it takes requests (/healthz)."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

func main() {
	limitMemory()
	os.Exit(untilSignal(func(ctx context.Context) int { return new(cli).run(ctx, os.Args[1:], os.Stdout, os.Stderr) }))
}

// untilSignal runs do with a context that ends when somebody asks the program to stop, or the terminal is closed that it was started in.
// A second Ctrl-C ends it at once; a second SIGTERM does not, since supervisors send it to a process and then to its group.
func untilSignal(do func(context.Context) int) int {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as below nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	context.AfterFunc(ctx, func() { signal.Reset(os.Interrupt) })
	return do(ctx)
}

// run is the whole program except for signals and exit; tests call it too.
func (c *cli) run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	exited := -1
	parser, err := kong.New(c, kong.Name("berth"), kong.Description("Host MCP apps: publish one and it is a live MCP server."),
		kong.UsageOnError(), kong.Writers(stdout, stderr), kong.Exit(func(code int) { exited = code }))
	if err != nil {
		_, _ = fmt.Fprintln(stderr, "berth:", err)
		return 1
	}
	parsed, err := parser.Parse(args)
	if exited >= 0 { // --help
		return exited
	}
	if err != nil {
		_, _ = fmt.Fprintln(stderr, "berth:", err)
		return 2
	}
	if err := errors.Join(append(unknownNames(os.Environ(), knownNames(parser.Model)), c.check())...); err != nil {
		_, _ = fmt.Fprintln(stderr, "berth:", err)
		return 2
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	if err := parsed.Run(&c.settings, &console{out: stdout, err: stderr}); err != nil {
		_, _ = fmt.Fprintln(stderr, "berth:", err)
		return 1
	}
	return 0
}

// console is where a command talks to a person.
type console struct{ out, err io.Writer }

func (c *console) printf(format string, args ...any) { _, _ = fmt.Fprintf(c.out, format, args...) } // there is nobody to tell of an error

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(c *console) error {
	c.printf("berth %s\n", version())
	return nil
}

// release is the version that the build sets: go build -ldflags "-X main.release=1.2.3". An image is built without the git
// history from which Go would take the version.
var release string // set only by the linker

// version returns the release, else the module's version, else the commit, else "dev".
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "dev"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "dev-" + s.Value[:12]
		}
	}
	return "dev"
}
