package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/runtime"
	"berth/platform/schema"
	"berth/platform/schema/form"
	"berth/platform/view"
)

// DefaultLayout is the layout of a fresh draft.
const DefaultLayout = "cards"

// Options are what a Service is made of; all fields but Tables, Fill, Rows, MaxRowBytes, Templates, Starters, Resample and Released are required.
type Options struct {
	Store   Store
	Layouts *view.Set
	// Executors run the tools. Authors may use those that are an executor.Kind.
	Executors []runtime.Executor
	// Tables returns the tables of an app; nil = apps have none.
	Tables func(context.Context, platform.WorkspaceID, platform.AppID) ([]platform.Table, error)
	// Fill stores a new app with tables and their first rows, which have been checked, all or none; maxApps is as in Store.CreateApp.
	// nil = apps have no tables.
	Fill func(ctx context.Context, by platform.Actor, app platform.App, maxApps int, tables []platform.TableDraft) (platform.App, error)
	// Rows calls fn with all rows of a table, page by page: their pictures are what widgets may load; nil = none.
	Rows func(ctx context.Context, ref platform.TableRef, fn func(page []platform.Row) error) error
	// TrialBuild builds the MCP server of a release as it would be served. An error or a panic refuses the publish.
	TrialBuild func(platform.Served) error
	// Changed says, after the change is stored, that other things are now served under the slugs.
	Changed func(slugs ...string)
	// Withdrawn says, after the change is stored, that nothing is served under the slugs any more.
	Withdrawn func(slugs ...string)
	// MaxApps caps the authored apps of a workspace.
	MaxApps int
	// MaxRowBytes caps the rows of all tables of a workspace, in bytes; 0 = no limit.
	MaxRowBytes int64
	// KeepReleases is how many releases of an app keep their content besides what is live; 0 = all.
	KeepReleases int
	// Resample says, after the change is stored, that other apps are sampled; nil = nobody to tell.
	Resample func(context.Context)
	// Released says, after the change is stored, that a release of an authored app has become live. It must not wait; nil = nobody to tell.
	Released func(platform.WorkspaceID, platform.AppID)
	// Templates are the drafts that authors may start from, by the slug of the app that ships with them.
	Templates map[string]platform.Draft
	// Starters are further templates, as drafts/<slug>.json, each the body of POST /apps; nil = none.
	Starters fs.FS
}

// Service is the lifecycle of apps. The caller checks who may call; every method stays within the workspace that it is
// given. Safe for concurrent use.
type Service struct {
	Options
	executors map[string]runtime.Executor
	kinds     map[string]executor.Kind   // those of executors that authors may use
	handlers  map[string]executor.Form   // their forms
	schemas   map[string]*schema.Schema  // of the layouts' data
	outputs   map[string]json.RawMessage // by layout: output schemas of authored tools
	forms     forms
	turns     turns
	starters  []Template
}

