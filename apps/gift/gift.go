// Package gift is the gift app: it recommends gifts for a described person out of a catalogue written by hand (spec 000),
// with two widgets to star, refine and look closer. It knows arguments, texts and result shapes; what fits whom is decided
// in package search. It must not know HTTP, MCP libraries or the database.
package gift

import (
	"fmt"
	"log/slog"
	"sync"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
	"berth/apps/gift/search"
	"berth/platform"
	"berth/platform/appkit"
)

const slug = "gift"

type app struct {
	engine func() (*search.Engine, error)
}

// New makes the app over gifts. The index is built when it is first needed, or by Warm. It is safe for concurrent use.
func New(gifts []catalogue.Gift, log *slog.Logger) appkit.App {
	return &app{sync.OnceValues(func() (*search.Engine, error) { return index(gifts, log) })}
}

func index(gifts []catalogue.Gift, log *slog.Logger) (*search.Engine, error) {
	words, err := catalogue.Words()
	if err != nil {
		return nil, err
	}
	l, err := lexicon.Load(words)
	if err != nil {
		return nil, err
	}
	engine, err := search.New(gifts, l, log)
	if err != nil {
		return nil, fmt.Errorf("index gifts: %w", err)
	}
	return engine, nil
}

var _ appkit.Failer = (*app)(nil)

func (a *app) Slug() string { return slug }

func (a *app) Handlers() map[string]appkit.ToolFunc {
	return map[string]appkit.ToolFunc{recommendations: appkit.Typed(a.recommend), details: appkit.Typed(a.details)}
}

// Failure words what the platform found, arguments that do not fit first of all, in the document's shape.
func (a *app) Failure(tool string, failure *platform.Error) appkit.Result {
	return refuse(tool, failure)
}
