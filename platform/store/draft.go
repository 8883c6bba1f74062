package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/store/db"
	"berth/platform/text"
)

// columns are the values of a draft's columns.
type columns struct {
	platform.Draft
	first    platform.ToolDraft
	document string // all of the draft; the other columns repeat what older replicas know and what is looked for
	theme    string
	mockData *string
	search   string
}

func toColumns(d platform.Draft) (columns, error) {
	theme, err := platform.PlainJSON(d.Theme)
	if err != nil {
		return columns{}, fmt.Errorf("encode theme: %w", err)
	}
	document, err := platform.PlainJSON(d) // which writes JSON in it without spaces
	if err != nil {
		return columns{}, platform.Invalid([]platform.Problem{{Location: "body", Message: "must be JSON"}})
	}
	c := columns{Draft: d, first: d.Tools[0], document: document, theme: theme}
	if data := c.first.MockData; data != nil {
		var b bytes.Buffer
		if err := json.Compact(&b, data); err != nil {
			return columns{}, fmt.Errorf("compact data: %w", err)
		}
		text := b.String()
		c.mockData = &text
	}
	words := []string{d.Name, d.Description, d.Slug}
	for _, t := range d.Tools {
		words = append(words, t.Name)
	}
	c.search = strings.ToLower(strings.Join(words, "\n"))
	if folded := text.Fold(c.search); folded != c.search { // who looks for cafe means Café too
		c.search += "\n" + folded
	}
	return c, nil
}

func (c columns) update(id platform.AppID, at time.Time) db.UpdateDraftParams {
	return db.UpdateDraftParams{ID: string(id), Name: c.Name, Description: c.Description, DraftSlug: c.Slug,
		ToolName: c.first.Name, ToolDescription: c.first.Description, Layout: c.first.Layout, Theme: c.theme, MockData: c.mockData,
		ResponseText: c.first.ResponseText, SystemPrompt: c.SystemPrompt, Search: c.search, Draft: &c.document, UpdatedAt: at}
}

// draftOf reads a draft. What the columns repeat is read from them: an older replica may have changed them since the document
// was written, and an app that it made has no document.
func draftOf(a db.App) (platform.Draft, error) {
	var d platform.Draft
	if a.Draft != nil {
		if err := json.Unmarshal([]byte(*a.Draft), &d); err != nil {
			return d, fmt.Errorf("decode draft of app %s: %w", a.ID, err)
		}
	}
	if len(d.Tools) == 0 {
		d.Tools = make([]platform.ToolDraft, 1)
	}
	d.Name, d.Description, d.Slug, d.SystemPrompt, d.Theme = a.Name, a.Description, a.DraftSlug, a.SystemPrompt, platform.Theme{}
	if err := json.Unmarshal([]byte(a.Theme), &d.Theme); err != nil {
		return d, fmt.Errorf("decode theme of app %s: %w", a.ID, err)
	}
	t := &d.Tools[0]
	t.Name, t.Description, t.Layout, t.MockData, t.ResponseText = a.ToolName, a.ToolDescription, a.Layout, rawJSON(a.MockData), a.ResponseText
	return d, nil
}

func fromRow(r db.AppRow) (platform.App, error) {
	a := r.App
	draft, err := draftOf(a)
	if err != nil {
		return platform.App{}, err
	}
	app := platform.App{
		ID: platform.AppID(a.ID), Workspace: platform.WorkspaceID(a.WorkspaceID), Origin: platform.Origin(a.Origin),
		Draft: draft, Rev: a.Rev, ServedSlug: value(a.ServedSlug), PublishVersion: int(a.PublishVersion), LiveVersion: int(value(r.LiveVersion)),
		LiveLayout: value(r.LiveLayout), LiveDigest: value(r.LiveDigest), CreatedAt: a.CreatedAt.UTC(), UpdatedAt: a.UpdatedAt.UTC(),
	}
	if a.PublishedAt != nil {
		app.PublishedAt = a.PublishedAt.UTC()
	}
	if app.Switched, err = switches(r.LiveModes, app.LiveVersion); err != nil {
		return platform.App{}, err
	}
	app.Suspended = suspension(a.SuspendedReason, a.SuspendedAt)
	if app.Suspended == nil {
		app.Suspended = suspension(r.WorkspaceSuspendedReason, r.WorkspaceSuspendedAt)
	}
	return app, nil
}
