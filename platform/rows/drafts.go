package rows

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"berth/platform"
	"berth/platform/schema"
	"berth/platform/tables"
)

// Refusals returns everything for which an app with those tables would not be made.
func Refusals(drafts []platform.TableDraft) []platform.Problem {
	if err := withinLimits(drafts); err != nil {
		return platform.AsError(err).Fields
	}
	return CheckTables(drafts)
}

// withinLimits returns LIMIT_REACHED, located, where a new app would have more tables, or one of them more columns, than there may be.
func withinLimits(drafts []platform.TableDraft) error {
	if n := len(drafts); n > MaxTables {
		return beyond("An app", "tables", MaxTables, n, "body.tables")
	}
	for i, d := range drafts {
		if err := fewColumns(d.Columns, fmt.Sprintf("body.tables[%d].columns", i)); err != nil {
			return err
		}
	}
	return nil
}

// storable returns what is wrong with a table, else LIMIT_REACHED where it has too many columns.
func storable(t platform.Table) error {
	if found := CheckTable(t); len(found) > 0 {
		return platform.Invalid(found)
	}
	return fewColumns(t.Columns, "body.columns")
}

// fewColumns returns LIMIT_REACHED for too many columns, which are at that place of the request.
func fewColumns(columns []platform.Column, at string) error {
	if n := len(columns); n > tables.MaxColumns {
		return beyond("A table", "columns", tables.MaxColumns, n, at)
	}
	return nil
}

func beyond(holder, what string, most, n int, at string) error {
	e := platform.Errorf(platform.CodeLimitReached, "%s has at most %d %s.", holder, most, what)
	e.Fields = []platform.Problem{{Location: at, Message: fmt.Sprintf("must have at most %d %s, not %d", most, what, n)}}
	return e
}

// CheckTables returns everything that is wrong with the tables that a new app is to have, and with their rows: of these as much as makes
// maxProblems in all. That they are too many is beyond a limit rather than wrong: CreateApp says that.
func CheckTables(drafts []platform.TableDraft) (found []platform.Problem) {
	seen := map[string]int{}
	for i, t := range drafts[:min(len(drafts), MaxTables)] {
		at := fmt.Sprintf("body.tables[%d]", i)
		problems := CheckTable(t.Table())
		for _, p := range problems {
			found = append(found, platform.Problem{Location: at + strings.TrimPrefix(p.Location, "body"), Message: p.Message})
		}
		if first, twice := seen[t.Name]; twice {
			found = append(found, platform.Problem{Location: at + ".name", Message: fmt.Sprintf("is the name of table %d already", first+1)})
		}
		seen[t.Name] = i
		if n := len(t.Rows); n > maxFirstRows {
			found = append(found, platform.Problem{Location: at + ".rows", Message: fmt.Sprintf("must have at most %d rows, not %d", maxFirstRows, n)})
			continue
		}
		for j, row := range t.Rows {
			if len(problems) > 0 || len(found) >= maxProblems { // what does not fit wrong columns says nothing
				break
			}
			_, faults := tables.CheckValues(t.Columns, row)
			for _, p := range faults[:min(len(faults), maxProblems-len(found))] {
				where := strings.TrimSuffix(fmt.Sprintf("%s.rows[%d].%s", at, j, p.Location), ".")
				found = append(found, platform.Problem{Location: where, Message: p.Message})
			}
		}
	}
	return found
}

// maxFirstRows is how many rows a table may have in the request that makes its app.
const maxFirstRows = 1000

// CreateApp stores a new app with tables, which CheckTables has passed, and their first rows: all or none. maxApps caps the apps of
// the workspace, 0 = no limit. Rows of one table that must differ and do not are CONFLICT, located as CheckTables locates.
func (s *Service) CreateApp(ctx context.Context, by platform.Actor, app platform.App, maxApps int, drafts []platform.TableDraft) (platform.App, error) {
	if err := withinLimits(drafts); err != nil {
		return platform.App{}, err
	}
	first := First{MaxApps: maxApps, Limits: s.Limits, Tables: make([]Filled, len(drafts))}
	for i, d := range drafts {
		t := d.Table()
		puts, err := putsOf(t, d.Rows, func(j int) string { return fmt.Sprintf("body.tables[%d].rows[%d]", i, j) })
		if err != nil {
			return platform.App{}, err
		}
		first.Tables[i] = Filled{Table: t, Rows: puts}
	}
	made, err := s.Store.CreateAppWith(ctx, by, app, first)
	var at *Unfilled
	if twice := (Duplicates)(nil); errors.As(err, &at) && errors.As(err, &twice) {
		err = twice.conflict(first.Tables[at.Index].Table, func(j int) string { return fmt.Sprintf("body.tables[%d].rows[%d]", at.Index, j) })
	}
	return made, err
}

// putsOf returns new rows with those values, or everything that is wrong with them; place locates one.
func putsOf(t platform.Table, values []json.RawMessage, place func(i int) string) ([]Put, error) {
	puts := make([]Put, len(values))
	var found []platform.Problem
	for i, v := range values {
		row, problems := tables.CheckValues(t.Columns, v)
		if found = append(found, schema.Under(place(i), problems)...); len(found) > maxProblems {
			break
		}
		if len(problems) > 0 {
			continue
		}
		if err := tables.CheckSize(row); err != nil {
			e := platform.AsError(err)
			if at := place(i); at != "" {
				e.Fields = []platform.Problem{{Location: at, Message: "is too large"}}
			}
			return nil, e
		}
		puts[i] = Put{Values: row, Keys: keys(t, row)}
	}
	if len(found) > 0 {
		return nil, platform.Invalid(found[:min(len(found), maxProblems)])
	}
	return puts, nil
}
