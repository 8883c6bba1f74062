package store_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"berth/platform/store"
	"berth/platform/store/storetest"
)

const (
	writers   = 4  // of tasks, and as many of releases
	perWriter = 60 // of each writer
	beginning = 10 // deeds of each writer before the backup begins
)

// load is people who write at once. Each adds a task after the other, or publishes an app again and again.
type load struct {
	begun [2 * writers]atomic.Int64 // deeds that were begun, by the writer
	done  [2 * writers]atomic.Int64 // and that have returned
	deed  chan struct{}             // one for each that has returned, closed behind the last
}

func (l *load) start(t *testing.T, s *store.Store) {
	t.Helper()
	l.deed = make(chan struct{}, 2*writers*perWriter)
	var all sync.WaitGroup
	for i := range writers {
		by := storetest.Person(t, s, fmt.Sprintf("w%d@example.com", i))
		app := createApp(t, s, by, draft(fmt.Sprintf("App %d", i)))
		all.Go(func() {
			l.write(t, i, func(n int) error {
				_, err := s.AddTask(t.Context(), by, fmt.Sprintf("w%d-%d", i, n), nil, time.Now().UTC())
				return err
			})
		})
		all.Go(func() {
			l.write(t, writers+i, func(n int) (err error) {
				p := publication(app)
				p.Release.Manifest.Name = fmt.Sprintf("App %d, %d", i, n)
				app, err = s.Publish(t.Context(), by, p)
				return err
			})
		})
	}
	go func() { all.Wait(); close(l.deed) }()
}

func (l *load) write(t *testing.T, writer int, deed func(n int) error) {
	for n := range perWriter {
		l.begun[writer].Add(1)
		if err := deed(n); err != nil {
			t.Errorf("writer %d, deed %d: %v", writer, n, err)
			return
		}
		l.done[writer].Add(1)
		l.deed <- struct{}{}
	}
}

func counts(of *[2 * writers]atomic.Int64) (n [2 * writers]int64) {
	for i := range of {
		n[i] = of[i].Load()
	}
	return n
}

// paced is a file that takes what is written to it only when others have written more to the database meanwhile.
type paced struct {
	bytes.Buffer
	load  *load
	until [2 * writers]int64 // what had been begun when the backup's moment was over
}

func (p *paced) Write(b []byte) (int, error) {
	if p.Len() == 0 {
		p.until = counts(&p.load.begun)
	}
	for range 2 * writers * 5 {
		<-p.load.deed
	}
	return p.Buffer.Write(b)
}

// Many write while a backup is made. What is restored is one moment: of each writer everything up to one deed, at least what
// had returned before the backup began and nothing from after its moment, and what changes together fits together.
func TestABackupWhileManyWrite(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		l := &load{}
		l.start(t, s)
		for range 2 * writers * beginning {
			<-l.deed
		}
		file, before := &paced{load: l}, counts(&l.done)
		if err := s.Backup(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		during := counts(&l.done)
		for range l.deed { // until all have finished
		}
		for engine, restored := range empties(t) {
			if err := restored.Restore(t.Context(), bytes.NewReader(file.Bytes())); err != nil {
				t.Fatalf("%s: %v", engine, err)
			}
			oneMoment(t, engine, everyRow(t, restored), before, file.until)
		}
		if slices.Equal(during[:], before[:]) {
			t.Error("nobody wrote while the backup was made")
		}
	})
}

// oneMoment reports what cannot have been in the database at once.
func oneMoment(t *testing.T, engine string, rows map[string][]string, before, until [2 * writers]int64) {
	t.Helper()
	releases, live := map[string]int64{}, map[string]int64{}
	for _, row := range rows["releases"] {
		releases[field(row, "app_id")]++
	}
	for _, row := range rows["live"] {
		live[field(row, "app_id")] = number(t, field(row, "version"))
	}
	if !maps.Equal(releases, live) {
		t.Errorf("%s: the releases are %v, live are %v", engine, releases, live)
	}
	apps := map[string]string{} // their ids by their names
	for _, row := range rows["apps"] {
		apps[row[strings.Index(row, "App "):][:len("App 0")]] = field(row, "id")
	}
	for i := range writers {
		var n int64
		for slices.ContainsFunc(rows["tasks"], func(row string) bool { return field(row, "title") == fmt.Sprintf("w%d-%d", i, n) }) {
			n++
		}
		published := releases[apps[fmt.Sprintf("App %d", i)]]
		if n < before[i] || n > until[i] || published < before[writers+i] || published > until[writers+i] {
			t.Errorf("%s: writer %d has %d tasks of %d to %d and %d releases of %d to %d", engine, i, n, before[i], until[i], published, before[writers+i], until[writers+i])
		}
		releases["all tasks"] += n
	}
	tasks := int64(len(rows["tasks"]))
	if counter := number(t, field(rows["task_counter"][0], "last")); releases["all tasks"] != tasks || counter != tasks {
		t.Errorf("%s: %d tasks, of which %d follow each other; counted are %d", engine, tasks, releases["all tasks"], counter)
	}
	audited := map[string]int64{}
	for _, row := range rows["audit"] {
		audited[field(row, "action")]++
	}
	if audited["task.add"] != tasks || audited["app.publish"] != int64(len(rows["releases"])) {
		t.Errorf("%s: audited are %v, there are %d tasks and %d releases", engine, audited, tasks, len(rows["releases"]))
	}
}

func field(row, name string) string {
	_, value, _ := strings.Cut(" "+row, " "+name+"=")
	value, _, _ = strings.Cut(value, " ")
	return value
}

func number(t *testing.T, text string) (n int64) {
	t.Helper()
	if _, err := fmt.Sscan(text, &n); err != nil {
		t.Fatal(err)
	}
	return n
}
