// Command bench measures Berth against a bare net/http server and a bare mcp-go server, on this machine and in one run;
// docs/benchmarks.md says what it measures and how. It starts the real binary and knows only what a client can see,
// except for the database that it fills for the runs with many apps, and the handlers whose own work it measures
// separately.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// options are what the command line says.
type options struct {
	parts            []string
	only             *regexp.Regexp // scenarios of the part calls
	duration, warmup time.Duration  // of one round
	rounds, conns    int
	apps             []int
	tableApps        int // apps with a table each
	publishCount     int
	firstStarts      int
	postgresURL      string
	results          string
	profiles         string
	env              string
}

var parts = []string{"start", "memory", "calls", "publish", "bodies", "tables", "table-calls", "table-apps", "http", "dead", "llm", "grants", "tenancy"}

func parse(args []string) (o options, err error) {
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	chosen := f.String("parts", strings.Join(parts, ","), "what to measure")
	only := f.String("only", "", "regular expression: of the part calls, only these requests (\"tools/call.*2026\")")
	apps := f.String("apps", "1000,10000,100000", "numbers of published apps, for the part tenancy")
	quick := f.Bool("quick", false, "fewer rounds, starts and publishes, 1,000 and 10,000 apps, 1,000 with tables: to see that it runs")
	f.IntVar(&o.tableApps, "table-apps", 10_000, "number of published apps with tables, for the part table-apps")
	f.DurationVar(&o.duration, "duration", time.Second, "length of a round")
	f.DurationVar(&o.warmup, "warmup", time.Second, "length of the warm-up")
	f.IntVar(&o.rounds, "rounds", 9, "rounds of each server")
	f.IntVar(&o.conns, "conns", 16, "connections")
	f.IntVar(&o.publishCount, "publishes", 300, "publishes")
	f.IntVar(&o.firstStarts, "starts", 11, "first starts")
	f.StringVar(&o.postgresURL, "postgres", "", "an empty PostgreSQL database; default: a private server, where there are binaries")
	f.StringVar(&o.results, "results", "bench/results", "folder for the JSON")
	f.StringVar(&o.profiles, "profiles", "", "of the parts calls and tenancy: an existing folder for profiles of Berth, one turn more for each load")
	f.StringVar(&o.env, "env", "", "further environment of Berth, such as GOGC=400, to try things out; separated by commas")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if *quick {
		o.rounds, o.warmup, o.publishCount, o.firstStarts = 3, 500*time.Millisecond, 50, 3
		given := map[string]bool{}
		f.Visit(func(g *flag.Flag) { given[g.Name] = true })
		if !given["apps"] {
			*apps = "1000,10000"
		}
		if !given["table-apps"] {
			o.tableApps = 1000
		}
	}
	if o.tableApps < 100 || o.tableApps > maxApps {
		return o, fmt.Errorf("-table-apps %d: want a number of 100 and more", o.tableApps)
	}
	if *only != "" {
		if o.only, err = regexp.Compile(*only); err != nil {
			return o, err
		}
	}
	for s := range strings.SplitSeq(*apps, ",") {
		n, err := strconv.Atoi(s)
		if err != nil || n < 100 || n > maxApps {
			return o, fmt.Errorf("-apps %s: want numbers of 100 and more", s)
		}
		o.apps = append(o.apps, n)
	}
	o.parts = strings.Split(*chosen, ",")
	for _, p := range o.parts {
		if !slices.Contains(parts, p) {
			return o, fmt.Errorf("-parts %s: want some of %s", p, strings.Join(parts, ","))
		}
	}
	return o, nil
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) > 0 {
		// The program starts itself for the servers that Berth is compared with.
		switch name, rest := args[0], args[1:]; name {
		case "serve-floor":
			return serveFloor(rest[0])
		case "serve-upstream":
			return serveUpstream(rest[0])
		case "serve-model":
			return serveModel(rest[0])
		case "serve-proxy":
			return serveProxy(rest[0], rest[1])
		case "serve-mcp-go":
			return serveMCPGo(rest[0], rest[1])
		case "run-attack":
			d, err := time.ParseDuration(rest[2])
			return errors.Join(err, runAttack(ctx, rest[0], rest[1], d))
		case "run-handler":
			d, err1 := time.ParseDuration(rest[2])
			rounds, err2 := strconv.Atoi(rest[3])
			return errors.Join(err1, err2, runHandler(ctx, rest[0], rest[1], d, rounds))
		}
	}
	o, err := parse(args)
	if err != nil {
		return err
	}
	b := &bench{options: o, out: os.Stdout}
	return b.run(ctx)
}

