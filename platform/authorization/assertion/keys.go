package assertion

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/sync/singleflight"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/lru"
	"berth/platform/ratelimit"
)

// MaxKeys is how many bytes a set of keys may have that is fetched.
const MaxKeys = 64 << 10

const (
	fresh    = 10 * time.Minute // for which keys are used without asking for them
	seldom   = time.Minute      // between two fetches of one set, whatever is asked for
	staleFor = 24 * time.Hour   // for which keys are used whose server is away
	fetches  = 60               // a minute, for clients of one host: an assertion must not make us ask others often
	patience = 5 * time.Second
	inMemory = 16 << 20 // bytes of sets
	mostKeys = 100      // in a set
	tries    = 5        // of keys for an assertion that names none
	leastRSA = 2048     // bits
	mostRSA  = 8192
)

// keyring keeps the keys of clients that publish them at an address.
type keyring struct {
	Options
	limit  *ratelimit.Limiter[string]
	flight singleflight.Group

	mu   sync.Mutex
	sets *lru.Map[string, kept]
}

// kept is the set at an address.
type kept struct {
	set     []jose.JSONWebKey
	err     error     // of the last fetch
	fetched time.Time // when the set was; zero = never
	asked   time.Time // when its server was last asked
}

func newKeyring(o Options) *keyring {
	return &keyring{Options: o, sets: lru.New[string, kept](inMemory), limit: ratelimit.New[string](fetches, "The keys of clients of this host were asked for too often.", o.Now)}
}

// of returns the keys of a client; with again, those that it has now, as far as its server may be asked.
func (k *keyring) of(ctx context.Context, c authorization.Client, again bool) ([]jose.JSONWebKey, error) {
	if c.KeysURL == "" {
		set, err := readSet(c.Keys)
		if err != nil {
			return nil, refused("cannot be checked: the client's document has no usable keys")
		}
		return set, nil
	}
	if at, ok := k.get(c.KeysURL); ok && !k.due(at, again) {
		return k.usable(at)
	}
	loading := k.flight.DoChan(c.KeysURL, func() (any, error) {
		at, ok := k.get(c.KeysURL)
		if ok && !k.due(at, again) {
			return at, nil
		}
		if err := k.limit.Allow(c.Host()); err != nil {
			at.err = err
			return at, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		at = k.load(ctx, c, at)
		k.put(c.KeysURL, at)
		return at, nil
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case loaded := <-loading:
		return k.usable(loaded.Val.(kept))
	}
}

// due reports whether the server of a set is to be asked.
func (k *keyring) due(at kept, again bool) bool {
	now := k.Now()
	return !now.Before(at.asked.Add(seldom)) && (again || !now.Before(at.fetched.Add(fresh)))
}

// usable returns a set that is fresh, or whose server is away.
func (k *keyring) usable(at kept) ([]jose.JSONWebKey, error) {
	if at.err != nil && (at.set == nil || !k.Now().Before(at.fetched.Add(staleFor))) {
		return nil, at.err
	}
	return at.set, nil
}

func (k *keyring) get(address string) (kept, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.sets.Get(address)
}

func (k *keyring) put(address string, at kept) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.sets.Put(address, at, int64(len(address)+2048*(1+len(at.set))))
}

// load fetches a set. One that its server has taken back, or that is none, ends what was there; while the server is away, it stays.
func (k *keyring) load(ctx context.Context, c authorization.Client, at kept) kept {
	at.asked = k.Now()
	a, err := k.Fetcher.Fetch(ctx, c.KeysURL, "")
	if err == nil && (a.Status == 429 || a.Status >= 500) {
		err = platform.Errorf(platform.CodeUnavailable, "answers with status %d", a.Status)
	}
	if err != nil {
		k.Log.WarnContext(ctx, "a client's keys cannot be fetched", "client", c.ID, "address", c.KeysURL, "error", err)
		at.err = &platform.Error{Code: platform.CodeUnavailable, Msg: "The client's keys cannot be fetched: their server " + platform.AsError(err).Msg + ".", Err: err}
		return at
	}
	set, err := readSet(a.Body)
	if a.Status != 200 || err != nil {
		return kept{asked: at.asked, err: refused("cannot be checked: at the client's jwks_uri is no set of keys")}
	}
	return kept{set: set, fetched: at.asked, asked: at.asked}
}

var errNoSet = errors.New("no set of keys")

// readSet reads a JWKS (RFC 7517 §5). Keys of kinds that are not known, or not fit, are passed over.
func readSet(raw []byte) ([]jose.JSONWebKey, error) {
	var written struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if json.Unmarshal(raw, &written) != nil || len(written.Keys) > mostKeys {
		return nil, errNoSet
	}
	set := []jose.JSONWebKey{}
	for _, one := range written.Keys {
		var key jose.JSONWebKey
		if key.UnmarshalJSON(one) == nil && (key.Use == "" || key.Use == "sig") && fit(key) {
			set = append(set, key)
		}
	}
	if len(set) == 0 {
		return nil, errNoSet
	}
	return set, nil
}

// fit reports whether a key is a public one that assertions may be signed with.
func fit(key jose.JSONWebKey) bool {
	switch public := key.Key.(type) {
	case *rsa.PublicKey:
		return public.N.BitLen() >= leastRSA && public.N.BitLen() <= mostRSA
	case *ecdsa.PublicKey:
		return public.Curve == elliptic.P256()
	case ed25519.PublicKey:
		return true
	}
	return false
}

// suitable returns the keys that the header of an assertion can mean: the one that it names, else the first few of its kind.
func suitable(set []jose.JSONWebKey, header jose.Header) (keys []jose.JSONWebKey) {
	for _, key := range set {
		if header.KeyID != "" && key.KeyID != header.KeyID || key.Algorithm != "" && key.Algorithm != header.Algorithm || !signs(key, header.Algorithm) || len(keys) == tries {
			continue
		}
		keys = append(keys, key)
	}
	return keys
}

// signs reports whether keys of that kind make signatures of that algorithm.
func signs(key jose.JSONWebKey, algorithm string) bool {
	switch key.Key.(type) {
	case *rsa.PublicKey:
		return algorithm == "RS256" || algorithm == "PS256"
	case *ecdsa.PublicKey:
		return algorithm == "ES256"
	}
	return algorithm == "EdDSA"
}
