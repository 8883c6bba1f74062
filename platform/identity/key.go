package identity

import (
	"context"
	"crypto/subtle"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"berth/platform"
)

// maxBearer bounds a credential in characters; minAdminKey is the least length of the configured one.
const (
	maxBearer   = 512
	minAdminKey = 32
)

// Authenticate returns the person for whom an API key acts, with the lesser of the key's role and its maker's present role.
// A key that is unknown, expired or revoked is UNAUTHENTICATED. A revocation in another process takes effect when the feed
// reports it, within cacheTime at the latest. A key is valid at every resource.
func (s *Service) Authenticate(ctx context.Context, bearer string, _ platform.Resource) (platform.Principal, error) {
	if len(bearer) > maxBearer {
		return platform.Principal{}, badKey()
	}
	hash := digestOf(bearer)
	p, age, ok := s.keys.Get(hash)
	if ok {
		return p, nil
	}
	_, refusedAge, refused := s.refused.keys.Get(hash)
	if refused || !s.plausible(bearer, hash) {
		return platform.Principal{}, badKey()
	}
	k, err := s.Store.KeyByHash(ctx, hash[:])
	if err != nil && !platform.IsCode(err, platform.CodeNotFound) {
		return platform.Principal{}, err
	}
	now := s.now()
	if err != nil || expired(k, now) || subtle.ConstantTimeCompare(k.Hash, hash[:]) != 1 {
		s.refused.keys.Put(hash, refusedAge, struct{}{}, time.Time{})
		return platform.Principal{}, badKey()
	}
	if now.Sub(k.LastUsedAt) >= touchEvery {
		s.used(ctx, s.Store.TouchKey(ctx, k.ID, now))
	}
	p = platform.Principal{Kind: platform.KindKey, User: k.Maker.ID, Email: k.Maker.Email, Name: k.Maker.Name,
		Workspace: k.Workspace, Role: platform.Lesser(k.Role, k.MakerRole), Key: k.ID, Suspended: k.Maker.Suspended, EmailVerified: s.EmailCounts(k.Maker), Reviews: k.Maker.Reviews}
	s.keys.Put(hash, age, p, k.ExpiresAt)
	return p, nil
}

// plausible reports whether the database may know the key: one of our keys has a correct checksum, and the only key of any
// other form is the configured one.
func (s *Service) plausible(bearer string, hash digest) bool {
	if keyShaped(bearer) {
		return true
	}
	admin := s.adminKey.Load()
	return admin != nil && subtle.ConstantTimeCompare(admin[:], hash[:]) == 1
}

func badKey() error {
	return platform.Errorf(platform.CodeUnauthenticated, "The API key is unknown, expired or revoked.")
}

func expired(k Key, now time.Time) bool { return !k.ExpiresAt.IsZero() && !now.Before(k.ExpiresAt) }

// NewKey describes a key to make. Role "" is the maker's; ExpiresAt nil is never.
type NewKey struct {
	Name      string
	Role      platform.Role
	ExpiresAt *time.Time
}

// CreateKey makes a key that acts as the caller in the caller's workspace, and returns it with its secret, which can
// never be read again. A key made with a key ends with it: it expires no later, and is revoked together with it.
func (s *Service) CreateKey(ctx context.Context, by platform.Actor, in NewKey) (Key, string, error) {
	if err := by.Require(platform.RoleViewer); err != nil {
		return Key{}, "", err
	}
	if in.Role == "" {
		in.Role = by.Role
	}
	in.Name = strings.TrimSpace(in.Name)
	now := s.now()
	if problems := in.Problems(now); len(problems) > 0 {
		return Key{}, "", platform.Invalid(problems)
	}
	if !by.Role.AtLeast(in.Role) {
		return Key{}, "", platform.Errorf(platform.CodeForbidden, "A key can have at most your own role, %s.", by.Role)
	}
	secret, shown := newKey()
	hash := digestOf(secret)
	k := Key{ID: platform.KeyID(newID()), Workspace: by.Workspace, Maker: User{ID: by.User, Email: by.Email, Name: by.Name},
		MakerRole: by.Role, Name: in.Name, Prefix: shown, Hash: hash[:], Role: in.Role, CreatedAt: now}
	if in.ExpiresAt != nil {
		k.ExpiresAt = in.ExpiresAt.UTC().Truncate(time.Microsecond)
	}
	if by.Key != "" {
		if err := s.bind(ctx, by.Principal, &k); err != nil {
			return Key{}, "", err
		}
	}
	return k, secret, s.Store.CreateKey(ctx, by, k, s.Limits.Keys)
}

// bind makes a key end with the key that it is made with.
func (s *Service) bind(ctx context.Context, by platform.Principal, k *Key) error {
	keys, err := s.Store.Keys(ctx, by.Workspace)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(keys, func(parent Key) bool { return parent.ID == by.Key })
	if at < 0 { // revoked a moment ago
		return badKey()
	}
	k.MadeByKey = by.Key
	if end := keys[at].ExpiresAt; !end.IsZero() && (k.ExpiresAt.IsZero() || end.Before(k.ExpiresAt)) {
		k.ExpiresAt = end
	}
	return nil
}

