package secrets

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"berth/platform"
)

const (
	cacheBytes = 16 << 20         // of open secrets
	overhead   = 500              // bytes that one takes besides what it says, roughly
	usedEvery  = time.Minute      // how often the use of a secret is stored, at most
	storeEvery = time.Second      // how late
	loadTime   = 10 * time.Second // of the secrets of an app
)

// opened are the secrets of an app. It is immutable but for when they were used.
type opened struct {
	workspace platform.WorkspaceID
	secrets   map[string]*secret
}

type secret struct {
	platform.Secret

	closed *platform.Error // why it does not open, nil = it does
	used   atomic.Int64    // when that was last to be stored, in nanoseconds since 1970
}

// Secrets returns those secrets of an app that have one of the names, open; a name that none has is absent. One that does not open
// is an EXECUTION_ERROR that may be shown. They are kept in memory until Forget.
func (s *Service) Secrets(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, names []string) (map[string]platform.Secret, error) {
	if len(names) == 0 {
		return map[string]platform.Secret{}, nil
	}
	all, err := s.open(ctx, ws, app)
	if err != nil {
		return nil, err
	}
	found := make(map[string]platform.Secret, len(names))
	for _, name := range names {
		one, ok := all.secrets[name]
		if !ok {
			continue
		}
		if one.closed != nil {
			return nil, one.closed
		}
		found[name] = one.Secret
		s.use(app, one)
	}
	return found, nil
}

// open returns the secrets of an app. Who asks for what is not in memory waits for one query, together with all others that do.
func (s *Service) open(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) (*opened, error) {
	s.mu.Lock()
	all, ok := s.apps.Get(app)
	age := s.age
	s.mu.Unlock()
	if ok && all.workspace == ws {
		return all, nil
	}
	key := fmt.Sprintf("%s %s %d", ws, app, age) // a query that began before a change is not joined after it
	loading := s.loads.DoChan(key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTime)
		defer cancel()
		return s.load(ctx, ws, app, age)
	})
	select {
	case r := <-loading:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*opened), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *Service) load(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, age uint64) (*opened, error) {
	list, err := s.Store.SealedSecrets(ctx, ws, app)
	if err != nil {
		return nil, err
	}
	all, bytes := &opened{workspace: ws, secrets: make(map[string]*secret, len(list))}, int64(overhead)
	for _, kept := range list {
		one := &secret{Secret: platform.Secret{Name: kept.Name, Hosts: kept.Hosts}}
		if !kept.UsedAt.IsZero() {
			one.used.Store(kept.UsedAt.UnixNano())
		}
		value, err := s.Vault.Open(kept.Value, Place(ws, app, kept.Name, kept.Hosts)...)
		if text := fault(kept.Name, err); text != "" {
			one.closed = platform.Errorf(platform.CodeExecution, "%s", text)
		} else if err != nil {
			return nil, fmt.Errorf("open secret %s: %w", kept.Name, err)
		}
		one.Value = platform.SecretText(value)
		all.secrets[kept.Name] = one
		bytes += int64(overhead + len(value) + len(strings.Join(kept.Hosts, "")))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.age == age {
		s.apps.Put(app, all, bytes)
	}
	return all, nil
}

// Forget has the secrets of apps read anew by whoever asks for them next: something of them has changed, or the key has. No ids
// means all of them.
func (s *Service) Forget(apps ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.age++
	if len(apps) == 0 {
		s.apps.Delete(func(*opened) bool { return true })
	}
	for _, id := range apps {
		s.apps.Drop(platform.AppID(id))
	}
}

// use notes that a secret was used; Run stores it.
func (s *Service) use(app platform.AppID, one *secret) {
	now, last := s.Now(), one.used.Load()
	if now.UnixNano()-last < int64(usedEvery) || !one.used.CompareAndSwap(last, now.UnixNano()) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.using[Use{App: app, Name: one.Name}] = now
}

// Run stores when secrets were used, a moment later, until ctx ends, and then what is left.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(storeEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeEvery)
			defer cancel()
			s.store(ctx)
			return
		case <-tick.C:
			s.store(ctx)
		}
	}
}

// store stores the uses that are noted. What cannot be stored is given up: nobody relies on it, and the next use comes.
func (s *Service) store(ctx context.Context) {
	s.mu.Lock()
	var uses []Use
	for use, at := range s.using {
		use.At = at
		uses = append(uses, use)
	}
	clear(s.using)
	s.mu.Unlock()
	if len(uses) == 0 {
		return
	}
	if err := s.Store.MarkSecretsUsed(ctx, uses, usedEvery); err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "not stored when secrets were used", "error", err)
	}
}
