package backup

import (
	"errors"
	"io"
)

// Contents is what a whole backup holds.
type Contents struct {
	Header

	Tables []TableRows
}

// TableRows is the number of rows of a table.
type TableRows struct {
	Table string
	Rows  int64
}

// Check reads all of a backup and returns what it holds, or ErrDamaged.
func Check(in io.Reader) (Contents, error) {
	r, err := NewReader(in)
	if err != nil {
		return Contents{}, err
	}
	all := Contents{Header: r.Header}
	for {
		t, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return Contents{}, err
		}
		for {
			if _, err = r.Row(); err != nil {
				break
			}
		}
		if !errors.Is(err, io.EOF) {
			return Contents{}, err
		}
		all.Tables = append(all.Tables, TableRows{t.Name, r.rows})
	}
}
