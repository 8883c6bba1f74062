package main

import (
	"berth/apps/chatui"
	"berth/apps/todo"
	"berth/platform"
	"berth/platform/appkit"
)

// seededApps is the list of apps that ship inside.
func seededApps(tasks todo.Store) []appkit.App {
	return []appkit.App{todo.New(tasks), chatui.New()}
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
