package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"time"
)

// upstreamReport compares a tool that asks its author's server with Go's own reverse proxy in front of the same server.
type upstreamReport struct {
	Bytes   int             `json:"bytes"`   // of the server's answer
	Cells   map[string]cell `json:"servers"` // proxy, berth; slow proxy, slow berth: a server that takes its time
	Foreign float64         `json:"foreignCores"`
}

// targets of the ratios of berth to proxy.
const (
	upstreamCPU = 3.0
	upstreamP99 = 1.5
)

// upstreamRows are what the author's server answers: 50 rows in about 4.7 kB.
func upstreamRows() []byte {
	type row struct {
		ID    int     `json:"id"`
		Name  string  `json:"name"`
		City  string  `json:"city"`
		Price float64 `json:"price"`
		Stock int     `json:"stock"`
		Open  bool    `json:"open"`
	}
	var rows []row
	for i := range 50 {
		rows = append(rows, row{1000 + i, fmt.Sprintf("Desk lamp number %d", i), []string{"Oslo", "Rome", "Lima", "São Paulo"}[i%4], 10 + float64(i)/4, i * 7 % 40, i%3 > 0})
	}
	raw, err := json.Marshal(map[string]any{"data": map[string]any{"results": rows}, "total": len(rows)})
	if err != nil {
		panic(err) // of numbers and texts
	}
	return raw
}

// upstreamTakes is what the author's server takes to answer, as APIs do: without it, the slower of two is always full, and its
// latency says how full.
const upstreamTakes = 10 * time.Millisecond

// serveUpstream is the author's server.
func serveUpstream(addr string) error {
	answer := upstreamRows()
	server := &http.Server{Addr: addr, ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			timer := time.NewTimer(upstreamTakes)
			defer timer.Stop()
			<-timer.C
		}
		h := w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", strconv.Itoa(len(answer)))
		_, _ = w.Write(answer) // the client may have gone
	})}
	return server.ListenAndServe()
}

// serveProxy is what Go has for passing requests on, with as many kept connections as Berth has.
func serveProxy(addr, upstream string) error {
	proxy := &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: upstream}) },
		Transport: &http.Transport{MaxIdleConnsPerHost: 32},
	}
	server := &http.Server{Addr: addr, ReadHeaderTimeout: 10 * time.Second, Handler: proxy}
	return server.ListenAndServe()
}

// upstreams measures calls of a tool of kind http.
func (b *bench) upstreams(ctx context.Context) (r *upstreamReport, err error) {
	var started []*process
	defer func() {
		for _, p := range started {
			err = errors.Join(err, p.stop())
		}
	}()
	run := func(mode string, args ...string) (*process, error) {
		p, err := b.serve(ctx, mode, args...)
		if err == nil {
			started = append(started, p)
		}
		return p, err
	}
	upstream, err := run("serve-upstream")
	if err != nil {
		return nil, err
	}
	proxy, err := run("serve-proxy", upstream.addr)
	if err != nil {
		return nil, err
	}
	dir, err := b.temp("upstreams")
	if err != nil {
		return nil, err
	}
	s, err := b.startBerth(ctx, dir, "BERTH_EGRESS_ALLOW="+upstream.addr)
	if err != nil {
		return nil, err
	}
	started = append(started, s.process)
	answer := upstreamRows()
	r = &upstreamReport{Bytes: len(answer)}
	whole := func(body, _ []byte, _ string, _ int) error {
		if !bytes.Equal(body, answer) {
			return fmt.Errorf("not the server's answer: %.200s", body)
		}
		return nil
	}
	var servers []aimed
	for prefix, slug := range map[string]string{"": "stock", "slow ": "slow"} {
		call, err := s.publishUpstream(ctx, slug, upstream.addr)
		if err != nil {
			return nil, err
		}
		want, _, err := call.once(ctx, s.mcpURL(slug), modern)
		if err != nil {
			return nil, err
		}
		check := answers(want)
		same := func(body, id []byte, _ string, nth int) error { return check(body, id, "", nth) } // no answer names what was asked for
		asked := 0                                                                                 // equal calls at one time would make one request: each asks for something else
		other := func() string { asked++; return tenant(asked % maxApps) }
		servers = append(servers, aimed{contender: contender{name: prefix + "proxy", process: proxy}, fire: get(proxy.addr, "/"+slug, whole)},
			aimed{contender: contender{name: prefix + "berth", process: s.process}, fire: call.shot(s.addr, path(slug), modern, same).perSlug(other)})
	}
	if r.Cells, r.Foreign, err = b.compare(ctx, servers, upstream); err != nil {
		return nil, err
	}
	for _, c := range servers {
		if c.name == "berth" && b.profiles != "" {
			err = b.profileOf(ctx, s, "http", c.fire)
		}
	}
	return r, err
}