// Keys lists the workspace's keys, newest first: all of them for owners, for others those they made.
func (s *Service) Keys(ctx context.Context, by platform.Principal) ([]Key, error) {
	if err := by.Require(platform.RoleViewer); err != nil {
		return nil, err
	}
	all, err := s.Store.Keys(ctx, by.Workspace)
	if err != nil {
		return nil, err
	}
	mine := make([]Key, 0, len(all))
	for _, k := range all {
		if MaySee(by, k) {
			mine = append(mine, k)
		}
	}
	return mine, nil
}

// MaySee reports whether by may see and revoke a key. A weaker key does not reach a stronger one of the same person.
func MaySee(by platform.Principal, k Key) bool {
	if by.Role == platform.RoleOwner {
		return true
	}
	return k.Maker.ID == by.User && (by.Kind == platform.KindSession || by.Role.AtLeast(k.Role))
}

// RevokeKey ends a key for good: at once in this process, and in others when the feed reports it. A key that Keys does not
// show is NOT_FOUND.
func (s *Service) RevokeKey(ctx context.Context, by platform.Actor, id platform.KeyID) error {
	if err := by.Require(platform.RoleViewer); err != nil {
		return err
	}
	defer s.forget()
	return s.Store.DeleteKey(ctx, by, by.Workspace, id)
}

// adminKeyName is the name of the key of EnsureAdminKey. It is also its prefix, which no key made by CreateKey has.
const adminKeyName = "BERTH_ADMIN_KEY"

// EnsureAdminKey makes or keeps the one key with a configured value, acting as the owner of the first workspace, and
// revokes the one with the former value. Any number of processes may do it at once. The value needs at least 32
// printable ASCII characters.
func (s *Service) EnsureAdminKey(ctx context.Context, value string) error {
	if err := CheckAdminKey(value); err != nil {
		return platform.Errorf(platform.CodeInvalidConfig, "The admin key: %s.", err)
	}
	workspace, owner, err := s.Store.FirstWorkspace(ctx)
	if err != nil {
		return err
	}
	by := SystemActor(workspace, owner)
	hash := digestOf(value)
	if _, err := s.revokeAdminKeys(ctx, by, hash); err != nil {
		return err
	}
	_, err = s.Store.KeyByHash(ctx, hash[:])
	if platform.IsCode(err, platform.CodeNotFound) {
		err = s.Store.CreateKey(ctx, by, Key{ID: platform.KeyID(newID()), Workspace: workspace.ID, Maker: owner, MakerRole: platform.RoleOwner,
			Name: adminKeyName, Prefix: adminKeyName, Hash: hash[:], Role: platform.RoleOwner, CreatedAt: s.now()}, math.MaxInt32)
		if platform.IsCode(err, platform.CodeConflict) { // another process was faster
			_, err = s.Store.KeyByHash(ctx, hash[:])
		}
	}
	if err != nil {
		return err
	}
	s.adminKey.Store(&hash)
	s.refused.keys.Clear() // somebody may have tried the value before
	return nil
}

// RevokeAdminKey ends the key of EnsureAdminKey, whatever its value, and reports whether there was one. It is for a start
// without a configured value.
func (s *Service) RevokeAdminKey(ctx context.Context) (revoked bool, err error) {
	workspace, owner, err := s.Store.FirstWorkspace(ctx)
	if err != nil {
		return false, err
	}
	defer s.forget()
	return s.revokeAdminKeys(ctx, SystemActor(workspace, owner), digest{})
}

// SystemActor is the program itself, which acts as the owner of a workspace.
func SystemActor(w Workspace, owner User) platform.Actor {
	return platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem, User: owner.ID, Email: owner.Email, Name: owner.Name,
		Workspace: w.ID, Role: platform.RoleOwner}}
}

// revokeAdminKeys ends every configured key but the one with the present digest.
func (s *Service) revokeAdminKeys(ctx context.Context, by platform.Actor, present digest) (revoked bool, err error) {
	keys, err := s.Store.Keys(ctx, by.Workspace)
	if err != nil {
		return false, err
	}
	for _, k := range keys {
		if k.Prefix != adminKeyName || subtle.ConstantTimeCompare(k.Hash, present[:]) == 1 {
			continue
		}
		err := s.Store.DeleteKey(ctx, by, by.Workspace, k.ID)
		if err != nil && !platform.IsCode(err, platform.CodeNotFound) { // another process was faster
			return revoked, err
		}
		revoked = revoked || err == nil
	}
	return revoked, nil
}

// CheckAdminKey returns what is wrong with a value for EnsureAdminKey, without repeating it.
func CheckAdminKey(value string) error {
	bad := len(value) < minAdminKey || len(value) > maxBearer
	for i := range len(value) {
		bad = bad || value[i] <= ' ' || value[i] > '~'
	}
	if bad {
		return fmt.Errorf("want %d to %d printable ASCII characters without spaces", minAdminKey, maxBearer)
	}
	return nil
}
