// Package secrets keeps what apps send along to their authors' APIs: set by an author, never shown again, opened for calls alone.
// It knows neither the database nor HTTP.
package secrets

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"berth/platform"
	"berth/platform/lru"
	"berth/platform/redact"
	"berth/platform/vault"
)

// What secrets may take.
const (
	MaxSecrets = 50      // of an app
	MaxValue   = 8 << 10 // bytes
	MinValue   = redact.Shortest
	MaxHosts   = 20  // of a secret
	maxHost    = 253 // characters of a name, without its port
)

// Kept is a secret as its author sees it.
type Kept struct {
	Name   string
	Hosts  []string
	SetAt  time.Time
	UsedAt time.Time // zero = not since it was set; to the minute
}

// Sealed is a secret as it is stored.
type Sealed struct {
	Name   string
	Hosts  []string
	Value  []byte    // sealed for Place
	UsedAt time.Time // as in Kept
}

// Use says that a secret was used.
type Use struct {
	App  platform.AppID
	Name string
	At   time.Time
}

// Store keeps secrets. Every method but MarkSecretsUsed finds the app in the workspace before anything else of it; changes are
// refused to whoever may not edit, and of apps that ship inside.
type Store interface {
	AppSecrets(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]Kept, error)
	SealedSecrets(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]Sealed, error)
	// SetSecret adds a secret, or puts it in the place of the one of its name. It is LIMIT_REACHED where the app has most already.
	SetSecret(ctx context.Context, by platform.Actor, app platform.AppID, s Sealed) error
	// DeleteSecret returns NOT_FOUND where there is none of the name.
	DeleteSecret(ctx context.Context, by platform.Actor, app platform.AppID, name string) error
	// MarkSecretsUsed changes nothing of a secret that somebody used less than every before.
	MarkSecretsUsed(ctx context.Context, uses []Use, every time.Duration) error
}

// Options are what a Service is made of. All are required but Vault.
type Options struct {
	Store Store
	Vault *vault.Vault // nil = no secret can be kept
	Now   func() time.Time
	Log   *slog.Logger
}

// Service manages secrets and opens them for calls. It is safe for concurrent use.
type Service struct {
	Options
	loads singleflight.Group

	mu    sync.Mutex
	age   uint64 // counts calls of Forget: what was read before one is not kept after it
	apps  *lru.Map[platform.AppID, *opened]
	using map[Use]time.Time // by app and name; not stored yet
}

// New makes a service.
func New(o Options) *Service {
	return &Service{Options: o, apps: lru.New[platform.AppID, *opened](cacheBytes), using: map[Use]time.Time{}}
}

// Place is where a secret belongs. The hosts are part of it, so that who can write to the database cannot have it sent elsewhere.
func Place(ws platform.WorkspaceID, app platform.AppID, name string, hosts []string) []string {
	return append([]string{"secret", string(ws), string(app), name}, hosts...)
}

// Problems returns what is wrong with a secret, its name located at path.secret, the rest below body.
func Problems(s platform.Secret) []platform.Problem {
	var found []platform.Problem
	if !platform.ValidSecretName(s.Name) {
		found = append(found, platform.Problem{Location: "path.secret", Message: "must be capital letters, digits and _, begin with a letter, and have at most 64 characters"})
	}
	switch n := len(s.Value.Reveal()); {
	case n == 0:
		found = append(found, platform.Problem{Location: "body.value", Message: "must not be empty"})
	case n < MinValue:
		found = append(found, platform.Problem{Location: "body.value",
			Message: fmt.Sprintf("must have at least %d bytes: a shorter one is in texts by chance, and could not be taken out of what others answer", MinValue)})
	case n > MaxValue:
		found = append(found, platform.Problem{Location: "body.value", Message: fmt.Sprintf("must have at most %d bytes", MaxValue)})
	}
	switch {
	case len(s.Hosts) == 0:
		found = append(found, platform.Problem{Location: "body.hosts", Message: "must name at least one host: the secret is sent to no other"})
	case len(s.Hosts) > MaxHosts:
		found = append(found, platform.Problem{Location: "body.hosts", Message: fmt.Sprintf("must have at most %d hosts", MaxHosts)})
	}
	hosts := make([]string, len(s.Hosts))
	for i, h := range s.Hosts {
		var fault string
		if hosts[i], fault = spelled(h); fault == "" && slices.Contains(hosts[:i], hosts[i]) {
			fault = "is there twice"
		}
		if fault != "" {
			found = append(found, platform.Problem{Location: fmt.Sprintf("body.hosts[%d]", i), Message: fault})
		}
	}
	return found
}

