package secrets_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
	"berth/platform/redact"
	"berth/platform/secrets"
	"berth/platform/vault"
)

// kept is a store of one app's secrets.
type kept struct {
	mu    sync.Mutex
	rows  map[string]secrets.Sealed
	reads int
	uses  []secrets.Use
	hold  chan struct{} // reads wait for it, nil = they do not
	fails error
}

func (k *kept) AppSecrets(context.Context, platform.WorkspaceID, platform.AppID) ([]secrets.Kept, error) {
	return nil, nil
}

func (k *kept) SealedSecrets(context.Context, platform.WorkspaceID, platform.AppID) ([]secrets.Sealed, error) {
	k.mu.Lock()
	k.reads++
	var all []secrets.Sealed
	for _, s := range k.rows {
		all = append(all, s)
	}
	hold, err := k.hold, k.fails
	k.mu.Unlock()
	if hold != nil {
		<-hold
	}
	return all, err
}

func (k *kept) SetSecret(_ context.Context, _ platform.Actor, _ platform.AppID, s secrets.Sealed) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.rows[s.Name] = s
	return nil
}

func (k *kept) DeleteSecret(_ context.Context, _ platform.Actor, _ platform.AppID, name string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.rows, name)
	return nil
}

func (k *kept) MarkSecretsUsed(_ context.Context, uses []secrets.Use, _ time.Duration) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.uses = append(k.uses, uses...)
	return nil
}

func (k *kept) used() []secrets.Use {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.uses
}

