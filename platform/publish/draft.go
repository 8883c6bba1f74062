package publish

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"berth/platform"
	"berth/platform/schema"
)

// Changes are new values for fields of a draft and for fields of its first tool. A field that is not named stays as it is.
type Changes struct {
	// Problems are what could not be read; they are reported together with what is found in the other fields.
	Problems []platform.Problem
	// Tables are those that a new app is to have. Problems says what is wrong with them.
	Tables []platform.TableDraft

	draft, first fields
	at           int // the place of the tool that first is of, other than 0 in a preview alone
}

// unreadable reports whether the field, or the body as a whole, was sent but could not be read.
func (c Changes) unreadable(field string) bool {
	return slices.ContainsFunc(c.Problems, func(p platform.Problem) bool {
		return p.Location == "body" || platform.Within(p.Location, "body."+field)
	})
}

// Create stores a new draft in the actor's workspace, with the tables that it is to have: all or none. Only the name is required.
func (s *Service) Create(ctx context.Context, by platform.Actor, c Changes) (platform.App, error) {
	if !c.draft.has("name") && !c.unreadable("name") {
		c.draft = c.draft.with("name", json.RawMessage(`""`)) // which is refused as missing
	}
	if problems := s.checkSaved(c, platform.App{}); len(problems) > 0 {
		return platform.App{}, platform.Invalid(problems)
	}
	app := platform.App{Workspace: by.Workspace, Origin: platform.OriginAuthored}
	app.Draft = c.apply(app)
	if err := checkReserved(app.Draft.Slug, platform.App{}); err != nil {
		return platform.App{}, err
	}
	if len(c.Tables) > 0 {
		return s.Fill(ctx, by, app, s.MaxApps, c.Tables)
	}
	return s.Store.CreateApp(ctx, by, app, s.MaxApps)
}

// Patch changes the draft of an authored app. With rev other than 0 it is PRECONDITION_FAILED when the app has changed
// since. What is not valid is refused as a whole.
func (s *Service) Patch(ctx context.Context, by platform.Actor, id platform.AppID, rev int64, c Changes) (platform.App, error) {
	app, err := s.Store.UpdateDraft(ctx, by, id, rev, func(app platform.App) (platform.Draft, error) {
		if app.Origin == platform.OriginSeeded {
			return platform.Draft{}, errSeeded()
		}
		if problems := s.checkSaved(c, app); len(problems) > 0 {
			return platform.Draft{}, platform.Invalid(problems)
		}
		draft := c.apply(app)
		return draft, checkReserved(draft.Slug, app)
	})
	if err == nil && c.draft.has("allow") && app.LiveVersion > 0 {
		s.changed("", app.ServedSlug) // who may sign in counts at once
	}
	return app, err
}

// checkReserved refuses a slug that is reserved for the platform as if it were taken, unless the app has it already.
func checkReserved(slug string, app platform.App) error {
	if platform.ReservedSlug(slug) && slug != app.Draft.Slug && slug != app.ServedSlug {
		return platform.Errorf(platform.CodeSlugTaken, "The slug %q is taken.", slug)
	}
	return nil
}

// apply returns the app's draft with the changes, which must have been checked.
func (c Changes) apply(app platform.App) platform.Draft {
	d := app.Draft
	d.Tools = slices.Clone(d.Tools)
	c.draft.set(&d)
	if len(d.Tools) == 0 {
		d.Tools = []platform.ToolDraft{{Layout: DefaultLayout}}
	}
	c.first.set(&d.Tools[c.at])
	if d.Slug == "" {
		d.Slug = app.ServedSlug
	}
	if !c.draft.has("exampleData") && c.hasData(d) {
		d = d.Own()
	}
	return normal(d)
}

// hasData reports whether the changes bring data of the author's own.
func (c Changes) hasData(d platform.Draft) bool {
	if slices.ContainsFunc(c.Tables, func(t platform.TableDraft) bool { return len(t.Rows) > 0 }) {
		return true
	}
	if c.draft.has("tools") {
		return slices.ContainsFunc(d.Tools, func(t platform.ToolDraft) bool { return t.MockData != nil })
	}
	return c.first.has("mockData") && d.Tools[0].MockData != nil
}

// normal returns the draft with the zero value where a field has its default, so that equal drafts have equal digests.
func normal(d platform.Draft) platform.Draft {
	if d.Access == platform.AccessPublic {
		d.Access = ""
	}
	d.Tools = slices.Clone(d.Tools)
	for i := range d.Tools {
		t := &d.Tools[i]
		if string(t.Handler) == `{"kind":"`+platform.DefaultKind+`"}` {
			t.Handler = nil
		}
		if t.Mode == platform.ModeLive {
			t.Mode = ""
		}
		if slices.Contains(t.Visibility, platform.VisibleToModel) && slices.Contains(t.Visibility, platform.VisibleToApp) {
			t.Visibility = nil
		}
		if len(t.Visibility) > 1 {
			t.Visibility = t.Visibility[:1] // the same twice
		}
		if slices.Contains(t.OpensFrom, platform.EntryGlobal) && slices.Contains(t.OpensFrom, platform.EntryThread) {
			t.OpensFrom = []platform.EntryPoint{platform.EntryGlobal, platform.EntryThread}
		}
		if len(t.OpensFrom) > 1 && t.OpensFrom[0] == t.OpensFrom[1] {
			t.OpensFrom = t.OpensFrom[:1]
		}
		if t.Hints != nil && *t.Hints == (platform.HintsDraft{}) {
			t.Hints = nil
		}
	}
	return d
}

func unset(data json.RawMessage) bool {
	data = bytes.TrimSpace(data)
	return len(data) == 0 || string(data) == "null"
}

// checkSaved returns what saving the changes of an app's draft refuses. Names of the app and of tools are checked only if they
// differ from the stored ones, which may be older than the rules.
func (s *Service) checkSaved(c Changes, app platform.App) []platform.Problem {
	var p problems
	d := c.apply(app)
	if d.Name != app.Draft.Name {
		p.title("body.name", d.Name)
	}
	for i, t := range d.Tools[:min(len(d.Tools), MaxTools)] {
		if !slices.ContainsFunc(app.Draft.Tools, func(was platform.ToolDraft) bool { return was.Title == t.Title }) {
			p.title(toolAt(i)+".title", t.Title)
		}
	}
	return platform.WithMore(s.checkChanges(c, app), p)
}

// checkChanges returns what is wrong with the changed fields of a draft, saved or not: lengths, and the form of what is not
// empty.
func (s *Service) checkChanges(c Changes, app platform.App) []platform.Problem {
	d := c.apply(app)
	p := problems(slices.Clip(c.Problems))
	p = append(p, s.checkFields(d, c.draft.has)...)
	if c.draft.has("tools") {
		return append(p, s.checkTools(d)...)
	}
	p = append(p, schema.Under(toolAt(c.at), s.checkTool(d.Tools[c.at], c.first.has))...)
	if len(d.Tools) > 1 {
		p = append(p, checkTogether(d)...)
	}
	return p
}

// checkWhole is checkChanges for a draft of which everything is looked at.
func (s *Service) checkWhole(d platform.Draft) []platform.Problem {
	return append(s.checkFields(d, anything), s.checkTools(d)...)
}

func anything(string) bool { return true }
