package memory

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"berth/platform"
	"berth/platform/lru"
	"berth/platform/mcpedge/wire"
)

// Page is a widget document in the forms in which it is sent.
type Page struct {
	platform.Document
	Quoted []byte // the page with an empty configuration as a JSON string, without quotes and HTML escapes
}

func (p *Page) bytes() int64 { return int64(len(p.Head) + len(p.Tail) + len(p.Quoted) + 256) }

// Documents keeps widget documents by digest, up to a limit in bytes. It is safe for concurrent use.
type Documents struct {
	load   func(ctx context.Context, digest string) (platform.Document, error)
	flight singleflight.Group

	mu    sync.Mutex
	pages *lru.Map[string, *Page]
}

// NewDocuments keeps documents of at most limit bytes; load loads those that it does not hold.
func NewDocuments(load func(context.Context, string) (platform.Document, error), limit int64) *Documents {
	return &Documents{load: load, pages: lru.New[string, *Page](limit)}
}

// loadTimeout bounds the loading of one document.
const loadTimeout = 10 * time.Second

// Get returns the document. A digest is never reused, so that a kept document cannot be stale.
func (d *Documents) Get(ctx context.Context, digest string) (*Page, error) {
	d.mu.Lock()
	p, ok := d.pages.Get(digest)
	d.mu.Unlock()
	if ok {
		return p, nil
	}
	got, err, _ := d.flight.Do(digest, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout) // others may wait for it too
		defer cancel()
		doc, err := d.load(ctx, digest)
		if err != nil {
			return nil, err
		}
		return d.Add(doc)
	})
	if err != nil {
		return nil, err
	}
	return got.(*Page), nil
}

// Add keeps a document that the caller already has.
func (d *Documents) Add(doc platform.Document) (*Page, error) {
	p := &Page{Document: doc}
	quoted, err := json.Marshal(string(p.Page(nil)))
	if err != nil {
		return nil, err
	}
	quoted = wire.UnescapeHTML(quoted)
	p.Quoted = quoted[1 : len(quoted)-1]
	d.mu.Lock()
	defer d.mu.Unlock()
	if known, ok := d.pages.Get(doc.Digest); ok {
		return known, nil
	}
	d.pages.Put(doc.Digest, p, p.bytes())
	return p, nil
}

// Size returns how many bytes are kept.
func (d *Documents) Size() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.pages.Weight()
}
