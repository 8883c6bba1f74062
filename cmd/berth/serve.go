package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/store"
	"berth/platform/telemetry"
)

const (
	// readTimeout bounds how long a request, headers and body, may take to arrive, whether or not anybody reads it. The reader
	// of a body clears the deadline afterwards, so that a long call is not cut short.
	readTimeout = 30 * time.Second
	idleTimeout = 2 * time.Minute
	// Stopping has three phases, one after the other, in less than the 15 s that an orchestrator is promised. First the server
	// still accepts, but /healthz fails, so that a load balancer looks elsewhere, and each answer is the last of its
	// connection. Then it finishes the requests that have begun to arrive; calls that take longer are told to stop, and answer that they
	// were. Then it writes what is buffered.
	lameTimeout  = 1500 * time.Millisecond
	drainTimeout = 9 * time.Second
	toldTimeout  = 500 * time.Millisecond
	closeTimeout = 3 * time.Second
	// freshTimeout is how long, within drainTimeout, the first request of a connection may take to begin.
	freshTimeout = time.Second
	pruneTimeout = 30 * time.Minute // of one round; the next round goes on
)

type serveCommand struct{}

// Run serves until ctx ends. To be stopped while it starts is no failure.
func (serveCommand) Run(ctx context.Context, s *settings, c *console) error {
	signal.Ignore(syscall.SIGPIPE) // nobody reads the log any more, or not for now: that is no reason to serve nobody
	return serve(ctx, s, c, nil)
}

// unready returns why a server did not become ready: nil where it was stopped before.
func unready(ctx context.Context, log *slog.Logger, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		log.InfoContext(ctx, "stopped before it was ready", "error", err)
		return nil
	}
	return err
}

// serve runs the server with further apps, until ctx ends; then it finishes the calls in flight.
func serve(ctx context.Context, s *settings, c *console, more []appkit.App) error {
	log := s.logger(c)
	start := time.Now()
	sparing()
	// The address is taken first, so that a second server on it fails before it touches the database.
	addresses, err := s.listen(ctx)
	if err != nil {
		return err
	}
	s.resolvePort(addresses.public.Addr())
	p, err := wire(ctx, s, log, more)
	if err != nil {
		return errors.Join(unready(ctx, log, err), addresses.close())
	}
	if err := p.seed(ctx); err != nil {
		return errors.Join(unready(ctx, log, err), addresses.close(), p.close(context.WithoutCancel(ctx)))
	}
	if !s.cold {
		p.gifts.Prepare() // wire has begun it; here it ends, so that no call waits for it
	}
	roomy()
	if err := p.store.Room(); err != nil {
		log.WarnContext(ctx, "the disk is full: what is stored is served, nothing can be stored", "error", err)
	}
	if ahead, err := p.store.SchemaAhead(ctx); err == nil && ahead {
		log.WarnContext(ctx, "a later version of Berth has brought the database up to date: this one may serve until it is replaced")
	}
	p.warnOfClosed(ctx)
	p.listenOperator(ctx)
	if err := p.banner(ctx, c, time.Since(start)); err != nil {
		return errors.Join(unready(ctx, log, err), addresses.close(), p.close(context.WithoutCancel(ctx)))
	}
	return p.run(ctx, addresses)
}

// addresses are the listeners of a server. admin is nil when there is none.
type addresses struct {
	public *net.TCPListener
	admin  net.Listener
}

// tcp makes listeners without Multipath TCP, which Go uses where it can: Linux allows no filter on such listeners, see
// letNobodyIn.
func tcp() *net.ListenConfig {
	var c net.ListenConfig
	c.SetMultipathTCP(false)
	return &c
}

// listen opens the listeners on the addresses that the settings name.
func (s *settings) listen(ctx context.Context) (a addresses, err error) {
	taken, err := tcp().Listen(ctx, "tcp", s.Addr)
	if err != nil {
		return a, fmt.Errorf("BERTH_ADDR: %w", err)
	}
	a.public = taken.(*net.TCPListener) // what "tcp" gives
	if s.AdminAddr != "" {
		if a.admin, err = (&net.ListenConfig{}).Listen(ctx, "tcp", s.AdminAddr); err != nil {
			return a, errors.Join(fmt.Errorf("BERTH_ADMIN_ADDR: %w", err), a.public.Close())
		}
	}
	return a, nil
}

func (a addresses) close() error {
	err := a.public.Close()
	if a.admin != nil {
		err = errors.Join(err, a.admin.Close())
	}
	return err
}

