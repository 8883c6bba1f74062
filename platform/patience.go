package platform

import (
	"context"
	"time"
)

type patienceKey struct{}

// WithPatience returns a context in which no single wait for the database lasts longer than most: a statement, or the beginning or
// end of a transaction. It is for work that takes longer as a whole, whose context has a later deadline or none.
func WithPatience(ctx context.Context, most time.Duration) context.Context {
	return context.WithValue(ctx, patienceKey{}, most)
}

// Patience returns how long one wait for the database may last; 0 = as long as ctx does.
func Patience(ctx context.Context) time.Duration {
	most, _ := ctx.Value(patienceKey{}).(time.Duration)
	return most
}