func (b *bench) run(ctx context.Context) (err error) {
	if b.self, err = os.Executable(); err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp("", "berth-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	r := &report{Machine: lookAround(ctx)}
	if err := b.build(ctx, r); err != nil {
		return err
	}
	b.pin(ctx)
	r.Method = b.method()
	b.printMachine(r)
	b.printf("binary %.1f MB (target 64)\n", r.Binary)
	if err := b.measureParts(ctx, r); err != nil {
		return err
	}
	r.Machine.LoadAfter = loadAverage()
	b.printf("\nload average at the end: %s\n", r.Machine.LoadAfter)
	return b.save(r)
}

func (b *bench) measureParts(ctx context.Context, r *report) (err error) {
	for _, part := range b.parts {
		switch part {
		case "start":
			if r.First, err = b.measureFirstStarts(ctx); err != nil {
				return fmt.Errorf("first start: %w", err)
			}
			b.printf("\nFirst start on an empty data folder to ready: median %.0f ms, max %.0f ms of %d (target 1000)\n",
				median(slices.Clone(r.First)), slices.Max(r.First), len(r.First))
		case "memory":
			got, err := b.memory(ctx)
			if err != nil {
				return fmt.Errorf("memory: %w", err)
			}
			r.Memory = &got
			b.printMemory(got)
		case "calls":
			if r.Calls, err = b.calls(ctx); err != nil {
				return fmt.Errorf("calls: %w", err)
			}
			b.printCalls(r.Calls)
		case "publish":
			got, err := b.publishes(ctx)
			if err != nil {
				return fmt.Errorf("publish: %w", err)
			}
			r.Publish = &got
			b.printPublish(got)
		case "bodies":
			if r.Bodies, err = b.bodies(ctx); err != nil {
				return fmt.Errorf("bodies: %w", err)
			}
			b.printBodies(r.Bodies)
		case "tables":
			if r.Tables, err = b.tables(ctx); err != nil {
				return fmt.Errorf("tables: %w", err)
			}
			b.printTables(r.Tables)
		case "table-calls":
			if r.TableCalls, err = b.tableCalls(ctx); err != nil {
				return fmt.Errorf("table-calls: %w", err)
			}
			b.printTableCalls(r.TableCalls)
		case "table-apps":
			got, err := b.stalls().measureAll(ctx, b.tableApps)
			if err != nil {
				return fmt.Errorf("table-apps: %w", err)
			}
			r.TableApps = &got
			b.printTenancy(fmt.Sprintf("Published apps with a table of %d rows each, which are asked by words and a filter; no targets", stallRows), got)
		case "http":
			if r.Upstream, err = b.upstreams(ctx); err != nil {
				return fmt.Errorf("http: %w", err)
			}
			b.printUpstreams(r.Upstream)
		case "dead":
			if r.Dead, err = b.dead(ctx); err != nil {
				return fmt.Errorf("dead: %w", err)
			}
			b.printDead(r.Dead)
		case "llm":
			if r.Models, err = b.models(ctx); err != nil {
				return fmt.Errorf("llm: %w", err)
			}
			b.printModels(r.Models)
		case "grants":
			if r.Grants, err = b.grants(ctx); err != nil {
				return fmt.Errorf("grants: %w", err)
			}
			b.printGrants(r.Grants)
		case "tenancy":
			for _, n := range b.apps {
				got, err := b.gifts().measureAll(ctx, n)
				if err != nil {
					return fmt.Errorf("%d apps: %w", n, err)
				}
				r.Tenancy = append(r.Tenancy, got)
			}
			b.printTenancy("Many published apps; targets at 100,000: ready 2 s, RSS 150 MiB, first call 5 ms, hot app 8 KiB, Zipf p99 2 × that of one slug", r.Tenancy...)
		}
	}
	return nil
}

// build makes the binary as the Dockerfile does.
func (b *bench) build(ctx context.Context, r *report) error {
	b.berth = filepath.Join(b.dir, "berth")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", b.berth, "./cmd/berth")
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build berth: %w\n%s", err, out)
	}
	info, err := os.Stat(b.berth)
	if err != nil {
		return err
	}
	r.Binary = float64(info.Size()) / 1e6
	return nil
}
