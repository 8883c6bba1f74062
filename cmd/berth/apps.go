package main

import (
	"log/slog"

	"berth/apps/chatui"
	"berth/apps/gift"
	"berth/apps/gift/catalogue"
	"berth/apps/todo"
	"berth/platform"
	"berth/platform/appkit"
)

// seededApps is the list of apps that ship inside.
func seededApps(tasks todo.Store, gifts []catalogue.Gift, log *slog.Logger) []appkit.App {
	return []appkit.App{gift.New(gifts, log), todo.New(tasks), chatui.New()}
}

// templatesOf are the drafts that authors may start from.
func templatesOf(apps []appkit.App) map[string]platform.Draft {
	drafts := map[string]platform.Draft{}
	for _, a := range apps {
		if t, ok := a.(appkit.Templater); ok {
			drafts[a.Slug()] = t.Template()
		}
	}
	return drafts
}
