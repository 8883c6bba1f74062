package webhooks

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"berth/platform"
	"berth/platform/vault"
)

const (
	poll       = time.Second
	servers    = 16              // webhooks that one replica serves at a time
	share      = 12              // of them, those of one workspace
	together   = 4               // deliveries of one webhook at a time
	patience   = 100             // claims of one webhook in a turn
	turn       = 5 * time.Second // after which a webhook makes room for others; a slow server takes twice as long for one message
	stopWithin = 2 * time.Second
	respond    = 10 * time.Second // in which the database answers one question, or it is asked anew: what it does in vain ends with that
)

// Due is a webhook with deliveries that are due.
type Due struct {
	Webhook   platform.WebhookID
	Workspace platform.WorkspaceID
}

// Queue holds deliveries for all replicas.
type Queue interface {
	// WebhooksDue lists at most so many webhooks with deliveries that are due, some of each workspace that has any before more of
	// one.
	WebhooksDue(ctx context.Context, most int) ([]Due, error)
	// ClaimDeliveries claims deliveries of a webhook that are due, each row's first alone, for the time of lease. Nobody else gets
	// them meanwhile. What it has claimed before an error is returned with it.
	ClaimDeliveries(ctx context.Context, id platform.WebhookID, most int, lease time.Duration) ([]Claim, error)
	// Settle ends a claim. It changes nothing when the claim has ended already.
	Settle(ctx context.Context, c Claim, s Settlement) error
}

// Post sends one message. fault says for people why there was no answer, "" = there is one.
type Post func(ctx context.Context, address string, headers map[string]string, body string) (status int, fault string)

// DispatcherOptions are what a Dispatcher is made of. All are required but Vault.
type DispatcherOptions struct {
	Queue Queue
	Post  Post
	Vault *vault.Vault
	Done  func(outcome string) // counts attempts: delivered, retried, failed
	Now   func() time.Time
	Log   *slog.Logger
}

// Dispatcher sends deliveries. Every replica has one.
type Dispatcher struct {
	DispatcherOptions
	mu      sync.Mutex
	busy    map[Due]bool
	served  map[string]int64 // when webhooks and workspaces that are due or busy had their last turn, counted in turns
	turns   int64
	running sync.WaitGroup
	ready   chan struct{} // somebody has finished
}

// NewDispatcher makes a dispatcher.
func NewDispatcher(o DispatcherOptions) *Dispatcher {
	return &Dispatcher{DispatcherOptions: o, busy: map[Due]bool{}, served: map[string]int64{}, ready: make(chan struct{}, 1)}
}

// Run sends what is due until ctx ends, and gives back what it has claimed.
func (d *Dispatcher) Run(ctx context.Context) {
	ctx = platform.WithPatience(ctx, respond)
	tick := time.NewTicker(poll)
	defer tick.Stop()
	defer d.running.Wait()
	for {
		d.round(ctx)
		select {
		case <-ctx.Done():
			return
		case <-d.ready:
		case <-tick.C:
		}
	}
}

// round starts to serve webhooks that are due and not served yet.
func (d *Dispatcher) round(ctx context.Context) {
	due, err := d.Queue.WebhooksDue(ctx, 10*servers)
	if err != nil {
		d.failed(ctx, "deliveries not listed", err)
		return
	}
	d.forget(due)
	for {
		next, ok := d.take(due)
		if !ok {
			return
		}
		d.running.Go(func() {
			d.leave(next, d.serve(ctx, next.Webhook))
		})
	}
}

// forget forgets the turns of what is neither due nor served.
func (d *Dispatcher) forget(due []Due) {
	d.mu.Lock()
	defer d.mu.Unlock()
	served := map[string]int64{}
	for _, w := range slices.AppendSeq(slices.Clone(due), maps.Keys(d.busy)) {
		for _, id := range []string{string(w.Webhook), string(w.Workspace)} {
			if at, ok := d.served[id]; ok {
				served[id] = at
			}
		}
	}
	d.served = served
}

