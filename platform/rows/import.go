package rows

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"berth/platform"
)

// Mode says what an import does with the rows that there are.
type Mode string

// Upsert changes the rows whose cell in the column Key is equal, and adds the others.
const (
	Append  Mode = "append"
	Replace Mode = "replace"
	Upsert  Mode = "upsert"
)

// Form is how a file holds its rows.
type Form int

// CSV is recognised by what stands between its cells, which is a tab in TSV. JSON is a list of objects, JSONLines one on each line.
const (
	CSV Form = iota
	TSV
	JSON
	JSONLines
)

// File is a file that is to be imported.
type File struct {
	Content []byte
	Form    Form
	Mode    Mode
	Key     string // the name of a column, for Upsert alone
	Dry     bool   // changes nothing, and fails as it would without
}

// Refused is INVALID_CONFIG for a file, with everything that is wrong in it.
type Refused struct {
	Problems []Fault
	Count    int // of all, also of those for which there is no place in Problems
}

func (r *Refused) Error() string { return r.Unwrap().Error() }

// Unwrap returns what may be shown.
func (r *Refused) Unwrap() error {
	return platform.Errorf(platform.CodeInvalidConfig, "The file has %s. Nothing was imported.", platform.Count(r.Count, "problem"))
}

// Import stores the rows of a file, all or none. What is wrong in the file is *Refused.
func (s *Service) Import(ctx context.Context, by platform.Actor, app platform.AppID, name string, f File) (Outcome, error) {
	at := s.author(by, app, name)
	table, err := s.Store.Table(ctx, at.TableRef)
	if err != nil {
		return Outcome{}, err
	}
	// The file is read before the table is locked: others go on meanwhile.
	read, found, err := readFile(table, f.Content, f.Form, s.Limits.Rows)
	if err != nil {
		return Outcome{}, err
	}
	var m *merger
	done, err := s.Store.ImportRows(ctx, by, at, f.Dry, func(p Present) (Import, error) {
		if !reflect.DeepEqual(p.Table.Columns, table.Columns) {
			return Import{}, platform.Errorf(platform.CodeConflict, "The columns of the table were changed at the same time. Try again.")
		}
		m = &merger{File: f, table: table, file: read, found: found.clone()}
		in, err := m.merge(p)
		if refused := (*Refused)(nil); errors.As(err, &refused) { // with what else is wrong
			in.Refused, err = refused, nil
		}
		return in, err
	})
	if twice := (Duplicates)(nil); errors.As(err, &twice) {
		for _, d := range twice {
			m.found.add(m.rows[d.Index], d.Column, "must be unique, and a row of the table has the same")
		}
		err = m.found.refused()
	}
	if f.Dry {
		return done, err
	}
	return done, s.told(at, err)
}

// Undo takes the last import into a table back; CONFLICT says why it cannot be. What was changed since then stays as it is.
func (s *Service) Undo(ctx context.Context, by platform.Actor, app platform.AppID, name string) (Undone, error) {
	at := s.author(by, app, name)
	done, err := s.Store.UndoImport(ctx, by, at, keys)
	return done, s.told(at, err)
}

// Faults says which rows were left, as an answer lists what is wrong.
func (u Undone) Faults() []Fault {
	var found problems
	for _, id := range u.Left {
		found.add(0, "", fmt.Sprintf("The row %s was changed after the import: it stays as it is.", id))
	}
	return append([]Fault{}, found.all()...)
}
