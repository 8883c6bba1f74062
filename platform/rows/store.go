package rows

import (
	"context"
	"encoding/json"
	"fmt"

	"berth/platform"
)

// Store keeps tables and rows. Each change is one transaction, which looks at the actor's rights, holds the table against
// other changes, and ends with the table's counts and, for changes by authors, a line of the audit trail. Rows that an author
// makes, changes or imports end that the app's data count as invented, in its draft and in what is live. An app of another
// workspace is APP_NOT_FOUND, a table that is not there NOT_FOUND, an app that ships with the server FORBIDDEN. Rows come in
// the order of their creation. Functions that are handed in may be called again after a deadlock. Implemented by package
// store.
type Store interface {
	// Tables lists the tables of an app, the oldest first.
	Tables(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]platform.Table, error)
	Table(ctx context.Context, ref platform.TableRef) (platform.Table, error)
	// CreateTable makes a table without rows. A name that the app has already is CONFLICT.
	CreateTable(ctx context.Context, by platform.Actor, at Scope, t platform.Table) (platform.Table, error)
	// CreateAppWith stores a new app with tables and their rows, all or none. What a table cannot be is *Unfilled.
	CreateAppWith(ctx context.Context, by platform.Actor, app platform.App, first First) (platform.App, error)
	// ChangeTable stores what edit makes of the table, and its rows where their columns have changed. The last import can then be taken
	// back as long as all rows that it keeps fit.
	ChangeTable(ctx context.Context, by platform.Actor, at Scope, edit func(Present) (Edited, error)) (platform.Table, error)
	// DeleteTable deletes the table with its rows, if allowed returns nil.
	DeleteTable(ctx context.Context, by platform.Actor, at Scope, allowed func(Present) error) error

	Row(ctx context.Context, ref platform.TableRef, id platform.RowID) (platform.Row, error)
	// LoadTable returns the table with all its rows. The rows may be newer than the revision, not older.
	LoadTable(ctx context.Context, ref platform.TableRef) (platform.Table, []platform.Row, error)
	// EachRow calls fn with all rows, page by page. Each page is read by itself: a row that is changed meanwhile comes once, before
	// or after the change.
	EachRow(ctx context.Context, ref platform.TableRef, fn func(page []platform.Row) error) error
	// InsertRows stores the rows that build makes, all or none, and returns them in their order. As with the
	// other changes of rows, the table is returned as it is then.
	InsertRows(ctx context.Context, by platform.Actor, at Scope, build func(platform.Table) ([]Put, error)) (platform.Table, []platform.Row, error)
	// UpdateRow stores what change makes of a row. rev 0 is any, else a stale one is PRECONDITION_FAILED. Equal values change
	// nothing.
	UpdateRow(ctx context.Context, by platform.Actor, at Target, change func(platform.Table, platform.Row) (Put, error)) (platform.Table, platform.Row, error)
	// DeleteRow deletes a row and returns it as it was. rev is as with UpdateRow.
	DeleteRow(ctx context.Context, by platform.Actor, at Target) (platform.Table, platform.Row, error)

	// ImportRows stores what plan makes, all or none, in place of the import that could be taken back before, unless nothing changes.
	// dry stores nothing, and fails as it would without.
	ImportRows(ctx context.Context, by platform.Actor, at Scope, dry bool, plan func(Present) (Import, error)) (Outcome, error)
	// UndoImport takes the last import back. Rows that it removed come back with their ids; rows that it changed have their
	// former values again, unless they have been deleted since. What was changed since the import stays as it is, also rows that it made.
	// CONFLICT says that there is nothing to take back, or why it cannot be. keys returns the keys of a row's values.
	UndoImport(ctx context.Context, by platform.Actor, at Scope, keys func(platform.Table, json.RawMessage) []Key) (Undone, error)
}

// Scope says of which table a change is, who makes it, and how much there may be.
type Scope struct {
	platform.TableRef
	Limits Limits
	// Tool says that the actor uses the app. They need no role in its workspace, and where rows are owned they have those of
	// Owner alone.
	Tool  bool
	Owner string // the actor's id for this app, "" = nobody who is known
	// Changed is told, once the change is stored, of the slug under which something else is served now; nil = nobody is.
	Changed func(slugs ...string)
}

// Target is one row of a Scope.
type Target struct {
	Scope
	ID  platform.RowID
	Rev int64 // that the row must have, 0 = any
}

// Limits are how much may be kept; 0 = no limit. Beyond them it is LIMIT_REACHED.
type Limits struct {
	Tables int   // of an app
	Rows   int   // of a table
	Bytes  int64 // of the rows of a workspace
}

// Put is a row to be stored: its values as CheckValues of package tables returns them, with its keys.
type Put struct {
	ID     platform.RowID // "" = a new row, whose owner is that of the scope
	Values json.RawMessage
	Keys   []Key
	Had    []Key // where UpdateRow changes the row: the keys of its values until now, which are not refused for what other rows have
}

// Key stands for the cell of a unique column: equal cells have equal keys. Where rows are owned, no two rows of one person have the
// same key; rows of nobody may.
type Key struct {
	Column string
	Hash   [32]byte
}

// First is what a new app has besides its draft. MaxApps caps the apps of the workspace.
type First struct {
	MaxApps int // 0 = no limit
	Limits  Limits
	Tables  []Filled
}

// Filled is a table with its first rows.
type Filled struct {
	Table platform.Table
	Rows  []Put
}

// Unfilled says which table of a new app cannot be.
type Unfilled struct {
	Index int
	Err   error
}

func (u *Unfilled) Error() string { return fmt.Sprintf("table %d: %v", u.Index, u.Err) }

// Unwrap returns why.
func (u *Unfilled) Unwrap() error { return u.Err }

// Present is a table as a change finds it. Nobody else changes it meanwhile.
type Present struct {
	Table platform.Table
	App   platform.App                   // with its draft; for ChangeTable and DeleteTable
	Live  *platform.Manifest             // of the app's live release, nil = none; likewise
	Rows  func() ([]platform.Row, error) // reads them all
}

// Edited is what becomes of a table.
type Edited struct {
	Table platform.Table
	Rows  []Put // all of them, with their ids, where the columns have changed; else nil
	// Refit returns the values of a row that the last import keeps as they are in the new columns; ok is false where they do not fit.
	// nil = none does.
	Refit func(values json.RawMessage) (now json.RawMessage, ok bool)
}

// Import is what becomes of the rows of a table. Replace removes all that there were, else those that Removed names go.
type Import struct {
	Replace      bool
	New, Changed []Put
	Removed      []platform.RowID
	// Refused is why nothing is stored, unless New and Changed have Duplicates besides, or something else fails than a limit: that is
	// the error then. nil = it is stored.
	Refused error
}

// Outcome is how many rows an import, or taking one back, has touched.
type Outcome struct{ Created, Changed, Removed int }

// Undone is how many rows taking an import back has touched, and which ones it has left, since they were changed after the import.
type Undone struct {
	Outcome
	Left []platform.RowID
}

// Duplicates says which of the rows that were to be stored have a cell in a unique column that another row has.
type Duplicates []Duplicate

// Duplicate is one such cell.
type Duplicate struct {
	Index  int // of the row, among those that were to be stored
	Column string
}

func (d Duplicates) Error() string { return fmt.Sprintf("%d cells are not unique", len(d)) }
