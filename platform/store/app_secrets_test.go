package store_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/llm/access"
	"berth/platform/publish"
	"berth/platform/secrets"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/platform/vault"
)

func newVault(t *testing.T, keys ...string) *vault.Vault {
	t.Helper()
	if keys == nil {
		keys = []string{vault.Generate()}
	}
	v, err := vault.Parse(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func keeping(s *store.Store, v *vault.Vault, now func() time.Time) *secrets.Service {
	return secrets.New(secrets.Options{Store: s, Vault: v, Now: now, Log: slog.New(slog.DiscardHandler)})
}

func aSecret(name, value string) platform.Secret {
	return platform.Secret{Name: name, Hosts: []string{"api.example.com"}, Value: platform.SecretText(value)}
}

func setSecret(t *testing.T, s *secrets.Service, by platform.Actor, app platform.AppID, name, value string) {
	t.Helper()
	if err := s.Set(t.Context(), by, app, aSecret(name, value)); err != nil {
		t.Fatal(err)
	}
}

// opened returns what a secret says, "" = there is none.
func opened(t *testing.T, s *secrets.Service, by platform.Actor, app platform.AppID, name string) string {
	t.Helper()
	got, err := s.Secrets(t.Context(), by.Workspace, app, []string{name})
	if err != nil {
		t.Fatal(err)
	}
	return got[name].Value.Reveal()
}

func TestSecretsBelongToTheirApp(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		ctx, s := t.Context(), w.replicas[0]
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, theirs := createApp(t, s, ann, draft("One")), createApp(t, s, bob, draft("Two"))
		service := keeping(s, w.vault, w.Now)
		setSecret(t, service, ann, app.ID, "KEY", "hunter2")
		setSecret(t, service, bob, theirs.ID, "KEY", "theirs")
		if got := opened(t, service, ann, app.ID, "KEY"); got != "hunter2" {
			t.Errorf("opens as %q", got)
		}
		list, err := service.List(ctx, ann.Workspace, app.ID)
		if err != nil || len(list) != 1 || list[0].Name != "KEY" || list[0].Hosts[0] != "api.example.com" || !list[0].UsedAt.Equal(w.Now().Truncate(time.Microsecond)) {
			t.Errorf("%+v, %v", list, err)
		}

		wantCode(t, service.Set(ctx, bob, app.ID, aSecret("KEY", "xxxx")), platform.CodeAppNotFound)
		wantCode(t, service.Delete(ctx, bob, app.ID, "KEY"), platform.CodeAppNotFound)
		wantCode(t, service.Delete(ctx, ann, app.ID, "OTHER"), platform.CodeNotFound)
		_, err = service.List(ctx, bob.Workspace, app.ID)
		wantCode(t, err, platform.CodeAppNotFound)
		service.Forget()
		_, err = service.Secrets(ctx, bob.Workspace, app.ID, []string{"KEY"})
		wantCode(t, err, platform.CodeAppNotFound)

		copied, err := s.CopyApp(ctx, ann, platform.App{Origin: platform.OriginAuthored, Draft: draft("Copy")}, publish.Original{App: app.ID, MaxApps: 100})
		if err != nil {
			t.Fatal(err)
		}
		if list, err := service.List(ctx, ann.Workspace, copied.ID); err != nil || len(list) != 0 {
			t.Errorf("a copy has %v, %v", list, err)
		}
		for i := range secrets.MaxSecrets - 1 {
			setSecret(t, service, ann, app.ID, fmt.Sprint("S", i), "xxxx")
		}
		wantCode(t, service.Set(ctx, ann, app.ID, aSecret("MORE", "xxxx")), platform.CodeLimitReached)
		setSecret(t, service, ann, app.ID, "KEY", "again")
		if err := service.Delete(ctx, ann, app.ID, "S1"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.DeleteApp(ctx, ann, app.ID, 0); err != nil {
			t.Fatal(err)
		}
		_, err = service.Secrets(ctx, ann.Workspace, app.ID, []string{"KEY"})
		if service.Forget(string(app.ID)); err != nil && !platform.IsCode(err, platform.CodeAppNotFound) {
			t.Error(err)
		}
		if got := opened(t, service, bob, theirs.ID, "KEY"); got != "theirs" {
			t.Errorf("another app's opens as %q", got)
		}
	})
}

// What one replica changes, the other knows within a second; uses that both store are stored once a minute.
func TestReplicasHearOfSecrets(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		a, b := keeping(w.replicas[0], w.vault, w.Now), keeping(w.replicas[1], w.vault, w.Now)
		if w.replicas[0] == w.replicas[1] {
			b = a // the embedded database has one process
		}
		heard := make(chan []string, 100)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			done <- w.replicas[1].Follow(ctx, store.Changed{Slugs: func(...string) {}, Callers: func(...string) {}, Apps: func(ids ...string) { b.Forget(ids...); heard <- ids }})
		}()
		ann := storetest.Person(t, w.replicas[0], "ann@example.com")
		app := createApp(t, w.replicas[0], ann, draft("One"))
		wait := func() {
			if a != b {
				if ids := <-heard; len(ids) != 1 || ids[0] != string(app.ID) {
					t.Errorf("heard of %v", ids)
				}
			}
		}
		if a != b {
			<-heard // that anything may have changed
		}
		setSecret(t, a, ann, app.ID, "KEY", "first")
		wait()
		if got := opened(t, b, ann, app.ID, "KEY"); got != "first" {
			t.Errorf("set: %q", got)
		}
		setSecret(t, a, ann, app.ID, "KEY", "second")
		wait()
		if got := opened(t, b, ann, app.ID, "KEY"); got != "second" {
			t.Errorf("set again: %q", got)
		}
		first := w.Now()
		if _, err := b.List(ctx, ann.Workspace, app.ID); err != nil { // which stores uses
			t.Fatal(err)
		}
		w.Pass(30 * time.Second)
		opened(t, a, ann, app.ID, "KEY")
		list, err := a.List(ctx, ann.Workspace, app.ID)
		if err != nil || !list[0].UsedAt.Equal(first.Truncate(time.Microsecond)) {
			t.Errorf("used at %v, not %v: %v", list[0].UsedAt, first, err)
		}
		if err := a.Delete(ctx, ann, app.ID, "KEY"); err != nil {
			t.Fatal(err)
		}
		wait()
		if got := opened(t, b, ann, app.ID, "KEY"); got != "" {
			t.Errorf("deleted: %q", got)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// A copy of the database, or a backup, says nothing of a secret, and opens nothing without the key.
func TestACopiedDatabaseOpensNothing(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		s := w.replicas[0]
		ann := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, ann, draft("One"))
		setSecret(t, keeping(s, w.vault, w.Now), ann, app.ID, "KEY", "hunter2-in-clear")
		setSecret(t, keeping(s, w.vault, w.Now), ann, app.ID, "OTHER", "another")
		w.hook(t, ann, app.ID, "https://a.example")

		var file bytes.Buffer
		if err := s.Backup(t.Context(), &file); err != nil {
			t.Fatal(err)
		}
		unpacked, err := gzip.NewReader(bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		unpacked.Multistream(false)
		text, err := io.ReadAll(unpacked)
		if err != nil || !bytes.Contains(text, []byte("app_secrets")) || bytes.Contains(text, []byte("hunter2")) || bytes.Contains(text, []byte("aHVudGVyMi")) {
			t.Errorf("the backup tells: %v", err)
		}
		for engine, restored := range empties(t) {
			if err := restored.Restore(t.Context(), bytes.NewReader(file.Bytes())); err != nil {
				t.Fatalf("%s: %v", engine, err)
			}
			thief := keeping(restored, newVault(t), w.Now)
			if _, err := thief.Secrets(t.Context(), ann.Workspace, app.ID, []string{"KEY"}); !platform.IsCode(err, platform.CodeExecution) || !strings.Contains(err.Error(), "BERTH_VAULT_KEY") {
				t.Errorf("%s: another key: %v", engine, err)
			}
			r, err := secrets.Check(t.Context(), restored, newVault(t))
			if err != nil || r.Sealed != 3 || r.NotOpen != 3 || len(r.Closed) != 3 || !strings.Contains(r.Closed[0], "secret KEY of app "+string(app.ID)) {
				t.Errorf("%s: %+v, %v", engine, r, err)
			}
			if got := opened(t, keeping(restored, w.vault, w.Now), ann, app.ID, "KEY"); got != "hunter2-in-clear" {
				t.Errorf("%s: with the key: %q", engine, got)
			}
			if err := restored.Swap(t.Context(), "KEY", "OTHER"); err != nil {
				t.Fatal(err)
			}
			if _, err := keeping(restored, w.vault, w.Now).Secrets(t.Context(), ann.Workspace, app.ID, []string{"KEY"}); !platform.IsCode(err, platform.CodeExecution) {
				t.Errorf("%s: swapped rows open: %v", engine, err)
			}
		}
	})
}

