package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"
)

// report is everything that one run found out.
type report struct {
	Machine    machine           `json:"machine"`
	Method     string            `json:"method"`
	Binary     float64           `json:"binaryMB"` // 10^6 bytes
	First      []float64         `json:"firstStartMillis,omitempty"`
	Memory     *memoryReport     `json:"memory,omitempty"`
	Calls      []row             `json:"calls,omitempty"`
	Tenancy    []tenancyReport   `json:"tenancy,omitempty"`
	Publish    *publishReport    `json:"publish,omitempty"`
	Bodies     []bodiesReport    `json:"bodies,omitempty"`
	Tables     *tablesReport     `json:"tables,omitempty"`
	TableCalls *tableCallsReport `json:"tableCalls,omitempty"`
	TableApps  *tenancyReport    `json:"tableApps,omitempty"`
	Upstream   *upstreamReport   `json:"http,omitempty"`
	Dead       *deadReport       `json:"dead,omitempty"`
	Models     *modelReport      `json:"llm,omitempty"`
	Grants     *grantsReport     `json:"grants,omitempty"`
}

// machine is where the figures come from.
type machine struct {
	At         time.Time `json:"at"`
	Commit     string    `json:"commit"`
	CPU        string    `json:"cpu"`
	Cores      int       `json:"cores"`
	Memory     string    `json:"memory"`
	Kernel     string    `json:"kernel"`
	Go         string    `json:"go"`
	MCPGo      string    `json:"mcpGo"`
	LoadBefore string    `json:"loadBefore"` // load averages over 1, 5 and 15 minutes
	LoadAfter  string    `json:"loadAfter"`
}

func lookAround(ctx context.Context) machine {
	m := machine{At: time.Now().UTC().Truncate(time.Second), Cores: runtime.NumCPU(), Go: runtime.Version(), LoadBefore: loadAverage()}
	m.CPU = procLine("/proc/cpuinfo", "model name")
	m.Memory = procLine("/proc/meminfo", "MemTotal")
	if raw, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m.Kernel = strings.TrimSpace(string(raw))
	}
	if out, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty").Output(); err == nil {
		m.Commit = strings.TrimSpace(string(out))
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == "github.com/mark3labs/mcp-go" {
				m.MCPGo = d.Version
			}
		}
	}
	return m
}

func loadAverage() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(raw))[:3], " ")
}

