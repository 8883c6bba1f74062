// Package webhooks tells other servers of changes of an app's rows: who wants to know, what they get, and when it is tried again.
// An event is recorded with its change, by the store; whichever replica claims a delivery sends it. The package knows neither the
// database nor HTTP.
package webhooks

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/vault"
)

// Kind is what has happened to a row.
type Kind string

// The kinds of events.
const (
	RowCreated Kind = "row.created"
	RowUpdated Kind = "row.updated"
	RowDeleted Kind = "row.deleted" // of the row as it was
)

// Kinds lists the kinds of events.
func Kinds() []Kind { return []Kind{RowCreated, RowUpdated, RowDeleted} }

// What webhooks may take.
const (
	MaxWebhooks = 10                 // of an app
	MaxWaiting  = 50_000             // deliveries of a webhook; further ones are recorded as failed
	MaxBytes    = 32 << 20           // of the bodies of an app's events that wait; the same
	KeepEvents  = 3 * 24 * time.Hour // more than GiveUp
	maxURL      = 2000               // characters
)

// Webhook is somebody who wants to know.
type Webhook struct {
	ID        platform.WebhookID
	URL       string
	Events    []Kind
	CreatedAt time.Time
}

// State says what has become of a delivery.
type State string

// A delivery is pending until its server has taken it, or it is given up.
const (
	Pending   State = "pending"
	Delivered State = "delivered"
	Failed    State = "failed"
)

// Delivery is one event on its way to one webhook, as its author sees it.
type Delivery struct {
	ID          string // of the event: the webhook-id of every attempt
	Kind        Kind
	Table       string
	Row         platform.RowID
	At          time.Time // of the event
	State       State
	Attempts    int
	AttemptedAt time.Time // zero = not yet
	NextAt      time.Time // of a pending one
	Status      int       // of the last answer, 0 = none
	Error       string    // of the last attempt, for people, "" = none
}

// Page is a part of a list: at most Limit items (0 = the default) behind Cursor.
type Page struct {
	Limit  int
	Cursor string
}

// Store keeps webhooks. Every method finds the app in the workspace before anything else of it; changes are refused to whoever may
// not edit, and of apps that ship inside.
type Store interface {
	Webhooks(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]Webhook, error)
	// AddWebhook is LIMIT_REACHED where the app has most already.
	AddWebhook(ctx context.Context, by platform.Actor, app platform.AppID, w Webhook, sealed []byte) (Webhook, error)
	DeleteWebhook(ctx context.Context, by platform.Actor, app platform.AppID, id platform.WebhookID) error
	// WebhookDeliveries lists the newest first.
	WebhookDeliveries(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, id platform.WebhookID, page Page) ([]Delivery, string, error)
}

// Options are what a Service is made of. All are required but Vault.
type Options struct {
	Store   Store
	Vault   *vault.Vault                // nil = no secret can be kept
	Refusal func(address string) string // why nothing may be sent to an address, "" = it may
	NewID   func() string
}

// Service manages webhooks. It is safe for concurrent use.
type Service struct{ Options }

// New makes a service.
func New(o Options) *Service { return &Service{o} }

// Problems returns what is wrong with an address and events, located below body.
func (s *Service) Problems(address string, events []Kind) []platform.Problem {
	var found []platform.Problem
	if utf8.RuneCountInString(address) > maxURL {
		found = append(found, platform.Problem{Location: "body.url", Message: fmt.Sprintf("must have at most %d characters", maxURL)})
	} else if refusal := s.Refusal(address); refusal != "" {
		found = append(found, platform.Problem{Location: "body.url", Message: refusal})
	}
	if len(events) == 0 {
		found = append(found, platform.Problem{Location: "body.events", Message: "must name at least one of row.created, row.updated, row.deleted"})
	}
	for i, e := range events {
		switch at := fmt.Sprintf("body.events[%d]", i); {
		case !slices.Contains(Kinds(), e):
			found = append(found, platform.Problem{Location: at, Message: "must be one of row.created, row.updated, row.deleted"})
		case slices.Contains(events[:i], e):
			found = append(found, platform.Problem{Location: at, Message: "is there twice"})
		}
	}
	return found
}

// Create adds a webhook and returns its secret, which is shown only now.
func (s *Service) Create(ctx context.Context, by platform.Actor, app platform.AppID, address string, events []Kind) (Webhook, string, error) {
	address = strings.TrimSpace(address)
	if found := s.Problems(address, events); len(found) > 0 {
		return Webhook{}, "", platform.Invalid(found)
	}
	if s.Vault == nil {
		return Webhook{}, "", platform.Errorf(platform.CodeUnavailable,
			"This server has no key to keep secrets with: its operator sets BERTH_VAULT_KEY, 32 bytes in base64, on every replica.")
	}
	key := make([]byte, secretBytes)
	_, _ = rand.Read(key) // never fails
	w := Webhook{ID: platform.WebhookID(s.NewID()), URL: address, Events: events}
	sealed, err := s.Vault.Seal(key, Place(w.ID)...)
	if err != nil {
		return Webhook{}, "", fmt.Errorf("seal secret: %w", err)
	}
	if w, err = s.Store.AddWebhook(ctx, by, app, w, sealed); err != nil {
		return Webhook{}, "", err
	}
	return w, secretPrefix + base64.StdEncoding.EncodeToString(key), nil
}

// List returns the app's webhooks, oldest first.
func (s *Service) List(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]Webhook, error) {
	return s.Store.Webhooks(ctx, ws, app)
}

// Delete removes a webhook with its deliveries.
func (s *Service) Delete(ctx context.Context, by platform.Actor, app platform.AppID, id platform.WebhookID) error {
	return s.Store.DeleteWebhook(ctx, by, app, id)
}

// Deliveries lists what a webhook was sent, or is to be sent, newest first.
func (s *Service) Deliveries(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, id platform.WebhookID, page Page) ([]Delivery, string, error) {
	return s.Store.WebhookDeliveries(ctx, ws, app, id, page)
}

// Place is where a webhook's secret belongs.
func Place(id platform.WebhookID) []string { return []string{"webhook", string(id)} }

// Host returns the host of an address, "" for what is none.
func Host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
