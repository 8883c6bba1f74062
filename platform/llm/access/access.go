// Package access says which language models the tools of a workspace may ask, and what that may cost: the operator's, within the
// budgets of the app and of the workspace, or one that the workspace has brought. It counts what each app uses.
package access

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"berth/platform"
	"berth/platform/llm"
	"berth/platform/lru"
	"berth/platform/ratelimit"
	"berth/platform/vault"
)

// Provider names how a server of models is asked.
type Provider string

// The providers (contract §9).
const (
	OpenAI    Provider = "openai"
	Anthropic Provider = "anthropic"
	Gemini    Provider = "gemini"
	Echo      Provider = "echo"
)

// Providers lists those that there are.
func Providers() []Provider { return []Provider{OpenAI, Anthropic, Gemini, Echo} }

// Settings say where models are. BaseURL "" is the provider's own address.
type Settings struct {
	Provider  Provider
	BaseURL   string
	Key       platform.SecretText // "" = none
	Model     string              // the good one
	ModelFast string              // "" = Model
}

// Name returns what a model is called.
func (s Settings) Name(fast bool) string {
	if fast && s.ModelFast != "" {
		return s.ModelFast
	}
	if s.Model == "" {
		return string(s.Provider) // of echo
	}
	return s.Model
}

// Own is what a workspace has brought. Sealed is its key, empty for none; Settings.Key is empty.
type Own struct {
	Settings
	Workspace platform.WorkspaceID
	Sealed    []byte
	UpdatedAt time.Time // UTC
}

// Reservation is what a question may take at most, before it is asked.
type Reservation struct {
	Workspace platform.WorkspaceID
	App       platform.AppID
	Month     string // "2026-11"
	Tokens    int64
	// What both may use in the month; 0 = as much as they like.
	AppMost, WorkspaceMost int64
}

// Spent is what a question took. Reserved is nil where nobody keeps a budget.
type Spent struct {
	App      platform.AppID
	Day      string // "2026-11-23"
	Model    string
	Usage    llm.Usage
	Cost     *int64 // billionths of a US dollar; nil = not known
	Reserved *Reservation
}

// DayUsage is what an app has used of a model on a day of UTC.
type DayUsage struct {
	Day    string
	Model  string
	Calls  int64
	Input  int64 // tokens
	Output int64
	Cost   *int64 // billionths of a US dollar; nil = not known
}

// Store keeps usage, budgets, and what workspaces have brought. NOT_FOUND for a workspace that has brought nothing.
type Store interface {
	// Reserve takes the tokens from both budgets, or from none: ok is false where one has not enough left. However many ask at
	// once, through whichever replica, a budget is not exceeded.
	Reserve(ctx context.Context, r Reservation) (ok bool, err error)
	// Spend counts what was used, and gives back what was reserved and not used.
	Spend(ctx context.Context, s Spent) error
	// AppUsage lists what an app of the workspace has used, newest first, and the tokens that count for its budget in a month.
	AppUsage(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, month string) (days []DayUsage, tokens int64, err error)
	OwnModel(ctx context.Context, ws platform.WorkspaceID) (Own, error)
	SetOwnModel(ctx context.Context, by platform.Actor, own Own) (Own, error)
	DeleteOwnModel(ctx context.Context, by platform.Actor) error
}

// Options are what a Service is made of. All are required but Operator, Prices and Vault.
type Options struct {
	Store    Store
	Operator *Settings // nil = the operator has no model
	Tools    bool      // the operator's key serves tools, not only the making of drafts
	// What an app, and a workspace, may use of the operator's key in a month, in tokens; 0 = as much as they like.
	AppTokens, WorkspaceTokens int64
	Prices                     Prices
	Vault                      *vault.Vault // nil: no workspace can bring a key
	// Make makes a model; own is whether a workspace has named its address, which must be public then.
	Make func(s Settings, fast, own bool) (llm.Model, error)
	// Refusal says why an address may not be asked, "" = it may.
	Refusal func(address string) string
	Now     func() time.Time
	Log     *slog.Logger
}

