package platform

import "encoding/json"

// Maker says how a draft was made of words.
type Maker string

// The makers.
const (
	MadeByRules Maker = "rules"
	MadeByModel Maker = "model"
)

// Proposal is a draft made of words, which nobody has saved: with the tables that its tools need, and with what remained
// unclear.
type Proposal struct {
	Draft
	Tables    []TableDraft
	Questions []Question // at most two
	// ExampleData says that the rows, or the data that a tool shows, were made up; they say so themselves.
	ExampleData bool
	MadeBy      Maker
}

// TableDraft is a table that an app is to have, with its first rows.
type TableDraft struct {
	Name      string            `json:"name"`
	Title     string            `json:"title,omitempty"`
	Columns   []Column          `json:"columns"`
	OwnedRows bool              `json:"ownedRows,omitempty"`
	Rows      []json.RawMessage `json:"rows,omitempty"` // the values of each, by the name of their column
}

// Table returns the table without its rows.
func (t TableDraft) Table() Table {
	return Table{Name: t.Name, Title: t.Title, Columns: t.Columns, OwnedRows: t.OwnedRows}
}

// Question is what a description leaves open. A choice is a sentence that says it.
type Question struct {
	Text    string   `json:"text"`
	Choices []string `json:"choices"`
}