// take gives a turn to a webhook that is due: of the workspace that has fewest, and of those the one that has waited longest. So those
// of one workspace, however many there are and however slow their servers, do not keep those of others waiting.
func (d *Dispatcher) take(due []Due) (Due, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	turns := map[platform.WorkspaceID]int{}
	for w := range d.busy {
		turns[w.Workspace]++
	}
	free := slices.DeleteFunc(slices.Clone(due), func(w Due) bool { return d.busy[w] || turns[w.Workspace] >= share })
	if len(free) == 0 || len(d.busy) >= servers {
		return Due{}, false
	}
	next := slices.MinFunc(free, func(a, b Due) int {
		return cmp.Or(cmp.Compare(turns[a.Workspace], turns[b.Workspace]),
			cmp.Compare(d.served[string(a.Workspace)], d.served[string(b.Workspace)]), cmp.Compare(d.served[string(a.Webhook)], d.served[string(b.Webhook)]))
	})
	d.turns++
	d.busy[next], d.served[string(next.Workspace)], d.served[string(next.Webhook)] = true, d.turns, d.turns
	return next, true
}

// leave lets the next round begin at once, if something was sent: what is due may have to wait for an earlier message.
func (d *Dispatcher) leave(w Due, sent bool) {
	d.mu.Lock()
	delete(d.busy, w)
	d.mu.Unlock()
	if !sent {
		return
	}
	select {
	case d.ready <- struct{}{}:
	default:
	}
}

// serve sends what is due of one webhook, until its server fails, or for a while: others wait too. It reports whether it sent
// anything.
func (d *Dispatcher) serve(ctx context.Context, id platform.WebhookID) (sent bool) {
	start := d.Now()
	for range patience {
		claims, err := d.Queue.ClaimDeliveries(ctx, id, together, Lease)
		if err != nil {
			d.failed(ctx, "deliveries not claimed", err)
		}
		sent = sent || len(claims) > 0
		var attempts sync.WaitGroup
		well := make([]bool, len(claims))
		for i, c := range claims {
			attempts.Go(func() { well[i] = d.attempt(ctx, c) })
		}
		attempts.Wait()
		for _, ok := range well {
			if !ok {
				return sent
			}
		}
		if err != nil || len(claims) == 0 || ctx.Err() != nil || d.Now().Sub(start) >= turn {
			return sent
		}
	}
	return sent
}

// attempt sends one delivery and reports whether its server is well.
func (d *Dispatcher) attempt(ctx context.Context, c Claim) bool {
	s := d.send(ctx, c)
	if ctx.Err() != nil && s.State != Delivered { // it was cut short, by ourselves
		s = Settlement{State: Pending, DueAt: d.Now(), Error: "was interrupted when the server stopped"}
	}
	settling, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	if err := d.Queue.Settle(settling, c, s); err != nil { // it is sent again when the claim ends
		d.failed(ctx, "delivery not settled", err)
		return false
	}
	switch s.State {
	case Delivered:
		d.Done("delivered")
	case Pending:
		d.Done("retried")
	case Failed:
		d.Done("failed")
		d.Log.InfoContext(ctx, "a webhook's delivery was given up", "webhook", c.Webhook, "event", c.Event)
	}
	return s.Answered
}

func (d *Dispatcher) send(ctx context.Context, c Claim) Settlement {
	key, err := d.Vault.Open(c.Sealed, Place(c.Webhook)...)
	if err != nil {
		fault := "could not be signed: its secret is damaged; make the webhook anew"
		if errors.Is(err, vault.ErrKey) {
			fault = "could not be signed: its secret was sealed with another BERTH_VAULT_KEY; set that one again, or make the webhook anew"
		}
		return settle(c, 0, fault, d.Now())
	}
	status, fault := d.Post(ctx, c.URL, headers(c.Event, c.Body, key, d.Now()), c.Body)
	return settle(c, status, fault, d.Now())
}

func (d *Dispatcher) failed(ctx context.Context, what string, err error) {
	if ctx.Err() == nil {
		d.Log.WarnContext(ctx, "webhooks are held up", "reason", what, "error", err)
	}
}
