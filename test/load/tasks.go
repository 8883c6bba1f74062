package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// tasks is what the lists of some people must hold, according to the answers.
type tasks struct {
	mu     sync.Mutex
	people []*person
}

// person is somebody with a list. A change that was sent and not answered yet is in neither map.
type person struct {
	email, key string
	alive      map[int64]bool // by id: whether it is completed
	deleted    map[int64]bool
}

func newTasks(ctx context.Context, s *server) (*tasks, error) {
	ts := &tasks{}
	for _, name := range []string{"ada", "bob", "cleo"} {
		p := &person{email: name + "@example.com", alive: map[int64]bool{}, deleted: map[int64]bool{}}
		var err error
		if p.key, err = s.signUp(ctx, p.email); err != nil {
			return nil, err
		}
		ts.people = append(ts.people, p)
	}
	return ts, nil
}

// signUp creates an account and returns a key of it.
func (s *server) signUp(ctx context.Context, email string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.addr+"/api/v1/auth/signup",
		strings.NewReader(`{"email":"`+email+`","password":"correct horse battery"}`))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := s.http.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }() // what was read is judged
	var in struct{ Workspace struct{ ID string } }
	if err := json.NewDecoder(response.Body).Decode(&in); err != nil || in.Workspace.ID == "" {
		return "", fmt.Errorf("sign up: %s, %w", response.Status, err)
	}
	if r, err = http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.addr+"/api/v1/workspaces/"+in.Workspace.ID+"/keys", strings.NewReader(`{"name":"load"}`)); err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/json")
	for _, c := range response.Cookies() {
		r.AddCookie(c)
	}
	status, raw, err := s.send(r)
	var made struct{ Key string }
	if err != nil || json.Unmarshal(raw, &made) != nil || made.Key == "" {
		return "", fmt.Errorf("make a key: %d, %w, %.200s", status, err, raw)
	}
	return made.Key, nil
}

var (
	noTask   = regexp.MustCompile(`^\{"error":"Task not found","task_id":\d+\}$`)
	stranger = regexp.MustCompile(`^\{"error":"User not found"\}$`)
)

// most is the length of a list from which on no tasks are added.
const most = 100

func (ts *tasks) turns() []turn {
	one := func(f func(context.Context, *traffic, *person) error) turn {
		return func(ctx context.Context, t *traffic) error { return f(ctx, t, any1(ts.people...)) }
	}
	return []turn{one(ts.add), one(ts.list), one(ts.complete), one(ts.update), one(ts.delete), ts.forge}
}

// some returns the id of a task, often one that another worker uses as well, sometimes one that is gone.
func (ts *tasks) some(p *person) int64 {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ids := slices.Sorted(maps.Keys(p.alive))
	switch {
	case len(ids) == 0:
		return 1 << 40 // nobody's, so that nobody loses a task to a forgery of it
	case rand.IntN(2) == 0:
		return ids[0]
	}
	return any1(ids...)
}

// change calls a tool for a task and calls note with the id when it succeeds.
func (ts *tasks) change(ctx context.Context, t *traffic, c call, note func(id int64) error) error {
	c.slug = "todo"
	a, err := t.call(ctx, c)
	if err != nil || a.gone || a.refused {
		return err
	}
	var done struct {
		ID int64 `json:"task_id"`
	}
	if err := json.Unmarshal(a.content, &done); err != nil {
		return err
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return note(done.ID)
}

func (ts *tasks) add(ctx context.Context, t *traffic, p *person) error {
	ts.mu.Lock()
	full := len(p.alive) >= most
	ts.mu.Unlock()
	if full {
		return ts.delete(ctx, t, p)
	}
	fields := map[string]any{"user_id": p.email, "title": "of " + p.email, "description": any1(hostile...)}
	return ts.change(ctx, t, call{tool: "add_task", key: p.key, arguments: fields}, func(id int64) error {
		if _, taken := p.alive[id]; taken {
			return fmt.Errorf("task %d was made twice", id)
		}
		p.alive[id] = false
		return nil
	})
}

func (ts *tasks) complete(ctx context.Context, t *traffic, p *person) error {
	return ts.change(ctx, t, call{tool: "complete_task", key: p.key, may: noTask, arguments: map[string]any{"user_id": p.email, "task_id": ts.some(p)}}, func(id int64) error {
		if !p.deleted[id] { // else the deletion was answered first
			p.alive[id] = true
		}
		return nil
	})
}

func (ts *tasks) update(ctx context.Context, t *traffic, p *person) error {
	return ts.change(ctx, t, call{tool: "update_task", key: p.key, may: noTask, arguments: map[string]any{"user_id": p.email, "task_id": ts.some(p), "title": "still of " + p.email}},
		func(int64) error { return nil })
}

func (ts *tasks) delete(ctx context.Context, t *traffic, p *person) error {
	return ts.change(ctx, t, call{tool: "delete_task", key: p.key, may: noTask, arguments: map[string]any{"user_id": p.email, "task_id": ts.some(p)}}, func(id int64) error {
		if p.deleted[id] {
			return fmt.Errorf("task %d was deleted twice", id)
		}
		p.deleted[id] = true
		delete(p.alive, id)
		return nil
	})
}

// forge has one person delete a task of the next, in the name of the next or in their own.
func (ts *tasks) forge(ctx context.Context, t *traffic) error {
	i := rand.IntN(len(ts.people))
	p, other := ts.people[i], ts.people[(i+1)%len(ts.people)]
	c := call{slug: "todo", tool: "delete_task", key: p.key, may: stranger, arguments: map[string]any{"user_id": other.email, "task_id": ts.some(other)}}
	if rand.IntN(2) == 0 {
		c.may = noTask
		c.arguments["user_id"] = p.email
	}
	a, err := t.call(ctx, c)
	if err == nil && !a.gone && !a.refused {
		return fmt.Errorf("%s deleted task %v of %s", p.email, c.arguments["task_id"], other.email)
	}
	return err
}

type listed struct {
	Tasks []struct {
		ID        int64
		Title     string
		Completed bool
	}
}

func (ts *tasks) list(ctx context.Context, t *traffic, p *person) error {
	_, _, err := ts.shown(ctx, t, p)
	return err
}

// shown returns the list as p sees it, which must hold nothing of others; gone says that the app is away.
func (ts *tasks) shown(ctx context.Context, t *traffic, p *person) (l listed, gone bool, err error) {
	a, err := t.call(ctx, call{slug: "todo", tool: "list_tasks", key: p.key, arguments: map[string]any{"user_id": p.email, "status": any1("all", "everything")}})
	if err != nil || a.gone {
		return l, a.gone, err
	}
	err = json.Unmarshal(a.content, &l)
	for _, task := range l.Tasks {
		if !strings.HasSuffix(task.Title, "of "+p.email) {
			return l, false, fmt.Errorf("%s sees %q", p.email, task.Title)
		}
	}
	return l, false, err
}

// judge compares every list with the answers.
func (ts *tasks) judge(ctx context.Context, t *traffic) error {
	for _, p := range ts.people {
		l, gone, err := ts.shown(ctx, t, p)
		if err != nil || gone {
			return fmt.Errorf("list of %s: gone: %t, %w", p.email, gone, err)
		}
		shown := map[int64]bool{}
		for _, task := range l.Tasks {
			shown[task.ID] = task.Completed
		}
		if !maps.Equal(shown, p.alive) {
			return fmt.Errorf("list of %s: %v, and should be %v", p.email, shown, p.alive)
		}
		fmt.Printf("  %s has %d tasks and has deleted %d, as answered\n", p.email, len(p.alive), len(p.deleted))
	}
	return nil
}
