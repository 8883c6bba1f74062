// Package pgtest gives tests a real PostgreSQL. It takes the server of TEST_DATABASE_URL, or else starts a private one
// from local binaries, which lives as long as the test program. Without either the test is skipped, and fails when
// REQUIRE_POSTGRES=1 or CI=true is set.
package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	migrations "berth/sql"

	"berth/platform/store"
	"berth/platform/store/pgtest/cluster"
)

// server is a PostgreSQL server on which this program may create databases.
type server struct {
	url      *url.URL
	lifeline io.Closer // held: once it is closed, a private server stops
	template func() (string, error)
	count    atomic.Int64
}

// start returns the one server of this test program: starting one takes seconds, and many tests share it.
var start = sync.OnceValues(func() (*server, error) {
	s := &server{}
	s.template = sync.OnceValues(s.makeTemplate)
	if given := os.Getenv("TEST_DATABASE_URL"); given != "" {
		u, err := url.Parse(given)
		if err != nil {
			return nil, fmt.Errorf("read TEST_DATABASE_URL: %w", err)
		}
		s.url = u
		return s, nil
	}
	u, lifeline, err := startCluster()
	if err != nil {
		return nil, err
	}
	s.url, s.lifeline = u, lifeline
	return s, nil
})

// startCluster starts a private server, in memory where there is room. What it keeps besides its databases stays small.
func startCluster() (*url.URL, io.Closer, error) {
	return cluster.Start(cluster.Memory(), append(slices.Clone(cluster.Forgetful), "max_wal_size=96MB", "min_wal_size=32MB")...)
}

// URL returns the address of a fresh database with the current schema, for this test alone.
func URL(t testing.TB) string {
	t.Helper()
	s := running(t)
	template, err := s.template()
	if err != nil {
		t.Fatal(err)
	}
	return s.create(t, template)
}

// Empty returns the address of a fresh database with nothing in it, for this test alone.
func Empty(t testing.TB) string {
	t.Helper()
	return running(t).create(t, "template0")
}

func running(t testing.TB) *server {
	t.Helper()
	s, err := start()
	check(t, err)
	return s
}

// check ends the test when there is no server.
func check(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, cluster.ErrNoPostgres) {
		err = fmt.Errorf("%w or set TEST_DATABASE_URL", err)
		if os.Getenv("REQUIRE_POSTGRES") == "1" || os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (s *server) create(t testing.TB, template string) string {
	t.Helper()
	name := fmt.Sprintf("berth_test_%d_%d", os.Getpid(), s.count.Add(1))
	if err := s.exec(t.Context(), createDatabase(name, template)); err != nil {
		t.Fatalf("create database: %v", err)
	}
	t.Cleanup(func() { // at once, since a private server may hold it in memory
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := s.exec(ctx, "DROP DATABASE IF EXISTS "+pgx.Identifier{name}.Sanitize()+" WITH (FORCE)"); err != nil {
			t.Errorf("drop database: %v", err)
		}
	})
	return s.database(name)
}

// createDatabase copies files instead of writing the template through the log, which takes half the time (PostgreSQL 15).
func createDatabase(name, template string) string {
	return "CREATE DATABASE " + pgx.Identifier{name}.Sanitize() + " TEMPLATE " + pgx.Identifier{template}.Sanitize() + " STRATEGY FILE_COPY"
}

func (s *server) database(name string) string {
	u := *s.url
	u.Path = "/" + name
	return u.String()
}

func (s *server) exec(ctx context.Context, statements ...string) error {
	conn, err := pgx.Connect(ctx, s.url.String())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// makeTemplate makes a database with the current schema, of which the databases of tests are copies. On a server that is
// not ours it may exist already, made from the same migrations.
func (s *server) makeTemplate() (name string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	name, err = templateName()
	if err != nil {
		return "", err
	}
	conn, err := pgx.Connect(ctx, s.url.String())
	if err != nil {
		return "", fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	// The lock belongs to the connection and ends with it.
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(727381)"); err != nil {
		return "", fmt.Errorf("lock template: %w", err)
	}
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil || exists {
		return name, err
	}
	unfinished := name + "_new"
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + pgx.Identifier{unfinished}.Sanitize(), createDatabase(unfinished, "template0")} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return "", fmt.Errorf("create template: %w", err)
		}
	}
	if err := migrate(ctx, s.database(unfinished)); err != nil {
		return "", err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+pgx.Identifier{unfinished}.Sanitize()+" RENAME TO "+pgx.Identifier{name}.Sanitize())
	return name, err
}

func migrate(ctx context.Context, database string) error {
	s, err := store.Open(ctx, store.Options{DatabaseURL: database, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	if err := errors.Join(s.Migrate(ctx), s.Close()); err != nil {
		return err
	}
	// The first connection writes what is known of the catalogs to a file, which copies then have too (relcache.c, pg_internal.init).
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return fmt.Errorf("connect to template: %w", err)
	}
	return conn.Close(ctx)
}

// templateName returns a name for the database that the migrations make.
func templateName() (string, error) {
	hash := sha256.New()
	err := fs.WalkDir(migrations.Migrations, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(migrations.Migrations, path)
		hash.Write(content)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read migrations: %w", err)
	}
	return "berth_template_" + hex.EncodeToString(hash.Sum(nil)[:8]), nil
}
