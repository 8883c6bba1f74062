package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store/db"
	"berth/platform/tables"
)

var _ rows.Store = (*Store)(nil)

const (
	noTable = "There is no such table."
	noRow   = "There is no such row."
)

// Tables implements rows.Store.
func (s *Store) Tables(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]platform.Table, error) {
	if err := s.appHere(ctx, ws, app); err != nil {
		return nil, err
	}
	return tx{Queries: s.q}.tables(ctx, ws, app)
}

func (t tx) tables(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]platform.Table, error) {
	found, err := t.DataTables(ctx, string(app), string(ws))
	if err != nil {
		return nil, wrap("list tables", err)
	}
	list := make([]platform.Table, len(found))
	for i, r := range found {
		if list[i], err = toTable(r); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Table implements rows.Store.
func (s *Store) Table(ctx context.Context, ref platform.TableRef) (platform.Table, error) {
	t := tx{Queries: s.q}
	if err := t.askable(ctx, ref); err != nil {
		return platform.Table{}, err
	}
	found, err := t.DataTable(ctx, string(ref.App), string(ref.Workspace), ref.Name)
	if err != nil {
		return platform.Table{}, t.tableMissing(ctx, ref, "load table", err)
	}
	return toTable(found)
}

// TableRevision returns the revision of a table, which counts every change of it and of its rows: one read by primary key.
func (s *Store) TableRevision(ctx context.Context, ref platform.TableRef) (int64, error) {
	t := tx{Queries: s.q}
	if err := t.askable(ctx, ref); err != nil {
		return 0, err
	}
	revision, err := t.DataRevision(ctx, string(ref.App), string(ref.Workspace), ref.Name)
	return revision, t.tableMissing(ctx, ref, "read revision of table", err)
}

// Alone reports whether no other process can change the data.
func (s *Store) Alone() bool { return s.alone() }

// LoadTable implements rows.Store.
func (s *Store) LoadTable(ctx context.Context, ref platform.TableRef) (platform.Table, []platform.Row, error) {
	table, err := s.Table(ctx, ref)
	if err != nil {
		return platform.Table{}, nil, err
	}
	list, err := tx{Queries: s.q}.allRows(ctx, table)
	return table, list, err
}

// RowRevisions implements hot.Store.
func (s *Store) RowRevisions(ctx context.Context, ref platform.TableRef) (platform.Table, map[platform.RowID]int64, error) {
	table, err := s.Table(ctx, ref)
	if err != nil {
		return platform.Table{}, nil, err
	}
	found, err := s.q.DataRowRevisions(ctx, string(ref.App), ref.Name)
	if err != nil {
		return platform.Table{}, nil, wrap("load revisions of rows", err)
	}
	revs := make(map[platform.RowID]int64, len(found))
	for _, r := range found {
		revs[platform.RowID(r.ID)] = r.Rev
	}
	return table, revs, nil
}

// Row implements rows.Store.
func (s *Store) Row(ctx context.Context, ref platform.TableRef, id platform.RowID) (platform.Row, error) {
	if _, err := s.TableRevision(ctx, ref); err != nil {
		return platform.Row{}, err
	}
	return tx{Queries: s.q}.row(ctx, ref, id)
}

// askable refuses names that no table has: the database would not even take some of them.
func (t tx) askable(ctx context.Context, ref platform.TableRef) error {
	if validID(string(ref.App)) && tables.ValidName(ref.Name) {
		return nil
	}
	return t.tableMissing(ctx, ref, "", pgx.ErrNoRows)
}

// exportPage is how many rows one page of EachRow has.
const exportPage = 500

// EachRow implements rows.Store.
func (s *Store) EachRow(ctx context.Context, ref platform.TableRef, fn func([]platform.Row) error) error {
	if _, err := s.TableRevision(ctx, ref); err != nil {
		return err
	}
	asked := db.DataRowsAfterParams{AppID: string(ref.App), TableName: ref.Name, MaxRows: exportPage}
	for {
		found, err := s.q.DataRowsAfter(ctx, asked)
		if err != nil {
			return wrap("list rows", err)
		}
		page := make([]platform.Row, len(found))
		for i, r := range found {
			page[i] = toRow(r)
		}
		if len(page) > 0 {
			if err := fn(page); err != nil {
				return err
			}
		}
		if len(page) < exportPage {
			return nil
		}
		last := found[len(found)-1]
		asked.After, asked.AfterID = last.CreatedAt, last.ID
	}
}

func (s *Store) appHere(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) error {
	return tx{Queries: s.q}.appHere(ctx, ws, app)
}

// appHere returns APP_NOT_FOUND unless the workspace has the app, which it does not load.
func (t tx) appHere(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) error {
	if !validID(string(app)) {
		return appMissing("", pgx.ErrNoRows)
	}
	_, err := t.AppOrigin(ctx, string(app), string(ws))
	return appMissing("load app", err)
}

// tableMissing wraps the error of a query of one table, and says whether the app or the table is not there.
func (t tx) tableMissing(ctx context.Context, ref platform.TableRef, verb string, err error) error {
	if !errors.Is(err, pgx.ErrNoRows) {
		return wrap(verb, err)
	}
	if err := t.appHere(ctx, ref.Workspace, ref.App); err != nil {
		return err
	}
	return platform.Errorf(platform.CodeNotFound, noTable)
}

func (t tx) row(ctx context.Context, ref platform.TableRef, id platform.RowID) (platform.Row, error) {
	if !validID(string(id)) {
		return platform.Row{}, platform.Errorf(platform.CodeNotFound, noRow)
	}
	r, err := t.DataRow(ctx, string(ref.App), ref.Name, string(id))
	if err != nil {
		return platform.Row{}, missing("load row", err, platform.CodeNotFound, noRow)
	}
	return toRow(r), nil
}

// allRows returns the rows of a table in the order in which they were created.
func (t tx) allRows(ctx context.Context, table platform.Table) ([]platform.Row, error) {
	found, err := t.DataRows(ctx, string(table.App), table.Name)
	if err != nil {
		return nil, wrap("load rows", err)
	}
	list := make([]platform.Row, len(found))
	for i, r := range found {
		list[i] = toRow(db.DataRow{ID: r.ID, Data: r.Data, Owner: r.Owner, Rev: r.Rev, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt})
	}
	if !slices.IsSortedFunc(list, byCreation) {
		slices.SortFunc(list, byCreation)
	}
	return list, nil
}

func byCreation(a, b platform.Row) int {
	return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
}

func toRow(r db.DataRow) platform.Row {
	return platform.Row{ID: platform.RowID(r.ID), Values: json.RawMessage(r.Data), Owner: r.Owner, Rev: r.Rev,
		CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC()}
}

func toTable(r db.DataTable) (platform.Table, error) {
	table := platform.Table{App: platform.AppID(r.AppID), Name: r.Name, Title: r.Title, OwnedRows: r.OwnedRows, Rows: int(r.RowCount),
		Revision: r.Revision, CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC()}
	if err := json.Unmarshal([]byte(r.Columns), &table.Columns); err != nil {
		return platform.Table{}, fmt.Errorf("decode columns of table %s of app %s: %w", r.Name, r.AppID, err)
	}
	return table, nil
}