var errKilled = errors.New("killed")

// killed is a keeper that dies after so many things were sealed anew.
type killed struct {
	*store.Store
	after int
}

func (k *killed) Reseal(ctx context.Context, s vault.Sealed, to []byte) (bool, error) {
	if k.after--; k.after < 0 {
		return false, errKilled
	}
	return k.Store.Reseal(ctx, s, to)
}

// A rotation that dies anywhere leaves everything open to the two keys, and the next one ends it; then the former key opens nothing.
func TestRotation(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		ctx, s := t.Context(), w.replicas[0]
		former, present := vault.Generate(), vault.Generate()
		old, both := newVault(t, former), newVault(t, present, former)
		w.vault = old
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, theirs := createApp(t, s, ann, draft("One")), createApp(t, s, bob, draft("Two"))
		for i := range 5 {
			setSecret(t, keeping(s, old, w.Now), ann, app.ID, fmt.Sprint("S", i), fmt.Sprint("value ", i))
			setSecret(t, keeping(s, old, w.Now), bob, theirs.ID, fmt.Sprint("S", i), fmt.Sprint("theirs ", i))
		}
		hook := w.hook(t, ann, app.ID, "https://a.example")
		set := access.Settings{Provider: access.OpenAI, BaseURL: "https://llm.example/v1", Model: "m"}
		model, err := old.Seal([]byte("model key"), set.Place(bob.Workspace)...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.SetOwnModel(ctx, bob, access.Own{Settings: set, Workspace: bob.Workspace, Sealed: model}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.SetOwnModel(ctx, ann, access.Own{Settings: access.Settings{Provider: access.Echo}, Workspace: ann.Workspace, Sealed: []byte{}}); err != nil {
			t.Fatal(err)
		}
		stray := newVault(t)
		setSecret(t, keeping(s, stray, w.Now), ann, app.ID, "STRAY", "xxxx")
		everything := func(v *vault.Vault) {
			t.Helper()
			service := keeping(w.replicas[1], v, w.Now)
			for i := range 5 {
				if got := opened(t, service, ann, app.ID, fmt.Sprint("S", i)); got != fmt.Sprint("value ", i) {
					t.Errorf("S%d is %q", i, got)
				}
				if got := opened(t, service, bob, theirs.ID, fmt.Sprint("S", i)); got != fmt.Sprint("theirs ", i) {
					t.Errorf("S%d is %q", i, got)
				}
			}
		}
		for _, after := range []int{0, 1, 4} {
			if _, err := secrets.Rotate(ctx, &killed{s, after}, both); !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			everything(both)
		}
		if r, err := secrets.Check(ctx, s, both); err != nil || r.Former != 7 || r.Sealed != 13 || r.NotOpen != 1 {
			t.Errorf("halfway: %+v, %v", r, err)
		}
		r, err := secrets.Rotate(ctx, s, both)
		if err != nil || r.Resealed != 7 || r.Former != 0 || r.NotOpen != 1 || !strings.Contains(r.Closed[0], "STRAY") {
			t.Errorf("in the end: %+v, %v", r, err)
		}
		if err := s.Durable(ctx); err != nil {
			t.Error(err)
		}
		everything(newVault(t, present))
		if r, err := secrets.Check(ctx, s, newVault(t, former)); err != nil || r.NotOpen != 13 {
			t.Errorf("the former key opens something: %+v, %v", r, err)
		}
		if own, err := s.OwnModel(ctx, bob.Workspace); err != nil {
			t.Error(err)
		} else if key, err := newVault(t, present).Open(own.Sealed, own.Place(bob.Workspace)...); err != nil || string(key) != "model key" {
			t.Errorf("the workspace's own model: %q, %v", key, err)
		}
		w.vault = newVault(t, present)
		at := breads(t, s, ann, app.ID, false)
		insert(t, s, ann, at, put("A"))
		if w.deliver(t, 1); len(w.got) != 1 || w.got[0].url != hook.URL {
			t.Errorf("webhooks after the rotation: %+v", w.got)
		}
	})
}

