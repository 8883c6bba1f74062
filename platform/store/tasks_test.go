package store_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func TestTasks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		note := "Milk, <b>eggs</b>"
		add := func(who platform.Actor, title string, description *string, at time.Time) platform.Task {
			t.Helper()
			task, err := s.AddTask(ctx, who.User, title, description, at)
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
			if done, err := s.CompleteTask(ctx, ann.User, one.ID); err != nil || !done.Completed {
				t.Errorf("%+v, %v", done, err)
			}
		}
		title, none := "Call dad", ""
		if got, err := s.UpdateTask(ctx, ann.User, two.ID, &title, &note); err != nil || got.Title != title || *got.Description != note {
			t.Errorf("%+v, %v", got, err)
		}
		if got, err := s.UpdateTask(ctx, ann.User, two.ID, nil, &none); err != nil || got.Title != title || got.Description != nil {
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
			_, err := s.CompleteTask(ctx, ann.User, id)
			wantCode(t, err, platform.CodeNotFound)
			_, err = s.UpdateTask(ctx, ann.User, id, &title, nil)
			wantCode(t, err, platform.CodeNotFound)
			_, err = s.DeleteTask(ctx, ann.User, id)
			wantCode(t, err, platform.CodeNotFound)
		}
		if got, err := s.Tasks(ctx, bob.User, platform.TasksAll); err != nil || len(got) != 1 || got[0].Title != "Secret" || got[0].Completed {
			t.Errorf("somebody else's: %+v, %v", got, err)
		}
		if gone, err := s.DeleteTask(ctx, ann.User, two.ID); err != nil || gone.Title != title {
			t.Errorf("%+v, %v", gone, err)
		}
		if next := add(ann, "New", nil, now); next.ID <= theirs.ID {
			t.Errorf("number %d was given out again", next.ID)
		}
		for _, user := range []platform.UserID{"x", platform.UserID(newID())} {
			_, err := s.AddTask(ctx, user, "a", nil, now)
			wantCode(t, err, platform.CodeNotFound)
		}
		for _, bad := range []string{"", "\x00", "\xff", strings.Repeat("é", 201)} {
			_, err := s.AddTask(ctx, ann.User, bad, nil, now)
			wantCode(t, err, platform.CodeInvalidConfig)
		}
		if _, err := s.AddTask(ctx, ann.User, strings.Repeat("é", 200), nil, now); err != nil {
			t.Errorf("200 characters: %v", err)
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
			task, err := s.AddTask(t.Context(), by.User, "a", nil, time.Now())
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
