package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"berth/platform"
)

// SlugFree implements publish.Store.
func (s *Store) SlugFree(ctx context.Context, ws platform.WorkspaceID, slug string) (bool, error) {
	if !platform.ValidSlug(slug) {
		return false, nil
	}
	return tx{Queries: s.q}.slugFree(ctx, ws, slug)
}

func (t tx) slugFree(ctx context.Context, ws platform.WorkspaceID, slug string) (bool, error) {
	row, err := t.SlugHolder(ctx, slug)
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	if err != nil {
		return false, wrap("look up slug", err)
	}
	return row.AppID == nil && row.WorkspaceID == string(ws), nil
}

func slugTaken(slug string) error {
	return platform.Errorf(platform.CodeSlugTaken, "The slug %q is taken.", slug)
}

// claim takes the slug for the app, or returns SLUG_TAKEN. An app may claim its own slug again.
func (t tx) claim(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, slug string) error {
	n, err := t.ClaimSlug(ctx, slug, string(ws), optional(string(app)))
	if err != nil {
		return wrap("claim slug", err)
	}
	if n == 0 {
		return slugTaken(slug)
	}
	return nil
}

// moveSlug reserves the slug that a draft has chosen. The slug that it had chosen before becomes free again unless it has
// been served: otherwise one app could hold any number of names.
func (t tx) moveSlug(ctx context.Context, app platform.App, slug string) error {
	if slug == app.Draft.Slug {
		return nil
	}
	if slug != "" {
		if err := t.claim(ctx, app.Workspace, app.ID, slug); err != nil {
			return err
		}
	}
	return wrap("release slug", t.ReleaseSlug(ctx, app.Draft.Slug, optional(string(app.ID))))
}

// takeFirst claims the first of the candidates that is free.
func (t tx) takeFirst(ctx context.Context, app platform.App, candidate func(attempt int) string) (string, error) {
	for n := 0; ; n++ {
		var err error
		if n, err = t.firstFree(ctx, app.Workspace, candidate, n); err != nil {
			return "", err
		}
		err = t.claim(ctx, app.Workspace, app.ID, candidate(n))
		if err == nil {
			return candidate(n), nil
		}
		if !platform.IsCode(err, platform.CodeSlugTaken) { // taken: somebody else has claimed it meanwhile
			return "", err
		}
	}
}

const (
	inOrder  = 32      // candidates that are tried one by one
	farthest = 1 << 30 // the search gives up here: all candidates are the same
)

// firstFree returns a free candidate from n on. Where many apps have the same name, it does not try them all: it doubles
// its steps until one is free and then halves the distance to the last one taken. The result is free and comes right after
// a taken one, but it may have passed over gaps that deleted apps left.
func (t tx) firstFree(ctx context.Context, ws platform.WorkspaceID, candidate func(int) string, n int) (int, error) {
	for end := n + inOrder; n < end; n++ {
		if free, err := t.slugFree(ctx, ws, candidate(n)); err != nil || free {
			return n, err
		}
	}
	taken, step := n-1, 1
	for {
		if step > farthest {
			return 0, slugTaken(candidate(0))
		}
		free, err := t.slugFree(ctx, ws, candidate(taken+step))
		if err != nil {
			return 0, err
		}
		if free {
			break
		}
		taken, step = taken+step, step*2
	}
	for step > 1 {
		free, err := t.slugFree(ctx, ws, candidate(taken+step/2))
		if err != nil {
			return 0, err
		}
		if free {
			step /= 2
		} else {
			taken, step = taken+step/2, step-step/2
		}
	}
	return taken + 1, nil
}
