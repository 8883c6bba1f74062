package openapi

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/view"
)

// longest is how long a document may be read, so that others get their turn.
const longest = 20 * time.Second

// Fetcher gets documents. from is where it was found in the end; the error is INVALID_CONFIG at body.url, or that of ctx.
type Fetcher interface {
	Fetch(ctx context.Context, address string) (data []byte, from string, err error)
}

// Importer reads documents that are sent or fetched. One is read at a time: a large one takes much memory for a second. It is safe
// for concurrent use.
type Importer struct {
	fetcher Fetcher
	layouts func(name string) (view.Layout, bool)
	refusal func(address string) string
	turn    chan struct{}
}

// NewImporter makes an importer whose tools show the layouts of layouts. refusal says why they may not ask a server, "" = they may.
func NewImporter(f Fetcher, layouts func(name string) (view.Layout, bool), refusal func(address string) string) *Importer {
	return &Importer{fetcher: f, layouts: layouts, refusal: refusal, turn: make(chan struct{}, 1)}
}

// Import returns the title and the operations of a document, which is fetched where there is an address. It is INVALID_CONFIG with
// everything that is wrong, at body.document or body.url.
func (i *Importer) Import(ctx context.Context, document []byte, address string) (title string, all []Operation, err error) {
	s, at := Source{Data: document, Layouts: i.layouts, Refusal: i.refusal}, "body.document"
	if address != "" {
		at = "body.url"
		if s.Data, s.URL, err = i.fetcher.Fetch(ctx, address); err != nil {
			return "", nil, err
		}
	}
	select {
	case i.turn <- struct{}{}:
		defer func() { <-i.turn }()
	case <-ctx.Done():
		return "", nil, ctx.Err()
	}
	d, problems := Read(s)
	if len(problems) > 0 {
		for n := range problems {
			if where := problems[n].Location; where != "" {
				problems[n].Message = where + " " + problems[n].Message
			}
			problems[n].Location = at
		}
		return "", nil, platform.Invalid(problems)
	}
	reading, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	all, err = d.Operations(reading)
	if err != nil && ctx.Err() == nil {
		return "", nil, platform.Invalid([]platform.Problem{{Location: at, Message: "takes too long to read: leave out the operations that nobody needs"}})
	}
	return d.Title(), all, err
}
