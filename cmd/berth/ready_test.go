package main

import (
	"bytes"
	"context"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"
)

// held is a log that keeps whoever writes that the gifts are indexed: until release is closed, they are not.
type held struct{ indexed, release chan struct{} }

func (h held) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("the gifts are indexed")) {
		close(h.indexed)
		<-h.release
	}
	return len(line), nil
}

// The first call of the gift app is as fast as the second, because a server that has done all else of its start waits for the index of
// the gifts, which another goroutine makes meanwhile, before it says that it is ready.
func TestReadyMeansThatTheGiftsAreIndexed(t *testing.T) {
	t.Parallel()
	defer enter(startup)()
	log := held{make(chan struct{}), make(chan struct{})}
	release := sync.OnceFunc(func() { close(log.release) })
	ctx, stop := context.WithCancel(t.Context())
	address, stopped, folder, label := make(chan string, 1), make(chan error, 1), t.TempDir(), t.Name()
	go pprof.Do(ctx, pprof.Labels("server", label), func(ctx context.Context) {
		stopped <- serveOnce(ctx, &console{out: addressOf(address), err: log}, "--log-level=debug", "--data-dir="+folder)
		close(stopped)
	})
	t.Cleanup(func() {
		release()
		stop()
		if err := <-stopped; err != nil {
			t.Error(err)
		}
	})
	select {
	case <-log.indexed: // but for the line that says so
	case <-address:
		t.Fatal("ready, and nobody indexes the gifts")
	case err := <-stopped:
		t.Fatalf("the server ended: %v", err)
	}
	eventually(t, 30*time.Second, func() string {
		if len(address) > 0 {
			t.Fatal("ready before the gifts are indexed")
		}
		for stack := range strings.SplitSeq(labelled(t, label), "\n\n") {
			if strings.Contains(stack, "berth/cmd/berth.serve+") && strings.Contains(stack, "berth/apps/gift.(*App).Prepare+") {
				return ""
			}
		}
		return "neither ready nor waiting for the gifts"
	})
	release()
	select {
	case <-address:
	case err := <-stopped:
		t.Fatalf("the server ended: %v", err)
	}
}
