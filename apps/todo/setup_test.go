package todo_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"berth/apps/todo"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/appkit/transcript"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/test/double"
	"berth/test/served"
)

// person is somebody with an API key.
type person struct {
	platform.Actor
	key string
}

// bundle is the app as people reach it: seeded into a real database and served by the real edge.
type bundle struct {
	app      appkit.App
	ada, bob person // each in a workspace of their own
	server   *served.Server
	calls    *double.Calls
	log      *double.Log
}

func setup(t *testing.T, s *store.Store) *bundle {
	t.Helper()
	b := &bundle{app: todo.New(s), calls: &double.Calls{}, log: &double.Log{}}
	log := slog.New(slog.NewJSONHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	who := identity.New(identity.Options{Store: s, Log: log, Now: time.Now, Limits: identity.Limits{Keys: 10, Members: 10, SignInPerMinute: 10}})
	for email, p := range map[string]*person{"ada@example.com": &b.ada, "bob@example.com": &b.bob} {
		p.Actor = storetest.Person(t, s, email)
		var err error
		if _, p.key, err = who.CreateKey(t.Context(), p.Actor, identity.NewKey{Name: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	b.server = served.App(t, served.Options{App: b.app, Store: s, Owner: b.ada.Actor, Authenticate: who.Authenticate, Calls: b.calls, Log: log})
	return b
}

func (b *bundle) transcript() transcript.Options {
	bearer := func(key string) map[string]string { return map[string]string{"Authorization": "Bearer " + key} }
	return transcript.Options{
		Send: b.server.Send,
		As: map[string]map[string]string{
			"ada": bearer(b.ada.key), "bob": bearer(b.bob.key), "mallory": bearer("brt_" + strings.Repeat("x", 40)),
		},
		Vars: map[string]string{"ada": string(b.ada.User), "bob": string(b.bob.User), "widget": b.server.Documents["todo-list"],
			"server": strings.TrimSuffix(b.server.URL, "/servers/todo")},
		Numbers: map[string]string{"task_id": "task", "id": "task"},
		Times:   []string{"created_at"},
	}
}