// A secret that is set while the key is rotated is not overwritten with what it was.
func TestRotationKeepsWhatIsSetMeanwhile(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		ctx, s := t.Context(), w.replicas[0]
		former, present := vault.Generate(), vault.Generate()
		both := newVault(t, present, former)
		ann := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, ann, draft("One"))
		older := keeping(s, newVault(t, former), w.Now) // a replica that was not told of the new key
		setSecret(t, older, ann, app.ID, "KEY", "first")
		var read vault.Sealed
		if err := s.EachSealed(ctx, func(x vault.Sealed) error { read = x; return nil }); err != nil {
			t.Fatal(err)
		}
		setSecret(t, older, ann, app.ID, "KEY", "second")
		if done, err := s.Reseal(ctx, read, []byte("first, sealed anew")); done || err != nil {
			t.Errorf("overwritten: %v, %v", done, err)
		}
		if _, err := secrets.Rotate(ctx, s, both); err != nil {
			t.Fatal(err)
		}
		if got := opened(t, keeping(s, newVault(t, present), w.Now), ann, app.ID, "KEY"); got != "second" {
			t.Errorf("%q", got)
		}
		if _, err := s.Reseal(ctx, vault.Sealed{Place: []string{"nothing"}}, nil); err == nil {
			t.Error("an unknown place is taken")
		}
	})
}