func (p *parts) run(ctx context.Context, at addresses) error {
	var (
		stopping atomic.Bool
		arriving connections
		public   = &listener{TCPListener: at.public, counted: &arriving}
	)
	base, cancelCalls := context.WithCancel(context.WithoutCancel(ctx))
	defer cancelCalls()
	server := &http.Server{
		Handler: p.handler(&stopping), ReadHeaderTimeout: readTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout,
		// A tool that asks another server answers within a minute, or when its caller is told to call again.
		WriteTimeout: max(p.settings.CallTimeout, p.settings.LLMTimeout, p.settings.RunWait, min(p.settings.RunTimeout, time.Minute)) + 30*time.Second, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return base }, ConnState: arriving.state,
		ErrorLog: slog.NewLogLogger(p.log.Handler(), slog.LevelDebug),
	}
	group, running := errgroup.WithContext(ctx)
	served := make(chan struct{})
	group.Go(func() error {
		defer close(served)
		if err := ignoreClosed(server.Serve(public)); !stopping.Load() {
			return err
		}
		return nil // the listener was closed on purpose
	})
	group.Go(func() error {
		changed := func(slugs ...string) { p.edge.Changed(running, slugs...) }
		return p.store.Follow(running, store.Changed{Slugs: changed, Callers: p.forget, Apps: p.secrets.Forget})
	})
	group.Go(func() error { p.prune(running); return nil })
	group.Go(func() error { p.gifts.Run(running); return nil })
	group.Go(func() error { p.dispatcher.Run(running); return nil })
	group.Go(func() error { p.runs.Run(base); return nil }) // calls in flight may wait for one
	group.Go(func() error { p.secrets.Run(running); return nil })
	if p.driftOn() {
		group.Go(func() error { p.drift.Run(running); return nil })
	}
	group.Go(func() error { return p.serveAdmin(running, at.admin) })
	group.Go(func() error { return p.serveOperator(running) })
	group.Go(func() error {
		<-running.Done()
		stopping.Store(true)
		_ = platform.Wait(context.WithoutCancel(running), lameTimeout)
		drain, cancel := context.WithTimeout(context.WithoutCancel(running), drainTimeout)
		defer cancel()
		arriving.finish(drain, public, served)
		err := server.Shutdown(drain)
		cancelCalls() // what still runs is told to stop
		if err != nil {
			told, cancel := context.WithTimeout(context.WithoutCancel(running), toldTimeout)
			defer cancel()
			if err = server.Shutdown(told); err != nil {
				err = server.Close()
			}
		}
		return err
	})
	err := group.Wait()
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	if err = errors.Join(err, p.close(closing)); err == nil {
		p.log.Info("stopped")
	}
	return err
}

func ignoreClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// resolvePort puts the port that was really taken into the public URL, if the configured port was 0.
func (s *settings) resolvePort(addr net.Addr) {
	host, port, err := net.SplitHostPort(s.Addr)
	if err != nil || port != "0" {
		return
	}
	_, taken, err := net.SplitHostPort(addr.String())
	if err != nil {
		return
	}
	if s.PublicURL == urlOf(host, port) {
		s.PublicURL = urlOf(host, taken)
	}
	s.Addr = net.JoinHostPort(host, taken)
}

func (s *settings) logger(c *console) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(s.LogLevel)) // the flag takes only known levels
	json := s.LogFormat == "json"
	if f, ok := c.err.(*os.File); ok && s.LogFormat == "auto" {
		info, err := f.Stat()
		json = err != nil || info.Mode()&os.ModeCharDevice == 0
	}
	return telemetry.NewLogger(c.err, level, json)
}

// banner tells a person what to open.
func (p *parts) banner(ctx context.Context, c *console, took time.Duration) error {
	link, err := p.identity.OwnerLink(ctx)
	if platform.IsCode(err, platform.CodeUnavailable) { // people who have signed in before are still served
		p.log.WarnContext(ctx, "no sign-in link made", "error", err)
	} else if err != nil {
		return fmt.Errorf("make sign-in link: %w", err)
	}
	c.printf("Berth %s is ready in %d ms\n\n  Address   %s\n  API docs  %s/api/docs\n", version(), took.Milliseconds(), p.settings.PublicURL, p.settings.PublicURL)
	if link != "" {
		c.printf("  Sign in   %s   (once, as the first owner)\n", link)
	}
	c.printf("  Build     %s   (this server’s own MCP server, for ChatGPT, Claude and others)\n", p.addresses.Address(p.own.Slug()).MCP)
	c.printf("\n  Apps that ship inside:\n")
	for _, a := range p.apps {
		c.printf("    %s\n", p.addresses.Address(a.Slug()).MCP)
	}
	c.printf("\n")
	return nil
}