// New makes a Service. It fails when a layout's schema cannot be compiled or refuses the layout's own sample, and when a
// template could not be published.
func New(o Options) (*Service, error) {
	s := &Service{Options: o, executors: map[string]runtime.Executor{}, kinds: map[string]executor.Kind{}, handlers: map[string]executor.Form{},
		schemas: map[string]*schema.Schema{}, outputs: map[string]json.RawMessage{}, turns: turns{waiting: map[turnKey]*turn{}}}
	var err error
	if s.forms, err = compileForms(); err != nil {
		return nil, err
	}
	for _, e := range o.Executors {
		s.executors[e.Kind()] = e
		if kind, ok := e.(executor.Kind); ok {
			s.kinds[e.Kind()], s.handlers[e.Kind()] = kind, kind.Form()
		}
	}
	for _, l := range o.Layouts.Layouts() {
		compiled, err := schema.Compile(l.DataSchema)
		if err != nil {
			return nil, fmt.Errorf("compile data schema of layout %s: %w", l.Name, err)
		}
		if !compiled.IsObject() {
			return nil, fmt.Errorf("compile data schema of layout %s: its root must be of type object", l.Name)
		}
		if problems := compiled.Validate(l.Sample); len(problems) > 0 {
			return nil, fmt.Errorf("validate sample of layout %s: %w", l.Name, platform.Invalid(problems))
		}
		s.schemas[l.Name] = compiled
		if s.outputs[l.Name], err = appkit.OrFailure(l.DataSchema); err != nil {
			return nil, fmt.Errorf("make output schema of layout %s: %w", l.Name, err)
		}
	}
	for slug, d := range s.Templates {
		if problems := s.CheckDraft(d); len(problems) > 0 {
			return nil, fmt.Errorf("check template of app %s: %s %s", slug, problems[0].Location, problems[0].Message)
		}
	}
	if s.Starters != nil {
		if s.starters, err = s.readStarters(s.Starters); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Handlers returns the forms of the handlers that authors may choose, by kind.
func (s *Service) Handlers() map[string]form.Schema {
	all := map[string]form.Schema{}
	for kind, f := range s.handlers {
		all[kind] = f.Schema()
	}
	return all
}

// Get returns an app of the workspace, else APP_NOT_FOUND.
func (s *Service) Get(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.App, error) {
	return s.Store.App(ctx, ws, id)
}

// List returns a page of the workspace's apps, newest first; next is "" on the last.
func (s *Service) List(ctx context.Context, ws platform.WorkspaceID, q AppQuery) (apps []platform.App, next string, err error) {
	return s.Store.Apps(ctx, ws, q)
}

// Delete removes an authored app; its endpoint answers 404 at once. rev is as in Store.DeleteApp.
func (s *Service) Delete(ctx context.Context, by platform.Actor, id platform.AppID, rev int64) error {
	app, err := s.Store.App(ctx, by.Workspace, id)
	if err != nil {
		return err
	}
	if app.Origin == platform.OriginSeeded {
		return errSeeded()
	}
	if app, err = s.Store.DeleteApp(ctx, by, id, rev); err != nil {
		return err
	}
	s.changed(app.ServedSlug, "")
	return nil
}

// Releases returns a page of the app's releases, newest first; next is "" on the last.
func (s *Service) Releases(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, page Page) (items []platform.ReleaseInfo, next string, err error) {
	return s.Store.Releases(ctx, ws, id, page)
}

// AuthorLayouts returns the layouts that authors may choose, by name.
func (s *Service) AuthorLayouts() []view.Layout { return s.Layouts.Authored() }

// layout returns a layout that authors may choose.
func (s *Service) layout(name string) (view.Layout, bool) {
	l, ok := s.Layouts.Layout(name)
	return l, ok && l.Authored
}

// maxSuggestions bounds the slugs that SlugAvailability tries.
const maxSuggestions = 50

// SlugAvailability reports whether the workspace could choose the slug, and suggests one that it could: the slug itself
// when it is free, "" when none was found. A slug that is not well-formed is not available.
func (s *Service) SlugAvailability(ctx context.Context, ws platform.WorkspaceID, slug string) (available bool, suggestion string, err error) {
	base := slug
	if !platform.ValidSlug(slug) {
		base = Slug(slug)
	}
	next := numbered(base)
	for attempt := range maxSuggestions {
		candidate := next(attempt)
		free, err := s.Store.SlugFree(ctx, ws, candidate)
		if err != nil {
			return false, "", err
		}
		if free {
			return candidate == slug, candidate, nil
		}
	}
	return false, "", nil
}

// changed announces that what was served under one slug, "" for none, is now served under another one, or not at all.
func (s *Service) changed(before, now string) {
	if before != "" && before != now {
		s.Withdrawn(before)
	}
	if now != "" {
		s.Changed(now)
	}
}

func errSeeded() error {
	return platform.Errorf(platform.CodeForbidden, "This app ships with the server: it can be published and unpublished, not changed or deleted.")
}
