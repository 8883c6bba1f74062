package store_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"sync"
	"testing"
	"testing/iotest"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

func backupOf(t *testing.T, s *store.Store) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := s.Backup(t.Context(), &file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// A server that follows the others keeps a restore away, though the database is empty; once it has gone, there is one.
func TestNoRestoreWhileAServerRuns(t *testing.T) {
	t.Parallel()
	from := storetest.OpenPostgres(t)
	fill(t, from)
	url, file := pgtest.URL(t), backupOf(t, from)
	server, restored := storetest.OpenWith(t, store.Options{DatabaseURL: url}), storetest.OpenWith(t, store.Options{DatabaseURL: url})
	ctx, stop := context.WithCancel(t.Context())
	var once sync.Once
	runs, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Listen(ctx, func() { once.Do(func() { close(runs) }) }) // it ends because it is stopped
	}()
	<-runs
	wantCode(t, restored.Restore(t.Context(), bytes.NewReader(file)), platform.CodeConflict)
	if rows := everyRow(t, restored); len(rows["users"]) > 0 {
		t.Errorf("refused and restored: %v", rows["users"])
	}
	stop()
	<-ended
	if err := restored.AwaitNoServer(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := restored.Restore(t.Context(), bytes.NewReader(file)); err != nil {
		t.Errorf("without a server: %v", err)
	}
}

// A server that has begun to start keeps a restore away, too: it has read what the restore would replace.
func TestNoRestoreBeneathAServerThatStarts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		fill(t, s)
		file := backupOf(t, s)
		for engine, fresh := range empties(t) {
			if err := fresh.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := fresh.Secret(t.Context(), "request-state"); err != nil {
				t.Fatal(err)
			}
			if err := fresh.Restore(t.Context(), bytes.NewReader(file)); !platform.IsCode(err, platform.CodeConflict) {
				t.Errorf("%s: %v", engine, err)
			}
		}
	})
}

// A server that starts while a restore is at it waits, and goes on with what has been restored.
func TestAServerThatStartsDuringARestore(t *testing.T) {
	t.Parallel()
	from := storetest.OpenPostgres(t)
	fill(t, from)
	want, err := from.Secret(t.Context(), "request-state")
	if err != nil {
		t.Fatal(err)
	}
	url, file := pgtest.URL(t), backupOf(t, from)
	server, restored := storetest.OpenWith(t, store.Options{DatabaseURL: url}), storetest.OpenWith(t, store.Options{DatabaseURL: url})
	var got []byte
	started := make(chan error, 1)
	last := readerFunc(func(p []byte) (int, error) { // when this is read, the transaction holds everything else
		go func() {
			var err error
			got, err = server.Secret(t.Context(), "request-state")
			started <- err
		}()
		return copy(p, file[len(file)-1:]), io.EOF
	})
	if err := restored.Restore(t.Context(), iotest.OneByteReader(io.MultiReader(bytes.NewReader(file[:len(file)-1]), last))); err != nil {
		t.Fatal(err)
	}
	if err := <-started; err != nil || !slices.Equal(got, want) {
		t.Errorf("the server works with %x and not %x, %v", got, want, err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
