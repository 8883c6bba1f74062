package rows

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"berth/platform"
	"berth/platform/schema"
	"berth/platform/tables"
	"berth/platform/tables/hot"
)

func hashed(key string) [32]byte { return sha256.Sum256([]byte(key)) }

// InsertRows stores rows with those values, all or none. Problems are located "[2].price", relative to the list.
func (s *Service) InsertRows(ctx context.Context, by platform.Actor, app platform.AppID, table string, values []json.RawMessage) ([]platform.Row, error) {
	_, made, err := s.insert(ctx, by, s.author(by, app, table), values, func(i int) string { return fmt.Sprintf("[%d]", i) })
	return made, err
}

// insert stores rows; place locates one. It returns the table after that.
func (s *Service) insert(ctx context.Context, by platform.Actor, at Scope, values []json.RawMessage, place func(i int) string) (platform.Table, []platform.Row, error) {
	var present platform.Table
	after, made, err := s.Store.InsertRows(ctx, by, at, func(t platform.Table) ([]Put, error) {
		present = t
		return putsOf(t, values, place)
	})
	if twice := (Duplicates)(nil); errors.As(err, &twice) {
		err = twice.conflict(present, place)
	}
	return after, made, s.applied(at, err, hot.Change{Table: after, Changed: made})
}

// applied tells which rows have changed, unless the change has failed.
func (s *Service) applied(at Scope, err error, c hot.Change) error {
	if err == nil {
		s.Hot.Applied(at.TableRef, c)
	}
	return err
}

// maxProblems is how many problems one answer holds.
const maxProblems = 50

// conflict says in words which cells are not unique; at locates a row.
func (d Duplicates) conflict(t platform.Table, at func(i int) string) *platform.Error {
	e := platform.Errorf(platform.CodeConflict, "There is another row with the same %s.", titleOf(t, d[0].Column))
	for _, one := range d[:min(len(d), maxProblems)] {
		e.Fields = append(e.Fields, schema.Under(at(one.Index), []platform.Problem{{Location: one.Column, Message: "must be unique, and another row has the same"}})...)
	}
	return e
}

// titleOf returns what people call a column.
func titleOf(t platform.Table, column string) string {
	if i := slices.IndexFunc(t.Columns, func(c platform.Column) bool { return c.Name == column }); i >= 0 && t.Columns[i].Title != "" {
		return t.Columns[i].Title
	}
	return column
}

// UpdateRow changes the cells that values names; null empties one. rev 0 is any, else a stale one is PRECONDITION_FAILED.
// Problems are located by the names of columns.
func (s *Service) UpdateRow(ctx context.Context, by platform.Actor, at Target, values json.RawMessage) (platform.Row, error) {
	at.Scope = s.author(by, at.App, at.Name)
	_, row, err := s.update(ctx, by, at, values)
	return row, err
}

func (s *Service) update(ctx context.Context, by platform.Actor, at Target, values json.RawMessage) (platform.Table, platform.Row, error) {
	var present platform.Table
	after, row, err := s.Store.UpdateRow(ctx, by, at, func(t platform.Table, stored platform.Row) (Put, error) {
		present = t
		merged, problems := tables.Merge(t.Columns, stored.Values, values)
		if len(problems) > 0 {
			return Put{}, platform.Invalid(problems)
		}
		return Put{Values: merged, Keys: keys(t, merged), Had: keys(t, stored.Values)}, tables.CheckSize(merged)
	})
	if twice := (Duplicates)(nil); errors.As(err, &twice) {
		err = twice.conflict(present, alone)
	}
	return after, row, s.applied(at.Scope, err, hot.Change{Table: after, Changed: []platform.Row{row}})
}

// DeleteRow deletes a row and returns it as it was. rev is as with UpdateRow.
func (s *Service) DeleteRow(ctx context.Context, by platform.Actor, at Target) (platform.Row, error) {
	at.Scope = s.author(by, at.App, at.Name)
	_, row, err := s.delete(ctx, by, at)
	return row, err
}

func (s *Service) delete(ctx context.Context, by platform.Actor, at Target) (platform.Table, platform.Row, error) {
	after, row, err := s.Store.DeleteRow(ctx, by, at)
	return after, row, s.applied(at.Scope, err, hot.Change{Table: after, Gone: []platform.RowID{row.ID}})
}

func (s *Service) scope(c platform.TableCall) Scope {
	return Scope{TableRef: c.Table, Limits: s.Limits, Tool: true, Owner: c.Owner}
}

// alone is the place of a row that is the only one.
func alone(int) string { return "" }

// Insert stores a row for somebody who uses the app. Problems are located by the names of columns; a cell that must be unique
// and is not is CONFLICT. It returns the table after that, as Update and Delete do.
func (s *Service) Insert(ctx context.Context, c platform.TableCall, values json.RawMessage) (platform.Table, platform.Row, error) {
	after, made, err := s.insert(ctx, c.By, s.scope(c), []json.RawMessage{values}, alone)
	if err != nil {
		return platform.Table{}, platform.Row{}, err
	}
	return after, made[0], nil
}

// Update changes the cells that values names; null empties one. Where rows are owned, another's row is NOT_FOUND.
func (s *Service) Update(ctx context.Context, c platform.TableCall, id platform.RowID, values json.RawMessage) (platform.Table, platform.Row, error) {
	return s.update(ctx, c.By, Target{Scope: s.scope(c), ID: id}, values)
}

// Delete deletes a row and returns it as it was. Where rows are owned, another's row is NOT_FOUND.
func (s *Service) Delete(ctx context.Context, c platform.TableCall, id platform.RowID) (platform.Table, platform.Row, error) {
	return s.delete(ctx, c.By, Target{Scope: s.scope(c), ID: id})
}