// spelled returns a host as it is kept, "host" or "host:port" in lower case, or what is wrong with it. An address is in its shortest
// form.
func spelled(entry string) (host, fault string) {
	const want = "must be a host such as api.example.com, or one with a port such as api.example.com:8443"
	entry = strings.ToLower(strings.TrimSpace(entry))
	if ip, err := netip.ParseAddr(entry); err == nil && ip.Zone() == "" {
		entry = bracketed(ip)
	}
	u, err := url.Parse("//" + entry)
	if err != nil || u.Host != entry || u.User != nil || strings.ContainsAny(entry, "/?#@% *") || strings.HasSuffix(entry, ":") {
		return "", want
	}
	name := u.Hostname()
	if ip, err := netip.ParseAddr(name); err == nil {
		name = bracketed(ip)
	} else if len(name) > maxHost || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" || !labels(name) {
		return "", want
	}
	if u.Port() == "" {
		return name, ""
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	if err != nil || port == 0 {
		return "", "must have a port from 1 to 65535, or none"
	}
	return name + ":" + strconv.FormatUint(port, 10), ""
}

func bracketed(ip netip.Addr) string {
	if ip = ip.Unmap(); ip.Is6() {
		return "[" + ip.String() + "]"
	}
	return ip.String()
}

// labels reports whether a name is made of DNS labels.
func labels(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > platform.MaxSlug || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return true
}

// Set keeps a secret of an app, in the place of the one that had its name.
func (s *Service) Set(ctx context.Context, by platform.Actor, app platform.AppID, secret platform.Secret) error {
	if found := Problems(secret); len(found) > 0 {
		return platform.Invalid(found)
	}
	if s.Vault == nil {
		return platform.Errorf(platform.CodeUnavailable,
			"This server has no key to keep secrets with: its operator sets BERTH_VAULT_KEY, 32 bytes in base64, on every replica.")
	}
	hosts := make([]string, len(secret.Hosts))
	for i, h := range secret.Hosts {
		hosts[i], _ = spelled(h)
	}
	slices.Sort(hosts)
	value, err := s.Vault.Seal([]byte(secret.Value.Reveal()), Place(by.Workspace, app, secret.Name, hosts)...)
	if err != nil {
		return fmt.Errorf("seal secret: %w", err)
	}
	defer s.Forget(string(app)) // also when nobody knows whether it was stored
	return s.Store.SetSecret(ctx, by, app, Sealed{Name: secret.Name, Hosts: hosts, Value: value})
}

// List returns the secrets of an app by their names, without their values.
func (s *Service) List(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]Kept, error) {
	s.store(ctx)
	return s.Store.AppSecrets(ctx, ws, app)
}

// Delete forgets a secret.
func (s *Service) Delete(ctx context.Context, by platform.Actor, app platform.AppID, name string) error {
	if !platform.ValidSecretName(name) {
		return NotThere()
	}
	defer s.Forget(string(app))
	return s.Store.DeleteSecret(ctx, by, app, name)
}

// NotThere is the error for a name that no secret of the app has.
func NotThere() error { return platform.Errorf(platform.CodeNotFound, "There is no such secret.") }

// fault says for people why a secret does not open, "" for an error that is no fault of the secret.
func fault(name string, err error) string {
	switch {
	case errors.Is(err, vault.ErrKey):
		return "The secret " + name + " cannot be opened: it was kept with another BERTH_VAULT_KEY. Set the secret anew, or have the server's operator set that key again."
	case errors.Is(err, vault.ErrSealed):
		return "The secret " + name + " cannot be opened: what is stored of it is damaged. Set it anew."
	}
	return ""
}
