// Package clients finds OAuth clients by the documents that they publish about themselves: the id of such a client is the address of
// its document (OAuth Client ID Metadata Document). A document is fetched, checked and kept; nothing else is ever loaded from a
// client. The package must not know how a document is transported.
package clients

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/lru"
	"berth/platform/ratelimit"
)

// MaxDocument is how many bytes a document may have.
const MaxDocument = 16 << 10

const (
	fetches   = 300             // a minute, of one client address
	patience  = 5 * time.Second // for the look-up of one document, a fetch and two queries
	again     = time.Minute     // after a failure
	staleFor  = 7 * 24 * time.Hour
	inMemory  = 32 << 20 // bytes of documents
	overheads = 2 << 10  // bytes that one takes besides
)

// Answer is what the server of a document has answered.
type Answer struct {
	Status       int
	Type         string // Content-Type
	Body         []byte
	ETag         string // "" = none was sent
	CacheControl string
}

// Fetcher asks for documents. etag, when it is not "", is that of the copy at hand. Its errors are UNAVAILABLE (the server is away)
// and INVALID_INPUT (it may not be asked, or sent too much); their messages continue a sentence about the address.
type Fetcher interface {
	Fetch(ctx context.Context, address, etag string) (Answer, error)
}

// Store keeps copies for all replicas and restarts. ClientDocument returns NOT_FOUND when there is none.
type Store interface {
	ClientDocument(ctx context.Context, url string) (authorization.Document, error)
	SaveClientDocument(ctx context.Context, d authorization.Document) error
}

// Options are what a Service needs. All are required.
type Options struct {
	Store   Store
	Fetcher Fetcher
	// Refusal says why an address may not be asked, "" = it may: see outbound.Allow.
	Refusal func(address string) string
	Now     func() time.Time
	Log     *slog.Logger
}

// Service implements authorization.Clients for clients with documents. It is safe for concurrent use.
type Service struct {
	Options
	limit  *ratelimit.Limiter[string]
	flight singleflight.Group

	mu   sync.Mutex
	kept *lru.Map[string, entry]
}

// entry is what is known of a client id.
type entry struct {
	client authorization.Client
	err    error                  // in the place of a client
	copied authorization.Document // the last good one, for when its host is away; without a URL there is none
	until  time.Time              // when its host is asked again
}

// New makes a Service.
func New(o Options) *Service {
	return &Service{Options: o, kept: lru.New[string, entry](inMemory),
		limit: ratelimit.New[string](fetches, "Too many documents of clients were asked for from your address.", o.Now)}
}

// Client implements authorization.Clients. Those who ask for one client at a time share a fetch, which counts against the address of
// the first of them alone.
func (s *Service) Client(ctx context.Context, id, address string) (authorization.Client, error) {
	if problems := s.checkID(id); len(problems) > 0 {
		return authorization.Client{}, faulty(problems...)
	}
	known, fresh := s.known(id)
	if fresh {
		return known.client, known.err
	}
	giveBack, err := s.limit.Take(ratelimit.Network(address))
	if err != nil {
		if c, ok := s.stale(known.copied); ok {
			return c, nil
		}
		return authorization.Client{}, err
	}
	var asked atomic.Bool
	loading := s.flight.DoChan(id, func() (any, error) {
		known, fresh := s.known(id)
		if fresh { // somebody's fetch has just ended
			return known, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience) // others wait for it too
		defer cancel()
		found, fetched := s.load(ctx, id, known.copied)
		asked.Store(fetched)
		s.keep(id, found)
		return found, nil
	})
	select {
	case <-ctx.Done():
		return authorization.Client{}, ctx.Err()
	case loaded := <-loading:
		if !asked.Load() {
			giveBack()
		}
		found := loaded.Val.(entry)
		return found.client, found.err
	}
}

// known returns what is in memory, and whether it counts without another look.
func (s *Service) known(id string) (e entry, fresh bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.kept.Get(id)
	return e, ok && s.Now().Before(e.until)
}

