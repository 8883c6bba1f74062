package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"berth/platform/store/pgtest/cluster"
)

// publishReport says how long it takes until a publish is live, in milliseconds.
type publishReport struct {
	Publishes int           `json:"publishes"`
	Post      quantiles     `json:"postMillis"` // the REST call alone, on the embedded database
	Here      quantiles     `json:"hereMillis"` // to the first answer of the new release, same process
	Replica   *replicaTimes `json:"replica"`    // nil = not run
	NotRun    string        `json:"notRun,omitempty"`
}

// replicaTimes are the times with two processes on one PostgreSQL.
type replicaTimes struct {
	Post  quantiles `json:"postMillis"`
	Here  quantiles `json:"hereMillis"`
	There quantiles `json:"thereMillis"` // asked of the other process
}

type quantiles struct {
	P50 float64 `json:"p50"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

func quantilesOf(all []time.Duration) quantiles {
	slices.Sort(all)
	return quantiles{millis(quantile(all, .5)), millis(quantile(all, .99)), millis(quantile(all, 1))}
}

func (b *bench) publishes(ctx context.Context) (r publishReport, err error) {
	dir, err := b.temp("publish")
	if err != nil {
		return r, err
	}
	s, err := b.startBerth(ctx, dir)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	r.Publishes = b.publishCount
	posts, lives, err := publishing(ctx, s, s, "gifts", b.publishCount)
	if err != nil {
		return r, err
	}
	r.Post, r.Here = quantilesOf(posts), quantilesOf(lives)
	r.Replica, err = b.replicas(ctx)
	if errors.Is(err, cluster.ErrNoPostgres) {
		r.NotRun, err = err.Error(), nil
	}
	return r, err
}

// replicas measures two processes over one PostgreSQL.
func (b *bench) replicas(ctx context.Context) (r *replicaTimes, err error) {
	url, stop, err := b.postgres()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, stop()) }()
	var servers [2]*berth
	for i := range servers {
		if servers[i], err = b.startBerth(ctx, b.dir, "BERTH_DATABASE_URL="+url); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, servers[i].stop()) }()
	}
	posts, here, err := publishing(ctx, servers[0], servers[0], "gifts-here", b.publishCount)
	if err != nil {
		return nil, err
	}
	_, there, err := publishing(ctx, servers[0], servers[1], "gifts-there", b.publishCount)
	if err != nil {
		return nil, err
	}
	return &replicaTimes{quantilesOf(posts), quantilesOf(here), quantilesOf(there)}, nil
}

// publishing measures from sending a publish to having read the first MCP answer of the new release, in milliseconds.
// here is the server that publishes, there the one that is asked; they may be the same. It fails when here answers with
// the old release after the publish has returned.
func publishing(ctx context.Context, here, there *berth, slug string, n int) (posts, lives []time.Duration, err error) {
	app, err := here.publishCards(ctx, slug, "default")
	if err != nil {
		return nil, nil, err
	}
	if _, err := there.await(ctx, slug, 1); err != nil {
		return nil, nil, err
	}
	for i := range n {
		change := map[string]any{"responseText": fmt.Sprintf("Here is edition %d of the gift ideas.", i)}
		if err := here.rest(ctx, http.MethodPatch, "/apps/"+app.ID, change, nil); err != nil {
			return nil, nil, err
		}
		start := time.Now()
		if err := here.rest(ctx, http.MethodPost, "/apps/"+app.ID+"/publish", nil, &app); err != nil {
			return nil, nil, err
		}
		posts = append(posts, time.Since(start))
		tries, err := there.await(ctx, slug, app.PublishVersion)
		if err != nil {
			return nil, nil, err
		}
		lives = append(lives, time.Since(start))
		if tries > 1 && here == there {
			return nil, nil, fmt.Errorf("release %d was not served when its publish had returned", app.PublishVersion)
		}
	}
	return posts, lives, nil
}

// await asks for the release's version until it is the wanted one, and returns how often it asked.
func (s *berth) await(ctx context.Context, slug string, version int) (tries int, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for tries = 1; ; tries++ {
		_, got, err := (ask{method: "server/discover"}).once(ctx, s.mcpURL(slug), modern)
		var d struct {
			Meta struct {
				Info struct{ Version string } `json:"io.modelcontextprotocol/serverInfo"`
			} `json:"_meta"`
		}
		if err == nil {
			err = json.Unmarshal(got, &d)
		}
		if err == nil && d.Meta.Info.Version == strconv.Itoa(version) {
			return tries, nil
		}
		if ctx.Err() != nil {
			return tries, fmt.Errorf("release %d of %s is not served after 10 s: version %q, %w", version, slug, d.Meta.Info.Version, err)
		}
	}
}