func procLine(path, name string) string {
	raw, err := os.ReadFile(path)
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(raw)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// method returns how this run was made.
func (b *bench) method() string {
	pinned := "servers pinned to core 0, load generator to core 1"
	if b.taskset == "" {
		pinned = "NOT pinned (no taskset or one core): the servers and the load generator share processors"
	}
	return fmt.Sprintf("%s; GOMAXPROCS=1 each; %d keep-alive connections over loopback; %d rounds of %s in turns after %s of warm-up; medians; every answer checked",
		pinned, b.conns, b.rounds, b.duration, b.warmup)
}

func (b *bench) printMachine(r *report) {
	m := r.Machine
	b.printf("%s, commit %s\n%d × %s, %s, Linux %s, %s, mcp-go %s\nload average %s\n%s\n", m.At.Format(time.RFC3339), m.Commit,
		m.Cores, m.CPU, m.Memory, m.Kernel, m.Go, m.MCPGo, m.LoadBefore, r.Method)
}

func (b *bench) table(header string, lines [][]any) {
	w := tabwriter.NewWriter(b.out, 2, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, strings.ReplaceAll(header, "|", "\t")+"\t")
	for _, line := range lines {
		for _, v := range line {
			if f, ok := v.(float64); ok {
				v = number(f)
			}
			fmt.Fprintf(w, "%v\t", v)
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		b.printf("(the table could not be written: %v)\n", err)
	}
}

// number formats f with three significant digits, as a whole number from 100 on.
func number(f float64) string {
	switch {
	case f >= 100:
		return fmt.Sprintf("%.0f", f)
	case f >= 10:
		return fmt.Sprintf("%.1f", f)
	}
	return fmt.Sprintf("%.2f", f)
}

// target is a figure and the bound that it should keep.
type target struct {
	What  string  `json:"what"`
	Got   float64 `json:"got"`
	Bound float64 `json:"bound"`
	Least bool    `json:"least,omitempty"` // the bound is the least that will do, not the most
	Met   bool    `json:"met"`
}

func atMost(what string, got, bound float64) target {
	return target{What: what, Got: got, Bound: bound, Met: got <= bound}
}

func atLeast(what string, got, bound float64) target {
	return target{What: what, Got: got, Bound: bound, Least: true, Met: got >= bound}
}

func (b *bench) printTargets(all []target) {
	var lines [][]any
	for _, t := range all {
		sign := "≤"
		if t.Least {
			sign = "≥"
		}
		lines = append(lines, []any{t.What, t.Got, sign, t.Bound, verdict(t.Met)})
	}
	b.table("target|||||", lines)
}

func verdict(ok bool) string {
	if ok {
		return "met"
	}
	return "MISSED"
}

func (b *bench) printCalls(rows []row) {
	b.printf("\nCPU per request, µs (user + kernel of the server); target: 1.5 × floor, native 0.75 × mcp-go + handler\n")
	var lines [][]any
	for _, r := range rows {
		floor, other, ours := r.Cells["floor"], r.Cells["mcp-go"], r.Cells["berth"]
		lines = append(lines, []any{r.Name, r.Era, r.Bytes, floor.CPU, other.CPU, ours.CPU, ours.CPU / floor.CPU, ours.CPU / other.CPU,
			r.Handler, r.Target, verdict(r.met()), r.Foreign})
	}
	b.table("request|era|bytes|floor|mcp-go|berth|× floor|× mcp-go|handler|target||foreign cores", lines)
	b.printf("\nrequests per second | p50 / p99 in ms\n")
	lines = nil
	for _, r := range rows {
		line := []any{r.Name, r.Era}
		for _, name := range contenders {
			c := r.Cells[name]
			line = append(line, c.Rate, c.P50, c.P99)
		}
		lines = append(lines, line)
	}
	b.table("request|era|floor|p50|p99|mcp-go|p50|p99|berth|p50|p99", lines)
}

// printTenancy prints what was found about servers with many apps under a title.
func (b *bench) printTenancy(title string, reports ...tenancyReport) {
	b.printf("\n%s\n", title)
	var lines, spread [][]any
	for _, r := range reports {
		lines = append(lines, []any{r.Apps, r.Ready, r.RSS, r.Cold.P50, r.Cold.P99, r.Cold.Max, r.HotCall, r.HotSession, r.HotAccounted, r.RSSAfter})
		spread = append(spread, []any{r.Apps, r.Alone.P99, r.ZipfFirst.P99, r.slower(r.ZipfFirst), r.OneSlug.P99, r.Zipf11.P99, r.Zipf10.P99,
			r.slower(r.Zipf11), r.slower(r.Zipf10)})
	}
	b.table("apps|ready ms|RSS MiB|cold p50 ms|p99|max|hot B, call|session|accounted|RSS after", lines)
	b.printf("\np99 in ms of load on one app and on all, after a start and when all apps have been called; × is that of one app, the smaller\n")
	b.table("apps|start: one|Zipf 1.0|×|later: one|Zipf 1.1|Zipf 1.0|× 1.1|× 1.0", spread)
}

func (b *bench) printPublish(r publishReport) {
	b.printf("\nPublish → live, ms, %d publishes; targets: p50 10, p99 50 here, p99 50 on another replica\n", r.Publishes)
	line := func(name string, q quantiles) []any { return []any{name, q.P50, q.P99, q.Max} }
	lines := [][]any{line("embedded: REST call", r.Post), line("embedded: first MCP answer", r.Here)}
	if r.Replica != nil {
		lines = append(lines, line("PostgreSQL: REST call", r.Replica.Post), line("PostgreSQL: first MCP answer", r.Replica.Here),
			line("PostgreSQL: first MCP answer of the other replica", r.Replica.There))
	}
	b.table("|p50|p99|max", lines)
	if r.NotRun != "" {
		b.printf("NOT RUN: another replica: %s\n", r.NotRun)
	}
}

func (b *bench) save(r *report) error {
	raw, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	file := filepath.Join(b.results, r.Machine.At.Format("2006-01-02T150405Z")+".json")
	if err := os.MkdirAll(b.results, 0o755); err != nil {
		return err
	}
	b.printf("\n%s\n", file)
	return os.WriteFile(file, append(raw, '\n'), 0o644)
}
