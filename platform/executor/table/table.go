// Package table runs the tools that read and write an app's tables: query, insert, update and delete. What the tables hold it asks
// of those who keep them; which rows fit is said by package tables, what a widget shows of them by package mapping.
package table

import (
	"context"
	"encoding/json"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/tables"
	"berth/platform/tables/hot"
	"berth/platform/view"
)

// The kinds of handlers.
const (
	Query  = "query"
	Insert = "insert"
	Update = "update"
	Delete = "delete"
)

// Reader has the present state of tables. Implemented by hot.Tables.
type Reader interface {
	Table(ctx context.Context, ref platform.TableRef) (*hot.Snapshot, error)
	Query(ctx context.Context, ref platform.TableRef, ask tables.Query) (tables.Page, error)
}

// Writer changes rows for those who use an app: INVALID_CONFIG with problems located by column, NOT_FOUND, CONFLICT, LIMIT_REACHED
// and TOO_LARGE change nothing. They return the table after the change, and the row; Delete returns it as it was. Where rows are owned,
// Update and Delete find those of the call's owner alone. Implemented by rows.Service.
type Writer interface {
	Insert(ctx context.Context, at platform.TableCall, values json.RawMessage) (platform.Table, platform.Row, error)
	Update(ctx context.Context, at platform.TableCall, id platform.RowID, values json.RawMessage) (platform.Table, platform.Row, error)
	Delete(ctx context.Context, at platform.TableCall, id platform.RowID) (platform.Table, platform.Row, error)
}

// Options are what the executors are made of; all are required.
type Options struct {
	Reader Reader
	Writer Writer
	Layout func(name string) (view.Layout, bool)
}

// New makes the executors of all kinds. They are safe for concurrent use.
func New(o Options) []executor.Kind {
	shared := &common{Options: o, tools: executor.NewKept[*tool](), forms: newForms()}
	return []executor.Kind{querier{shared}, writer{shared, Insert}, writer{shared, Update}, writer{shared, Delete}}
}

// common is what the kinds share.
type common struct {
	Options
	tools *executor.Kept[*tool]
	forms forms
}

// refOf returns the table of a call.
func refOf(call appkit.Call, table string) platform.TableRef {
	return platform.TableRef{Workspace: call.Workspace, App: call.App, Name: table}
}

// owner returns who calls, as the app knows them: "" = nobody who is known.
func owner(call appkit.Call) string {
	if !call.Principal.Person() {
		return ""
	}
	return platform.PersonID(call.App, call.Principal.User)
}

// arguments decodes the arguments of a call, which fit its schema.
func arguments(call appkit.Call) (map[string]any, error) {
	args := map[string]any{}
	if len(call.Arguments) == 0 {
		return args, nil
	}
	v, found := decode(call.Arguments)
	args, ok := v.(map[string]any)
	if len(found) > 0 || !ok {
		return nil, invalid(platform.Problem{Location: "arguments", Message: "must be an object"})
	}
	return args, nil
}

// invalid is the corrective error: each wrong argument, and that nothing was done.
func invalid(problems ...platform.Problem) error {
	return &platform.Error{Code: platform.CodeInvalidInput, Msg: "The arguments are not valid. Nothing was done.", Fields: problems}
}