// Service gives tools their models. It is safe for concurrent use.
type Service struct {
	Options
	slots     slots
	anonymous *ratelimit.Limiter[platform.AppID]

	mu     sync.Mutex
	models *lru.Map[string, llm.Model]
	known  *lru.Map[platform.WorkspaceID, Own] // what workspaces had brought when the database last said so
}

const (
	mostModels   = 500 // that are kept
	mostKnown    = 2000
	knownWithin  = 3 * time.Second // for the database to say so again
	anonymousRPM = 300             // questions a minute of an app's callers who are not known, together
)

// New makes a service.
func New(o Options) *Service {
	return &Service{Options: o, slots: newSlots(), models: lru.New[string, llm.Model](mostModels), known: lru.New[platform.WorkspaceID, Own](mostKnown),
		anonymous: ratelimit.New[platform.AppID](anonymousRPM, "This app's language model is asked too often by callers who are not signed in.", o.Now)}
}

// served is what answers the tools of a workspace.
type served struct {
	Settings
	own    bool
	sealed []byte
}

// serves finds what answers the tools of a workspace; nil = nothing.
func (s *Service) serves(ctx context.Context, ws platform.WorkspaceID) (*served, error) {
	own, err := s.brought(ctx, ws)
	switch {
	case err == nil:
		return &served{Settings: own.Settings, own: true, sealed: own.Sealed}, nil
	case !platform.IsCode(err, platform.CodeNotFound):
		return nil, err
	case s.Operator != nil && (s.Tools || s.Operator.Provider == Echo):
		return &served{Settings: *s.Operator}, nil
	}
	return nil, nil //nolint:nilnil // there is none
}

// brought returns what a workspace has brought. While the database does not say, it is what it said last; where it has said nothing
// the error may be shown.
func (s *Service) brought(ctx context.Context, ws platform.WorkspaceID) (Own, error) {
	asked, cancel := context.WithTimeout(ctx, knownWithin)
	defer cancel()
	own, err := s.Store.OwnModel(asked, ws)
	if ctx.Err() != nil {
		return Own{}, late(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err == nil:
		s.known.Put(ws, own, 1)
		return own, nil
	case platform.IsCode(err, platform.CodeNotFound):
		s.known.Drop(ws)
		return Own{}, err
	}
	if last, ok := s.known.Get(ws); ok {
		s.Log.WarnContext(ctx, "a workspace's language model is the one that it had last", "workspace", ws, "error", err)
		return last, nil
	}
	failed := llm.Provider.Error(err)
	failed.Msg = "It cannot be told at the moment which language model this tool asks. Try again shortly."
	return Own{}, failed
}

// Missing says, for the author, why the tools of a workspace cannot ask any model; "" = they can.
func (s *Service) Missing(ctx context.Context, ws platform.WorkspaceID) (string, error) {
	found, err := s.serves(ctx, ws)
	switch {
	case err != nil || found != nil:
		return "", err
	case s.Operator != nil:
		return "needs a language model: the operator's makes drafts alone; connect one of your own in the workspace's settings, or have the operator set BERTH_LLM_APPS=on", nil
	}
	return "needs a language model: connect one in the workspace's settings, or have the operator set BERTH_LLM_PROVIDER (echo tries it without a key)", nil
}

// model returns a model, which is made once.
func (s *Service) model(ws platform.WorkspaceID, found *served, fast bool) (llm.Model, error) {
	id := "operator"
	if found.own { // another key or address is another model
		id = string(ws) + "\x00" + string(found.Provider) + "\x00" + found.BaseURL + "\x00" + string(found.sealed)
	}
	id += "\x00" + found.Name(fast)
	s.mu.Lock()
	defer s.mu.Unlock()
	if m, ok := s.models.Get(id); ok {
		return m, nil
	}
	if found.own && len(found.sealed) > 0 {
		key, err := s.open(ws, found.Settings, found.sealed)
		if err != nil {
			return nil, err
		}
		found.Key = platform.SecretText(key)
	}
	m, err := s.Make(found.Settings, fast, found.own)
	if err == nil {
		s.models.Put(id, m, 1)
	}
	return m, err
}
