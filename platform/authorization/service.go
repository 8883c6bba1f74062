package authorization

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"berth/platform"
	"berth/platform/ratelimit"
	"berth/platform/vault"
)

// App is an app that people can let clients use.
type App struct {
	ID        platform.AppID
	Workspace platform.WorkspaceID
	Name      string
	Publisher string // name of the workspace; empty: the server itself, by which people build apps
	Access    platform.Access
	Allow     platform.Allow
	Scopes    []platform.Scope // of its own
}

// Apps finds apps by the address of a resource, as Canonical returns it. An address of no live app is APP_NOT_FOUND, that of a suspended one
// SUSPENDED.
type Apps interface {
	AppAt(ctx context.Context, resource string) (App, error)
}

// Lifetimes are how long what is given out is valid.
type Lifetimes struct {
	Code    time.Duration
	Access  time.Duration
	Refresh time.Duration // from its last use
	Grace   time.Duration // in which a refresh token that was used gives the same successor again
}

// Options are what a Service is made of; all are required unless said otherwise.
type Options struct {
	Issuer     string // BERTH_PUBLIC_URL
	Store      Store
	Clients    Clients    // of documents
	Assertions Assertions // nil = no client can prove itself
	Apps       Apps
	Known      func(id string) (maker string, ok bool) // who publishes the document of that address, if it is somebody known; nil = nobody is
	Lifetimes  Lifetimes
	Register   bool // clients may register
	Introspect bool // owners of apps may ask about tokens
	Key        []byte
	Now        func() time.Time
	Log        *slog.Logger
}

// What one address may ask for in a minute.
const (
	askPerMinute      = 600
	registerPerMinute = 10
	notePerMinute     = 120 // attempts that are recorded
)

// refreshPerMinute is how often a grant may be refreshed: each time adds rows that stay for as long as tokens live.
const refreshPerMinute = 60

// Service decides requests of clients and answers of people. It is safe for concurrent use.
type Service struct {
	Options
	forms *vault.Vault

	asks, registrations, notes *ratelimit.Limiter[string]
	refreshes                  *ratelimit.Limiter[platform.GrantID]
}

// New makes a Service.
func New(o Options) (*Service, error) {
	forms, err := formVault(o.Key)
	if err != nil {
		return nil, err
	}
	return &Service{Options: o, forms: forms,
		refreshes:     ratelimit.New[platform.GrantID](refreshPerMinute, "This connection is refreshed too often.", o.Now),
		asks:          ratelimit.New[string](askPerMinute, "Too many requests to connect from your address.", o.Now),
		registrations: ratelimit.New[string](registerPerMinute, "Too many clients have registered from your address.", o.Now),
		notes:         ratelimit.New[string](notePerMinute, "Too many attempts.", o.Now)}, nil
}

// Features returns what this installation offers.
func (s *Service) Features() Features {
	return Features{Assertions: s.Assertions != nil, Registration: s.Register, Introspection: s.Introspect}
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// client finds a client, by its document or its registration. What is wrong with it is a Refusal with InvalidClient.
func (s *Service) client(ctx context.Context, id, address string) (Client, error) {
	var c Client
	var err error
	if IsClientID(id) {
		c, err = s.Store.Registered(ctx, id)
	} else {
		c, err = s.Clients.Client(ctx, id, address)
	}
	switch e := platform.AsError(err); {
	case err == nil:
		return c, nil
	case e.Code == platform.CodeNotFound:
		r := onPage("This app is not known here", InvalidClient,
			"There is no client “%s”. Its registration may have ended, since it was never used: connect it again.", platform.Clip(id, 300))
		return c, errors.Join(r, err)
	case e.Code == platform.CodeInvalidInput || e.Code == platform.CodeInvalidConfig:
		return c, errors.Join(onPage("This app does not describe itself right", InvalidClient, "%s", inWords(e)), err)
	case e.Code == platform.CodeUnavailable && !IsClientID(id): // another server is away, not this one
		return c, &platform.Error{Code: platform.CodeUpstream, Msg: e.Msg, Err: err}
	}
	return c, err
}

// inWords returns an error with all that it has found.
func inWords(e *platform.Error) string {
	text := e.Msg
	for _, p := range e.Fields {
		text += fmt.Sprintf(" %s %s.", p.Location, p.Message)
	}
	return text
}

// note records an attempt. It never fails what it is about, and one address cannot make it write without end.
func (s *Service) note(ctx context.Context, address string, a Attempt) {
	if a.App == "" || s.notes.Allow(ratelimit.Network(address)) != nil {
		return
	}
	a.ID, a.At, a.Client, a.Reason = newID(), s.now(), platform.Clip(a.Client, 300), platform.Clip(a.Reason, maxDescription)
	if err := s.Store.Attempt(context.WithoutCancel(ctx), a); err != nil {
		s.Log.WarnContext(ctx, "attempt not recorded", "app", string(a.App), "error", err)
	}
}