func newVault(t *testing.T) *vault.Vault {
	t.Helper()
	v, err := vault.Parse(vault.Generate())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func service(k *kept, v *vault.Vault) *secrets.Service {
	k.rows = map[string]secrets.Sealed{}
	return secrets.New(secrets.Options{Store: k, Vault: v, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
}

func set(t *testing.T, s *secrets.Service, name, value string) {
	t.Helper()
	by := platform.Actor{Principal: platform.Principal{Workspace: "ws"}}
	if err := s.Set(t.Context(), by, "app", platform.Secret{Name: name, Value: platform.SecretText(value), Hosts: []string{"b.example:8443", "A.example"}}); err != nil {
		t.Fatal(err)
	}
}

func TestSecretsOpenForCalls(t *testing.T) {
	t.Parallel()
	k := &kept{}
	s := service(k, newVault(t))
	set(t, s, "KEY", "hunter2")
	set(t, s, "OTHER", "xxxx")
	for range 3 {
		got, err := s.Secrets(t.Context(), "ws", "app", []string{"KEY", "MISSING"})
		if err != nil || len(got) != 1 || got["KEY"].Value.Reveal() != "hunter2" || fmt.Sprint(got["KEY"].Hosts) != "[a.example b.example:8443]" {
			t.Fatalf("%v, %v", got, err)
		}
	}
	if k.reads != 1 {
		t.Errorf("read %d times", k.reads)
	}
	set(t, s, "KEY", "hunter3")
	if got, err := s.Secrets(t.Context(), "ws", "app", []string{"KEY"}); err != nil || got["KEY"].Value.Reveal() != "hunter3" {
		t.Errorf("after it was set: %v", err)
	}
	k.mu.Lock()
	delete(k.rows, "KEY") // by another replica
	k.mu.Unlock()
	s.Forget("another")
	if got, err := s.Secrets(t.Context(), "ws", "app", []string{"KEY"}); err != nil || len(got) != 1 {
		t.Errorf("another app: %v, %v", got, err)
	}
	s.Forget("app")
	if got, err := s.Secrets(t.Context(), "ws", "app", []string{"KEY"}); err != nil || len(got) != 0 {
		t.Errorf("after it was deleted: %v, %v", got, err)
	}
	if got, err := s.Secrets(t.Context(), "ws", "app", nil); err != nil || len(got) != 0 {
		t.Errorf("no names: %v, %v", got, err)
	}
}

// A row that was moved to another app, workspace or name, or whose hosts were changed, does not open; nor does one of another key.
func TestWhatDoesNotOpenIsSaid(t *testing.T) {
	t.Parallel()
	k := &kept{}
	v := newVault(t)
	s := service(k, v)
	set(t, s, "KEY", "hunter2")
	set(t, s, "OTHER", "xxxx")
	for what, change := range map[string]func(row *secrets.Sealed){
		"swapped":       func(row *secrets.Sealed) { row.Value = k.rows["OTHER"].Value },
		"another host":  func(row *secrets.Sealed) { row.Hosts = []string{"evil.example"} },
		"one host more": func(row *secrets.Sealed) { row.Hosts = append(row.Hosts, "evil.example") },
		"damaged":       func(row *secrets.Sealed) { row.Value = row.Value[:len(row.Value)-1] },
	} {
		row := k.rows["KEY"]
		original := row
		change(&row)
		k.rows["KEY"] = row
		s.Forget()
		got, err := s.Secrets(t.Context(), "ws", "app", []string{"KEY", "OTHER"})
		if !platform.IsCode(err, platform.CodeExecution) || got != nil || !strings.Contains(err.Error(), "KEY cannot be opened") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v, %v", what, got, err)
		}
		if got, err := s.Secrets(t.Context(), "ws", "app", []string{"OTHER"}); err != nil || got["OTHER"].Value.Reveal() != "xxxx" {
			t.Errorf("%s, the other one: %v, %v", what, got, err)
		}
		k.rows["KEY"] = original
	}
	s.Forget()
	for _, at := range [][2]string{{"ws", "app2"}, {"ws2", "app"}} {
		if _, err := s.Secrets(t.Context(), platform.WorkspaceID(at[0]), platform.AppID(at[1]), []string{"KEY"}); err == nil {
			t.Errorf("opens in %v", at)
		}
	}
	for what, other := range map[string]*vault.Vault{"another key": newVault(t), "no key": nil} {
		s := secrets.New(secrets.Options{Store: k, Vault: other, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		_, err := s.Secrets(t.Context(), "ws", "app", []string{"KEY"})
		if !platform.IsCode(err, platform.CodeExecution) || !strings.Contains(err.Error(), "BERTH_VAULT_KEY") {
			t.Errorf("%s: %v", what, err)
		}
	}
	none := secrets.New(secrets.Options{Store: k, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	err := none.Set(t.Context(), platform.Actor{}, "app", platform.Secret{Name: "A", Value: "xxxx", Hosts: []string{"a.example"}})
	if !platform.IsCode(err, platform.CodeUnavailable) || !strings.Contains(err.Error(), "BERTH_VAULT_KEY") {
		t.Errorf("set without a key: %v", err)
	}
	k.fails = errors.New("away")
	s.Forget()
	if _, err := s.Secrets(t.Context(), "ws", "app", []string{"KEY"}); !errors.Is(err, k.fails) {
		t.Errorf("the store is away: %v", err)
	}
}

// What was read before a change is not kept after it, and many who ask at once make one query.
func TestAReadThatAChangeOvertakes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := &kept{hold: make(chan struct{})}
		s := service(k, newVault(t))
		set(t, s, "KEY", "former")
		ask := func() <-chan string {
			got := make(chan string, 1)
			go func() {
				all, err := s.Secrets(t.Context(), "ws", "app", []string{"KEY"})
				if err != nil {
					t.Error(err)
				}
				got <- all["KEY"].Value.Reveal()
			}()
			synctest.Wait()
			return got
		}
		first, second := ask(), ask()
		if k.reads != 1 {
			t.Errorf("read %d times at once", k.reads)
		}
		set(t, s, "KEY", "newer")
		third := ask()
		close(k.hold)
		if a, b := <-first, <-second; a != "former" || b != "former" {
			t.Errorf("asked before: %q, %q", a, b)
		}
		if got := <-third; got != "newer" {
			t.Errorf("asked after: %q", got)
		}
		if got := <-ask(); got != "newer" {
			t.Errorf("what was read before is kept: %q", got)
		}
	})
}

// However often a secret is used, that is stored once a minute, and not by the call.
func TestUsesAreStoredSeldom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := &kept{}
		s := service(k, newVault(t))
		set(t, s, "KEY", "xxxx")
		ctx, stop := context.WithCancel(t.Context())
		go s.Run(ctx)
		use := func() {
			for range 100 {
				if _, err := s.Secrets(ctx, "ws", "app", []string{"KEY"}); err != nil {
					t.Fatal(err)
				}
			}
		}
		use()
		if len(k.used()) != 0 {
			t.Error("the call stores it")
		}
		<-time.NewTimer(2 * time.Second).C
		use()
		<-time.NewTimer(2 * time.Second).C
		if uses := k.used(); len(uses) != 1 || uses[0].App != "app" || uses[0].Name != "KEY" {
			t.Errorf("stored: %v", uses)
		}
		<-time.NewTimer(time.Minute).C
		use()
		stop() // what is noted is stored before Run ends
		synctest.Wait()
		if uses := k.used(); len(uses) != 2 {
			t.Errorf("after a minute: %v", uses)
		}
	})
}

// Whatever value may be kept can be taken out of what others say.
func TestEveryValueCanBeHidden(t *testing.T) {
	t.Parallel()
	for value, fits := range map[string]bool{"": false, "1": false, "123": false, "é1": false, "1234": true, "éé": true} {
		s := platform.Secret{Name: "A", Hosts: []string{"a.example"}, Value: platform.SecretText(value)}
		hidden := redact.New(value).Text("it is "+value) == "it is "+redact.Mark
		if found := secrets.Problems(s); (len(found) == 0) != fits || fits != hidden {
			t.Errorf("%q: %v, hidden %t", value, found, hidden)
		}
	}
}
