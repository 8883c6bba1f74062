package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/store/db"
)

// columns are the values of a draft's columns.
type columns struct {
	platform.Draft
	theme    string
	mockData *string
	search   string
}

func toColumns(d platform.Draft) (columns, error) {
	theme, err := platform.PlainJSON(d.Theme)
	if err != nil {
		return columns{}, fmt.Errorf("encode theme: %w", err)
	}
	c := columns{Draft: d, theme: theme}
	if d.MockData != nil {
		var b bytes.Buffer
		if err := json.Compact(&b, d.MockData); err != nil {
			return columns{}, platform.Invalid([]platform.Problem{{Location: "body.mockData", Message: "must be JSON"}})
		}
		text := b.String()
		c.mockData = &text
	}
	c.search = strings.ToLower(strings.Join([]string{d.Name, d.Description, d.Slug, d.ToolName}, "\n"))
	return c, nil
}

func (c columns) update(id platform.AppID, at time.Time) db.UpdateDraftParams {
	return db.UpdateDraftParams{ID: string(id), Name: c.Name, Description: c.Description, DraftSlug: c.Slug,
		ToolName: c.ToolName, ToolDescription: c.ToolDescription, Layout: c.Layout, Theme: c.theme, MockData: c.mockData,
		ResponseText: c.ResponseText, SystemPrompt: c.SystemPrompt, Search: c.search, UpdatedAt: at}
}

func fromRow(r db.AppRow) (platform.App, error) {
	a := r.App
	app := platform.App{
		ID: platform.AppID(a.ID), Workspace: platform.WorkspaceID(a.WorkspaceID), Origin: platform.Origin(a.Origin),
		Draft: platform.Draft{Name: a.Name, Description: a.Description, Slug: a.DraftSlug, ToolName: a.ToolName,
			ToolDescription: a.ToolDescription, Layout: a.Layout, MockData: rawJSON(a.MockData),
			ResponseText: a.ResponseText, SystemPrompt: a.SystemPrompt},
		Rev: a.Rev, ServedSlug: value(a.ServedSlug), PublishVersion: int(a.PublishVersion), LiveVersion: int(value(r.LiveVersion)),
		LiveLayout: value(r.LiveLayout), LiveDigest: value(r.LiveDigest), CreatedAt: a.CreatedAt.UTC(), UpdatedAt: a.UpdatedAt.UTC(),
	}
	if a.PublishedAt != nil {
		app.PublishedAt = a.PublishedAt.UTC()
	}
	app.Suspended = suspension(a.SuspendedReason, a.SuspendedAt)
	if app.Suspended == nil {
		app.Suspended = suspension(r.WorkspaceSuspendedReason, r.WorkspaceSuspendedAt)
	}
	if err := json.Unmarshal([]byte(a.Theme), &app.Draft.Theme); err != nil {
		return platform.App{}, fmt.Errorf("decode theme of app %s: %w", a.ID, err)
	}
	return app, nil
}
