package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
)

type exportRowsInput struct {
	TableInput
	Format string `query:"format" enum:"csv,json" default:"csv"`
}

func (a *API) registerExportRows() {
	register(a, action{ID: "export-rows", Method: http.MethodGet, Path: "/apps/{id}/tables/{table}/export", Tag: "Tables", Access: viewers, OwnTime: true,
		Produces: "text/csv", Summary: "Export every row",
		Description: "As a file that import reads back unchanged: CSV, or a list of objects as JSON. Cells stay exactly as they are: a spreadsheet may take one that begins " +
			"with = + - or @ for a formula, so open files with rows of other people as text."},
		func(ctx context.Context, by platform.Actor, in *exportRowsInput) (*huma.StreamResponse, error) {
			table, err := a.Tables.Table(ctx, in.ref(by))
			if err != nil {
				return nil, err
			}
			return &huma.StreamResponse{Body: func(out huma.Context) {
				out.SetHeader("Content-Disposition", `attachment; filename="`+table.Name+"."+in.Format+`"`)
				if in.Format == "json" {
					out.SetHeader("Content-Type", "application/json")
					err = a.Tables.ExportJSON(ctx, in.ref(by), out.BodyWriter())
				} else {
					out.SetHeader("Content-Type", "text/csv; charset=utf-8; header=present")
					err = a.Tables.ExportCSV(ctx, table, in.ref(by), out.BodyWriter())
				}
				if err != nil {
					a.Log.DebugContext(ctx, "export ended early", "request", requestID(ctx), "error", err)
					panic(http.ErrAbortHandler) // the client must not take it for a whole one
				}
			}}, nil
		})
}
