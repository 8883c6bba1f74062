package litepgx

import "context"

// Checkpoint copies the log into the file, as it is done from time to time.
func (d *Database) Checkpoint(ctx context.Context) error { return d.checkpoints.checkpoint(ctx) }
