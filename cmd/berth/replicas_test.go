package main

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"berth/platform/store/pgtest"
)

// replicas starts n servers at once on one empty database.
func replicas(t *testing.T, n int) ([]*process, string) {
	t.Helper()
	database := pgtest.Empty(t)
	all := make([]*process, n)
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() { all[i] = start(t, "BERTH_DATABASE_URL="+database) })
	}
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return all, database
}

// execute runs a statement in a database, past the servers that use it.
func execute(t *testing.T, database, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), statement)
	if err = errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}

func TestFourReplicasStartTogether(t *testing.T) {
	t.Parallel()
	all, _ := replicas(t, 4)
	all[0].publishApp("Together")
	var list struct{ Items []app }
	all[3].rest("GET", "/apps?limit=200", nil, &list)
	seeded := 0
	for _, a := range list.Items {
		if a.Origin == "seeded" {
			seeded++
			if a.PublishVersion != 1 {
				t.Errorf("%s was published %d times", a.MCPSlug, a.PublishVersion)
			}
		}
	}
	apps, err := seededApps(nil, nil, 0, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if want := len(apps); seeded != want || len(list.Items) != want+1 {
		t.Errorf("%d seeded apps of %d in a list of %d", seeded, want, len(list.Items))
	}
	for _, p := range all {
		eventually(t, soon, func() string {
			if got := p.serving("together"); got != "1" {
				return "serving " + got
			}
			return ""
		})
	}
}

// feed returns what the metrics of a replica say of how it follows the others: how many seconds it is behind, and whether it listens.
func (p *process) feed() (lag float64, listens bool) {
	p.t.Helper()
	lag, found := p.metric("berth_feed_lag_seconds")
	listening, also := p.metric("berth_feed_listening")
	if !found || !also || lag < 0 || listening != 0 && listening != 1 {
		p.t.Fatalf("berth_feed_lag_seconds %v %v, berth_feed_listening %v %v", lag, found, listening, also)
	}
	return lag, listening == 1
}

// hears waits until a replica says that it listens, and knows of the latest change.
func (p *process) hears() {
	p.t.Helper()
	eventually(p.t, soon, func() string {
		if lag, listens := p.feed(); !listens || lag > 31 {
			return fmt.Sprintf("%f seconds behind, listening: %t", lag, listens)
		}
		return ""
	})
}

// TestReplicasFollowEachOther publishes on one replica and calls the other, also while the listener is cut off.
func TestReplicasFollowEachOther(t *testing.T) {
	t.Parallel()
	all, database := replicas(t, 2)
	a, b := all[0], all[1]
	one := a.publishApp("Followed")
	b.follows("followed", "1")
	b.hears()
	for v := 2; v <= 10; v++ {
		a.rest("POST", "/apps/"+one.ID+"/publish", nil, nil)
		b.follows("followed", fmt.Sprint(v))
	}
	cutListeners(t, database)
	a.rest("POST", "/apps/"+one.ID+"/publish", nil, nil)
	b.follows("followed", "11")
	b.hears()
	a.rest("POST", "/apps/"+one.ID+"/unpublish", nil, nil)
	b.follows("followed", "")
	b.rest("POST", "/apps/"+one.ID+"/releases/3/activate", nil, nil)
	a.follows("followed", "3")
	b.rest("PATCH", "/apps/"+one.ID, map[string]any{"mcpSlug": "renamed"}, nil)
	b.rest("POST", "/apps/"+one.ID+"/publish", nil, nil)
	eventually(t, soon, func() string {
		if old, now := a.serving("followed"), a.serving("renamed"); old != "" || now != "12" {
			return fmt.Sprintf("old slug %q, new slug %q", old, now)
		}
		return ""
	})
	b.rest("DELETE", "/apps/"+one.ID, nil, nil)
	a.follows("renamed", "")
}

// A publish at one replica reaches the other within a second as soon as both say that they are ready, although the database was away for longer
// than the listener takes to come to its longest pause.
func TestReplicasFollowAfterAnOutage(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	way, listening := newGate(t, database), newGate(t, database)
	a := start(t, "BERTH_DATABASE_URL="+way.url)
	b := start(t, "BERTH_DATABASE_URL="+way.url, "BERTH_DATABASE_LISTEN_URL="+listening.url)
	ready := func(want int) string {
		for n, p := range []*process{a, b} {
			if status := p.readiness(t); status != want {
				return fmt.Sprintf("/readyz of replica %d: %d", n, status)
			}
		}
		return ""
	}
	one := a.publishApp("Followed")
	b.follows("followed", "1")
	b.hears()

	way.shut()
	listening.shut()
	before, _ := b.feed()
	eventually(t, 20*time.Second, func() string {
		if n := listening.attempts(); n < 16 { // pgx makes two connections a try: the pause has doubled until it may not
			return fmt.Sprintf("%d connections of the listener were refused", n)
		}
		return ready(http.StatusServiceUnavailable)
	})
	behind, listens := b.feed()
	if listens || behind <= before {
		t.Errorf("away: %f seconds behind, and %f before; listening: %t", behind, before, listens)
	}
	b.follows("followed", "1")

	way.open()
	listening.open()
	eventually(t, 10*time.Second, func() string { return ready(http.StatusOK) })
	if status := a.rest("POST", "/apps/"+one.ID+"/publish", nil, nil); status != http.StatusOK {
		t.Fatalf("publish: %d", status)
	}
	b.follows("followed", "2")
	b.hears()
	if lag, _ := b.feed(); lag >= behind {
		t.Errorf("back: %f seconds behind, and %f while the database was away", lag, behind)
	}
}

// What a publish has returned is what is served, also by a process that loses its database before anybody has called the app.
func TestAPublishIsServedWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	way := newGate(t, pgtest.Empty(t))
	p := start(t, "BERTH_DATABASE_URL="+way.url)
	twice := p.publishApp("Twice")
	p.follows("twice", "1")
	p.publishApp("Once")
	if status := p.rest("POST", "/apps/"+twice.ID+"/publish", nil, nil); status != http.StatusOK {
		t.Fatalf("publish: %d", status)
	}
	way.shut()
	for slug, want := range map[string]string{"twice": "2", "once": "1"} {
		if got := p.serving(slug); got != want {
			t.Errorf("release %q of %s is served, want %q", got, slug, want)
		}
	}
}

