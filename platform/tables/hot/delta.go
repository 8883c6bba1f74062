package hot

import (
	"context"
	"reflect"

	"berth/platform"
)

// maxDelta is how many rows are read one by one: a table of which more have changed is loaded as a whole.
const maxDelta = 50

// delta returns the present state of a table from what it was: only the rows are read that differ, which spares making columns and
// indices of all others. It is nil where too much has changed.
func (t *Tables) delta(ctx context.Context, ref platform.TableRef, old *Snapshot) (*Snapshot, error) {
	table, revs, err := t.store.RowRevisions(ctx, ref)
	if err != nil || !reflect.DeepEqual(table.Columns, old.table.Columns) {
		return nil, err
	}
	gone, left := old.gone(revs), revs
	if len(left) > maxDelta {
		return nil, nil //nolint:nilnil // too much
	}
	changed := make([]platform.Row, 0, len(left))
	for id := range left {
		row, err := t.store.Row(ctx, ref, id)
		switch {
		case err == nil:
			changed = append(changed, row)
		case platform.IsCode(err, platform.CodeNotFound):
			gone = append(gone, id) // since its revision was read
		default:
			return nil, err
		}
	}
	return old.With(table, changed, gone), nil
}

// gone returns the rows that are not among those with revisions. It leaves in revs those that are new or have another one.
func (s *Snapshot) gone(revs map[platform.RowID]int64) (ids []platform.RowID) {
	for i, seg := range s.segments {
		full(seg.n, s.dead[i]).each(func(row int) bool {
			id := platform.RowID(seg.ids.at(row))
			rev, there := revs[id]
			switch {
			case !there:
				ids = append(ids, id)
			case rev == seg.revs[row]:
				delete(revs, id)
			}
			return true
		})
	}
	return ids
}
