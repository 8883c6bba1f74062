package publish

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"berth/platform"
)

// SetMode gives a tool another mode, in the draft and in what is live at once, without a publish and until the next one. An empty
// mode ends that: the tool of what is live has the release's mode again, and so has the draft's. A tool that is in neither is
// NOT_FOUND.
func (s *Service) SetMode(ctx context.Context, by platform.Actor, id platform.AppID, tool string, mode platform.Mode) (platform.App, error) {
	app, err := s.Store.App(ctx, by.Workspace, id)
	if err != nil {
		return platform.App{}, err
	}
	tables, err := s.tables(ctx, app.Workspace, app.ID)
	if err != nil {
		return platform.App{}, err
	}
	app, err = s.Store.SwitchMode(ctx, by, id, func(app platform.App, live *platform.Manifest) (Switched, error) {
		if app.Origin == platform.OriginSeeded {
			return Switched{}, errSeeded()
		}
		draft, _, _ := s.planned(app.Draft, tables) // what is wrong with it keeps nobody from switching a mode
		return switched(app, [2]*platform.ToolSpec{specOf(&draft, tool), specOf(live, tool)}, tool, mode)
	})
	if err == nil && app.LiveVersion > 0 {
		s.changed("", app.ServedSlug)
	}
	return app, err
}

func specOf(m *platform.Manifest, tool string) *platform.ToolSpec {
	if m == nil {
		return nil
	}
	at := slices.IndexFunc(m.Tools, func(t platform.ToolSpec) bool { return t.Name == tool })
	if at < 0 || tool == "" {
		return nil
	}
	return &m.Tools[at]
}

// switched returns what a mode makes of an app; specs are the tool's in the draft and in what is live, nil = it is not there.
func switched(app platform.App, specs [2]*platform.ToolSpec, tool string, mode platform.Mode) (Switched, error) {
	drafted, live := specs[0], specs[1]
	if drafted == nil && live == nil {
		return Switched{}, platform.Errorf(platform.CodeNotFound, "The app has no tool %q.", tool)
	}
	for _, spec := range specs {
		if refusal := refuses(spec, mode); refusal != "" {
			return Switched{}, platform.Invalid([]platform.Problem{{Location: "body.mode", Message: refusal}})
		}
	}
	to := Switched{Draft: app.Draft, Live: maps.Clone(app.Switched), Tool: tool}
	before, was := app.Switched[tool]
	to.Before = before.Mode
	if live != nil {
		to.Before = cmp.Or(to.Before, live.Mode)
		delete(to.Live, tool)
		if to.After = mode; mode == "" {
			to.After = live.Mode
		} else if cmp.Or(live.Mode, platform.ModeLive) != mode {
			if to.Live == nil {
				to.Live = platform.Switches{}
			}
			to.Live[tool] = platform.Switch{Mode: mode, Was: live.Mode}
		}
	}
	to.Draft.Tools = slices.Clone(app.Draft.Tools)
	for i := range to.Draft.Tools {
		t := &to.Draft.Tools[i]
		if t.Name != tool {
			continue
		}
		if live == nil {
			to.Before = t.Mode
		}
		if mode != "" {
			t.Mode = mode
		} else if was {
			t.Mode = before.Was
		}
		if live == nil {
			to.After = t.Mode
		}
	}
	to.Draft = normal(to.Draft)
	to.Before, to.After = cmp.Or(to.Before, platform.ModeLive), cmp.Or(to.After, platform.ModeLive)
	return to, nil
}

// refuses returns why a tool cannot have a mode, "" = it can.
func refuses(spec *platform.ToolSpec, mode platform.Mode) string {
	switch {
	case mode != "" && mode != platform.ModeLive && mode != platform.ModeMock && mode != platform.ModeLiveOrMock:
		return "must be live, mock or live-or-mock, or null"
	case spec == nil || mode == "" || mode == platform.ModeLive || spec.Handler.Kind == platform.DefaultKind:
		return ""
	case mode == platform.ModeLiveOrMock && !spec.Hints.ReadOnly:
		return "must be live or mock: a tool that changes something must not seem to have done so"
	}
	return ""
}
