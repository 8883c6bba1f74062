package store

import (
	"context"
	"encoding/json"
	"fmt"

	"berth/platform"
	"berth/platform/publish"
)

// modes is how the modes that were switched are stored.
type modes struct {
	Release int               `json:"release"`
	Tools   platform.Switches `json:"tools"`
}

// switches reads the modes of what is live; nil = none of that version.
func switches(text *string, version int) (platform.Switches, error) {
	if text == nil {
		return nil, nil //nolint:nilnil // there are none
	}
	var m modes
	if err := json.Unmarshal([]byte(*text), &m); err != nil {
		return nil, fmt.Errorf("read modes: %w", err)
	}
	if m.Release != version {
		return nil, nil //nolint:nilnil // they were of another release
	}
	return m.Tools, nil
}

// SwitchMode implements publish.Store.
func (s *Store) SwitchMode(ctx context.Context, by platform.Actor, id platform.AppID,
	set func(app platform.App, live *platform.Manifest) (publish.Switched, error),
) (platform.App, error) {
	var app platform.App
	err := s.changeIn(ctx, by, func(t tx) error {
		before, err := t.lockApp(ctx, by.Workspace, id)
		if err != nil {
			return err
		}
		var live *platform.Manifest
		if before.LiveVersion > 0 {
			row, err := t.Release(ctx, string(id), int32(before.LiveVersion))
			if err != nil {
				return wrap("load release", err)
			}
			release, err := toRelease(row)
			if err != nil {
				return err
			}
			live = &release.Manifest
		}
		to, err := set(before, live)
		if err != nil {
			return err
		}
		if err := t.storeDraft(ctx, before, to.Draft); err != nil {
			return err
		}
		if live != nil {
			if err := t.setModes(ctx, before, to.Live); err != nil {
				return err
			}
			if err := s.changed(ctx, t, id, before.ServedSlug); err != nil {
				return err
			}
		}
		if app, err = t.app(ctx, by.Workspace, id); err != nil {
			return err
		}
		return t.audit(ctx, by, change{by.Workspace, "app.mode", string(id), fields{"tool": to.Tool, "mode": to.Before}, fields{"tool": to.Tool, "mode": to.After}})
	})
	if err != nil {
		return platform.App{}, wrap("switch mode", err)
	}
	return app, nil
}

func (t tx) setModes(ctx context.Context, app platform.App, to platform.Switches) error {
	if len(to) == 0 {
		return wrap("end modes", t.SetLiveModes(ctx, string(app.ID), nil))
	}
	text, err := platform.PlainJSON(modes{app.LiveVersion, to})
	if err != nil {
		return fmt.Errorf("write modes: %w", err)
	}
	return wrap("store modes", t.SetLiveModes(ctx, string(app.ID), &text))
}
