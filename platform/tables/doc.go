// Package tables is what is known of tables apart from where they are kept: what columns and cells may be, how cells are
// read from the texts of a spreadsheet and written into one, and which rows fit a question, in which order. It performs no
// I/O and must not know stores, protocols or who asks.
//
// Cells and rows:
//
//	CheckColumns(columns)           what is wrong with a table's columns
//	CheckValues(columns, values)    a row as it is stored, or what is wrong with it
//	Merge(columns, stored, patch)   a row after a change of some cells
//	Key(column, cell)               equal for cells that mean the same: unique, upsert, eq and ne of e-mail addresses, URLs and images
//	ParseCell(column, text, style)  a cell from a spreadsheet; FormatCell is its inverse
//	StyleOf(texts)                  how a file writes numbers and dates
//	Guess(texts, style)             the type of a column
//
// Questions: a Query has Filters (NewFilter, ParseFilter), words to Search, an order (ParseSort), a Limit and a Cursor, and gets a
// Page. Package hot finds it.
package tables