// get is a request of the proxy. Its id, which nobody reads, stands in a header.
func get(addr, path string, check checkFunc) *shot {
	head := fmt.Sprintf("GET %s?q=lamp HTTP/1.1\r\nHost: %s\r\nUser-Agent: bench\r\nAccept: application/json\r\nX-Id: ", path, addr)
	return &shot{id: len(head), check: check, raw: fmt.Appendf(nil, "%s%d\r\n\r\n", head, firstID)}
}

// publishUpstream makes and publishes an app whose tool asks the server, and returns a call of it.
func (s *berth) publishUpstream(ctx context.Context, slug, upstream string) (ask, error) {
	var app published
	err := s.rest(ctx, http.MethodPost, "/apps", map[string]any{"name": "Stock", "mcpSlug": slug, "tools": []any{map[string]any{
		"name": "find_stock", "description": "Find what is in stock, with prices.", "layoutTemplate": "cards",
		"handler": json.RawMessage(`{"kind":"http","request":{"url":"http://` + upstream + `/` + slug + `","query":{"q":"{{args.q}}"}},"result":{"each":"/data/results",
			"item":{"title":{"from":"/name"},"subtitle":{"from":"/city"},"price":{"from":"/price","as":"money","currency":"EUR"}},"data":{"title":{"const":"In stock"}}}}`),
	}}}, &app)
	if err == nil {
		err = s.rest(ctx, http.MethodPost, "/apps/"+app.ID+"/publish", nil, &app)
	}
	return ask{method: "tools/call", name: "find_stock", params: fmt.Sprintf(`"name":"find_stock","arguments":{"q":%q}`, tenant(0))}, err
}

func (b *bench) printUpstreams(r *upstreamReport) {
	proxy, ours, slowProxy, slow := r.Cells["proxy"], r.Cells["berth"], r.Cells["slow proxy"], r.Cells["slow berth"]
	cpu, p99 := ours.CPU/proxy.CPU, slow.P99/slowProxy.P99
	b.printf("\nA tool that asks a server for 50 rows (%d bytes) and maps them, beside httputil.ReverseProxy; "+
		"targets: CPU ≤ %g ×, p99 of a server that takes %s ≤ %g ×; foreign cores %.2f\n",
		r.Bytes, upstreamCPU, upstreamTakes, upstreamP99, r.Foreign)
	line := func(name string, c cell) []any { return []any{name, c.CPU, c.Rate, c.P50, c.P99} }
	b.table("|CPU µs|per second|p50 ms|p99 ms", [][]any{line("proxy", proxy), line("berth", ours), {"×", cpu, ours.Rate / proxy.Rate, ours.P50 / proxy.P50, ours.P99 / proxy.P99},
		line("proxy, slow server", slowProxy), line("berth, slow server", slow), {"×", slow.CPU / slowProxy.CPU, slow.Rate / slowProxy.Rate, slow.P50 / slowProxy.P50, p99},
		{"", verdict(cpu <= upstreamCPU), "", "", verdict(p99 <= upstreamP99)}})
}
