package store

import (
	"context"

	"berth/platform/store/db"
)

// Trace begins a span below the one in ctx; end is called when the work is done. The name is that of a query or
// "transaction".
type Trace func(ctx context.Context, name string) (inner context.Context, end func())

// traced is an engine whose statements and transactions are spans.
type traced struct {
	engine
	trace Trace
}

func (t traced) queries() db.DBTX { return aroundConn{t.engine.queries(), t.trace} }

func (t traced) inTx(ctx context.Context, fn func(db.DBTX) error) error {
	ctx, end := t.trace(ctx, "transaction")
	defer end()
	return t.engine.inTx(ctx, func(raw db.DBTX) error { return fn(aroundConn{raw, t.trace}) })
}
