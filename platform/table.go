package platform

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// ColumnType says what the cells of a column hold, and how JSON writes a cell.
type ColumnType string

// A cell is null when it is empty; else it is
const (
	ColumnText     ColumnType = "text"     // a string
	ColumnNumber   ColumnType = "number"   // a number, kept digit by digit
	ColumnInteger  ColumnType = "integer"  // a number without a fraction
	ColumnMoney    ColumnType = "money"    // a number, in Column.Currency
	ColumnBoolean  ColumnType = "boolean"  // true or false
	ColumnDate     ColumnType = "date"     // a string "2026-11-22" (RFC 3339 full-date)
	ColumnTime     ColumnType = "time"     // a string "09:30" or "09:30:15", of the clock at the place
	ColumnDateTime ColumnType = "datetime" // a string, RFC 3339 date-time
	ColumnEnum     ColumnType = "enum"     // a string, one of Column.Values
	ColumnTags     ColumnType = "tags"     // a list of strings
	ColumnURL      ColumnType = "url"      // a string, http or https
	ColumnImage    ColumnType = "image"    // a string, https or a data: URL of a picture
	ColumnEmail    ColumnType = "email"    // a string
	ColumnPhone    ColumnType = "phone"    // a string
	ColumnPlace    ColumnType = "place"    // an object {lat, lon, label?}, in degrees (WGS 84)
)

// Column is one column of a table. Name has the form ^[a-z][a-z0-9_]{0,62}$ and is not "id".
type Column struct {
	Name     string     `json:"name"`
	Title    string     `json:"title,omitempty"` // what people read, "" = the name
	Type     ColumnType `json:"type"`
	Required bool       `json:"required,omitempty"`
	Unique   bool       `json:"unique,omitempty"`   // over all rows, with OwnedRows among those of one person, and not among rows of nobody
	Values   []string   `json:"values,omitempty"`   // of an enum, in the order in which they sort
	Currency string     `json:"currency,omitempty"` // of money, ISO 4217
}

// Table is a table of an app. It belongs to the app, not to a release: a changed row is live at once.
type Table struct {
	App       AppID
	Name      string
	Title     string
	Columns   []Column
	OwnedRows bool  // each row belongs to the person who made it
	Rows      int   // how many there are
	Revision  int64 // counts every change of the table and of its rows
	CreatedAt time.Time
	UpdatedAt time.Time
}

// TableRef names a table: the app must be one of the workspace.
type TableRef struct {
	Workspace WorkspaceID
	App       AppID
	Name      string
}

// TableCall says which table a tool changes, and for whom.
type TableCall struct {
	Table TableRef
	By    Actor
	Owner string // the person's id for this app, "" = nobody who is known
}

// Row is one row of a table.
type Row struct {
	ID        RowID
	Values    json.RawMessage // an object of the cells that are not empty, by name of column, checked and compact
	Owner     string          // the person's id for this app, "" = made over REST or by nobody who is known
	Rev       int64           // counts the row's changes; the ETag
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Use names the columns of a table that a tool reads or writes.
type Use struct {
	Table   string       `json:"table"`
	Columns []string     `json:"columns,omitempty"`
	Types   []ColumnType `json:"types,omitempty"` // of the columns, in their order; none in a draft, and in releases that are older than this field
	Every   bool         `json:"-"`               // the tool of a draft writes every column that there is when it is published
}

// mostLacking bounds how many uses Lacking names.
const mostLacking = 5

// Lacking says which tools of the release use tables, or columns of them, that are not among those, or have another type; "" = none does.
func (m *Manifest) Lacking(have []Table) string {
	var found []string
	for _, tool := range m.Tools {
		for _, use := range tool.Uses {
			at := slices.IndexFunc(have, func(t Table) bool { return t.Name == use.Table })
			if at < 0 {
				found = append(found, "the tool "+tool.Name+" uses the table "+use.Table)
				continue
			}
			for i, name := range use.Columns {
				is := slices.IndexFunc(have[at].Columns, func(c Column) bool { return c.Name == name })
				switch {
				case is < 0:
					found = append(found, "the tool "+tool.Name+" uses the column "+name+" of the table "+use.Table)
				case i < len(use.Types) && use.Types[i] != have[at].Columns[is].Type:
					found = append(found, "the tool "+tool.Name+" uses the column "+name+" of the table "+use.Table+" as "+string(use.Types[i]))
				}
			}
		}
	}
	if n := len(found) - mostLacking; n > 0 {
		found = append(found[:mostLacking], Count(n, "further use"))
	}
	return strings.Join(found, "; ")
}

// Servable refuses to serve a release whose tools use what the app, which has those tables, has no longer.
func (m *Manifest) Servable(version int, have []Table) error {
	lacking := m.Lacking(have)
	if lacking == "" {
		return nil
	}
	return Errorf(CodeConflict, "Release %d cannot be served, since its data are no longer what they were: %s. Make it what it was; then try again.",
		version, lacking)
}