func (s *Service) keep(id string, e entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept.Put(id, e, int64(3*len(e.copied.Body)+len(id)+overheads)) // as text, as what was read of it, and as keys
}

// load finds out about a client from the database or its host, and says whether that was asked. copied is the copy in memory.
func (s *Service) load(ctx context.Context, id string, copied authorization.Document) (e entry, asked bool) {
	stored, err := s.Store.ClientDocument(ctx, id)
	switch {
	case err == nil && stored.FetchedAt.After(copied.FetchedAt): // another replica was there
		copied = stored
	case err != nil && !platform.IsCode(err, platform.CodeNotFound):
		s.Log.WarnContext(ctx, "a client's document cannot be looked up in the database", "client", id, "error", err)
	}
	if now := s.Now(); now.Before(copied.FreshUntil) {
		if c, problems := s.read(id, copied.Body); len(problems) == 0 {
			return entry{client: c, copied: copied, until: copied.FreshUntil}, false
		}
		copied = authorization.Document{} // of a former version, which was less strict
	}
	return s.fetch(ctx, id, copied), true
}

// fetch asks the client's host. What it says about the client counts; when it says nothing about it, the copy does for a while.
func (s *Service) fetch(ctx context.Context, id string, copied authorization.Document) entry {
	a, err := s.Fetcher.Fetch(ctx, id, copied.ETag)
	now := s.Now()
	failed := func(err error) entry { return entry{err: err, copied: copied, until: now.Add(again)} }
	if err == nil {
		err = a.fault()
	}
	gone := a.Status == 404 || a.Status == 410
	switch unchanged := a.Status == 304 && copied.URL != ""; {
	case unchanged:
		a.Body = copied.Body
		a.ETag = cmp.Or(a.ETag, copied.ETag)
	case err != nil && !gone:
		if c, ok := s.stale(copied); ok {
			s.Log.WarnContext(ctx, "a client's document cannot be fetched: its last copy is used", "client", id, "error", err)
			return entry{client: c, copied: copied, until: now.Add(again)}
		}
		return failed(named(err))
	case gone: // the maker has taken it back
		copied = authorization.Document{}
		return failed(named(err))
	}
	c, problems := s.read(id, a.Body)
	if len(problems) > 0 {
		return failed(faulty(problems...))
	}
	if len(a.ETag) > maxTag {
		a.ETag = ""
	}
	d := authorization.Document{URL: id, Body: a.Body, ETag: a.ETag, FetchedAt: now, FreshUntil: now.Add(freshness(a.CacheControl))}
	if err := s.Store.SaveClientDocument(ctx, d); err != nil {
		s.Log.WarnContext(ctx, "a client's document cannot be stored", "client", id, "error", err)
	}
	return entry{client: c, copied: d, until: d.FreshUntil}
}

// stale returns the client of a copy that is not too old to stand in for its host.
func (s *Service) stale(d authorization.Document) (authorization.Client, bool) {
	if d.URL == "" || !s.Now().Before(d.FetchedAt.Add(staleFor)) {
		return authorization.Client{}, false
	}
	c, problems := s.read(d.URL, d.Body)
	c.Stale = true
	return c, len(problems) == 0
}

// faulty makes the error that says everything that is wrong with a client.
func faulty(problems ...platform.Problem) *platform.Error {
	return &platform.Error{Code: platform.CodeInvalidInput, Msg: "The client's document cannot be used.", Fields: problems}
}

// named makes of what a fetcher or an answer says about an address the error that says it about the client.
func named(err error) error {
	e := platform.AsError(err)
	if e.Code == platform.CodeUnavailable {
		return &platform.Error{Code: e.Code, Msg: "The client's document cannot be fetched: its server " + e.Msg + ".", Err: e.Err}
	}
	found := faulty(platform.Problem{Location: "client_id", Message: "leads to a server that " + e.Msg})
	found.Err = e.Err
	return found
}