// TestReplicasSampleWithinTenSeconds turns sampling on at one replica and calls the other; turned off, it stops at once.
func TestReplicasSampleWithinTenSeconds(t *testing.T) {
	t.Parallel()
	all, _ := replicas(t, 2)
	a, b := all[0], all[1]
	one := a.publishApp("Sampled")
	call := map[string]any{"arguments": map[string]any{"message": "hi"}}
	samples := func() int {
		var list struct{ Items []struct{ Arguments string } }
		b.rest("GET", "/apps/"+one.ID+"/samples", nil, &list)
		return len(list.Items)
	}
	b.rest("POST", "/apps/"+one.ID+"/test", call, nil)
	if n := samples(); n != 0 {
		t.Errorf("%d samples at first", n)
	}
	a.rest("PUT", "/apps/"+one.ID+"/sampling", map[string]any{"enabled": true}, nil)
	eventually(t, 10*time.Second, func() string {
		b.rest("POST", "/apps/"+one.ID+"/test", call, nil)
		if samples() == 0 {
			return "the other replica samples nothing"
		}
		return ""
	})
	a.rest("PUT", "/apps/"+one.ID+"/sampling", map[string]any{"enabled": false}, nil)
	b.rest("POST", "/apps/"+one.ID+"/test", call, nil)
	a.rest("PUT", "/apps/"+one.ID+"/sampling", map[string]any{"enabled": true}, nil)
	if n := samples(); n != 0 {
		t.Errorf("%d samples of a time when it was off", n)
	}
}

// cutListeners ends every connection that waits for notifications.
func cutListeners(t *testing.T, database string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	var cut int
	err = conn.QueryRow(t.Context(), "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'").Scan(&cut)
	if err != nil || cut != 2 {
		t.Fatalf("cut %d listeners of 2: %v", cut, err)
	}
}

// TestReplicaKilledWhilePublishing kills a replica in the middle of publishes: the other serves the last one whose
// transaction was committed, and goes on.
func TestReplicaKilledWhilePublishing(t *testing.T) {
	t.Parallel()
	all, _ := replicas(t, 2)
	a, b := all[0], all[1]
	one := a.publishApp("Killed")
	answered := make(chan int)
	go func() {
		n := 1
		for {
			if status, _, err := a.try("POST", "/apps/"+one.ID+"/publish", nil); err != nil || status != http.StatusOK {
				answered <- n
				return
			}
			n++
			if n == 20 {
				go a.kill()
			}
		}
	}()
	n := <-answered
	var got app
	eventually(t, soon, func() string {
		b.rest("GET", "/apps/"+one.ID, nil, &got) // what was being committed for the dead may be so a moment later
		if serving := b.serving("killed"); serving != fmt.Sprint(got.PublishVersion) {
			return "serving " + serving
		}
		return ""
	})
	if got.PublishVersion < n || got.PublishVersion > n+1 || got.LiveVersion == nil || *got.LiveVersion != got.PublishVersion {
		t.Errorf("%d publishes were answered, the database has %+v", n, got)
	}
	b.rest("POST", "/apps/"+one.ID+"/publish", nil, &got)
	if serving := b.serving("killed"); serving != fmt.Sprint(got.PublishVersion) {
		t.Errorf("after the next publish: %q", serving)
	}
}

// follows waits until a replica serves a release, "" for none, of a slug, for as long as it has to hear of it.
func (p *process) follows(slug, want string) {
	p.t.Helper()
	eventually(p.t, soon, func() string {
		if got := p.serving(slug); got != want {
			return fmt.Sprintf("this replica serves %q of %s, want %q", got, slug, want)
		}
		return ""
	})
}
