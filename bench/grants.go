package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store/db"
	"berth/platform/store/litepgx"
)

const (
	grants     = 100_000 // at one app, each of a person of its own
	grantSteps = 5       // after which memory is looked at, each with tokens that were not used before
	grantsApp  = "personal"
)

// grantsReport is what a server holds while people call with their access tokens.
type grantsReport struct {
	Grants int          `json:"grants"`
	Before memoryUse    `json:"before"` // the app was called, with an API key
	Steps  []grantsStep `json:"steps"`  // in the last one the tokens of the first are used again
}

// grantsStep is memory after so many calls, each with the token of another grant.
type grantsStep struct {
	Calls int `json:"calls"`
	memoryUse
	Call quantiles `json:"callMillis"` // of this step: each asks the database for its token, and notes the grant's use
}

type memoryUse struct {
	Heap float64 `json:"heapMiB"` // live, after two collections
	RSS  float64 `json:"rssMiB"`
}

// accessToken is the token of the i-th grant.
func accessToken(i int) string {
	sum := sha256.Sum256(fmt.Append(nil, "grant ", i))
	return "bta_" + base64.RawURLEncoding.EncodeToString(sum[:])
}

// grants measures memory while the tokens of many grants are used, all of them once and some of them again.
func (b *bench) grants(ctx context.Context) (*grantsReport, error) {
	dir, err := b.temp("grants")
	if err != nil {
		return nil, err
	}
	var app published
	err = b.on(ctx, dir, func(s *berth) error {
		if app, err = s.publishCards(ctx, grantsApp, presets[0]); err != nil {
			return err
		}
		if err := s.rest(ctx, http.MethodPatch, "/apps/"+app.ID, map[string]any{"access": platform.AccessPerson}, nil); err != nil {
			return err
		}
		return s.rest(ctx, http.MethodPost, "/apps/"+app.ID+"/publish", nil, nil)
	})
	if err == nil {
		err = fillGrants(ctx, filepath.Join(dir, "berth.db"), app.ID)
	}
	if err != nil {
		return nil, err
	}
	r := &grantsReport{Grants: grants}
	return r, b.on(ctx, dir, func(s *berth) error { return s.useGrants(ctx, b.gifts().call, r) })
}

// useGrants calls with each token once, and in the last step with those of the first again.
func (s *berth) useGrants(ctx context.Context, call ask, r *grantsReport) error {
	if err := s.settle(ctx); err != nil {
		return err
	}
	call.token = s.key
	if _, _, err := call.once(ctx, s.mcpURL(grantsApp), modern); err != nil {
		return err
	}
	if err := s.memory(ctx, &r.Before); err != nil {
		return err
	}
	next := 0
	call.token = accessToken(0)
	right := answers(nil)
	check := func(body, id []byte, _ string, nth int) error { return right(body, id, "", nth) } // an answer names no token
	fire := call.shot(s.addr, path(grantsApp), modern, check).varying(call.token, func() string { return accessToken((next - 1) % grants) })
	w, err := dial(ctx, s.addr, fire)
	if err != nil {
		return err
	}
	defer func() { _ = w.conn.Close() }() // nothing is left to read
	for range grantSteps + 1 {
		w.latencies = w.latencies[:0]
		for range grants / grantSteps {
			next++
			if err := w.once(ctx, int64(firstID+next)); err != nil {
				return fmt.Errorf("call %d: %w", next, err)
			}
		}
		step := grantsStep{Calls: next, Call: quantilesOf(slices.Clone(w.latencies))}
		if err := s.memory(ctx, &step.memoryUse); err != nil {
			return err
		}
		r.Steps = append(r.Steps, step)
	}
	return s.loggedAll(ctx)
}

// memory looks at what the server holds.
func (s *berth) memory(ctx context.Context, m *memoryUse) error {
	heap, err1 := s.heap(ctx)
	rss, err2 := s.rss()
	m.Heap, m.RSS = heap/(1<<20), float64(rss)/(1<<20)
	return errors.Join(err1, err2)
}

// fillGrants writes people, grants and access tokens into the database of a server that is not running.
func fillGrants(ctx context.Context, file, app string) error {
	d, err := litepgx.Open(ctx, file)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // what matters is written by the checkpoint
	now := time.Now().UTC().Truncate(time.Microsecond)
	err = d.InTx(ctx, func(tx db.DBTX) error {
		for i := range grants {
			user, grant := fmt.Sprintf("%08x-0000-7000-a000-%012x", i, i), fmt.Sprintf("%08x-0000-7000-b000-%012x", i, i)
			email := fmt.Sprintf("person-%d@example.com", i)
			for _, row := range []struct {
				insert string
				values []any
			}{
				{"INSERT INTO users (id, email, email_key, name, password_hash, created_at) VALUES ($1, $2, $3, $4, '', $5)", []any{user, email, email, "Ann", now}},
				{"INSERT INTO oauth_grants (id, user_id, app_id, client, client_name, client_host, resource, scopes, generation, created_at, expires_at) " +
					"VALUES ($1, $2, $3, 'https://claude.ai/oauth/client.json', 'Claude', 'claude.ai', $4, '[\"app:read\"]', 0, $5, $6)",
					[]any{grant, user, app, "http://127.0.0.1" + path(grantsApp), now, now.Add(24 * time.Hour)}},
				{"INSERT INTO oauth_access_tokens (hash, grant_id, scopes, expires_at) VALUES ($1, $2, '[\"app:read\"]', $3)",
					[]any{authorization.HashOf(accessToken(i)), grant, now.Add(24 * time.Hour)}},
			} {
				if _, err := tx.Exec(ctx, row.insert, row.values...); err != nil {
					return fmt.Errorf("grant %d: %w", i, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = d.Exec(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

func (b *bench) printGrants(r *grantsReport) {
	b.printf("\nMemory while access tokens of %d grants are used, one call each, and in the end of the first ones again\n", r.Grants)
	lines := [][]any{{0, r.Before.Heap, r.Before.RSS, "", ""}}
	for _, s := range r.Steps {
		lines = append(lines, []any{s.Calls, s.Heap, s.RSS, s.Call.P50, s.Call.P99})
	}
	b.table("calls|heap MiB|RSS MiB|p50 ms|p99", lines)
}
