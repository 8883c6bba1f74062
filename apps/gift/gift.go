// Package gift is the gift app: it recommends gifts for a described person from a catalogue written by hand (spec 000),
// with two widgets to star, refine and look closer. It knows arguments, texts and result shapes; package search decides
// which gifts fit. It must not know HTTP, MCP libraries or the database.
package gift

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
	"berth/platform"
	"berth/platform/appkit"
)

const slug = "gift"

// Options are what the app is made of. Log is required; Embedder and Vectors are either both set or both nil.
type Options struct {
	Gifts    []catalogue.Gift // nil = those that ship inside
	Log      *slog.Logger
	Embedder search.Embedder // ranks the gifts together with the built-in embedder
	Vectors  search.Vectors  // keeps what Embedder made of the gifts
}

// App is the gift app. It is safe for concurrent use.
type App struct {
	Options // without Gifts: the index has them
	engine  func() (*search.Engine, error)
}

var (
	_ appkit.App       = (*App)(nil)
	_ appkit.Failer    = (*App)(nil)
	_ appkit.Templater = (*App)(nil)
)

// New makes the app. Its index is opened when it is first needed, and built where other gifts than those that ship inside are served; call
// Prepare beforehand so that no tool call has to wait for it.
func New(o Options) *App {
	gifts := o.Gifts
	o.Gifts = nil
	return &App{o, sync.OnceValues(func() (*search.Engine, error) {
		engine, err := index(gifts, o.Log)
		if err != nil {
			o.Log.Error("the gift app cannot work", "error", err)
		}
		return engine, err
	})}
}

// again is how long Run waits after the embedder has failed before it asks it again for the vectors of the gifts.
const again = time.Minute

// Prepare makes the index if that has not been done yet, and returns when it is there. It is safe for concurrent use.
func (a *App) Prepare() { _, _ = a.engine() } // who calls a tool is told what is wrong

// Run attaches the embedder when there is one: until the embedder answers, the built-in search works alone. It returns
// when that is done or ctx ends.
func (a *App) Run(ctx context.Context) {
	if a.Embedder == nil {
		return
	}
	engine, err := a.engine()
	if err != nil {
		return // the error has been logged
	}
	for failed := false; ctx.Err() == nil; {
		err := engine.Attach(ctx, a.Embedder, a.Vectors)
		if err == nil {
			a.Log.InfoContext(ctx, "the embedding server has a say in the gift app", "embedder", a.Embedder.ID())
			return
		}
		if !failed && ctx.Err() == nil {
			a.Log.WarnContext(ctx, "the embedding server is not used: gifts are found by the built-in search alone", "error", err)
		}
		failed = true
		select {
		case <-ctx.Done():
		case <-time.After(again):
		}
	}
}

func index(gifts []catalogue.Gift, log *slog.Logger) (*search.Engine, error) {
	start := time.Now()
	var engine *search.Engine
	var err error
	if gifts == nil {
		engine, err = search.Shipped(log)
	} else if known, fault := search.Understood(gifts); fault != nil {
		err = fault
	} else {
		if strange := len(gifts) - len(known); strange > 0 {
			log.Warn("gifts are left out: they assume what this program does not know", "gifts", strange)
		}
		engine, err = search.New(known, search.ShippedWords(), log)
	}
	if err != nil {
		return nil, fmt.Errorf("index gifts: %w", err)
	}
	log.Debug("the gifts are indexed", "gifts", engine.Len(), "took", time.Since(start))
	return engine, nil
}

// Slug implements appkit.App.
func (a *App) Slug() string { return slug }

// Handlers implements appkit.App.
func (a *App) Handlers() map[string]appkit.ToolFunc {
	return map[string]appkit.ToolFunc{recommendations: appkit.Typed(a.recommend), details: appkit.Typed(a.details)}
}

// Failure puts into words, in the document's shape, what the platform found: mostly arguments that are not valid.
func (a *App) Failure(tool string, failure *platform.Error) appkit.Result {
	return refuse(tool, failure)
}
