package store_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/db"
	"berth/platform/store/storetest"
)

func TestTasks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		note := "Milk, <b>eggs</b>"
		add := func(who platform.Actor, title string, description *string, at time.Time) platform.Task {
			t.Helper()
			task, err := s.AddTask(ctx, who, title, description, at)
			if err != nil {
				t.Fatal(err)
			}
			return task
		}
		now := time.Date(2026, 3, 1, 12, 0, 0, 1000, time.UTC)
		one, two := add(ann, "Buy groceries", &note, now), add(ann, "Call mom", nil, now.Add(time.Second))
		theirs := add(bob, "Secret", nil, now)
		if one.ID == two.ID || two.ID == theirs.ID || one.Description == nil || *one.Description != note || two.Description != nil || !one.CreatedAt.Equal(now) {
			t.Errorf("%+v, %+v, %+v", one, two, theirs)
		}
		for range 2 {
			if done, err := s.CompleteTask(ctx, ann, one.ID); err != nil || !done.Completed {
				t.Errorf("%+v, %v", done, err)
			}
		}
		title, none := "Call dad", ""
		if got, err := s.UpdateTask(ctx, ann, two.ID, &title, &note); err != nil || got.Title != title || *got.Description != note {
			t.Errorf("%+v, %v", got, err)
		}
		if got, err := s.UpdateTask(ctx, ann, two.ID, nil, &none); err != nil || got.Title != title || got.Description != nil {
			t.Errorf("%+v, %v", got, err)
		}
		for filter, want := range map[platform.TaskFilter][]int64{
			platform.TasksAll: {two.ID, one.ID}, "bogus": {two.ID, one.ID}, platform.TasksPending: {two.ID}, platform.TasksCompleted: {one.ID},
		} {
			tasks, err := s.Tasks(ctx, ann.User, filter)
			if err != nil || len(tasks) != len(want) || tasks[0].ID != want[0] {
				t.Errorf("%s: %+v, %v", filter, tasks, err)
			}
		}
		for _, id := range []int64{theirs.ID, -1, 0, 1 << 62} {
			_, err := s.CompleteTask(ctx, ann, id)
			wantCode(t, err, platform.CodeNotFound)
			_, err = s.UpdateTask(ctx, ann, id, &title, nil)
			wantCode(t, err, platform.CodeNotFound)
			_, err = s.DeleteTask(ctx, ann, id)
			wantCode(t, err, platform.CodeNotFound)
		}
		if got, err := s.Tasks(ctx, bob.User, platform.TasksAll); err != nil || len(got) != 1 || got[0].Title != "Secret" || got[0].Completed {
			t.Errorf("somebody else's: %+v, %v", got, err)
		}
		if gone, err := s.DeleteTask(ctx, ann, two.ID); err != nil || gone.Title != title {
			t.Errorf("%+v, %v", gone, err)
		}
		if next := add(ann, "New", nil, now); next.ID <= theirs.ID {
			t.Errorf("number %d was given out again", next.ID)
		}
		for _, user := range []platform.UserID{"x", platform.UserID(newID())} {
			_, err := s.AddTask(ctx, platform.Actor{Principal: platform.Principal{User: user}}, "a", nil, now)
			wantCode(t, err, platform.CodeNotFound)
		}
		for _, bad := range []string{"", "\x00", "\xff", strings.Repeat("é", 201)} {
			_, err := s.AddTask(ctx, ann, bad, nil, now)
			wantCode(t, err, platform.CodeInvalidConfig)
		}
		if _, err := s.AddTask(ctx, ann, strings.Repeat("é", 200), nil, now); err != nil {
			t.Errorf("200 characters: %v", err)
		}
	})
}

// TestTaskChangesAreAudited: who changed which task and from where, and never what the person wrote.
func TestTaskChangesAreAudited(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		key := newKey(ann, ann.Workspace)
		if err := s.CreateKey(ctx, ann, key, 10); err != nil {
			t.Fatal(err)
		}
		ann.Kind, ann.Key = platform.KindKey, key.ID
		title, note, long := "Hush title", "Hush note", strings.Repeat("é", 201)
		task, err := s.AddTask(ctx, ann, title, &note, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := s.AddTask(ctx, bob, title, nil, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		rename := func() error { _, err := s.UpdateTask(ctx, ann, task.ID, &note, &title); return err }
		done := func() error { _, err := s.CompleteTask(ctx, ann, task.ID); return err }
		remove := func() error { _, err := s.DeleteTask(ctx, ann, task.ID); return err }
		if err := errors.Join(rename(), done(), done(), rename(), remove()); err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{rename(), done(), remove()} {
			wantCode(t, err, platform.CodeNotFound) // gone
		}
		_, err = s.UpdateTask(ctx, ann, theirs.ID, &note, nil)
		wantCode(t, err, platform.CodeNotFound)
		_, err = s.AddTask(ctx, ann, long, nil, time.Now())
		wantCode(t, err, platform.CodeInvalidConfig)
		_, err = s.UpdateTask(ctx, bob, theirs.ID, &long, nil)
		wantCode(t, err, platform.CodeInvalidConfig)

		rows, err := s.AuditRows(ctx)
		if err != nil {
			t.Fatal(err)
		}
		text := func(s string) *string { return &s }
		row := func(by platform.Actor, id int64, action string, before, after *string) db.Audit {
			a := db.Audit{WorkspaceID: text(string(by.Workspace)), ActorKind: string(by.Kind), ActorUser: text(string(by.User)), Actor: by.Email,
				Action: action, Target: strconv.FormatInt(id, 10), Before: before, After: after,
				Address: by.Address, UserAgent: by.UserAgent, RequestID: by.RequestID}
			if by.Key != "" {
				a.ActorKey = text(string(by.Key))
			}
			return a
		}
		open, closed := text(`{"completed":false}`), text(`{"completed":true}`)
		want := []db.Audit{
			row(ann, task.ID, "task.add", nil, open), row(bob, theirs.ID, "task.add", nil, open), row(ann, task.ID, "task.update", open, open),
			row(ann, task.ID, "task.complete", open, closed), row(ann, task.ID, "task.update", closed, closed), row(ann, task.ID, "task.delete", closed, nil),
		}
		if all, err := json.Marshal(rows); err != nil || bytes.Contains(all, []byte("Hush")) {
			t.Errorf("%v, the audit trail holds what was written:\n%s", err, all)
		}
		rows = slices.DeleteFunc(rows, func(a db.Audit) bool { return !strings.HasPrefix(a.Action, "task.") })
		if diff := cmp.Diff(want, rows, cmpopts.IgnoreFields(db.Audit{}, "ID", "At")); diff != "" {
			t.Errorf("audited (-want +got):\n%s", diff)
		}
		for ws, want := range map[platform.WorkspaceID]int{ann.Workspace: 5, bob.Workspace: 1} {
			seen := slices.DeleteFunc(actions(t, s, ws), func(a string) bool { return !strings.HasPrefix(a, "task.") })
			if len(seen) != want {
				t.Errorf("the workspace shows %v, want %d changes of tasks", seen, want)
			}
		}
	})
}

