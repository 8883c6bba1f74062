package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// slugs are the apps that ship inside.
var slugs = [...]string{"gift", "medical", "todo", "chatui"}

// gates unpublishes and publishes apps, and knows what each request should have met.
type gates struct {
	ids map[string]string // by slug

	mu     sync.Mutex
	closed map[string][]closing
	seen   map[string][]request
	errs   []error
}

// closing is one period in which an app was away. The app may be away from when the unpublish was sent until the publish
// had returned; it must be away from when the unpublish had returned until the publish was sent.
type closing struct{ sent, returned, reopening, open time.Time }

type request struct {
	began, ended time.Time
	gone         bool
}

func newGates(ctx context.Context, s *server) (*gates, error) {
	g := &gates{ids: map[string]string{}, closed: map[string][]closing{}, seen: map[string][]request{}}
	var list struct {
		Items []struct {
			ID   string
			Slug string `json:"mcpSlug"`
		}
	}
	if err := s.rest(ctx, adminKey, "/apps?limit=100", nil, &list); err != nil {
		return nil, err
	}
	for _, a := range list.Items {
		g.ids[a.Slug] = a.ID
	}
	for _, slug := range slugs {
		if g.ids[slug] == "" {
			return nil, fmt.Errorf("there is no app %s", slug)
		}
	}
	return g, nil
}

// swing unpublishes one app after the other for a moment and publishes it again, until ctx ends. At the end all are
// published.
func (g *gates) swing(ctx context.Context, s *server) {
	always := context.WithoutCancel(ctx)
	for i := 0; ctx.Err() == nil; i++ {
		slug := slugs[i%len(slugs)]
		var c closing
		c.sent = time.Now()
		err := s.rest(always, adminKey, "/apps/"+g.ids[slug]+"/unpublish", map[string]any{}, nil)
		c.returned = time.Now()
		wait(ctx, 300*time.Millisecond)
		c.reopening = time.Now()
		if err == nil {
			err = s.rest(always, adminKey, "/apps/"+g.ids[slug]+"/publish", map[string]any{}, nil)
		}
		c.open = time.Now()
		g.mu.Lock()
		g.closed[slug] = append(g.closed[slug], c)
		if err != nil {
			g.errs = append(g.errs, err)
		}
		g.mu.Unlock()
		wait(ctx, 200*time.Millisecond)
	}
}

func wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// saw records what a request met.
func (g *gates) saw(slug string, began, ended time.Time, gone bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.seen[slug] = append(g.seen[slug], request{began, ended, gone})
}

// hear is how long another replica may take to hear of a change, on a busy machine.
const hear = time.Second

// judge returns an error when an app was away that should have been there, or the other way round. other says that a
// second replica answers too, which hears of changes a little later.
func (g *gates) judge(other bool) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	late := time.Duration(0)
	if other {
		late = hear
	}
	for _, err := range g.errs {
		return fmt.Errorf("unpublish and publish: %w", err)
	}
	for _, slug := range slugs {
		if len(g.closed[slug]) < 2 {
			return fmt.Errorf("%s was unpublished %d times, which says little: ask for more time", slug, len(g.closed[slug]))
		}
		for _, r := range g.seen[slug] {
			may, has := false, false
			for _, c := range g.closed[slug] {
				may = may || r.began.Before(c.open.Add(late)) && r.ended.After(c.sent)
				has = has || r.began.After(c.returned.Add(late)) && r.ended.Before(c.reopening)
			}
			if r.gone && !may {
				return fmt.Errorf("%s answered 404 at %s while it was published", slug, r.began)
			}
			if !r.gone && has {
				return fmt.Errorf("%s answered at %s while it was not published", slug, r.began)
			}
		}
	}
	return nil
}
