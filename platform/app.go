package platform

import (
	"cmp"
	"slices"
	"time"
)

// Origin says where an app comes from.
type Origin string

// Seeded apps ship inside the binary; their content cannot be edited, only published and unpublished.
const (
	OriginAuthored Origin = "authored"
	OriginSeeded   Origin = "seeded"
)

// Status says whether an app answers at its endpoint.
type Status string

// An app is published exactly when it has a live release.
const (
	StatusDraft     Status = "draft"
	StatusPublished Status = "published"
)

// App is one app of a workspace with its draft and its place in the publish lifecycle. Times are UTC, to the microsecond.
type App struct {
	ID             AppID
	Workspace      WorkspaceID
	Origin         Origin
	Draft          Draft
	Rev            int64       // counts every change; the ETag
	ServedSlug     string      // slug of the last publish, "" before it; unique over all apps
	PublishVersion int         // counts publishes
	LiveVersion    int         // version served, 0 = unpublished
	LiveLayout     string      // layout of LiveVersion's first widget, "" = unpublished or no widget
	LiveDigest     string      // Draft.Digest of the draft that LiveVersion was made from, "" = unpublished
	Switched       Switches    // modes of the tools of LiveVersion, nil = none
	PublishedAt    time.Time   // of the last publish, zero before it
	Suspended      *Suspension // the app's own suspension or its workspace's, nil = not suspended
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// Status derives the app's status from its live version.
func (a App) Status() Status {
	if a.LiveVersion > 0 {
		return StatusPublished
	}
	return StatusDraft
}

// DraftAhead reports whether a live app's draft differs from what is served.
func (a App) DraftAhead() bool {
	return a.LiveVersion > 0 && a.Origin == OriginAuthored && a.LabelOf(a.Draft) != a.LiveDigest
}

// LabelOf returns the LiveDigest of a release that was made from the draft before its tools were switched.
func (a App) LabelOf(d Draft) string { return a.Switched.undo(d).Digest() }

// Switches are modes that tools of what is live were given without a publish, by the tools' names.
type Switches map[string]Switch

// Switch is such a mode, with that of the release.
type Switch struct {
	Mode Mode `json:"mode"`
	Was  Mode `json:"was"` // "" = live
}

// Apply gives the tools of a release their modes, in place.
func (s Switches) Apply(tools []ToolSpec) {
	for i := range tools {
		if to, ok := s[tools[i].Name]; ok {
			tools[i].Mode = to.Mode
		}
	}
}

// undo returns the draft with the release's modes where it has those that were switched.
func (s Switches) undo(d Draft) Draft {
	if len(s) == 0 {
		return d
	}
	d.Tools = slices.Clone(d.Tools)
	for i := range d.Tools {
		if to, ok := s[d.Tools[i].Name]; ok && cmp.Or(d.Tools[i].Mode, ModeLive) == cmp.Or(to.Mode, ModeLive) {
			d.Tools[i].Mode = to.Was
		}
	}
	return d
}