// TestCompletionIsAuditedOnce: of many who complete one task at once, one changes it.
func TestCompletionIsAuditedOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		task, err := s.AddTask(t.Context(), by, "a", nil, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		errs := together(16, func(int) error { _, err := s.CompleteTask(t.Context(), by, task.ID); return err })
		audited := strings.Count(strings.Join(actions(t, s, by.Workspace), " "), "task.complete")
		if count(errs, "") != 16 || audited != 1 {
			t.Errorf("%d rows, %v", audited, errs)
		}
	})
}

// TestTaskAndAuditRowStandTogether: a change that cannot be audited does not happen.
func TestTaskAndAuditRowStandTogether(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by, title := t.Context(), storetest.Person(t, s, "ann@example.com"), "b"
		task, err := s.AddTask(ctx, by, "a", nil, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		unaudited := by
		unaudited.Kind = "nobody" // refused by the audit table
		_, added := s.AddTask(ctx, unaudited, title, nil, time.Now())
		_, updated := s.UpdateTask(ctx, unaudited, task.ID, &title, nil)
		_, completed := s.CompleteTask(ctx, unaudited, task.ID)
		_, deleted := s.DeleteTask(ctx, unaudited, task.ID)
		for _, err := range []error{added, updated, completed, deleted} {
			wantCode(t, err, platform.CodeInvalidConfig)
		}
		left, err := s.Tasks(ctx, by.User, platform.TasksAll)
		if diff := cmp.Diff([]platform.Task{task}, left); diff != "" || err != nil {
			t.Errorf("%v, tasks (-want +got):\n%s", err, diff)
		}
	})
}

func TestTaskNumbersUnderLoad(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		var mu sync.Mutex
		numbers := map[int64]bool{}
		errs := together(32, func(int) error {
			task, err := s.AddTask(t.Context(), by, "a", nil, time.Now())
			mu.Lock()
			defer mu.Unlock()
			numbers[task.ID] = true
			return err
		})
		if count(errs, "") != 32 || len(numbers) != 32 {
			t.Errorf("%d numbers, %v", len(numbers), errs)
		}
	})
}

// A person cannot fill the database: however many tasks are added at once, no more than the limit are kept.
func TestTasksOfAPersonAreLimited(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		if err := s.FillTasks(ctx, ann.User, platform.MaxTasks-2); err != nil {
			t.Fatal(err)
		}
		add := func(who platform.Actor) error { _, err := s.AddTask(ctx, who, "a", nil, time.Now()); return err }
		errs := together(5, func(int) error { return add(ann) })
		if count(errs, "") != 2 || count(errs, platform.CodeLimitReached) != 3 {
			t.Errorf("%v", errs)
		}
		if tasks, err := s.Tasks(ctx, ann.User, platform.TasksAll); err != nil || len(tasks) != platform.MaxTasks {
			t.Errorf("%d tasks, %v", len(tasks), err)
		}
		if err := add(bob); err != nil {
			t.Errorf("somebody else: %v", err)
		}
		if _, err := s.DeleteTask(ctx, ann, 1); err != nil {
			t.Fatal(err)
		}
		if err := add(ann); err != nil {
			t.Errorf("after one is deleted: %v", err)
		}
		wantCode(t, add(ann), platform.CodeLimitReached)
	})
}

func TestSecret(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		got := make([][]byte, 8)
		errs := together(len(got), func(i int) (err error) {
			got[i], err = s.Secret(t.Context(), "state")
			return err
		})
		for i := range got {
			if errs[i] != nil || len(got[i]) != 32 || !bytes.Equal(got[i], got[0]) {
				t.Errorf("%x, %v", got[i], errs[i])
			}
		}
		if other, err := s.Secret(t.Context(), "other"); err != nil || bytes.Equal(other, got[0]) {
			t.Errorf("%x, %v", other, err)
		}
	})
}
