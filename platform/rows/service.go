package rows

import (
	"context"
	"encoding/json"

	"berth/platform"
	"berth/platform/schema"
	"berth/platform/tables"
)

// MaxTables is how many tables an app may have (contract §7).
const MaxTables = 20

// Options are what a Service is made of. Store and Hot are required.
type Options struct {
	Store  Store
	Hot    Hot
	Limits Limits // Tables is MaxTables, whatever it says
	// Uses lists what the tools of a draft, and of a release that is not nil, use of the app's tables; nil = nothing.
	Uses func(platform.Draft, *platform.Manifest) []Use
	// Changed says, after a change is stored, that other things are now served under the slugs; nil = nobody asks.
	Changed func(slugs ...string)
}

// Use is what a tool uses of a table, in the draft or in what is live.
type Use struct {
	Tool string
	Live bool
	platform.Use
}

// Service changes tables and rows for authors and for the tools of apps. The caller has checked what an author may do; the
// store looks again. Safe for concurrent use.
type Service struct{ Options }

// New makes a Service.
func New(o Options) *Service {
	o.Limits.Tables = MaxTables
	if o.Uses == nil {
		o.Uses = func(platform.Draft, *platform.Manifest) []Use { return nil }
	}
	return &Service{o}
}

// Tables lists the tables of an app of the workspace, the oldest first.
func (s *Service) Tables(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]platform.Table, error) {
	return s.Store.Tables(ctx, ws, app)
}

// Table returns a table, else APP_NOT_FOUND or NOT_FOUND.
func (s *Service) Table(ctx context.Context, ref platform.TableRef) (platform.Table, error) {
	return s.Store.Table(ctx, ref)
}

// CheckTable returns everything that is wrong with the name, title and columns of a table, as the body of a request has it.
func CheckTable(t platform.Table) []platform.Problem {
	var found []platform.Problem
	if !tables.ValidName(t.Name) {
		found = append(found, platform.Problem{Location: "body.name", Message: tables.NameRule})
	}
	if fault := tables.CheckTitle(t.Title); fault != "" {
		found = append(found, platform.Problem{Location: "body.title", Message: fault})
	}
	return append(found, schema.Under("body.columns", tables.CheckColumns(t.Columns))...)
}

// CreateTable makes a table without rows in an app of the actor's workspace.
func (s *Service) CreateTable(ctx context.Context, by platform.Actor, app platform.AppID, t platform.Table) (platform.Table, error) {
	if err := storable(t); err != nil {
		return platform.Table{}, err
	}
	at := s.author(by, app, t.Name)
	made, err := s.Store.CreateTable(ctx, by, at, t)
	return made, s.told(at, err)
}

// DeleteTable deletes a table with its rows. It is CONFLICT while a tool of the draft or of the live release uses it.
func (s *Service) DeleteTable(ctx context.Context, by platform.Actor, app platform.AppID, name string) error {
	at := s.author(by, app, name)
	return s.told(at, s.Store.DeleteTable(ctx, by, at, func(p Present) error {
		return unused(s.uses(p), nil)
	}))
}

// author is the scope of an author, in the author's own workspace.
func (s *Service) author(by platform.Actor, app platform.AppID, table string) Scope {
	return Scope{TableRef: platform.TableRef{Workspace: by.Workspace, App: app, Name: table}, Limits: s.Limits, Changed: s.Changed}
}

// told tells that a table has changed, unless the change has failed.
func (s *Service) told(at Scope, err error) error {
	if err == nil {
		s.Hot.Changed(at.App, at.Name)
	}
	return err
}

// Row returns a row of a table, else NOT_FOUND.
func (s *Service) Row(ctx context.Context, ref platform.TableRef, id platform.RowID) (platform.Row, error) {
	return s.Store.Row(ctx, ref, id)
}

// keys returns the keys of a row.
func keys(t platform.Table, values json.RawMessage) []Key {
	var cells map[string]json.RawMessage
	var list []Key
	for _, c := range t.Columns {
		if !c.Unique {
			continue
		}
		if cells == nil && json.Unmarshal(values, &cells) != nil {
			return nil // cannot happen: the values have been checked
		}
		for _, key := range tables.Keys(c, cells[c.Name]) {
			list = append(list, Key{Column: c.Name, Hash: hashed(key)})
		}
	}
	return list
}
