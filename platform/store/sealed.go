package store

import (
	"context"
	"fmt"

	"berth/platform"
	"berth/platform/llm/access"
	"berth/platform/secrets"
	"berth/platform/store/db"
	"berth/platform/vault"
	"berth/platform/webhooks"
)

var _ secrets.Keeper = (*Store)(nil)

const sealedPage = 200

// EachSealed implements secrets.Keeper. Whatever a migration keeps sealed by the vault is listed here and in Reseal, so that the key
// can be rotated.
func (s *Store) EachSealed(ctx context.Context, fn func(vault.Sealed) error) error {
	var secret db.EverySealedSecretRow
	err := eachSealed(fn, func() ([]db.EverySealedSecretRow, error) {
		return s.q.EverySealedSecret(ctx, secret.AppID, secret.Name, sealedPage)
	}, func(r db.EverySealedSecretRow) (vault.Sealed, error) {
		secret = r
		hosts, err := readTexts(r.Hosts)
		return vault.Sealed{Place: secrets.Place(platform.WorkspaceID(r.WorkspaceID), platform.AppID(r.AppID), r.Name, hosts), Secret: r.Value}, err
	})
	if err != nil {
		return err
	}
	webhook := ""
	err = eachSealed(fn, func() ([]db.EverySealedWebhookRow, error) { return s.q.EverySealedWebhook(ctx, webhook, sealedPage) },
		func(r db.EverySealedWebhookRow) (vault.Sealed, error) {
			webhook = r.ID
			return vault.Sealed{Place: webhooks.Place(platform.WebhookID(r.ID)), Secret: r.Secret}, nil
		})
	if err != nil {
		return err
	}
	model := ""
	return eachSealed(fn, func() ([]db.EverySealedModelRow, error) { return s.q.EverySealedModel(ctx, model, sealedPage) },
		func(r db.EverySealedModelRow) (vault.Sealed, error) {
			model = r.WorkspaceID
			own := access.Settings{Provider: access.Provider(r.Provider), BaseURL: r.BaseUrl}
			return vault.Sealed{Place: own.Place(platform.WorkspaceID(r.WorkspaceID)), Secret: r.ApiKey}, nil
		})
}

// eachSealed calls fn for the rows of all pages; sealed notes where the next page begins.
func eachSealed[R any](fn func(vault.Sealed) error, page func() ([]R, error), sealed func(R) (vault.Sealed, error)) error {
	for {
		rows, err := page()
		if err != nil {
			return wrap("list what is sealed", err)
		}
		for _, r := range rows {
			one, err := sealed(r)
			if err != nil {
				return err
			}
			if err := fn(one); err != nil {
				return err
			}
		}
		if len(rows) < sealedPage {
			return nil
		}
	}
}

// Reseal implements secrets.Keeper.
func (s *Store) Reseal(ctx context.Context, sealed vault.Sealed, to []byte) (bool, error) {
	var n int64
	var err error
	switch place := sealed.Place; place[0] {
	case "secret":
		n, err = s.q.ResealSecret(ctx, db.ResealSecretParams{Value: to, AppID: place[2], Name: place[3], Former: sealed.Secret})
	case "webhook":
		n, err = s.q.ResealWebhook(ctx, to, place[1], sealed.Secret)
	case "llm":
		n, err = s.q.ResealModel(ctx, to, place[1], sealed.Secret)
	default:
		return false, fmt.Errorf("nothing is known of what is sealed as %s", place[0])
	}
	return n == 1, wrap("store what was sealed anew", err)
}

// Durable returns when everything that is stored survives the machine losing power.
func (s *Store) Durable(ctx context.Context) error { return wrap("write to the disk", s.durable(ctx)) }
