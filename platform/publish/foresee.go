package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"berth/platform"
)

// Foresee returns everything for which saving the changes of an app's draft is refused, "" = of a new app, and for which publishing it would
// be then, as far as what cannot be saved lets that be seen. Locations are those of ReadChanges.
func (s *Service) Foresee(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, c Changes) (found []platform.Problem, err error) {
	app, tables := platform.App{Workspace: ws}, make([]platform.Table, len(c.Tables))
	for i, t := range c.Tables {
		tables[i] = t.Table()
	}
	if id != "" {
		if app, err = s.Store.App(ctx, ws, id); err != nil {
			return nil, err
		}
		if tables, err = s.tables(ctx, app.Workspace, app.ID); err != nil {
			return nil, err
		}
	}
	found = s.checkSaved(c, app)
	d := c.apply(app)
	d.Tools = d.Tools[:min(len(d.Tools), MaxTools)]
	_, _, later := s.planned(d, tables)
	later = slices.DeleteFunc(later, func(p platform.Problem) bool { return follows(p, found) || c.unsure(p, d, found) })
	return platform.WithMore(found, later), nil
}

// follows reports whether a problem is of what could not be read.
func follows(p platform.Problem, found []platform.Problem) bool {
	return slices.ContainsFunc(found, func(f platform.Problem) bool { return platform.Within(p.Location, f.Location) })
}

// unsure reports whether a problem is of how a tool uses tables that have problems of their own: what does not fit wrong columns says nothing.
func (c Changes) unsure(p platform.Problem, d platform.Draft, found []platform.Problem) bool {
	within := func(at string) bool {
		return slices.ContainsFunc(found, func(f platform.Problem) bool { return platform.Within(f.Location, at) })
	}
	for i, t := range d.Tools {
		var of struct{ Table string }
		if !platform.Within(p.Location, toolAt(i)+".handler") || json.Unmarshal(t.Handler, &of) != nil {
			continue
		}
		at := slices.IndexFunc(c.Tables, func(t platform.TableDraft) bool { return t.Name == of.Table })
		if at < 0 {
			return c.misnamed(found)
		}
		table := fmt.Sprintf("body.tables[%d]", at)
		return within(table + ".columns")
	}
	return false
}

// misnamed reports whether a table could not be read, so that a name which is not there may be its.
func (c Changes) misnamed(found []platform.Problem) bool {
	return slices.ContainsFunc(found, func(f platform.Problem) bool { return f.Location == "body.tables" }) ||
		slices.ContainsFunc(c.Tables, func(t platform.TableDraft) bool { return t.Name == "" })
}
