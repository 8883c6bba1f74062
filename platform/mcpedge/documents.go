package mcpedge

import (
	"container/list"
	"context"
	"encoding/json"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"berth/platform"
)

// page is a widget document with the forms in which it is sent.
type page struct {
	doc    platform.Document
	quoted []byte // the page with an empty configuration as a JSON string, without quotes and HTML escapes
}

func (p *page) bytes() int64 { return int64(len(p.doc.Head) + len(p.doc.Tail) + len(p.quoted) + 256) }

// documents keeps widget documents by digest, bounded in bytes. Safe for concurrent use.
type documents struct {
	load   func(ctx context.Context, digest string) (platform.Document, error)
	limit  int64
	flight singleflight.Group

	mu     sync.Mutex
	total  int64
	pages  map[string]*list.Element
	recent list.List // of *page
}

func newDocuments(load func(context.Context, string) (platform.Document, error), limit int64) *documents {
	return &documents{load: load, limit: limit, pages: map[string]*list.Element{}}
}

// loadTimeout bounds the loading of one document.
const loadTimeout = 10 * time.Second

// get answers the document; a digest is never reused, so what is kept cannot be stale.
func (d *documents) get(ctx context.Context, digest string) (*page, error) {
	d.mu.Lock()
	if el, ok := d.pages[digest]; ok {
		d.recent.MoveToFront(el)
		d.mu.Unlock()
		return el.Value.(*page), nil
	}
	d.mu.Unlock()
	got, err, _ := d.flight.Do(digest, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout) // others may wait for it too
		defer cancel()
		doc, err := d.load(ctx, digest)
		if err != nil {
			return nil, err
		}
		return d.add(doc)
	})
	if err != nil {
		return nil, err
	}
	return got.(*page), nil
}

func (d *documents) add(doc platform.Document) (*page, error) {
	p := &page{doc: doc}
	quoted, err := json.Marshal(string(doc.Page(nil)))
	if err != nil {
		return nil, err
	}
	quoted = unescapeHTML(quoted)
	p.quoted = quoted[1 : len(quoted)-1]
	d.mu.Lock()
	defer d.mu.Unlock()
	if el, ok := d.pages[doc.Digest]; ok {
		return el.Value.(*page), nil
	}
	d.pages[doc.Digest] = d.recent.PushFront(p)
	d.total += p.bytes()
	for d.total > d.limit && d.recent.Len() > 1 {
		old := d.recent.Remove(d.recent.Back()).(*page)
		delete(d.pages, old.doc.Digest)
		d.total -= old.bytes()
	}
	return p, nil
}

func (d *documents) size() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.total
}
