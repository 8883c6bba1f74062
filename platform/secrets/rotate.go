package secrets

import (
	"context"
	"fmt"
	"strings"

	"berth/platform/vault"
)

// Keeper keeps everything that is sealed with the vault, for whatever reason.
type Keeper interface {
	// EachSealed calls fn for everything that is sealed, in a fixed order, until fn returns an error.
	EachSealed(ctx context.Context, fn func(s vault.Sealed) error) error
	// Reseal stores to for what is sealed as s, and reports false where that has changed meanwhile.
	Reseal(ctx context.Context, s vault.Sealed, to []byte) (bool, error)
}

// Report is what was found of everything that is sealed.
type Report struct {
	Sealed   int      // in all
	Former   int      // of them, those that a former key opens
	Closed   []string // those that do not open, and why, for people; at most mostClosed
	NotOpen  int      // how many do not open
	Resealed int      // by Rotate
}

const (
	mostClosed = 20
	passes     = 10
)

// Check opens everything that is sealed, and changes nothing.
func Check(ctx context.Context, k Keeper, v *vault.Vault) (Report, error) {
	return pass(ctx, k, v, func(vault.Sealed, []byte) error { return nil })
}

// Rotate seals everything anew that a former key of the vault opens, each thing by itself: when it ends halfway, what is left still
// opens with the former key, and Rotate goes on there. It looks again until nothing is left, since replicas that seal with the former
// key may still run. What no key opens stays as it is.
func Rotate(ctx context.Context, k Keeper, v *vault.Vault) (Report, error) {
	resealed := 0
	for range passes {
		before := resealed
		r, err := pass(ctx, k, v, func(s vault.Sealed, open []byte) error {
			to, err := v.Seal(open, s.Place...)
			if err != nil {
				return fmt.Errorf("seal: %w", err)
			}
			done, err := k.Reseal(ctx, s, to)
			if done {
				resealed++
			}
			return err
		})
		r.Resealed = resealed
		if err != nil || r.Former == 0 {
			return r, err
		}
		if resealed == before {
			break
		}
	}
	return Report{}, fmt.Errorf("secrets are still being sealed with a former key: give every replica the new BERTH_VAULT_KEY first")
}

// pass opens everything once; old is called for what a former key opens.
func pass(ctx context.Context, k Keeper, v *vault.Vault, old func(s vault.Sealed, open []byte) error) (r Report, err error) {
	err = k.EachSealed(ctx, func(s vault.Sealed) error {
		r.Sealed++
		open, err := v.Open(s.Secret, s.Place...)
		if err != nil {
			if r.NotOpen++; r.NotOpen <= mostClosed {
				r.Closed = append(r.Closed, describe(s.Place)+": "+err.Error())
			}
			return nil
		}
		if v.Present(s.Secret) {
			return nil
		}
		r.Former++
		return old(s, open)
	})
	return r, err
}

// describe names a place for the operator.
func describe(place []string) string {
	if len(place) > 3 && place[0] == "secret" {
		return fmt.Sprintf("secret %s of app %s", place[3], place[2])
	}
	return strings.Join(place, " ")
}
