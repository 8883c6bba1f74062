package api

import (
	"context"
	"maps"
	"mime"
	"net/http"
	"slices"

	"berth/platform"
	"berth/platform/rows"
)

// importForms are the media types of files that are imported.
var importForms = map[string]rows.Form{
	"text/csv": rows.CSV, "text/tab-separated-values": rows.TSV, "application/json": rows.JSON, "application/jsonl": rows.JSONLines, "application/x-ndjson": rows.JSONLines,
}

// maxFile is how long a file that is imported may be, in bytes (contract §7).
const maxFile = 64 << 20

type importRowsInput struct {
	TableInput
	ContentType string    `header:"Content-Type" hidden:"true"`
	Mode        rows.Mode `query:"mode" enum:"append,replace,upsert" default:"append" doc:"upsert changes the rows whose cell in the column key is equal, and adds the others; replace removes all rows first."`
	Key         string    `query:"key" maxLength:"63" doc:"The column by which upsert finds rows."`
	DryRun      bool      `query:"dryRun" doc:"Changes nothing, and answers as it would without."`
}

type importBody struct {
	Created  int          `json:"created"`
	Changed  int          `json:"changed"`
	Removed  int          `json:"removed"`
	Problems []rows.Fault `json:"problems" doc:"Empty after an import: where there are any, nothing is imported, and they stand in the answer 422. After taking one back: which rows were changed since then, and stay as they are."`
}

type importOutput struct{ Body importBody }

func importOf(o rows.Outcome, err error) (*importOutput, error) {
	return &importOutput{importBody{o.Created, o.Changed, o.Removed, []rows.Fault{}}}, err
}

func (a *API) registerImportRows() {
	register(a, action{ID: "import-rows", Method: http.MethodPost, Path: "/apps/{id}/tables/{table}/import", Tag: "Tables", Access: editors, OwnTime: true,
		Takes: slices.Sorted(maps.Keys(importForms)), MaxBody: maxFile, Summary: "Import a file",
		Description: "A file of at most 64 MiB: CSV in UTF-8, UTF-16 or Windows-1252, whose first line names columns by their names or titles, or objects as JSON, " +
			"in a list or one on each line. What stands between the cells, and commas in numbers, are recognised. All rows or none: " +
			"422 has everything that is wrong as problems, where rows count from 1 and 0 is the first line or, where no column is named, the file. " +
			"Cells stay exactly as they are, also those that a spreadsheet would take for a formula. " +
			"A file does not say whose rows are: where they belong to people, replace leaves those that are in the file as they are in the table, " +
			"and is 422 where others of people would go and new ones come; upsert keeps whose they are."},
		func(ctx context.Context, by platform.Actor, in *importRowsInput) (*importOutput, error) {
			if (in.Mode == rows.Upsert) != (in.Key != "") {
				return nil, platform.Invalid([]platform.Problem{{Location: "query.key", Message: "must be set for the mode upsert, and for no other"}})
			}
			media, _, _ := mime.ParseMediaType(in.ContentType)
			return importOf(a.Tables.Import(ctx, by, in.ID, in.Table, rows.File{Content: callerOf(ctx).body.sent, Form: importForms[media],
				Mode: in.Mode, Key: in.Key, Dry: in.DryRun}))
		})
}

func (a *API) registerUndoImport() {
	register(a, action{ID: "undo-import", Method: http.MethodPost, Path: "/apps/{id}/tables/{table}/undo", Tag: "Tables", Access: editors, OwnTime: true,
		Summary: "Take back the last import", Description: "For 7 days, until the next import, or until the columns change so that rows from before it do not fit them; " +
			"409 when there is nothing to take back. Rows come back with their ids. Rows that were changed after the import stay as they are, and problems names them."},
		func(ctx context.Context, by platform.Actor, in *TableInput) (*importOutput, error) {
			done, err := a.Tables.Undo(ctx, by, in.ID, in.Table)
			return &importOutput{importBody{done.Created, done.Changed, done.Removed, done.Faults()}}, err
		})
}
