package publish

import (
	"context"
	"encoding/json"

	"berth/platform"
)

// Released is a release with what it consists of.
type Released struct {
	platform.ReleaseInfo
	Manifest platform.Manifest
}

// Content holds a release's fields as an author knows them. Description and the text for the model are as served, also where
// the author left them empty and they were derived.
func (r Released) Content() platform.Draft {
	m := r.Manifest
	var first platform.ToolDraft
	d := platform.Draft{Name: m.Name, Description: m.Description, SystemPrompt: m.Instructions, ExampleData: &m.Example}
	if len(m.Tools) > 0 {
		c := configOf(m.Tools[0])
		first = platform.ToolDraft{Name: m.Tools[0].Name, Description: m.Tools[0].Description, ResponseText: c.Text, MockData: c.Data}
	}
	if len(m.Views) > 0 {
		first.Layout, d.Theme = m.Views[0].Layout, m.Views[0].Theme
		if first.MockData == nil {
			first.MockData = m.Views[0].Sample
		}
	}
	if first.MockData == nil {
		first.MockData = json.RawMessage("null")
	}
	d.Tools = []platform.ToolDraft{first}
	return d
}

// config is what the configurations of all kinds have in common where they have it: data, and a text for the model.
type config struct {
	Data json.RawMessage `json:"data"`
	Text string          `json:"text"`
}

func configOf(t platform.ToolSpec) (c config) {
	if json.Unmarshal(t.Handler.Config, &c) != nil {
		return config{}
	}
	return c
}

// Release returns a release of the app; an unknown one is NOT_FOUND.
func (s *Service) Release(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, version int) (Released, error) {
	app, err := s.Store.App(ctx, ws, id)
	if err != nil {
		return Released{}, err
	}
	r, err := s.Store.Release(ctx, ws, id, version)
	if err != nil {
		return Released{}, err
	}
	return Released{Manifest: r.Manifest, ReleaseInfo: platform.ReleaseInfo{Version: r.Version, Digest: r.Digest, PublishedAt: r.PublishedAt,
		PublishedBy: r.PublishedBy, Live: app.LiveVersion == r.Version}}, nil
}

// ReleaseChanges returns what a release changed since another one, 0 meaning the one before it. since is that one, 0 for
// the first release, which changed nothing.
func (s *Service) ReleaseChanges(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, version, from int) (changes []Change, since int, err error) {
	to, err := s.Release(ctx, ws, id, version)
	if err != nil {
		return nil, 0, err
	}
	if from == 0 {
		if from = version - 1; from == 0 {
			return nil, 0, nil
		}
	}
	before, err := s.Store.Release(ctx, ws, id, from)
	if err != nil {
		return nil, 0, err
	}
	return s.Differences(before.Manifest, to.Manifest), from, nil
}

// DraftChanges returns what the next publish would change since a release, 0 meaning the one that is live, or the newest
// when none is. since is that one, 0 when there is none yet.
func (s *Service) DraftChanges(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, from int) (changes []Change, since int, err error) {
	o, err := s.Offer(ctx, ws, id)
	if err != nil {
		return nil, 0, err
	}
	if from == 0 {
		if from = o.App.LiveVersion; from == 0 {
			from = o.App.PublishVersion
		}
		if from == 0 {
			return nil, 0, nil
		}
	}
	before, err := s.Store.Release(ctx, ws, id, from)
	if err != nil {
		return nil, 0, err
	}
	return s.Differences(before.Manifest, o.Manifest), from, nil
}
